//! Jobs: stored with their cause, claimed by one worker, repeated if a worker dies.

use std::collections::HashSet;

use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use store::jobs::{self, Job, JobFailure};

use crate::support::{TestDb, id, now};

const WHY: JobFailure = JobFailure {
    error: "no disk",
    mail_to: None,
};

fn job() -> Job {
    Job::MailCode { attempt_id: id() }
}

fn lease() -> chrono::DateTime<chrono::Utc> {
    now() + TimeDelta::seconds(60)
}

#[tokio::test]
async fn jobs_are_claimed_in_the_order_of_their_due_time() {
    let test = TestDb::start().await;
    let mut added = Vec::new();
    for seconds in [3, 1, 2] {
        let (id, job) = (id(), job());
        let due = now() - TimeDelta::seconds(seconds);
        jobs::add(&test.db, id, &job, due).await.expect("added");
        added.push((seconds, id, job, due));
    }
    added.sort_by_key(|(seconds, ..)| std::cmp::Reverse(*seconds));
    let claimed = jobs::claim(&test.db, now(), lease(), 10)
        .await
        .expect("claimed");
    assert_eq!(claimed.len(), 3);
    for (claimed, (_, id, job, due)) in claimed.iter().zip(&added) {
        assert_eq!(
            (claimed.id, &claimed.job, claimed.created_at, claimed.tries),
            (*id, job, *due, 1)
        );
    }
}

#[tokio::test]
async fn a_job_of_a_rolled_back_transaction_does_not_exist() {
    let test = TestDb::start().await;
    {
        let tx = test.db.begin().await.expect("begun");
        jobs::add(&tx, id(), &job(), now()).await.expect("added");
    }
    assert_eq!(jobs::count_open(&test.db).await.expect("counted"), (0, 0));
}

// During an update the old and the new version claim from the same queue.
#[tokio::test]
async fn a_job_of_an_unknown_kind_does_not_block_other_jobs() {
    let test = TestDb::start().await;
    let (unknown, known) = (id(), id());
    let earlier = now() - TimeDelta::seconds(1);
    jobs::add(&test.db, unknown, &job(), earlier)
        .await
        .expect("added");
    let of_tomorrow = "update jobs set job = '{\"fly\":{}}'";
    test.db
        .execute_unprepared(of_tomorrow)
        .await
        .expect("changed");
    jobs::add(&test.db, known, &job(), now())
        .await
        .expect("added");
    let claimed = jobs::claim(&test.db, now(), lease(), 10)
        .await
        .expect("claimed");
    assert_eq!(
        claimed.iter().map(|job| job.id).collect::<Vec<_>>(),
        [known]
    );
    assert_eq!(jobs::count_open(&test.db).await.expect("counted"), (2, 0));
}

#[tokio::test]
async fn a_claimed_job_is_not_claimed_again_until_its_lease_expires() {
    let test = TestDb::start().await;
    let id = id();
    jobs::add(&test.db, id, &job(), now()).await.expect("added");
    assert_eq!(
        jobs::claim(&test.db, now() - TimeDelta::seconds(1), lease(), 10)
            .await
            .expect("claimed"),
        []
    );
    assert_eq!(
        jobs::claim(&test.db, now(), lease(), 10)
            .await
            .expect("claimed")
            .len(),
        1
    );
    let before = lease() - TimeDelta::microseconds(1);
    assert_eq!(
        jobs::claim(&test.db, before, lease(), 10)
            .await
            .expect("claimed"),
        []
    );
    let again = jobs::claim(&test.db, lease(), lease() + TimeDelta::seconds(60), 10)
        .await
        .expect("claimed");
    assert_eq!((again.len(), again[0].id, again[0].tries), (1, id, 2));
}

// The clock of SQLite writes a whole second as `.000`, which chrono reads and writes without the zeros.
#[tokio::test]
async fn a_job_that_is_due_at_a_whole_second_of_the_database_is_claimed() {
    let test = TestDb::start().await;
    jobs::add(&test.db, id(), &job(), now())
        .await
        .expect("added");
    let whole = "UPDATE jobs SET due_at = '2026-01-01T00:00:00.000+00:00'";
    let changed = test.db.execute_unprepared(whole).await.expect("changed");
    assert_eq!(changed.rows_affected(), 1);
    let claimed = jobs::claim(&test.db, now(), lease(), 10).await;
    assert_eq!(claimed.expect("claimed").len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_workers_claim_each_job_once() {
    let test = TestDb::start().await;
    for _ in 0..40 {
        jobs::add(&test.db, id(), &job(), now())
            .await
            .expect("added");
    }
    let workers: Vec<_> = (0..8)
        .map(|_| {
            let db = test.db.clone();
            tokio::spawn(async move {
                let mut mine = Vec::new();
                for _ in 0..10 {
                    let claimed = jobs::claim(&db, now(), lease(), 4).await.expect("claimed");
                    mine.extend(claimed.into_iter().map(|job| job.id));
                }
                mine
            })
        })
        .collect();
    let mut all = Vec::new();
    for worker in workers {
        all.extend(worker.await.expect("worked"));
    }
    let rest = jobs::claim(&test.db, now(), lease(), 100)
        .await
        .expect("claimed");
    all.extend(rest.into_iter().map(|job| job.id));
    let different: HashSet<_> = all.iter().collect();
    assert_eq!(
        (all.len(), different.len()),
        (40, 40),
        "a job was claimed twice or lost"
    );
}

// Servers of two versions on one database, during an upgrade.
#[tokio::test]
async fn a_job_that_this_version_cannot_read_stays_as_it_is_for_another_server() {
    let test = TestDb::start().await;
    let (newer, mine) = (id(), id());
    jobs::add(&test.db, newer, &job(), now())
        .await
        .expect("added");
    let change = r#"update jobs set job = '{"kind":"ofTheFuture"}'"#;
    test.db.execute_unprepared(change).await.expect("changed");
    jobs::add(&test.db, mine, &job(), now())
        .await
        .expect("added");
    for expected in [vec![mine], vec![]] {
        let claimed = jobs::claim(&test.db, now(), lease(), 1).await;
        let claimed: Vec<_> = claimed.expect("claimed").iter().map(|job| job.id).collect();
        assert_eq!(claimed, expected);
    }
    let open = store::statistics::open_jobs(&test.db, 12).await;
    let states: Vec<_> = open
        .expect("read")
        .into_iter()
        .map(|open| open.state)
        .collect();
    assert!(states.contains(&"waiting".to_owned()), "{states:?}");
}

#[tokio::test]
async fn a_worker_whose_lease_ended_does_not_make_the_job_of_another_due() {
    let test = TestDb::start().await;
    let id = id();
    jobs::add(&test.db, id, &job(), now()).await.expect("added");
    for at in [now(), lease()] {
        let claimed = jobs::claim(&test.db, at, at + TimeDelta::minutes(1), 1).await;
        assert_eq!(claimed.expect("claimed").len(), 1);
    }
    // The first of both is late.
    jobs::retry(&test.db, (id, 1), now(), WHY)
        .await
        .expect("stored");
    let claimed = jobs::claim(&test.db, lease(), lease(), 1).await;
    assert_eq!(claimed.expect("claimed"), []);
}

#[tokio::test]
async fn a_failed_job_is_retried_later_and_an_abandoned_one_never() {
    let test = TestDb::start().await;
    let id = id();
    jobs::add(&test.db, id, &job(), now()).await.expect("added");
    jobs::claim(&test.db, now(), lease(), 1)
        .await
        .expect("claimed");
    let later = now() + TimeDelta::seconds(5);
    jobs::retry(&test.db, (id, 1), later, WHY)
        .await
        .expect("stored");
    assert_eq!(
        jobs::claim(&test.db, now(), lease(), 1)
            .await
            .expect("claimed"),
        []
    );
    assert_eq!(
        jobs::claim(&test.db, later, lease(), 1)
            .await
            .expect("claimed")[0]
            .tries,
        2
    );
    jobs::give_up(&test.db, id, later, WHY)
        .await
        .expect("stored");
    let far = now() + TimeDelta::days(365);
    assert_eq!(
        jobs::claim(&test.db, far, far, 1).await.expect("claimed"),
        []
    );
    assert_eq!(jobs::count_open(&test.db).await.expect("counted"), (1, 1));
    jobs::finish(&test.db, id).await.expect("finished");
    jobs::finish(&test.db, id)
        .await
        .expect("finished twice is finished");
    assert_eq!(jobs::count_open(&test.db).await.expect("counted"), (0, 0));
}

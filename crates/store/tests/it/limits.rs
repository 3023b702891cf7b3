//! Counters of the rate limits.

use chrono::{DateTime, TimeDelta, Utc};
use store::{Db, limits};

use crate::support::{TestDb, now};

fn end() -> DateTime<Utc> {
    now() + TimeDelta::minutes(15)
}

async fn count(db: &Db, key: &str, at: DateTime<Utc>) -> Option<DateTime<Utc>> {
    limits::count(db, key, 3, at, at + TimeDelta::minutes(15))
        .await
        .expect("counted")
}

#[tokio::test]
async fn a_window_counts_to_its_limit_and_a_new_one_starts_when_it_ends() {
    let test = TestDb::start().await;
    for _ in 0..3 {
        assert_eq!(count(&test.db, "a", now()).await, None);
    }
    let last = end() - TimeDelta::microseconds(1);
    assert_eq!(count(&test.db, "a", last).await, Some(end()));
    assert_eq!(count(&test.db, "b", last).await, None);
    assert_eq!(count(&test.db, "a", end()).await, None);
}

#[tokio::test]
async fn a_window_of_a_clock_that_was_ahead_refuses_nobody_once_the_clock_is_right() {
    let test = TestDb::start().await;
    let ahead = now() + TimeDelta::days(400);
    for _ in 0..3 {
        count(&test.db, "a", ahead).await;
    }
    assert_eq!(count(&test.db, "a", now()).await, None);
    // That of another server, which is a little ahead, is respected.
    let soon = now() + TimeDelta::minutes(1);
    for _ in 0..3 {
        count(&test.db, "b", soon).await;
    }
    assert_eq!(
        count(&test.db, "b", now()).await,
        Some(end() + TimeDelta::minutes(1))
    );
}

#[tokio::test]
async fn a_returned_count_can_be_used_again() {
    let test = TestDb::start().await;
    for _ in 0..3 {
        count(&test.db, "a", now()).await;
    }
    limits::take_back(&test.db, "a").await.expect("taken back");
    assert_eq!(count(&test.db, "a", now()).await, None);
    assert_eq!(count(&test.db, "a", now()).await, Some(end()));
    for _ in 0..9 {
        limits::take_back(&test.db, "a").await.expect("taken back");
    }
    for _ in 0..3 {
        assert_eq!(count(&test.db, "a", now()).await, None, "never below zero");
    }
    assert_eq!(count(&test.db, "a", now()).await, Some(end()));
}

#[tokio::test]
async fn expired_windows_are_deleted() {
    let test = TestDb::start().await;
    count(&test.db, "a", now()).await;
    assert_eq!(
        limits::drop_expired(&test.db, now())
            .await
            .expect("dropped"),
        0
    );
    assert_eq!(
        limits::drop_expired(&test.db, end())
            .await
            .expect("dropped"),
        1
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_counts_stop_at_the_limit() {
    let test = TestDb::start().await;
    let tasks: Vec<_> = (0..12)
        .map(|_| {
            let db = test.db.clone();
            tokio::spawn(async move { count(&db, "a", now()).await })
        })
        .collect();
    let mut counted = 0;
    for task in tasks {
        counted += usize::from(task.await.expect("done").is_none());
    }
    assert_eq!(counted, 3);
}

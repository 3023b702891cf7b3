//! A database that is locked, stops responding with its connections open, or refuses connections: bounded response
//! times, pages from the cache, and a worker that recovers by itself.

use std::time::{Duration, Instant};

use chautari::jobs;
use domain::trek::Trek;
use serde_json::json;
use store::Connection;
use tempfile::TempDir;
use tokio::sync::watch;
use tokio::time::timeout;

use crate::proxy::Proxy;
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek};
use crate::support::TestApp;
use crate::test_database::create_empty_database;

/// The response is due within one second; the rest is for a loaded machine.
const READY_WITHIN: Duration = Duration::from_secs(2);
/// As above. Without the check of the server's port a request takes more than five seconds.
const REFUSED_WITHIN: Duration = Duration::from_millis(2_500);
const PATIENCE: Duration = Duration::from_secs(60);

async fn readiness(test: &TestApp) -> u16 {
    let answer = test.get("/readyz").send();
    let answer = timeout(READY_WITHIN, answer)
        .await
        .expect("within a second");
    answer.status.as_u16()
}

async fn lock_marks(db: &impl Connection) {
    if db.get_database_backend() == sea_orm::DbBackend::Postgres {
        let lock = "lock table marks in exclusive mode";
        db.execute_unprepared(lock).await.expect("locked");
    }
}

// On SQLite a transaction holds the lock of all writers. The server is not ready while it cannot write.
#[tokio::test]
async fn a_database_that_cannot_be_written_is_not_ready_and_is_ready_again_when_it_can() {
    let test = TestApp::start().await;
    assert_eq!(readiness(&test).await, 200);
    let tx = test.app.db.begin().await.expect("begun");
    lock_marks(&tx).await;
    let noticed = timeout(PATIENCE, async { while readiness(&test).await != 503 {} });
    noticed.await.expect("it is not ready");
    drop(tx);
    while readiness(&test).await != 200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let left = store::metadata::find(&test.app.db, "readiness").await;
    assert_eq!(left.expect("read"), None, "the check leaves nothing");
}

/// An app whose PostgreSQL connections lead through a proxy; none on SQLite, which has no connections.
pub async fn app_behind_proxy() -> Option<(TestApp, Proxy, TempDir)> {
    let folder = tempfile::tempdir().expect("a folder");
    let url = create_empty_database(folder.path()).await;
    if !url.starts_with("postgres") {
        return None;
    }
    let (proxy, url) = Proxy::start(&url).await;
    let mut test = TestApp::start_with(&[("database_url", &url)]).await;
    // The worker runs the jobs, not the test.
    test.may_leave_jobs();
    Some((test, proxy, folder))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_hangs_pages_come_from_the_cache_and_calls_get_a_retry_time() {
    let Some((test, proxy, _folder)) = app_behind_proxy().await else {
        return;
    };
    let paths = public_reads(&stored_trek(&test).await);
    for path in &paths {
        assert_eq!(test.get(path).send().await.status, 200, "{path}");
    }
    proxy.fall_silent();
    let since = Instant::now();
    assert_eq!(readiness(&test).await, 503);
    let ask = json!({"email": "maya@example.com", "password": "trail of many stones"});
    let calls = (0..40).map(|_| test.post("/api/auth/login", &ask).send());
    for answer in futures_util::future::join_all(calls).await {
        assert_eq!(answer.status, 503);
        assert!(answer.header("retry-after").is_some());
    }
    // A page that is not in the cache yet.
    let answer = test.get("/blogs").send().await;
    assert_eq!(answer.status, 503);
    assert!(answer.header("retry-after").is_some());
    for path in &paths {
        let answer = test.get(path).send().await;
        assert_eq!(answer.status, 200, "{path}");
        let text = String::from_utf8_lossy(&answer.body);
        assert!(text.contains("Namche Bazaar"), "{path} has no trek in it");
    }
    assert!(
        since.elapsed() < Duration::from_secs(25),
        "{:?}",
        since.elapsed()
    );
    proxy.resume();
    timeout(PATIENCE, async {
        while readiness(&test).await != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
    .expect("it is ready again");
    let answer = test.post("/api/auth/login", &ask).send().await;
    assert_eq!(answer.status, 401, "the connections work again");
}

fn public_reads(trek: &Trek) -> [String; 5] {
    [
        "/".to_owned(),
        "/packages".to_owned(),
        "/api/treks/getall".to_owned(),
        format!("/api/treks/{}", trek.id),
        format!("/package/{}", trek.id),
    ]
}

/// The longest duration of these concurrent calls.
async fn slowest(calls: Vec<crate::call::Call>, status: u16) -> Duration {
    let timed = calls.into_iter().map(|call| async {
        let since = Instant::now();
        let answer = call.send().await;
        assert_eq!(answer.status, status);
        if status == 503 {
            assert!(answer.header("retry-after").is_some());
        }
        since.elapsed()
    });
    let all = futures_util::future::join_all(timed).await;
    all.into_iter().max().expect("some calls")
}

// The driver assumes that a server which refuses connections is starting, and retries for five seconds.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn while_the_database_refuses_connections_every_response_comes_within_a_second() {
    let Some((test, proxy, _folder)) = app_behind_proxy().await else {
        return;
    };
    let public = public_reads(&stored_trek(&test).await);
    for path in &public {
        assert_eq!(test.get(path).send().await.status, 200, "{path}");
    }
    let ask = json!({"email": "maya@example.com", "password": "trail of many stones"});
    let logins = || -> Vec<_> {
        (0..40)
            .map(|_| test.post("/api/auth/login", &ask))
            .collect()
    };
    proxy.refuse().await;
    // The first calls detect the failure; afterwards one call at a time tries, and the others are refused at once.
    for round in 0..3 {
        let took = slowest(logins(), 503).await;
        assert!(took < REFUSED_WITHIN, "round {round}: {took:?}");
        let pages = public.iter().map(|path| test.get(path)).collect();
        let took = slowest(pages, 200).await;
        assert!(took < REFUSED_WITHIN, "round {round}: {took:?}");
        assert_eq!(readiness(&test).await, 503);
    }
    proxy.accept_again().await;
    timeout(PATIENCE, async {
        while readiness(&test).await != 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    })
    .await
    .expect("it is ready again");
    let answer = test.post("/api/auth/login", &ask).send().await;
    assert_eq!(answer.status, 401, "the connections work again");
}

// The first claim and the first periodic tasks of the worker hang, end at their time limits, and are repeated.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_an_outage_the_reconciler_confirms_payments_without_a_restart() {
    let Some((test, proxy, _folder)) = app_behind_proxy().await else {
        return;
    };
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    pay(&test, &opened, GOOD_CARD).await.expect(200);

    proxy.fall_silent();
    let (stop, stopped) = watch::channel(false);
    let work = tokio::spawn(jobs::work(test.app.clone(), stopped));
    while !test.app.db.is_away() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    proxy.resume();

    let confirmed = timeout(PATIENCE, async {
        loop {
            let answer = read_status(&test, &booking_id(&opened)).await;
            if answer == "Confirmed" {
                return;
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    });
    confirmed.await.expect("the reconciler goes on");
    let _ = stop.send(true);
    work.await.expect("it ends in order");
}

/// Read from the database, because reading the booking by a call would settle it.
async fn read_status(test: &TestApp, id: &str) -> String {
    let id = id.parse().expect("an id");
    match store::bookings::find(&test.app.db, id).await {
        Ok(Some(booking)) => booking.status.as_str().to_owned(),
        _ => String::new(),
    }
}

//! Of two servers on a database, one has a clock that is a year ahead.

use std::time::{Duration, Instant};

use domain::booking::BookingStatus;
use sea_orm::ConnectionTrait;
use store::{Db, periodic_tasks};
use uuid::Uuid;

use crate::books::Books;
use crate::program::{PATIENCE, Site};

/// The state of every booking.
async fn states(db: &Db) -> Vec<(Uuid, BookingStatus)> {
    let bookings = Books::read(db).await.bookings.into_iter();
    bookings
        .map(|booking| (booking.id, booking.status))
        .collect()
}

/// Waits until every task was done after it was `due`.
async fn all_done(site: &Site, db: &Db, due: chrono::DateTime<chrono::Utc>) {
    let since = Instant::now();
    loop {
        let tasks = periodic_tasks::list(db).await.expect("read");
        let mut done = tasks.iter().map(|task| task.last_success_at);
        if !tasks.is_empty() && done.all(|at| at.is_some_and(|at| at > due)) {
            return;
        }
        assert!(since.elapsed() < PATIENCE, "{}", site.last_words());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_whose_clock_is_a_year_ahead_leaves_the_shared_work_to_the_other() {
    let site = Site::new().await;
    if site.database() == "SQLite" {
        // One server has a SQLite database for itself.
        return;
    }
    let right = site.start(&["serve", "--demo"], &[]).await;
    let db = store::connect(&site.database_url).await;
    let db = db.expect("the database");
    all_done(&site, &db, chrono::DateTime::UNIX_EPOCH).await;
    let before = states(&db).await;
    let is_open = |(_, status): &(Uuid, BookingStatus)| *status == BookingStatus::Confirmed;
    assert!(before.iter().any(is_open), "the demo has open bookings");

    let ahead = site
        .start(&["serve"], &[("CHAUTARI_DAYS_AHEAD", "366")])
        .await;
    let since = Instant::now();
    while !site.whole_log().contains("no periodic task runs here") {
        assert!(since.elapsed() < PATIENCE, "{}", site.last_words());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let due = store::jobs::database_time(&db).await.expect("a time");
    db.execute_unprepared("update periodic_tasks set due_at = now()")
        .await
        .expect("made due");
    all_done(&site, &db, due).await;
    // In its year all of them are over.
    assert_eq!(states(&db).await, before);
    for server in [ahead, right] {
        site.kill(server).await;
    }
    db.close().await.expect("closed");
}

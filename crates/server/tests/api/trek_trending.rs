//! Trending treks: ranked by paid bookings.

use chautari::features::trek::trending::Trending;
use chautari::platform::app::AppState as _;
use chrono::TimeDelta;
use serde_json::Value;

use crate::stage::{GOOD_CARD, booked, change_trek, keep, pay, trek_named, verify};
use crate::support::{Login, TestApp};

async fn trending(test: &TestApp) -> Vec<Value> {
    let answer = test
        .get("/api/bookings/get-trending-treks")
        .send()
        .await
        .expect(200);
    answer["data"]["treks"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|trek| trek["name"].clone())
        .collect()
}

async fn book_and_pay(test: &TestApp, me: &Login, trek: &domain::trek::Trek, times: usize) {
    for _ in 0..times {
        let opened = booked(test, me, trek).await;
        pay(test, &opened, GOOD_CARD).await.expect(200);
        verify(test, me, &opened).await.expect(200);
    }
}

/// Cancels the paid bookings of a trek as another server would: this one does not learn of it.
async fn cancel_elsewhere(test: &TestApp, trek: &domain::trek::Trek) {
    let tx = test.app.db.begin().await.expect("begun");
    let bookings = store::bookings::list_after(&tx, uuid::Uuid::nil(), 10).await;
    for booking in bookings.expect("read") {
        if booking.trek.id == trek.id && !booking.paid().is_zero() {
            let back = domain::money::Money::ZERO;
            let now = test.app.clock.now();
            let cancelled = store::bookings::cancel(&tx, booking.id, back, now).await;
            assert!(cancelled.expect("cancelled"));
        }
    }
    tx.commit().await.expect("kept");
}

#[tokio::test]
async fn a_ranking_that_is_dropped_is_in_no_response_afterwards() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let trek = trek_named(&test.app, "One");
    keep(&test.app, &trek).await;
    book_and_pay(&test, &me, &trek, 1).await;
    assert_eq!(trending(&test).await, ["One"]);
    cancel_elsewhere(&test, &trek).await;
    assert_eq!(trending(&test).await, ["One"]);
    Trending::of(&test.app).forget();
    assert_eq!(trending(&test).await, Vec::<Value>::new());
    test.do_jobs().await;
}

// Counting all bookings for each visitor blocked booking; a ranking up to a minute old is good enough.
#[tokio::test]
async fn trending_is_counted_once_a_minute_and_after_each_payment() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let (one, other) = (trek_named(&test.app, "One"), trek_named(&test.app, "Other"));
    keep(&test.app, &one).await;
    keep(&test.app, &other).await;
    book_and_pay(&test, &me, &one, 1).await;
    assert_eq!(trending(&test).await, ["One"]);
    book_and_pay(&test, &me, &other, 2).await;
    assert_eq!(trending(&test).await, ["Other", "One"]);
    cancel_elsewhere(&test, &other).await;
    test.clock.advance(TimeDelta::seconds(59));
    let answer = test.get("/api/bookings/get-trending-treks").send().await;
    assert_eq!(answer.header("age"), Some("59"));
    assert_eq!(trending(&test).await, ["Other", "One"]);
    test.clock.advance(TimeDelta::seconds(1));
    assert_eq!(trending(&test).await, ["One"]);
    test.do_jobs().await;
}

// API-18 HOME-16: by payments of the last 90 days, then of all time; treks without paid bookings are omitted.
#[tokio::test]
async fn trending_treks_are_ranked_by_recent_then_by_all_paid_bookings() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    assert_eq!(trending(&test).await, Vec::<Value>::new());
    let mut treks = Vec::new();
    for name in ["Long ago", "Little", "Much", "Unpaid", "Also long ago"] {
        let trek = trek_named(&test.app, name);
        keep(&test.app, &trek).await;
        treks.push(trek);
    }
    book_and_pay(&test, &me, &treks[0], 3).await;
    book_and_pay(&test, &me, &treks[4], 1).await;
    test.clock.advance(TimeDelta::days(91));
    let me = test.login("maya@example.com", "trail of many stones").await;
    // The start date of these bookings is still ahead: 2027-03-01.
    book_and_pay(&test, &me, &treks[1], 1).await;
    book_and_pay(&test, &me, &treks[2], 2).await;
    booked(&test, &me, &treks[3]).await;
    assert_eq!(trending(&test).await, ["Much", "Little", "Long ago"]);
    let mut gone = treks.remove(2);
    change_trek(&test, &mut gone, |trek| {
        trek.archived_at = Some(trek.created_at)
    })
    .await;
    assert_eq!(
        trending(&test).await,
        ["Little", "Long ago", "Also long ago"]
    );
    // Three recent treks fill the list, until one of them is archived.
    book_and_pay(&test, &me, &treks[2], 2).await;
    book_and_pay(&test, &me, &treks[3], 3).await;
    let lately = ["Also long ago", "Unpaid", "Little"];
    assert_eq!(trending(&test).await, lately);
    let mut gone = treks.remove(3);
    change_trek(&test, &mut gone, |trek| {
        trek.archived_at = Some(trek.created_at)
    })
    .await;
    assert_eq!(trending(&test).await, ["Unpaid", "Little", "Long ago"]);
    test.do_jobs().await;
}

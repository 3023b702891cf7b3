//! Repeated booking requests, and access to bookings (document 2 §4; decisions §3, §10).

use chrono::TimeDelta;
use domain::money::Money;
use serde_json::{Value, json};

use crate::stage::{
    booked, booking_id, change_trek, read_booking, request, stored_bookings, stored_trek, with,
};
use crate::support::TestApp;

pub async fn send_with_key(
    test: &TestApp,
    token: &str,
    ask: &Value,
    key: &str,
) -> crate::call::Answer {
    test.post("/api/bookings", ask)
        .bearer(token)
        .header("idempotency-key", key)
        .send()
        .await
}

// BOOK-15: a second click or a retry after a lost response makes one booking and one payment.
#[tokio::test]
async fn the_same_key_gives_the_same_booking_for_a_day() {
    let test = TestApp::start().await;
    let (me, mut trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let first = send_with_key(&test, &me.access, &ask, "k-1")
        .await
        .expect(201);
    // A later price change does not make the retry a new booking.
    change_trek(&test, &mut trek, |trek| {
        trek.routes[1].price_per_head = Money::from_minor(1)
    })
    .await;
    let again = send_with_key(&test, &me.access, &ask, "k-1")
        .await
        .expect(201);
    assert_eq!(first, again);
    let other_body = with(&ask, "additionalNotes", json!("Other"));
    send_with_key(&test, &me.access, &other_body, "k-1")
        .await
        .expect_failure(409, "This Idempotency-Key was used for another request.");
    assert_eq!(stored_bookings(&test).await, 1);

    let fresh = request(&test, &trek, 2).await;
    let fresh = with(&fresh, "routeDetails.pricePerHead", json!(0.01));
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    send_with_key(&test, &other.access, &fresh, "k-1")
        .await
        .expect(201);
    test.clock.advance(TimeDelta::hours(25));
    let me = test.login("maya@example.com", "trail of many stones").await;
    let later = send_with_key(&test, &me.access, &fresh, "k-1")
        .await
        .expect(201);
    assert_ne!(
        later["data"]["booking"]["_id"],
        first["data"]["booking"]["_id"]
    );
    assert_eq!(stored_bookings(&test).await, 3);
    for wrong in ["", " ", &"x".repeat(256)] {
        send_with_key(&test, &me.access, &fresh, wrong)
            .await
            .expect(400);
    }
}

// BOOK-15: both requests of a double click get the same booking.
#[tokio::test]
async fn concurrent_requests_with_one_key_make_one_booking() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let tries = (0..6).map(|_| {
        let call = test
            .post("/api/bookings", &ask)
            .bearer(&me.access)
            .header("idempotency-key", "once");
        tokio::spawn(call.send())
    });
    let mut answers = Vec::new();
    for one in tries.collect::<Vec<_>>() {
        answers.push(one.await.unwrap().expect(201)["data"].clone());
    }
    for answer in &answers {
        assert_eq!(answer["booking"]["_id"], answers[0]["booking"]["_id"]);
        assert_eq!(answer["paymentIntentId"], answers[0]["paymentIntentId"]);
    }
    assert_eq!(stored_bookings(&test).await, 1);
}

// API-30 ROLE-02: only its owner and administrators can read a booking.
#[tokio::test]
async fn the_booking_of_another_traveller_is_not_found() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    let id = booking_id(&booked(&test, &me, &trek).await);
    read_booking(&test, &me, &id).await.expect(200);
    read_booking(&test, &admin, &id).await.expect(200);
    read_booking(&test, &other, &id)
        .await
        .expect_failure(404, "Booking not found.");
    test.get(&format!("/api/bookings/{id}"))
        .send()
        .await
        .expect(401);
    for wrong in [
        "1",
        "undefined",
        "00000000-0000-0000-0000-000000000000",
        "%27%20or%201=1",
        "..%2f",
    ] {
        read_booking(&test, &me, wrong)
            .await
            .expect_failure(404, "Booking not found.");
    }
}

// My Bookings lists the traveller's own bookings, newest first.
#[tokio::test]
async fn a_traveller_lists_only_their_own_bookings_newest_first() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    let first = booking_id(&booked(&test, &me, &trek).await);
    test.clock.advance(TimeDelta::minutes(1));
    let second = booking_id(&booked(&test, &me, &trek).await);
    booked(&test, &other, &trek).await;
    let list = test
        .get("/api/bookings/my-bookings")
        .bearer(&me.access)
        .send()
        .await
        .expect(200);
    let ids: Vec<_> = list["data"]["bookings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|b| b["_id"].clone())
        .collect();
    assert_eq!(ids, [json!(second), json!(first)]);
    test.get("/api/bookings/my-bookings")
        .send()
        .await
        .expect(401);
}

// DATA-18: the booking keeps the details as they were sold.
#[tokio::test]
async fn later_edits_of_the_trek_change_no_booking() {
    let test = TestApp::start().await;
    let (me, mut trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    change_trek(&test, &mut trek, |trek| {
        trek.name = "Renamed".to_owned();
        trek.images.banner_image = "/pictures/other.svg".to_owned();
        trek.routes[1].name = "Renamed too".to_owned();
        trek.routes[1].price_per_head = Money::from_minor(1);
        trek.routes[1].number_of_days = 9;
        trek.archived_at = Some(trek.created_at);
    })
    .await;
    let read = read_booking(&test, &me, &booking_id(&opened))
        .await
        .expect(200);
    assert_eq!(read["data"]["booking"], opened["booking"]);
}

// BOOK-15: counted in the database, so that concurrent requests cannot exceed the limit. A repeated request counts
// once.
#[tokio::test]
async fn bookings_per_hour_are_limited() {
    let test = TestApp::start_with(&[("limit_bookings_of_user", "3/1h")]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let send = |key: &'static str| send_with_key(&test, &me.access, &ask, key);
    let answers = tokio::join!(
        send("1"),
        send("2"),
        send("3"),
        send("4"),
        send("5"),
        send("1")
    );
    let (a, b, c, d, e, f) = answers;
    let mut made = 0;
    for answer in [a, b, c, d, e, f] {
        if answer.status.as_u16() == 201 {
            made += 1;
            continue;
        }
        assert!(answer.header("retry-after").is_some());
        answer.expect_failure(429, "Too many bookings. Please try again in 60 minutes.");
    }
    assert_eq!(stored_bookings(&test).await, 3);
    assert!((3..=4).contains(&made), "{made}");
    test.clock.advance(TimeDelta::minutes(61));
    let me = test.login("maya@example.com", "trail of many stones").await;
    send_with_key(&test, &me.access, &ask, "6")
        .await
        .expect(201);
}

// BOOK-13 BOOK-15: the traveller went back and changed the guests: the earlier booking and its payment are cancelled.
#[tokio::test]
async fn a_booking_that_replaces_another_cancels_it() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    let (first, paid, theirs) = (
        booked(&test, &me, &trek).await,
        crate::money::paid(&test, &me, &trek).await,
        booked(&test, &other, &trek).await,
    );
    let ask = request(&test, &trek, 3).await;
    for replaced in [&first, &paid, &theirs] {
        let ask = crate::stage::with(&ask, "replaces", json!(booking_id(replaced)));
        let again = send_with_key(&test, &me.access, &ask, &booking_id(replaced)).await;
        let made = again.expect(201)["data"].clone();
        // A retry changes nothing.
        let again = send_with_key(&test, &me.access, &ask, &booking_id(replaced)).await;
        assert_eq!(again.expect(201)["data"], made);
        assert_eq!(made["booking"]["status"], "Pending");
    }
    for nonsense in ["x", "", "00000000-0000-0000-0000-000000000000"] {
        let ask = crate::stage::with(&ask, "replaces", json!(nonsense));
        crate::stage::send(&test, &me, &ask).await.expect(201);
    }
    let status = async |opened: &Value| {
        let stored = crate::money::stored(&test, &booking_id(opened)).await;
        stored.status.as_str()
    };
    assert_eq!(status(&first).await, "Cancelled");
    assert_eq!(status(&paid).await, "Confirmed");
    assert_eq!(status(&theirs).await, "Pending");
    crate::stage::pay(&test, &first, crate::stage::GOOD_CARD)
        .await
        .expect(409);
    test.do_jobs().await;
}

//! Departures: staff make them, travellers book their seats, and no seat is sold twice (operations §2).

use axum::http::Method;
use chautari::cli::seats_check::compare;
use chautari::features::booking::payment::reconcile::{expire_unpaid, find_late_payments};
use chrono::TimeDelta;
use domain::trek::{SoldAs, Trek};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::payments::{cash, payments, record};
use crate::stage::{
    GOOD_CARD, booking_id, change_trek, pay, read_booking, request, send, stored_trek, verify,
};
use crate::stripe::{intent_of, with_stripe};
use crate::stripe_server::StripeServer;
use crate::support::{Login, TestApp};
use crate::waitlist::admin_again;

/// A stored trek that is sold both ways, and a departure of its classic route with some seats.
pub async fn departure_with(test: &TestApp, capacity: u32) -> (Trek, Value) {
    let mut trek = stored_trek(test).await;
    change_trek(test, &mut trek, |trek| trek.sold_as = SoldAs::Both).await;
    let admin = test.admin().await;
    let new = json!({
        "trekId": trek.id, "routeId": trek.routes[1].id, "startDate": "2027-04-03",
        "capacity": capacity, "minimum": capacity.min(2),
    });
    let made = test
        .post("/api/departures", &new)
        .bearer(&admin.access)
        .send()
        .await
        .expect(201);
    (trek, made["data"]["departure"].clone())
}

/// A request for seats of a departure.
pub async fn seats(test: &TestApp, trek: &Trek, departure: &Value, guests: usize) -> Value {
    let mut ask = request(test, trek, guests).await;
    ask["departureId"] = departure["_id"].clone();
    ask["bookingDetails"]["startDate"] = departure["startDate"].clone();
    ask
}

pub async fn listed(test: &TestApp, trek: &Trek) -> Vec<Value> {
    let path = format!("/api/treks/{}/departures", trek.id);
    let answer = test.get(&path).send().await.expect(200);
    answer["data"]["departures"]
        .as_array()
        .expect("a list")
        .clone()
}

pub async fn book(test: &TestApp, who: &Login, ask: &Value) -> Value {
    send(test, who, ask).await.expect(201)["data"].clone()
}

async fn shown(test: &TestApp, who: &Login, id: &str) -> Value {
    read_booking(test, who, id).await.expect(200)["data"]["booking"].clone()
}

#[tokio::test]
async fn a_departure_is_listed_with_its_places_and_without_what_is_for_staff() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 12).await;
    assert_eq!(made["endDate"], "2027-04-05");
    assert_eq!(made["decideBy"], "2027-02-20");
    assert_eq!(made["seatsTaken"], 0);
    let shown = listed(&test, &trek).await;
    assert_eq!(shown.len(), 1);
    assert_eq!(shown[0]["availability"], "AVAILABLE");
    assert_eq!(shown[0]["seatsLeft"], 12);
    assert_eq!(shown[0]["pricePerHead"], Value::Null);
    for hidden in ["seatsHeld", "seatsTaken", "waiting", "notes"] {
        assert_eq!(shown[0].get(hidden), None, "{hidden}");
    }
}

#[tokio::test]
async fn booking_more_seats_than_are_left_is_refused_with_the_number() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 3).await;
    let me = test.traveller().await;
    book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    let refused = send(&test, &me, &seats(&test, &trek, &made, 2).await)
        .await
        .expect_failure(409, "Only 1 seat is left on this departure.");
    assert_eq!(refused["data"]["seatsLeft"], 1);
    let shown = listed(&test, &trek).await;
    assert_eq!(shown[0]["availability"], "LIMITED");
    book(&test, &me, &seats(&test, &trek, &made, 1).await).await;
    assert_eq!(listed(&test, &trek).await[0]["availability"], "SOLD_OUT");
    test.do_jobs().await;
}

#[tokio::test]
async fn seats_that_are_paid_stay_taken_and_the_minimum_guarantees_the_departure() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 4).await;
    let me = test.traveller().await;
    let opened = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    assert_eq!(listed(&test, &trek).await[0]["isGuaranteed"], false);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    test.clock.advance(TimeDelta::hours(2));
    let shown = listed(&test, &trek).await;
    assert_eq!(
        (&shown[0]["seatsLeft"], &shown[0]["isGuaranteed"]),
        (&json!(2), &json!(true))
    );
    test.do_jobs().await;
}

#[tokio::test]
async fn seats_of_a_hold_that_ended_go_to_the_next_buyer_and_its_booking_is_cancelled() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let first = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    test.clock.advance(TimeDelta::minutes(21));
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 2);
    let me = test.login("maya@example.com", "trail of many stones").await;
    let second = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    expire_unpaid(&test.app).await.expect("swept");
    for (opened, status) in [(&first, "Cancelled"), (&second, "Pending")] {
        let path = format!(
            "/api/bookings/{}",
            opened["booking"]["_id"].as_str().expect("an id")
        );
        let read = test.get(&path).bearer(&me.access).send().await.expect(200);
        assert_eq!(read["data"]["booking"]["status"], status);
    }
    test.do_jobs().await;
}

#[tokio::test]
async fn staff_record_no_part_of_a_deposit_once_the_seats_were_sold_to_others() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let first = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    test.clock.advance(TimeDelta::minutes(21));
    let me = test.login("maya@example.com", "trail of many stones").await;
    book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    let admin = admin_again(&test).await;
    let id = booking_id(&first);
    record(&test, &admin, &id, &cash(100.0))
        .await
        .expect_failure(409, "The seats of this booking were sold to others.");
    assert_eq!(payments(&test, &me, &id).await, json!([]));
    test.do_jobs().await;
}

#[tokio::test]
async fn a_cancelled_booking_gives_its_seats_back() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let opened = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);
    let path = format!(
        "/api/bookings/{}/cancel",
        opened["booking"]["_id"].as_str().expect("an id")
    );
    test.call(Method::POST, &path)
        .bearer(&me.access)
        .send()
        .await
        .expect(200);
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 2);
    find_late_payments(&test.app).await.expect("looked");
    test.do_jobs().await;
}

#[tokio::test]
async fn a_private_party_cannot_start_on_a_closed_day_or_too_soon() {
    let test = TestApp::start().await;
    let mut trek = stored_trek(&test).await;
    let (me, admin) = (test.traveller().await, test.admin().await);
    let path = format!("/api/treks/{}/closures", trek.id);
    let closed =
        json!({"closures": [{"from": "2027-02-20", "to": "2027-03-01", "reason": "Monsoon"}]});
    test.call(Method::PUT, &path)
        .bearer(&admin.access)
        .json(&closed)
        .send()
        .await
        .expect(200);
    let mut ask = request(&test, &trek, 1).await;
    let refused = send(&test, &me, &ask)
        .await
        .expect_failure(400, "Invalid booking data");
    assert_eq!(
        refused["errors"][0]["message"],
        "The trek cannot start on this date: Monsoon"
    );
    ask["bookingDetails"]["startDate"] = json!("2027-03-02");
    send(&test, &me, &ask).await.expect(201);
    change_trek(&test, &mut trek, |trek| trek.minimum_notice_days = 365).await;
    let refused = send(&test, &me, &ask)
        .await
        .expect_failure(400, "Invalid booking data");
    assert_eq!(refused["errors"][0]["field"], "bookingDetails.startDate");
    test.do_jobs().await;
}

#[tokio::test]
async fn the_check_of_the_seats_names_every_difference() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 4).await;
    let me = test.traveller().await;
    let opened = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    book(&test, &me, &request(&test, &trek, 1).await).await;
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
    assert_eq!((report.pools, report.taken, report.held), (2, 2, 1));

    let broken = [
        (
            "update seat_pools set taken = 1 where taken = 2",
            "are counted, its claims have",
        ),
        (
            "update seat_claims set state = 'released' where state = 'taken'",
            "Confirmed, and its seats are released",
        ),
        (
            "update seat_claims set seats = 2 where state = 'held'",
            "2 seats for 1 guests",
        ),
    ];
    for (sql, said) in broken {
        test.app.db.execute_unprepared(sql).await.expect("changed");
        let report = compare(&test.app).await.expect("compared");
        let found = report.differences.iter().any(|line| line.contains(said));
        assert!(found, "{said}: {:?}", report.differences);
    }
    test.do_jobs().await;
}

#[tokio::test]
async fn a_payment_that_is_being_processed_keeps_its_seats_until_it_fails() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let opened = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    assert!(opened["booking"]["holdExpiresAt"].is_string());
    let id = booking_id(&opened);
    let becomes = |status: &str| {
        stripe.change(intent_of(&opened), |intent| {
            intent["status"] = json!(status)
        });
    };
    becomes("processing");
    let read = shown(&test, &me, &id).await;
    assert_eq!(read.get("holdExpiresAt"), None);
    test.clock.advance(TimeDelta::minutes(60));
    expire_unpaid(&test.app).await.expect("swept");
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);

    becomes("requires_payment_method");
    let me = test.login("maya@example.com", "trail of many stones").await;
    let read = shown(&test, &me, &id).await;
    assert_eq!(read["status"], "Pending");
    test.clock.advance(TimeDelta::minutes(21));
    expire_unpaid(&test.app).await.expect("swept");
    let me = test.login("maya@example.com", "trail of many stones").await;
    let read = shown(&test, &me, &id).await;
    assert_eq!(
        (&read["status"], &read["isHoldEnded"]),
        (&json!("Cancelled"), &json!(true))
    );
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 2);
    test.do_jobs().await;
}

#[tokio::test]
async fn paying_after_the_hold_has_ended_is_refused_and_booking_again_takes_the_seats() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let mut ask = seats(&test, &trek, &made, 2).await;
    let opened = book(&test, &me, &ask).await;
    let id = booking_id(&opened);
    test.clock.advance(TimeDelta::minutes(21));
    let me = test.login("maya@example.com", "trail of many stones").await;
    let path = format!("/api/bookings/{id}/payment-intent");
    let said = "The hold of your seats has ended. Please book them again.";
    let call = test.call(Method::POST, &path).bearer(&me.access);
    call.send().await.expect_failure(409, said);
    ask["replaces"] = json!(id);
    let again = book(&test, &me, &ask).await;
    pay(&test, &again, GOOD_CARD).await.expect(200);
    verify(&test, &me, &again).await.expect(200);
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_change_of_the_guests_takes_the_seats_of_the_booking_that_it_replaces() {
    let test = TestApp::start().await;
    let (trek, made) = departure_with(&test, 3).await;
    let me = test.traveller().await;
    let first = book(&test, &me, &seats(&test, &trek, &made, 2).await).await;
    let mut more = seats(&test, &trek, &made, 3).await;
    let other = test
        .sign_up("Pemba Lama", "pemba@example.com", "trail of many stones")
        .await;
    more["replaces"] = json!(booking_id(&first));
    send(&test, &other, &more).await.expect(409);
    let second = book(&test, &me, &more).await;
    let read = shown(&test, &me, &booking_id(&first)).await;
    assert_eq!(read["status"], "Cancelled");
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);
    assert_eq!(second["booking"]["totalGuests"], 3);
    test.do_jobs().await;
}

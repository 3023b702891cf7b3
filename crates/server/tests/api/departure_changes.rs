//! Departures that the agency moves or cancels: every traveller chooses once, the booking follows, and no seat or money
//! is lost (operations §2 "A flight day").

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::flight_day::{PRICE_OF_TWO, START, Stage, to_another_day};
use crate::money::{cancel, preview};
use crate::stage::{request, send, text};

#[tokio::test]
async fn a_traveller_who_accepts_a_move_walks_on_the_new_dates_with_the_seats_kept_since_the_move()
{
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let id = stage.booked(&old).await;
    let change = stage.moved(&old, &to_another_day()).await;
    assert_eq!(change["fromStartDate"], START);
    assert_eq!(change["choices"][0]["name"], "Maya Gurung");
    let new = text(&change, "toDepartureId").to_owned();
    assert_eq!(stage.read(&old).await["status"], "closed");
    assert_eq!(stage.seats(&new).await, (json!(2), json!(0)));
    let link = stage.link().await;
    let asked = stage.test.get(&link).send().await.expect(200);
    let asked = &asked["data"]["choices"];
    assert_eq!(asked["options"], json!(["accept", "credit", "refund"]));
    assert_eq!(asked["firstName"], "Maya");
    assert_eq!(asked["from"]["startDate"], START);
    assert_eq!(asked["to"]["startDate"], "2027-04-05");
    assert_eq!(asked["amountPaid"], PRICE_OF_TWO);
    assert_eq!(
        stage.booking(&id).await["openChoice"]["answerBy"],
        "2027-03-20"
    );
    let answered = stage.choose(&link, "accept").await.expect(200);
    assert_eq!(answered["data"]["choices"]["choice"], "accept");
    for used in [
        stage.choose(&link, "refund").await,
        stage.test.get(&link).send().await,
    ] {
        let used = used.expect_failure(410, "You have already answered.");
        assert_eq!(used["data"]["choices"]["choice"], "accept");
    }
    let booking = stage.booking(&id).await;
    assert_eq!(booking["departureId"], *new);
    assert_eq!(booking["bookingDetails"]["startDate"], "2027-04-05");
    assert_eq!(booking["bookingDetails"]["endDate"], "2027-04-07");
    assert_eq!(booking["earlierDates"][0]["startDate"], START);
    assert_eq!(booking.get("openChoice"), None);
    assert_eq!(stage.seats(&old).await, (json!(0), json!(0)));
    assert_eq!(stage.seats(&new).await, (json!(0), json!(2)));
    assert_eq!(stage.read(&new).await["isGuaranteed"], true);
    let done = stage.changes(&old).await.remove(0);
    assert_eq!(done["choices"][0]["answeredBy"], "traveller");
    assert_ne!(done["finishedAt"], Value::Null);
    stage.ends().await;
    let mails = stage.test.outbox();
    let newest = mails.last().expect("a mail");
    assert!(
        newest.text.contains("Moved from: Apr 03, 2027"),
        "{}",
        newest.text
    );
    let calendar = String::from_utf8_lossy(&newest.raw).into_owned();
    assert!(calendar.contains("trek.ics"));
    let history = stage.test.get(&format!("/api/bookings/{id}/history"));
    let history = history.bearer(&stage.desk.access).send().await.expect(200);
    let history = history["data"]["history"].to_string();
    assert!(history.contains("change dates"), "{history}");
}

#[tokio::test]
async fn a_travel_credit_keeps_the_amount_paid_for_24_months_and_cannot_be_refunded_besides() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let id = stage.booked(&old).await;
    stage.moved(&old, &to_another_day()).await;
    let link = stage.link().await;
    stage.choose(&link, "credit").await.expect(200);
    let booking = stage.booking(&id).await;
    assert_eq!(booking["status"], "Cancelled");
    assert_eq!(booking["refundable"], 0.0);
    let credit = &booking["travelCredit"];
    assert_eq!(credit["number"], "TC-2026-00001");
    assert_eq!(credit["amount"], PRICE_OF_TWO);
    assert_eq!(credit["expiresOn"], "2028-11-20");
    let ask = json!({"amount": 1, "reason": "Twice"});
    let refund = stage.test.post(&format!("/api/bookings/{id}/refund"), &ask);
    let refund = refund.bearer(&stage.desk.access).send().await;
    refund.expect_failure(409, "This is more than is left to refund.");
    let new = stage.changes(&old).await.remove(0);
    let new = text(&new, "toDepartureId").to_owned();
    assert_eq!(stage.seats(&new).await, (json!(0), json!(0)));
    stage.ends().await;
    let mails = stage.test.outbox();
    let newest = mails.last().expect("a mail");
    assert!(newest.text.contains("TC-2026-00001"), "{}", newest.text);
}

#[tokio::test]
async fn a_refund_after_a_move_is_of_everything_whatever_the_policy_says() {
    let mut stage = Stage::set().await;
    let old = stage.departure("2026-12-05", json!({})).await;
    let id = stage.booked(&old).await;
    // By the policy nothing would come back on the day of the flight.
    stage.test.clock.advance(TimeDelta::days(15));
    stage.sign_in_again().await;
    let ask = json!({"startDate": "2026-12-06", "answerBy": "2026-12-05", "whenSilent": "refund"});
    stage.moved(&old, &ask).await;
    let link = stage.link().await;
    stage.choose(&link, "refund").await.expect(200);
    let booking = stage.booking(&id).await;
    assert_eq!(booking["status"], "Cancelled");
    assert_eq!(booking["refunded"], PRICE_OF_TWO);
    stage.ends().await;
}

#[tokio::test]
async fn who_cancels_instead_of_answering_gets_everything_back() {
    let mut stage = Stage::set().await;
    let old = stage.departure("2026-12-05", json!({})).await;
    let id = stage.booked(&old).await;
    stage.test.clock.advance(TimeDelta::days(13));
    stage.sign_in_again().await;
    let percent = async |stage: &Stage| {
        let shown = preview(&stage.test, &stage.maya, &id).await.expect(200);
        shown["data"]["percent"].clone()
    };
    assert_eq!(percent(&stage).await, 0);
    let ask = json!({"reason": "Too few travellers", "answerBy": "2026-12-04"});
    stage.change(&old, "cancel", &ask).await.expect(200);
    assert_eq!(percent(&stage).await, 100);
    cancel(&stage.test, &stage.maya, &id).await.expect(200);
    let booking = stage.booking(&id).await;
    assert_eq!(
        (&booking["status"], &booking["refunded"]),
        (&json!("Cancelled"), &json!(PRICE_OF_TWO))
    );
    assert_eq!(booking["refunds"][0]["reason"], "Too few travellers");
    stage.ends().await;
}

#[tokio::test]
async fn a_cheaper_departure_gives_back_the_difference_with_a_credit_note_and_a_new_invoice() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let cheaper = stage
        .departure("2027-04-10", json!({"pricePerHead": 1000}))
        .await;
    let id = stage.booked(&old).await;
    stage.cancelled(&old).await;
    let link = stage.link().await;
    let asked = stage.test.get(&link).send().await.expect(200);
    let asked = &asked["data"]["choices"];
    assert_eq!(asked["options"], json!(["credit", "refund", "departure"]));
    assert_eq!(asked["departures"][0]["_id"], *cheaper);
    stage
        .choose(&link, "accept")
        .await
        .expect_failure(400, "Invalid choice. Please check your input.");
    let ask = json!({"choice": "departure", "departureId": cheaper});
    stage.test.post(&link, &ask).send().await.expect(200);
    let booking = stage.booking(&id).await;
    // 2 × 1,000 with 13 % tax and 5 % service fee, insurance and booking fee.
    assert_eq!(booking["amount"], 2465.0);
    assert_eq!(booking["status"], "Confirmed");
    assert_eq!(booking["payment"]["status"], "Confirmed");
    assert_eq!(booking["refunds"][0]["amount"], 591.18);
    assert_eq!(booking["invoiceNumber"], "INV-2026-00002");
    assert_eq!(booking.get("creditNoteNumber"), None);
    let earlier = &booking["earlierDates"][0];
    assert_eq!(earlier["invoiceNumber"], "INV-2026-00001");
    assert_eq!(earlier["creditNoteNumber"], "CN-2026-00001");
    stage.ends().await;
    // The rest follows the policy: all of it, more than 30 days before.
    cancel(&stage.test, &stage.maya, &id).await.expect(200);
    assert_eq!(stage.booking(&id).await["refunded"], 2465.0);
    stage.ends().await;
}

#[tokio::test]
async fn a_move_to_a_dearer_departure_of_another_route_costs_the_traveller_nothing() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let short = json!({"routeId": stage.trek.routes[2].id, "pricePerHead": 5000});
    let dearer = stage.departure("2027-04-10", short).await;
    let id = stage.booked(&old).await;
    let ask = json!({"departureId": dearer, "answerBy": "2027-03-20", "whenSilent": "accept"});
    stage.moved(&old, &ask).await;
    let link = stage.link().await;
    stage.choose(&link, "accept").await.expect(200);
    let booking = stage.booking(&id).await;
    assert_eq!(booking["amount"], PRICE_OF_TWO);
    assert_eq!(booking["routeDetails"]["routeName"], "Short");
    assert_eq!(booking["bookingDetails"]["endDate"], "2027-04-11");
    assert_eq!(booking["invoiceNumber"], "INV-2026-00001");
    stage.ends().await;
}

#[tokio::test]
async fn a_move_that_cannot_be_is_refused_and_changes_nothing() {
    let stage = Stage::set().await;
    let old = stage.departure(START, json!({})).await;
    let full = stage
        .departure("2027-04-10", json!({"capacity": 1, "minimum": 1}))
        .await;
    let closed = stage.departure("2027-04-11", json!({})).await;
    stage.cancelled(&closed).await;
    let id = stage.booked(&old).await;
    let before = stage.read(&old).await;
    let with = |field: &str, value: Value| {
        let mut ask = to_another_day();
        ask[field] = value;
        ask
    };
    for (ask, field) in [
        (with("startDate", json!("2026-11-19")), "startDate"),
        (with("startDate", json!("2036-04-03")), "startDate"),
        (with("startDate", json!(START)), "startDate"),
        (with("departureId", json!(full)), "startDate"),
        (with("startDate", Value::Null), "startDate"),
        (with("answerBy", json!("2026-11-19")), "answerBy"),
        (with("answerBy", json!("2027-04-06")), "answerBy"),
        (with("answerBy", json!("soon")), "answerBy"),
        (with("whenSilent", json!("credit")), "whenSilent"),
        (with("reason", json!("two\nlines")), "reason"),
        (with("reason", json!("x".repeat(201))), "reason"),
    ] {
        let refused = stage.change(&old, "move", &ask).await;
        let body = refused.expect(400);
        assert_eq!(body["errors"][0]["field"], field, "{ask}");
    }
    let to =
        |id: &str| json!({"departureId": id, "answerBy": "2027-03-20", "whenSilent": "accept"});
    for unknown in [old.as_str(), "nowhere", &id] {
        let body = stage.change(&old, "move", &to(unknown)).await.expect(400);
        assert_eq!(body["errors"][0]["field"], "departureId");
    }
    let refused = stage.change(&old, "move", &to(&full)).await.expect(409);
    assert_eq!(refused["data"]["seatsLeft"], 1);
    stage.change(&old, "move", &to(&closed)).await.expect(409);
    stage
        .change(&closed, "move", &to_another_day())
        .await
        .expect_failure(409, "This departure is cancelled.");
    let ask = json!({"reason": " ", "answerBy": "2027-03-20"});
    let body = stage.change(&old, "cancel", &ask).await.expect(400);
    assert_eq!(body["errors"][0]["field"], "reason");
    let nowhere = "00000000-0000-7000-8000-000000000000";
    stage
        .change(nowhere, "move", &to_another_day())
        .await
        .expect(404);
    assert_eq!(stage.read(&old).await, before);
    assert_eq!(stage.changes(&old).await, [] as [Value; 0]);
    stage.moved(&old, &to_another_day()).await;
    stage
        .change(&old, "move", &to_another_day())
        .await
        .expect_failure(
            409,
            "Travellers are still answering the last change of this departure.",
        );
    let reopened = json!({"version": stage.read(&old).await["version"], "status": "open"});
    let path = format!("/api/departures/{old}");
    let patch = stage.test.call(Method::PATCH, &path).json(&reopened);
    patch.bearer(&stage.desk.access).send().await.expect(409);
    stage
        .test
        .get("/api/choices/no.such")
        .send()
        .await
        .expect(404);
    let link = stage.link().await;
    let (start, signature) = link.split_once('.').expect("a signature");
    let other = if signature.starts_with('A') { 'B' } else { 'A' };
    let forged = format!("{start}.{other}{}", &signature[1..]);
    stage.choose(&forged, "accept").await.expect(404);
    stage.ends().await;
}

#[tokio::test]
async fn a_party_that_walks_by_itself_can_be_moved_and_then_joins_a_group() {
    let stage = Stage::set().await;
    let ask = request(&stage.test, &stage.trek, 2).await;
    let opened = send(&stage.test, &stage.maya, &ask).await.expect(201);
    let id = stage.pay(&opened["data"]).await;
    // The private departure has the id of the booking.
    stage.moved(&id, &to_another_day()).await;
    let link = stage.link().await;
    stage.choose(&link, "accept").await.expect(200);
    let booking = stage.booking(&id).await;
    assert_eq!(booking["bookingDetails"]["startDate"], "2027-04-05");
    assert!(booking["departureId"].is_null());
    assert_eq!(stage.read(&id).await["startDate"], "2027-04-05");
    assert_eq!(stage.seats(&id).await, (json!(0), json!(2)));
    let group = stage.departure("2027-04-10", json!({})).await;
    stage.cancelled(&id).await;
    let link = stage.link().await;
    let ask = json!({"choice": "departure", "departureId": group});
    stage.test.post(&link, &ask).send().await.expect(200);
    assert_eq!(stage.booking(&id).await["departureId"], *group);
    assert_eq!(stage.seats(&id).await, (json!(0), json!(0)));
    assert_eq!(stage.seats(&group).await, (json!(0), json!(2)));
    stage.ends().await;
}

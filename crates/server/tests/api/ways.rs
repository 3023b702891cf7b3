//! Ways to pay at the checkout: by bank transfer and at the agency (operations §3).

use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::{expire_unpaid, reconcile};
use chrono::TimeDelta;
use domain::money::Percent;
use domain::schedule::{BalanceDue, Deposit, PaymentTerms};
use domain::trek::Trek;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of, message_of};
use crate::departures::{book, departure_with, listed, seats};
use crate::money::{cancel, charge_behind_our_back, given_back, ledger, states};
use crate::payment::booking;
use crate::stage::{
    GOOD_CARD, booking_id, change_trek, pay, request, send, stored_trek, verify, with,
};
use crate::support::{Login, TestApp};

const BANK: [(&str, &str); 5] = [
    ("pay_by_bank", "1"),
    ("bank_account_name", "Chautari Treks Pvt. Ltd."),
    ("bank_account_number", "0123456789"),
    ("bank_name", "Himalayan Bank, Thamel"),
    ("bank_swift", "HIMANPKA"),
];
const ARRIVAL: (&str, &str) = ("pay_on_arrival", "1");

async fn with_bank() -> TestApp {
    TestApp::start_with(&BANK).await
}

async fn with_all() -> TestApp {
    let mut settings = BANK.to_vec();
    settings.push(ARRIVAL);
    TestApp::start_with(&settings).await
}

async fn ways(test: &TestApp) -> Value {
    let config = test.get("/api/config").send().await.expect(200);
    config["data"]["waysToPay"].clone()
}

async fn record(test: &TestApp, staff: &Login, id: &str, amount: f64) -> Answer {
    let path = format!("/api/bookings/{id}/payments");
    let ask = json!({"method": "bank", "amount": amount, "currency": "USD"});
    test.post(&path, &ask).bearer(&staff.access).send().await
}

fn by(way: &str, ask: &Value) -> Value {
    with(ask, "payWith", json!(way))
}

/// A trek, Maya, and her booking by bank transfer of two seats on a departure that has `capacity`.
async fn booked_by_transfer(test: &TestApp, capacity: u32) -> (Trek, Login, Value) {
    let (trek, made) = departure_with(test, capacity).await;
    let me = test.traveller().await;
    let ask = by("bank", &seats(test, &trek, &made, 2).await);
    let opened = book(test, &me, &ask).await;
    (trek, me, opened)
}

/// Maya, after the clock moved beyond the end of her session.
async fn maya(test: &TestApp) -> Login {
    test.login("maya@example.com", "trail of many stones").await
}

async fn ang_rita(test: &TestApp) -> Login {
    test.login("admin@example.com", "mountain of many roads")
        .await
}

/// Whether the card provider has a payment of the booking.
async fn has_card_payment(test: &TestApp, opened: &Value) -> bool {
    let found = store::sandbox_intents::find_by_key(&test.app.db, &booking_id(opened)).await;
    found.expect("asked").is_some()
}

#[tokio::test]
async fn only_cards_are_offered_until_the_agency_switches_a_way_on() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    assert_eq!(ways(&test).await, json!([{"way": "card"}]));
    let ask = request(&test, &trek, 2).await;
    for way in ["bank", "arrival", "esewa", "khalti"] {
        let refused = send(&test, &me, &by(way, &ask)).await.expect(400);
        assert_eq!(fields_of(&refused), ["payWith"], "{way}");
        let message = message_of(&refused, "payWith");
        assert_eq!(message, Some("This way to pay is not offered"));
    }
    let refused = send(&test, &me, &by("cheque", &ask)).await.expect(400);
    assert_eq!(fields_of(&refused), ["payWith"]);
    let made = book(&test, &me, &by("card", &ask)).await;
    assert_eq!(made["payWith"], "card");
    assert_eq!(made["booking"]["payWith"], "card");
    assert_ne!(made["clientSecret"], "");
}

#[tokio::test]
async fn the_ways_are_listed_with_the_hours_for_which_a_booking_waits() {
    let test = with_all().await;
    let all = json!([
        {"way": "card"}, {"way": "bank", "hours": 72}, {"way": "arrival", "hours": 168},
    ]);
    assert_eq!(ways(&test).await, all);
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 1).await;
    assert_eq!(book(&test, &me, &ask).await["payWith"], "card");
}

#[tokio::test]
async fn a_booking_by_bank_transfer_says_what_goes_where_until_when() {
    let test = with_bank().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = by("bank", &request(&test, &trek, 2).await);
    let made = book(&test, &me, &ask).await;
    assert_eq!(
        (&made["clientSecret"], &made["paymentIntentId"]),
        (&json!(""), &json!(""))
    );
    assert_eq!(made["amountDue"], 3056.18);
    assert_eq!(made["payBy"], "2026-11-23T03:30:00Z");
    let details = json!({
        "accountName": "Chautari Treks Pvt. Ltd.", "accountNumber": "0123456789",
        "bank": "Himalayan Bank, Thamel", "swift": "HIMANPKA",
        "reference": made["booking"]["reference"],
    });
    assert_eq!(made["bankDetails"], details);
    let read = booking(&test, &me, &made).await;
    assert_eq!(states(&read), json!(["Pending", "Pending", 0]));
    assert_eq!(read["payWith"], "bank");
    assert_eq!(read["payBy"], made["payBy"]);
    assert_eq!(read["amountDue"], 3056.18);
    assert_eq!(read["bankDetails"], details);
    assert!(!has_card_payment(&test, &made).await);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_booking_waits_for_its_transfer_as_long_as_the_setting_says_and_then_ends() {
    let test = with_bank().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let ask = by("bank", &seats(&test, &trek, &made, 2).await);
    let opened = book(&test, &me, &ask).await;
    test.clock
        .advance(TimeDelta::hours(72) - TimeDelta::minutes(1));
    let me = maya(&test).await;
    for sweep in 0..2 {
        reconcile(&test.app).await.expect("reconciled");
        expire_unpaid(&test.app).await.expect("swept");
        let read = booking(&test, &me, &opened).await;
        assert_eq!(states(&read), json!(["Pending", "Pending", 0]), "{sweep}");
    }
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);
    test.clock.advance(TimeDelta::minutes(2));
    expire_unpaid(&test.app).await.expect("swept");
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Cancelled", "Failed", 0]));
    assert_eq!(read["bankDetails"], Value::Null);
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 2);
    assert!(!has_card_payment(&test, &opened).await);
    let other = by("bank", &seats(&test, &trek, &made, 2).await);
    book(&test, &me, &other).await;
    test.do_jobs().await;
}

// operations §2: money that comes all the same.
#[tokio::test]
async fn a_transfer_that_comes_after_the_hold_confirms_the_booking_while_its_seats_are_free() {
    let test = with_bank().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let ask = by("bank", &seats(&test, &trek, &made, 2).await);
    let opened = book(&test, &me, &ask).await;
    test.clock.advance(TimeDelta::hours(73));
    expire_unpaid(&test.app).await.expect("swept");
    let (me, staff) = (maya(&test).await, ang_rita(&test).await);
    let id = booking_id(&opened);
    let due = opened["amountDue"].as_f64().expect("an amount");
    let ended = booking(&test, &me, &opened).await;
    assert_eq!(states(&ended), json!(["Cancelled", "Failed", 0]));
    assert_eq!(ended.get("lateBalance"), None);
    let at_desk = booking(&test, &staff, &opened).await;
    assert_eq!(at_desk["lateBalance"], due);
    let less = record(&test, &staff, &id, due - 100.0).await.expect_failure(
        409,
        "This booking has ended unpaid. Only a payment of at least $3,056.18 confirms it again.",
    );
    assert_eq!(less["data"]["amountDue"], due);
    let above = record(&test, &staff, &id, due + 100.0).await;
    assert_eq!(above.expect(409)["data"]["balance"], due);
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 2);
    record(&test, &staff, &id, due).await.expect(201);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(read["invoiceNumber"], "INV-2026-00001");
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);
    test.do_jobs().await;
    let mails = test.outbox();
    assert!(mails.iter().any(|mail| mail.subject.contains("confirmed")));
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
}

#[tokio::test]
async fn a_transfer_after_the_hold_is_refused_if_the_seats_are_sold_or_the_traveller_cancelled() {
    let test = with_bank().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let ask = by("bank", &seats(&test, &trek, &made, 2).await);
    let first = book(&test, &me, &ask).await;
    test.clock.advance(TimeDelta::hours(73));
    expire_unpaid(&test.app).await.expect("swept");
    let me = maya(&test).await;
    let ask = by("card", &seats(&test, &trek, &made, 1).await);
    let rival = book(&test, &me, &ask).await;
    pay(&test, &rival, GOOD_CARD).await.expect(200);
    verify(&test, &me, &rival).await.expect(200);
    let staff = ang_rita(&test).await;
    let due = first["amountDue"].as_f64().expect("an amount");
    let id = booking_id(&first);
    record(&test, &staff, &id, due)
        .await
        .expect_failure(409, "The seats of this booking were sold to others.");
    let read = booking(&test, &me, &first).await;
    assert_eq!(states(&read), json!(["Cancelled", "Failed", 0]));
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 1);
    // The traveller gives the seats up.
    cancel(&test, &me, &id).await.expect(409);
    let read = booking(&test, &staff, &first).await;
    assert_eq!(read.get("lateBalance"), None);
    record(&test, &staff, &id, due)
        .await
        .expect_failure(409, "This booking takes no payments any more.");
    test.do_jobs().await;
}

#[tokio::test]
async fn a_late_transfer_confirms_a_booking_on_a_date_of_its_own_unless_it_was_cancelled() {
    let test = with_bank().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    test.admin().await;
    let ask = by("bank", &request(&test, &trek, 2).await);
    let waits = book(&test, &me, &ask).await;
    let cancelled = book(&test, &me, &ask).await;
    cancel(&test, &me, &booking_id(&cancelled))
        .await
        .expect(200);
    test.clock.advance(TimeDelta::hours(73));
    expire_unpaid(&test.app).await.expect("swept");
    let (me, staff) = (maya(&test).await, ang_rita(&test).await);
    for (opened, status, state) in [(&waits, 201, "Confirmed"), (&cancelled, 409, "Cancelled")] {
        let ended = booking(&test, &me, opened).await;
        assert_eq!(states(&ended), json!(["Cancelled", "Failed", 0]));
        let due = opened["amountDue"].as_f64().expect("an amount");
        record(&test, &staff, &booking_id(opened), due)
            .await
            .expect(status);
        assert_eq!(booking(&test, &me, opened).await["status"], state);
    }
    test.do_jobs().await;
}

#[tokio::test]
async fn a_traveller_who_books_again_or_whose_trek_is_over_cannot_pay_the_ended_booking() {
    let test = with_bank().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    test.admin().await;
    let ask = by("bank", &request(&test, &trek, 2).await);
    let ended = book(&test, &me, &ask).await;
    let unpaid = book(&test, &me, &ask).await;
    test.clock.advance(TimeDelta::hours(73));
    expire_unpaid(&test.app).await.expect("swept");
    let me = maya(&test).await;
    let again = with(&ask, "replaces", json!(booking_id(&ended)));
    book(&test, &me, &again).await;
    let last_day = unpaid["booking"]["checkOut"].as_str().expect("a day");
    let over = format!("{last_day}T20:00:00Z").parse().expect("a moment");
    for (opened, now) in [(&ended, test.app.clock.now()), (&unpaid, over)] {
        test.clock.set(now);
        let staff = ang_rita(&test).await;
        let read = booking(&test, &staff, opened).await;
        assert_eq!(read.get("lateBalance"), None);
        let due = opened["amountDue"].as_f64().expect("an amount");
        record(&test, &staff, &booking_id(opened), due)
            .await
            .expect_failure(409, "This booking takes no payments any more.");
    }
    test.do_jobs().await;
}

#[tokio::test]
async fn a_booking_on_a_date_of_its_own_ends_after_its_hours_too_but_never_waits_past_its_first_day()
 {
    let test = with_all().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 1).await;
    let long = book(&test, &me, &by("arrival", &ask)).await;
    assert_eq!(long["payBy"], "2026-11-27T03:30:00Z");
    assert_eq!(long["bankDetails"], Value::Null);
    let tomorrow = with(&ask, "bookingDetails.startDate", json!("2026-11-21"));
    let short = book(&test, &me, &by("bank", &tomorrow)).await;
    // The end of that day in Kathmandu.
    assert_eq!(short["payBy"], "2026-11-21T18:15:00Z");
    test.clock.advance(TimeDelta::hours(48));
    let me = maya(&test).await;
    expire_unpaid(&test.app).await.expect("swept");
    assert_eq!(booking(&test, &me, &long).await["status"], "Pending");
    assert_eq!(booking(&test, &me, &short).await["status"], "Cancelled");
    test.clock.advance(TimeDelta::hours(121));
    let me = maya(&test).await;
    expire_unpaid(&test.app).await.expect("swept");
    assert_eq!(booking(&test, &me, &long).await["status"], "Cancelled");
    test.do_jobs().await;
}

#[tokio::test]
async fn a_recorded_payment_confirms_the_booking_and_sells_its_seats() {
    let test = with_bank().await;
    let (trek, _, opened) = booked_by_transfer(&test, 3).await;
    let staff = ang_rita(&test).await;
    let id = booking_id(&opened);
    let due = opened["amountDue"].as_f64().expect("an amount");
    record(&test, &staff, &id, due - 100.0).await.expect(201);
    // Part of it came: the booking never ends by itself.
    test.clock.advance(TimeDelta::hours(100));
    let me = maya(&test).await;
    let staff = ang_rita(&test).await;
    reconcile(&test.app).await.expect("reconciled");
    expire_unpaid(&test.app).await.expect("swept");
    let read = booking(&test, &me, &opened).await;
    assert_eq!(read["status"], "Pending");
    assert_eq!(read["amountDue"], 100.0);
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 1);
    record(&test, &staff, &id, 100.0).await.expect(201);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(read["amountDue"], Value::Null);
    assert_eq!(ledger(&test, &id).await.len(), 2);
    assert!(!has_card_payment(&test, &opened).await);
    test.do_jobs().await;
}

#[tokio::test]
async fn cancelling_a_booking_that_waits_for_a_transfer_needs_no_provider() {
    let test = with_bank().await;
    let (trek, me, opened) = booked_by_transfer(&test, 2).await;
    cancel(&test, &me, &booking_id(&opened)).await.expect(200);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Cancelled", "Failed", 0]));
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 2);
    assert!(!has_card_payment(&test, &opened).await);
    test.do_jobs().await;
}

#[tokio::test]
async fn two_travellers_want_the_last_seat_and_one_gets_it() {
    let test = with_bank().await;
    let (trek, made) = departure_with(&test, 1).await;
    let me = test.traveller().await;
    let ask = by("bank", &seats(&test, &trek, &made, 1).await);
    let (one, other) = tokio::join!(send(&test, &me, &ask), send(&test, &me, &ask));
    let mut found = [one.status.as_u16(), other.status.as_u16()];
    found.sort_unstable();
    assert_eq!(found, [201, 409]);
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);
    test.do_jobs().await;
}

#[tokio::test]
async fn the_same_request_again_gives_the_same_booking_and_another_replaces_it() {
    let test = with_bank().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let ask = by("bank", &seats(&test, &trek, &made, 2).await);
    let again = async |ask: &Value, key: &str| {
        let call = test.post("/api/bookings", ask).bearer(&me.access);
        let made = call.header("idempotency-key", key).send().await.expect(201);
        made["data"].clone()
    };
    let first = again(&ask, "transfer-0001").await;
    let same = again(&ask, "transfer-0001").await;
    assert_eq!(booking_id(&same), booking_id(&first));
    assert_eq!(same["bankDetails"], first["bankDetails"]);
    let call = test
        .post("/api/bookings", &by("card", &ask))
        .bearer(&me.access);
    let other = call.header("idempotency-key", "transfer-0001").send().await;
    assert_eq!(other.status.as_u16(), 409);
    let replaced = with(&by("card", &ask), "replaces", json!(booking_id(&first)));
    let second = again(&replaced, "transfer-0002").await;
    assert_eq!(second["payWith"], "card");
    assert_eq!(booking(&test, &me, &first).await["status"], "Cancelled");
    test.do_jobs().await;
}

async fn choose(test: &TestApp, who: &Login, id: &str, way: &str) -> Answer {
    let path = format!("/api/bookings/{id}/payment-intent");
    let ask = json!({"payWith": way});
    test.post(&path, &ask).bearer(&who.access).send().await
}

#[tokio::test]
async fn the_way_is_chosen_at_the_checkout_and_the_card_payment_ends() {
    let test = with_bank().await;
    let (trek, made) = departure_with(&test, 2).await;
    let me = test.traveller().await;
    let ask = seats(&test, &trek, &made, 2).await;
    let opened = book(&test, &me, &with(&ask, "chooseWayLater", json!(true))).await;
    assert_eq!(opened["payWith"], "card");
    let id = booking_id(&opened);
    test.clock.advance(TimeDelta::minutes(10));
    for _ in 0..2 {
        let chosen = choose(&test, &me, &id, "bank").await.expect(200)["data"].clone();
        assert_eq!(chosen["payWith"], "bank");
        assert_eq!(chosen["clientSecret"], "");
        // Counted from the booking, so that changing the way keeps no seats for longer.
        assert_eq!(chosen["payBy"], "2026-11-23T03:30:00Z");
    }
    test.do_jobs().await;
    let instructions = test.outbox().into_iter();
    let instructions = instructions.filter(|mail| mail.subject.starts_with("Transfer"));
    assert_eq!(instructions.count(), 1);
    pay(&test, &opened, GOOD_CARD)
        .await
        .expect_failure(409, "This payment can no longer be made.");
    test.clock.advance(TimeDelta::hours(30));
    let me = maya(&test).await;
    reconcile(&test.app).await.expect("reconciled");
    expire_unpaid(&test.app).await.expect("swept");
    assert_eq!(booking(&test, &me, &opened).await["status"], "Pending");
    assert_eq!(listed(&test, &trek).await[0]["seatsLeft"], 0);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_traveller_who_chose_a_transfer_can_still_pay_by_card() {
    let test = with_bank().await;
    let (_, _, opened) = booked_by_transfer(&test, 2).await;
    let id = booking_id(&opened);
    test.clock.advance(TimeDelta::hours(50));
    let me = maya(&test).await;
    let path = format!("/api/bookings/{id}/payment-intent");
    let same = test
        .call(axum::http::Method::POST, &path)
        .bearer(&me.access);
    let same = same.send().await.expect(200)["data"].clone();
    assert_eq!(same["bankDetails"], opened["bankDetails"]);
    let card = choose(&test, &me, &id, "card").await.expect(200)["data"].clone();
    assert_eq!(card["payWith"], "card");
    assert_eq!(card["payBy"], opened["payBy"]);
    assert_eq!(card["bankDetails"], Value::Null);
    expire_unpaid(&test.app).await.expect("swept");
    pay(&test, &card, GOOD_CARD).await.expect(200);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    choose(&test, &me, &id, "bank").await.expect(409);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_card_that_is_charged_while_the_way_changes_pays_or_is_refunded() {
    let test = with_bank().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let paid = book(&test, &me, &request(&test, &trek, 1).await).await;
    charge_behind_our_back(&test, &paid).await;
    choose(&test, &me, &booking_id(&paid), "bank")
        .await
        .expect(409);
    assert_eq!(booking(&test, &me, &paid).await["status"], "Confirmed");
    // Captured after the way was changed and before the provider was told.
    let late = book(&test, &me, &request(&test, &trek, 2).await).await;
    choose(&test, &me, &booking_id(&late), "bank")
        .await
        .expect(200);
    charge_behind_our_back(&test, &late).await;
    test.do_jobs().await;
    assert_eq!(booking(&test, &me, &late).await["status"], "Pending");
    assert_eq!(given_back(&test, &late).await, 305_618);
}

#[tokio::test]
async fn a_way_that_is_not_offered_cannot_be_chosen_and_others_do_not_choose() {
    let test = with_bank().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = book(&test, &me, &request(&test, &trek, 1).await).await;
    let id = booking_id(&opened);
    for way in ["arrival", "khalti", "cheque", ""] {
        let refused = choose(&test, &me, &id, way).await.expect(400);
        assert_eq!(fields_of(&refused), ["payWith"], "{way}");
    }
    let other = test
        .sign_up("Ram Thapa", "ram@example.com", "river of many boats")
        .await;
    choose(&test, &other, &id, "bank").await.expect(404);
    assert_eq!(booking(&test, &me, &opened).await["payWith"], "card");
    test.do_jobs().await;
}

#[tokio::test]
async fn the_email_says_how_to_pay_in_text_and_html() {
    let test = with_all().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let made = book(&test, &me, &by("bank", &ask)).await;
    book(&test, &me, &by("arrival", &ask)).await;
    test.do_jobs().await;
    let mails = test.outbox();
    let find = |start: &str| {
        let found = mails.iter().find(|mail| mail.subject.starts_with(start));
        String::from_utf8(found.expect("a mail").raw.clone()).expect("text")
    };
    let reference = made["booking"]["reference"].as_str().expect("a reference");
    let admin = test.admin().await;
    let events = test.get("/api/agency-events").bearer(&admin.access).send();
    let events = events.await.expect(200)["data"]["events"].clone();
    assert_eq!(events[0]["kind"], "bookingWaits");
    assert_eq!(events.as_array().map(Vec::len), Some(2));
    let (bank, arrival) = (find("Transfer $3,056.18"), find("Pay $3,056.18"));
    for part in [
        reference,
        "0123456789",
        "HIMANPKA",
        "Nov 23, 2026 at 09:15 (UTC+05:45)",
    ] {
        assert!(bank.matches(part).count() >= 2, "{part}: {bank}");
    }
    assert!(arrival.contains("Thamel, Kathmandu") && !arrival.contains("0123456789"));
}

async fn in_production() -> TestApp {
    let mut settings = BANK.to_vec();
    settings.extend([
        ("mode", "production"),
        ("public_url", "https://treks.example"),
    ]);
    TestApp::start_with(&settings).await
}

#[tokio::test]
async fn in_production_without_a_card_provider_only_the_other_ways_are_offered() {
    let test = in_production().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let config = test.get("/api/config").send().await.expect(200)["data"].clone();
    assert_eq!(config["paymentProvider"], "none");
    assert_eq!(config["waysToPay"], json!([{"way": "bank", "hours": 72}]));
    assert_eq!(config.get("stripePublishableKey"), None);
    let ask = request(&test, &trek, 2).await;
    let refused = send(&test, &me, &by("card", &ask)).await.expect(400);
    assert_eq!(fields_of(&refused), ["payWith"]);
    let made = book(&test, &me, &ask).await;
    assert_eq!(made["payWith"], "bank");
    assert_eq!(made["payBy"], "2026-11-23T03:30:00Z");
    let card = json!({"clientSecret": "x", "card": {}, "billing": {}});
    let sandbox = test.post("/api/payments/sandbox/pi_1/confirm", &card);
    sandbox.send().await.expect(404);
    let legacy = with(&ask, "paymentMethodId", json!("pm_card_visa"));
    let legacy = test.post("/api/bookings/verify-payment", &legacy);
    let refused = legacy.bearer(&me.access).send().await.expect(400);
    assert_eq!(fields_of(&refused), ["paymentMethodId"]);
    test.do_jobs().await;
}

#[tokio::test]
async fn without_a_card_provider_a_booking_is_paid_by_hand_cancelled_and_checked() {
    let test = in_production().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let admin = test.admin().await;
    let later = with(
        &request(&test, &trek, 1).await,
        "chooseWayLater",
        json!(true),
    );
    let opened = book(&test, &me, &later).await;
    assert_eq!(opened["payWith"], "bank");
    // Not chosen yet: it waits no longer than a payment by card, and nothing is mailed.
    assert_eq!(opened["payBy"], "2026-11-21T03:30:00Z");
    let id = booking_id(&opened);
    let chosen = choose(&test, &me, &id, "bank").await.expect(200)["data"].clone();
    assert_eq!(chosen["payBy"], "2026-11-23T03:30:00Z");
    let due = opened["amountDue"].as_f64().expect("an amount");
    record(&test, &admin, &id, due).await.expect(201);
    assert_eq!(booking(&test, &me, &opened).await["status"], "Confirmed");
    cancel(&test, &me, &id).await.expect(200);
    reconcile(&test.app).await.expect("reconciled");
    let unpaid = book(&test, &me, &later).await;
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("swept");
    let me = maya(&test).await;
    assert_eq!(booking(&test, &me, &unpaid).await["status"], "Cancelled");
    test.do_jobs().await;
    let found = compare(&test.app).await.expect("compared").differences;
    assert!(found.is_empty(), "{found:?}");
}

#[tokio::test]
async fn without_a_card_provider_the_link_of_a_balance_shows_the_bank_account() {
    let test = in_production().await;
    let (me, mut trek) = (test.traveller().await, stored_trek(&test).await);
    change_trek(&test, &mut trek, |trek| {
        trek.payment_details.terms = Some(PaymentTerms {
            deposit: Deposit::Percent(Percent::whole(20)),
            balance: BalanceDue::OnArrival,
        });
    })
    .await;
    let admin = test.admin().await;
    let deposit = with(&request(&test, &trek, 2).await, "pay", json!("deposit"));
    let opened = book(&test, &me, &deposit).await;
    assert_eq!(opened["amountDue"], 611.24);
    let id = booking_id(&opened);
    record(&test, &admin, &id, 611.24).await.expect(201);
    let read = booking(&test, &me, &opened).await;
    assert_eq!(
        (&read["status"], &read["balance"]),
        (&json!("Confirmed"), &json!(2444.94))
    );
    assert!(read["allowedActions"].to_string().contains("payBalance"));
    let link = test.post(&format!("/api/bookings/{id}/balance-link"), &json!({}));
    let link = link.bearer(&admin.access).send().await.expect(200);
    let url = link["data"]["url"].as_str().expect("a link");
    assert!(url.ends_with(read["balanceToken"].as_str().expect("a token")));
    let path = url.replace("https://treks.example", "/api");
    let shown = test.get(&path).send().await.expect(200)["data"].clone();
    assert_eq!(shown["waysToPay"], json!(["bank"]));
    assert_eq!(shown["bankDetails"]["accountNumber"], "0123456789");
    assert_eq!(shown["bankDetails"]["reference"], read["reference"]);
    let card = test.post(&format!("{path}/payment-intent"), &json!({}));
    let refused = card.send().await.expect(409);
    assert_eq!(refused["message"], "We do not take cards.");
    record(&test, &admin, &id, 2444.94).await.expect(201);
    let paid = test.get(&path).send().await.expect(200);
    assert_eq!(paid["data"]["booking"]["balance"].as_f64(), Some(0.0));
    let left = booking(&test, &me, &opened).await["balance"].as_f64();
    assert_eq!(left, Some(0.0));
    test.do_jobs().await;
}

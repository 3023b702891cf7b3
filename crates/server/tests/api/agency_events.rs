//! Notifications of the agency: an email and an event for each paid booking, cancellation, failed payment and
//! mismatched payment (decisions §11).

use chautari::cli::ledger_check::compare;
use chautari::features::booking::payment::reconcile::{expire_unpaid, reconcile};
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::money::{cancel, ledger, paid, patch, states, stored, subjects};
use crate::payment::booking;
use crate::stage::{booked, booking_id, read_booking, stored_trek, text, verify};
use crate::stripe::{intent_of, with_stripe};
use crate::stripe_server::{Fault, StripeServer};
use crate::support::{Login, TestApp};
use crate::webhook::{of_payment, tell};

const ADMIN_PASSWORD: &str = "mountain of many roads";
const DESK: &str = "desk@chautari.example";
const DOES_NOT_MATCH: &str = "The payment does not match this booking. We have been notified.";

async fn events(test: &TestApp, admin: &Login) -> Value {
    let call = test.get("/api/agency-events").bearer(&admin.access);
    call.send().await.expect(200)["data"].clone()
}

fn kinds(events: &Value) -> Vec<&str> {
    let events = events["events"].as_array().expect("a list");
    events.iter().map(|event| text(event, "kind")).collect()
}

// One email and one event for each cause, however often the booking is settled; each administrator has their own badge.
#[tokio::test]
async fn the_agency_gets_one_email_per_event_and_a_badge_with_the_count_of_new_events() {
    let test = TestApp::start_with(&[("agency_email", DESK)]).await;
    let (me, _, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let first = paid(&test, &me, &trek).await;
    verify(&test, &me, &first).await.expect(200);
    reconcile(&test.app).await.expect("reconciled");
    cancel(&test, &me, &booking_id(&first)).await.expect(200);
    cancel(&test, &me, &booking_id(&first)).await.expect(409);
    // An unpaid booking is reported if it expires, but not if its traveller cancels it.
    let unpaid = booked(&test, &me, &trek).await;
    cancel(&test, &me, &booking_id(&unpaid)).await.expect(200);
    let lapsed = booked(&test, &me, &trek).await;
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("swept");
    expire_unpaid(&test.app).await.expect("swept");
    test.do_jobs().await;
    let me = test.login("maya@example.com", "trail of many stones").await;
    let reference = |of: &Value| text(&of["booking"], "reference").to_owned();
    assert_eq!(
        subjects(&test, DESK),
        [
            format!("New paid booking: {}, Namche Bazaar", reference(&first)),
            format!("Booking cancelled: {}, Namche Bazaar", reference(&first)),
            format!("Payment failed: {}, Namche Bazaar", reference(&lapsed)),
        ]
    );
    let admin = test.login("admin@example.com", ADMIN_PASSWORD).await;
    let seen = events(&test, &admin).await;
    assert_eq!(seen["unseen"], 3);
    assert_eq!(
        kinds(&seen),
        ["paymentFailed", "bookingCancelled", "bookingPaid"]
    );
    let until = json!({"until": seen["events"][1]["at"]});
    let call = test.post("/api/agency-events/seen", &until);
    assert_eq!(call.bearer(&admin.access).send().await.status, 204);
    let seen = events(&test, &admin).await;
    assert_eq!(
        (&seen["unseen"], &seen["events"][0]["seen"]),
        (&json!(1), &json!(false))
    );
    assert_eq!(seen["events"][2]["reference"], reference(&first));
    assert_eq!(seen["events"][2]["bookedBy"], "Maya Gurung");
    // A tab with an older list reports later: events that were seen stay seen.
    let until = json!({"until": seen["events"][2]["at"]});
    let call = test.post("/api/agency-events/seen", &until);
    assert_eq!(call.bearer(&admin.access).send().await.status, 204);
    assert_eq!(events(&test, &admin).await["unseen"], 1);
    let refused = test.get("/api/agency-events").bearer(&me.access);
    refused.send().await.expect(403);
}

// The provider cancels the payment and its response is lost: the reconciler ends the booking before its traveller
// retries.
#[tokio::test]
async fn a_cancellation_that_the_reconciler_finishes_is_not_reported_as_a_failed_payment() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[("agency_email", DESK)]).await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    stripe.fail_next(&[Fault::None, Fault::Lost, Fault::Cut]);
    cancel(&test, &me, &id).await.expect(503);
    assert_eq!(stripe.intents()[0]["status"], "canceled");
    assert!(stored(&test, &id).await.is_payable());
    reconcile(&test.app).await.expect("reconciled");
    let shown = booking(&test, &me, &opened).await;
    assert_eq!(shown["status"], "Cancelled");
    test.do_jobs().await;
    assert_eq!(subjects(&test, DESK), [""; 0]);
    assert_eq!(kinds(&events(&test, &admin).await), [""; 0]);
}

// decisions §11: another amount or currency confirms nothing, whether verify or the reconciler finds it. The agency is
// informed once, the admin area and `ledger check` show it, and cancelling refunds what was charged.
#[tokio::test]
async fn a_payment_of_a_wrong_amount_is_reported_once_and_refunded_by_a_cancellation() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[("agency_email", DESK)]).await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let (id, intent) = (booking_id(&opened), intent_of(&opened));
    stripe.pay(intent);
    stripe.change(intent, |intent| intent["amount"] = json!(100_000));
    for _ in 0..2 {
        verify(&test, &me, &opened)
            .await
            .expect_failure(409, DOES_NOT_MATCH);
        reconcile(&test.app).await.expect("goes on");
    }
    let open = test
        .post(&format!("/api/bookings/{id}/payment-intent"), &json!({}))
        .bearer(&me.access);
    open.send().await.expect_failure(409, DOES_NOT_MATCH);
    test.do_jobs().await;
    let told = subjects(&test, DESK);
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("Payment does not match: KD-1001"));
    let shown = booking(&test, &me, &opened).await;
    assert_eq!(states(&shown), json!(["Pending", "Pending", 0]));
    assert_eq!(
        shown["payment"]["mismatch"],
        json!({"amount": 1000, "currency": "USD"})
    );
    assert_eq!(shown["allowedActions"], json!(["cancel"]));
    let names = |found: &[String]| {
        found
            .iter()
            .any(|line| line.contains("nothing is confirmed"))
    };
    let report = compare(&test.app).await.expect("compared");
    assert!(names(&report.differences), "{:?}", report.differences);
    assert_eq!(ledger(&test, &id).await, []);
    let body = cancel(&test, &admin, &id).await.expect(200);
    assert_eq!(
        body["data"]["refund"],
        json!({"amount": 1000, "currency": "USD"})
    );
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", 100_000), ("refund", 100_000)]
    );
    assert_eq!(stripe.refunds().len(), 1);
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
    test.do_jobs().await;
}

/// Possible differences: the amount, the currency, or the booking of the payment.
async fn changed_payments(test: &TestApp, stripe: &StripeServer, me: &Login) -> Vec<Value> {
    let trek = stored_trek(test).await;
    let other = booking_id(&booked(test, me, &trek).await);
    let changes = [
        ("amount", json!(305_619)),
        ("currency", json!("npr")),
        ("metadata", json!({"booking_id": other})),
    ];
    let mut all = Vec::new();
    for (field, value) in changes {
        let opened = booked(test, me, &trek).await;
        stripe.pay(intent_of(&opened));
        stripe.change(intent_of(&opened), |intent| intent[field] = value);
        all.push(opened);
    }
    all
}

/// These payments confirmed nothing, and each is reported by one event, one email and the ledger check.
async fn expect_held(test: &TestApp, all: &[Value]) {
    test.do_jobs().await;
    let told = subjects(test, DESK);
    let report = compare(&test.app).await.expect("compared");
    for opened in all {
        let id = booking_id(opened);
        let held = stored(test, &id).await;
        assert!(held.is_payable() && held.invoice_number.is_none());
        assert_eq!(ledger(test, &id).await, []);
        let named = report.differences.iter().filter(|line| line.contains(&id));
        assert_eq!(named.count(), 1, "{:?}", report.differences);
        let reference = text(&opened["booking"], "reference");
        let told = told.iter().filter(|subject| subject.contains(reference));
        let told: Vec<_> = told.collect();
        let expected = format!("Payment does not match: {reference}, Namche Bazaar");
        assert_eq!(told, [&expected]);
    }
    let events = store::agency_events::newest(&test.app.db, 100).await;
    assert_eq!(events.expect("read").len(), all.len());
}

// decisions §11: the webhook is the first to report it. It returns success, because a repeat by Stripe would not help.
#[tokio::test]
async fn a_webhook_of_a_payment_of_a_wrong_amount_notifies_the_agency_once() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[("agency_email", DESK)]).await;
    let me = test.traveller().await;
    let all = changed_payments(&test, &stripe, &me).await;
    for (number, opened) in all.iter().enumerate() {
        for repetition in ["a", "a", "b"] {
            let id = format!("evt_{number}_{repetition}");
            let event = of_payment(&id, "payment_intent.succeeded", opened);
            tell(&test, &event).await.expect(200);
        }
    }
    let taken = store::stripe_events::count(&test.app.db).await;
    assert_eq!(taken.expect("read"), 6, "each event is taken");
    verify(&test, &me, &all[0])
        .await
        .expect_failure(409, DOES_NOT_MATCH);
    expect_held(&test, &all).await;
}

// decisions §11: without verify and webhook the reconciler finds it.
#[tokio::test]
async fn the_reconciler_notifies_the_agency_once_of_a_payment_of_a_wrong_amount() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[("agency_email", DESK)]).await;
    let me = test.traveller().await;
    let all = changed_payments(&test, &stripe, &me).await;
    for _ in 0..3 {
        reconcile(&test.app).await.expect("goes on");
    }
    // Two servers reconcile at the same time.
    let (one, other) = tokio::join!(reconcile(&test.app), reconcile(&test.app));
    one.and(other).expect("goes on");
    expect_held(&test, &all).await;
}

// The agency records another payment: that confirms the booking, and everything that the provider charged is refunded.
#[tokio::test]
async fn a_booking_with_a_payment_that_does_not_match_can_be_confirmed_by_hand() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, _, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    stripe.pay(intent_of(&opened));
    stripe.change(intent_of(&opened), |intent| {
        intent["currency"] = json!("npr")
    });
    let read = read_booking(&test, &me, &id).await.expect(200);
    assert_eq!(
        read["data"]["booking"]["payment"]["mismatch"]["currency"],
        "NPR"
    );
    // A day later it still waits for the agency.
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.expect("swept");
    assert!(stored(&test, &id).await.is_payable());
    let admin = test.login("admin@example.com", ADMIN_PASSWORD).await;
    let ask = json!({"status": "Confirmed", "reason": "Bank transfer"});
    patch(&test, &admin, &id, &ask).await.expect(200);
    assert_eq!(
        ledger(&test, &id).await,
        [
            ("manual", 305_618),
            ("capture", 305_618),
            ("refund", 305_618)
        ]
    );
    let report = compare(&test.app).await.expect("compared");
    assert_eq!(report.differences, [""; 0]);
    test.do_jobs().await;
}

//! Stripe's webhook: order, repetition and loss of events change nothing (decisions §3, §5). Signatures:
//! `webhook_signature.rs`.

use axum::http::Method;
use chautari::platform::adapters::stripe_signature::sign;
use serde_json::{Value, json};
use store::stripe_events;

use crate::call::Answer;
use crate::money::{cancel, ledger, states, stored, subjects};
use crate::payment::jobs_to_do;
use crate::stage::{booked, booking_id, stored_trek, text, verify};
use crate::stripe::{PRICE, with_stripe};
use crate::stripe_server::{Fault, StripeServer, WEBHOOK_SECRET};
use crate::support::TestApp;

pub const PATH: &str = "/api/payments/stripe/webhook";

fn event(id: &str, kind: &str, object: &Value) -> String {
    json!({"id": id, "object": "event", "type": kind, "data": {"object": object}}).to_string()
}

/// An event of a payment as Stripe sends it, with the complete payment, whose content the server does not use.
pub fn of_payment(id: &str, kind: &str, opened: &Value) -> String {
    let object = json!({"id": opened["paymentIntentId"], "object": "payment_intent", "status": "succeeded",
        "amount": PRICE, "metadata": {"booking_id": booking_id(opened)}});
    event(id, kind, &object)
}

pub async fn tell(test: &TestApp, body: &str) -> Answer {
    let signature = sign(body.as_bytes(), WEBHOOK_SECRET, test.app.clock.now());
    tell_signed(test, body.to_owned(), &signature).await
}

pub async fn tell_signed(
    test: &TestApp,
    body: impl Into<axum::body::Body>,
    header: &str,
) -> Answer {
    test.call(Method::POST, PATH)
        .body("application/json", body)
        .header("stripe-signature", header)
        .send()
        .await
}

// PAY-08: the browser closed: the webhook confirms once, however often and in whatever order events arrive.
#[tokio::test]
async fn a_webhook_confirms_what_was_paid_once_in_any_order() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    // The event comes before the payment: the server retrieves the payment from Stripe and finds it unpaid.
    let early = of_payment("evt_0", "payment_intent.succeeded", &opened);
    tell(&test, &early).await.expect(200);
    assert!(stored(&test, &id).await.is_payable());
    stripe.pay(text(&opened, "paymentIntentId"));
    let before = jobs_to_do(&test).await;
    let paid = of_payment("evt_1", "payment_intent.succeeded", &opened);
    let declined = of_payment("evt_2", "payment_intent.payment_failed", &opened);
    let created = of_payment("evt_3", "payment_intent.created", &opened);
    let (a, b, c, d, e) = tokio::join!(
        tell(&test, &paid),
        tell(&test, &declined),
        tell(&test, &paid),
        tell(&test, &created),
        verify(&test, &me, &opened),
    );
    for answer in [a, b, c, d] {
        assert_eq!(answer.expect(200), json!({"status": "success"}));
    }
    e.expect(200);
    assert_eq!(jobs_to_do(&test).await, before + 1);
    let confirmed = stored(&test, &id).await;
    assert_eq!(confirmed.invoice_number.as_deref(), Some("INV-2026-00001"));
    assert_eq!(ledger(&test, &id).await, [("capture", PRICE)]);
    let taken = stripe_events::count(&test.app.db).await.unwrap();
    assert_eq!(taken, 4);
    // A replay is accepted without a call to Stripe.
    let calls = stripe.seen().len();
    tell(&test, &paid).await.expect(200);
    assert_eq!(stripe.seen().len(), calls);
    test.do_jobs().await;
}

// PAY-04: a payment of another booking or of another program confirms nothing.
#[tokio::test]
async fn a_payment_confirms_no_other_booking() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (paid, unpaid) = (
        booked(&test, &me, &trek).await,
        booked(&test, &me, &trek).await,
    );
    stripe.pay(text(&paid, "paymentIntentId"));
    // The signature is valid, but the content is still only a hint.
    let object =
        json!({"id": paid["paymentIntentId"], "metadata": {"booking_id": booking_id(&unpaid)}});
    let crossed = event("evt_1", "payment_intent.succeeded", &object);
    tell(&test, &crossed).await.expect(200);
    assert!(stored(&test, &booking_id(&unpaid)).await.is_payable());
    let object = json!({"id": "pi_elsewhere", "metadata": {"booking_id": booking_id(&unpaid)}});
    let elsewhere = event("evt_2", "payment_intent.succeeded", &object);
    tell(&test, &elsewhere).await.expect(200);
    let object = json!({"id": "pi_shop", "metadata": {"order": "17"}});
    let shop = event("evt_3", "payment_intent.succeeded", &object);
    tell(&test, &shop).await.expect(200);
    assert!(stored(&test, &booking_id(&unpaid)).await.is_payable());
    // A payment that confirmed one booking cannot confirm another.
    verify(&test, &me, &paid).await.expect(200);
    let stolen = json!({"paymentIntentId": paid["paymentIntentId"], "id": booking_id(&unpaid)});
    let call = test.post("/api/bookings/verify-payment", &stolen);
    call.bearer(&me.access).send().await.expect(404);
    assert!(stored(&test, &booking_id(&unpaid)).await.is_payable());
    test.do_jobs().await;
}

// PAY-08: if Stripe does not respond, the event is not accepted, and its repetition is.
#[tokio::test]
async fn an_event_that_could_not_be_processed_is_accepted_when_it_is_repeated() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    stripe.pay(text(&opened, "paymentIntentId"));
    let paid = of_payment("evt_1", "payment_intent.succeeded", &opened);
    stripe.fail_next(&[Fault::Status(500), Fault::Cut]);
    tell(&test, &paid).await.expect(503);
    assert_eq!(stripe_events::count(&test.app.db).await.unwrap(), 0);
    tell(&test, &paid).await.expect(200);
    assert!(!stored(&test, &booking_id(&opened)).await.is_payable());
    test.do_jobs().await;
}

// PAY-08: a payment after the cancellation is refunded in full, once, and the traveller is informed.
#[tokio::test]
async fn a_webhook_of_a_late_payment_refunds_it() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    cancel(&test, &me, &id).await.expect(200);
    stripe.pay(text(&opened, "paymentIntentId"));
    let told = |number: u32| {
        let event = format!("evt_{number}");
        of_payment(&event, "payment_intent.succeeded", &opened)
    };
    let (first, second) = (told(1), told(2));
    let (a, b) = tokio::join!(tell(&test, &first), tell(&test, &second));
    a.expect(200);
    b.expect(200);
    tell(&test, &told(3)).await.expect(200);
    assert_eq!(stripe.refunds().len(), 1);
    let read = crate::payment::booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Cancelled", "Refunded", 3056.18]));
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", PRICE)]
    );
    test.do_jobs().await;
    let mails = subjects(&test, "maya@example.com");
    let refunds = mails
        .iter()
        .filter(|mail| mail.starts_with("Refund of $3,056.18"));
    assert_eq!(refunds.count(), 1);
}

// PAY-08: if two payments of one booking are paid, the one that confirmed it stays and the other is refunded.
#[tokio::test]
async fn a_second_payment_of_a_booking_is_refunded() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (opened, other) = (
        booked(&test, &me, &trek).await,
        booked(&test, &me, &trek).await,
    );
    let id = booking_id(&opened);
    stripe.pay(text(&opened, "paymentIntentId"));
    verify(&test, &me, &opened).await.expect(200);
    let second = text(&other, "paymentIntentId");
    stripe.change(second, |intent| {
        intent["metadata"]["booking_id"] = json!(id);
    });
    stripe.pay(second);
    let object = json!({"id": second, "metadata": {"booking_id": id}});
    let told = event("evt_1", "payment_intent.succeeded", &object);
    tell(&test, &told).await.expect(200);
    let kept = stored(&test, &id).await;
    assert_eq!(
        (kept.status.as_str(), kept.payment.refunded.minor()),
        ("Confirmed", 0)
    );
    let refunds = stripe.refunds();
    assert_eq!(
        (refunds.len(), &refunds[0]["payment_intent"]),
        (1, &json!(second))
    );
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("capture", PRICE), ("refund", PRICE)]
    );
    test.do_jobs().await;
}

// PAY-08: a pending refund is recorded when its webhook arrives.
#[tokio::test]
async fn a_webhook_completes_a_pending_refund() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    stripe.pay(text(&opened, "paymentIntentId"));
    verify(&test, &me, &opened).await.expect(200);
    stripe.refund_slowly();
    cancel(&test, &me, &id).await.expect(200);
    assert_eq!(ledger(&test, &id).await, [("capture", PRICE)]);
    stripe.end_refunds("succeeded");
    let object = json!({"id": "re_1", "object": "refund", "payment_intent": "pi_1"});
    let told = event("evt_1", "refund.updated", &object);
    tell(&test, &told).await.expect(200);
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", PRICE)]
    );
    test.do_jobs().await;
}

// A bank may reject a refund days after it was made: the agency is told once, and the ledger keeps the refund.
#[tokio::test]
async fn a_webhook_tells_the_agency_once_of_a_refund_that_came_back() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    stripe.pay(text(&opened, "paymentIntentId"));
    verify(&test, &me, &opened).await.expect(200);
    cancel(&test, &me, &id).await.expect(200);
    let lines = [("capture", PRICE), ("refund", PRICE)];
    assert_eq!(ledger(&test, &id).await, lines);
    stripe.end_refunds("failed");
    let object = json!({"id": "re_1", "object": "refund", "payment_intent": "pi_1"});
    for number in ["evt_1", "evt_2"] {
        let told = event(number, "refund.failed", &object);
        tell(&test, &told).await.expect(200);
    }
    let events = store::agency_events::newest(&test.app.db, 20).await;
    let events = events.expect("read");
    let failed = store::agency_events::Kind::RefundFailed;
    assert_eq!(events.iter().filter(|one| one.kind == failed).count(), 1);
    assert_eq!(ledger(&test, &id).await, lines);
    test.do_jobs().await;
}

// PAY-01: without Stripe's keys the call does not exist.
#[tokio::test]
async fn without_stripe_there_is_no_webhook() {
    let test = TestApp::start().await;
    tell(&test, "{}")
        .await
        .expect_failure(404, "There is no such call");
}

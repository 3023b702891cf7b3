//! Stripe slow, interrupted, failing and recovering: nothing is charged or refunded twice, and only paying requests
//! wait for it (decisions §5).

use axum::http::Method;
use chrono::TimeDelta;
use domain::money::Money;
use serde_json::json;

use crate::booking_repeat::send_with_key;
use crate::money::{cancel, ledger, refund, states, stored};
use crate::stage::{
    booked, booking_id, read_booking, request, send, stored_bookings, stored_trek, text, verify,
    with,
};
use crate::stripe::{PRICE, intent_of, with_stripe};
use crate::stripe_server::{Fault, StripeServer};

const DOWN: &str = "The payment provider does not answer. Please try again.";

// PAY-08 BOOK-15: whichever response is lost, a booking has one payment and one refund.
#[tokio::test]
async fn lost_or_failed_responses_make_no_second_payment_or_refund() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    for (number, fault) in [
        Fault::Lost,
        Fault::Cut,
        Fault::Status(500),
        Fault::Status(429),
    ]
    .into_iter()
    .enumerate()
    {
        stripe.fail_next(&[fault]);
        let opened = booked(&test, &me, &trek).await;
        assert_eq!(stripe.intents().len(), number + 1, "{fault:?}");
        stripe.pay(intent_of(&opened));
        stripe.fail_next(&[fault]);
        verify(&test, &me, &opened).await.expect(200);
        // The cancellation makes no other call to Stripe, so that the fault affects the refund.
        stripe.fail_next(&[fault]);
        let body = cancel(&test, &me, &booking_id(&opened)).await.expect(200);
        assert_eq!(
            states(&body["data"]["booking"]),
            json!(["Cancelled", "Refunded", 3056.18]),
            "{fault:?}"
        );
        assert_eq!(stripe.refunds().len(), number + 1, "{fault:?}");
    }
    // Both attempts fail: the booking is stored, and a repeated request continues with the same payment.
    let ask = request(&test, &trek, 2).await;
    let again = || {
        let call = test.post("/api/bookings", &ask).bearer(&me.access);
        call.header("idempotency-key", "again").send()
    };
    stripe.fail_next(&[Fault::Lost, Fault::Lost]);
    let refused = again().await;
    assert!(refused.header("retry-after").is_some());
    refused.expect_failure(503, DOWN);
    let opened = again().await.expect(201)["data"].clone();
    assert_eq!(stripe.intents().len(), 5);
    stripe.pay(intent_of(&opened));
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
}

// PAY-08: a refund whose responses are all lost stays promised, and the reconciler makes it once.
#[tokio::test]
async fn a_refund_without_a_response_of_stripe_is_made_once_by_the_reconciler() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    stripe.pay(intent_of(&opened));
    verify(&test, &me, &opened).await.expect(200);
    stripe.fail_next(&[Fault::Lost, Fault::Status(503)]);
    let body = cancel(&test, &me, &booking_id(&opened)).await.expect(200);
    assert_eq!(
        states(&body["data"]["booking"]),
        json!(["Cancelled", "Confirmed", 0])
    );
    assert_eq!(body["data"]["booking"]["refunds"][0]["made"], false);
    assert_eq!(body["data"]["refund"]["amount"], 3056.18);
    for _ in 0..2 {
        chautari::features::booking::payment::reconcile::reconcile(&test.app)
            .await
            .expect("reconciled");
    }
    assert_eq!(stripe.refunds().len(), 1);
    let refunded = stored(&test, &booking_id(&opened)).await;
    assert_eq!(refunded.payment.refunded, refunded.quote.total);
    test.do_jobs().await;
}

// BOOK-15: the provider fails as the replaced booking is closed; a repeated request closes it.
#[tokio::test]
async fn a_repeated_booking_cancels_the_one_that_it_replaces() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let first = booked(&test, &me, &trek).await;
    let ask = request(&test, &trek, 3).await;
    let ask = with(&ask, "replaces", json!(booking_id(&first)));
    stripe.fail_next(&[Fault::Status(500), Fault::Status(500)]);
    let made = send_with_key(&test, &me.access, &ask, "again").await;
    let made = made.expect(201)["data"]["booking"]["_id"].clone();
    let status = async || stored(&test, &booking_id(&first)).await.status.as_str();
    assert_eq!(status().await, "Pending");
    let again = send_with_key(&test, &me.access, &ask, "again").await;
    assert_eq!(again.expect(201)["data"]["booking"]["_id"], made);
    assert_eq!(status().await, "Cancelled");
    assert_eq!(stored_bookings(&test).await, 2);
    test.do_jobs().await;
}

// PAY-08: a pending refund is checked until it is made; a failed one can be repeated.
#[tokio::test]
async fn a_pending_refund_is_checked_until_it_is_made() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    stripe.pay(intent_of(&opened));
    verify(&test, &me, &opened).await.expect(200);
    stripe.refund_slowly();
    let ask = json!({"amount": 3000, "reason": "Half the group fell ill"});
    let reconcile = || chautari::features::booking::payment::reconcile::reconcile(&test.app);
    for (end, refunded) in [("failed", 0), ("succeeded", 300_000)] {
        let body = refund(&test, &admin, &id, &ask).await.expect(200);
        assert_eq!(body["data"]["booking"]["refunded"], 0);
        assert_eq!(body["data"]["booking"]["refundable"], 56.18);
        // A pending refund is promised and cannot be promised again.
        refund(&test, &admin, &id, &ask).await.expect(409);
        reconcile().await.expect("reconciled");
        assert_eq!(stored(&test, &id).await.payment.refunding.minor(), 300_000);
        stripe.end_refunds(end);
        reconcile().await.expect("reconciled");
        let after = stored(&test, &id).await.payment;
        assert_eq!(
            (after.refunding, after.refunded.minor()),
            (Money::ZERO, refunded)
        );
        if end == "failed" {
            // The refund failed, so Stripe has the money again.
            stripe.forget_refunds();
        }
    }
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", 300_000)]
    );
    test.do_jobs().await;
}

// NAV-01 BOOK-20: while Stripe hangs, booking returns an error with a retry time, and browsing is not affected.
#[tokio::test]
async fn a_stripe_that_hangs_is_a_clear_503_and_the_booking_can_be_paid_later() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[("stripe_timeout_ms", "1500")]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    stripe.fail_next(&[Fault::Hang, Fault::Hang]);
    let refused = send(&test, &me, &ask).await;
    assert_eq!(refused.header("retry-after"), Some("5"));
    refused.expect_failure(503, DOWN);
    let list = test.get("/api/bookings/my-bookings").bearer(&me.access);
    let list = list.send().await.expect(200);
    let id = text(&list["data"]["bookings"][0], "_id");
    let path = format!("/api/bookings/{id}/payment-intent");
    let open = test.call(Method::POST, &path).bearer(&me.access);
    let opened = open.send().await.expect(200)["data"].clone();
    stripe.pay(intent_of(&opened));
    verify(&test, &me, &opened).await.expect(200);
    assert_eq!(stripe.intents().len(), 1);
    test.do_jobs().await;
}

// BOOK-20: the circuit breaker stops calls to an unavailable Stripe, pages and lists work, and one call probes it after
// the pause.
#[tokio::test]
async fn the_circuit_opens_when_stripe_is_down_and_closes_when_it_is_back() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let before = booked(&test, &me, &trek).await;
    let ask = request(&test, &trek, 2).await;
    stripe.fail_next(&[Fault::Status(500); 10]);
    for _ in 0..5 {
        send(&test, &me, &ask).await.expect_failure(503, DOWN);
    }
    let calls = stripe.seen().len();
    for _ in 0..3 {
        let refused = send(&test, &me, &ask).await;
        assert_eq!(refused.header("retry-after"), Some("31"));
        refused.expect_failure(503, DOWN);
        let read = read_booking(&test, &me, &booking_id(&before)).await;
        assert_eq!(read.expect(200)["data"]["booking"]["status"], "Pending");
        test.get("/api/treks/getall").send().await.expect(200);
        test.get(&format!("/api/treks/{}", trek.id))
            .send()
            .await
            .expect(200);
    }
    chautari::features::booking::payment::reconcile::reconcile(&test.app)
        .await
        .expect("goes on with what it can do");
    assert_eq!(stripe.seen().len(), calls, "a call went out");
    test.clock.advance(TimeDelta::seconds(31));
    send(&test, &me, &ask).await.expect(201);
    assert_eq!(stored_bookings(&test).await, 10);
}

// PAY-08: the responses were lost and Stripe has deleted its idempotency keys after a day: still one refund, in full or
// in part.
#[tokio::test]
async fn a_refund_whose_idempotency_key_expired_is_found_by_its_metadata() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let mut ids = Vec::new();
    for _ in 0..2 {
        let opened = booked(&test, &me, &trek).await;
        stripe.pay(intent_of(&opened));
        verify(&test, &me, &opened).await.expect(200);
        ids.push(booking_id(&opened));
    }
    let part = json!({"amount": 10, "reason": "A late bus"});
    stripe.fail_next(&[Fault::Lost, Fault::Lost]);
    refund(&test, &admin, &ids[0], &part).await.expect(200);
    stripe.fail_next(&[Fault::Lost, Fault::Lost]);
    cancel(&test, &me, &ids[1]).await.expect(200);
    assert_eq!(stripe.refunds().len(), 2);
    stripe.forget_keys();
    test.clock.advance(TimeDelta::hours(25));
    chautari::features::booking::payment::reconcile::reconcile(&test.app)
        .await
        .expect("reconciled");
    assert_eq!(stripe.refunds().len(), 2);
    let refunded = async |id: &String| stored(&test, id).await.payment.refunded.minor();
    assert_eq!(
        (refunded(&ids[0]).await, refunded(&ids[1]).await),
        (1_000, PRICE)
    );
    test.do_jobs().await;
}

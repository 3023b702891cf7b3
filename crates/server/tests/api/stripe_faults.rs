//! Stripe slow, cut off, failing and back again: nothing is charged or refunded twice, and nobody waits for it
//! who does not pay (decisions §5).

use axum::http::Method;
use chrono::TimeDelta;
use domain::money::Money;
use serde_json::json;

use crate::money::{cancel, ledger, refund, states, stored};
use crate::stage::{
    booked, booking_id, read_booking, request, send, stored_bookings, stored_trek, text, verify,
};
use crate::stripe::{PRICE, intent_of, with_stripe};
use crate::stripe_server::{Fault, StripeServer};

const DOWN: &str = "The payment provider does not answer. Please try again.";

// PAY-08 BOOK-15: whatever is lost on the way, there is one payment for a booking and one refund of it.
#[tokio::test]
async fn lost_cut_and_failing_answers_make_no_second_payment_or_refund() {
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
        // The cancellation reads nothing of Stripe: the fault meets the refund.
        stripe.fail_next(&[fault]);
        let body = cancel(&test, &me, &booking_id(&opened)).await.expect(200);
        assert_eq!(
            states(&body["data"]["booking"]),
            json!(["Cancelled", "Refunded", 3056.18]),
            "{fault:?}"
        );
        assert_eq!(stripe.refunds().len(), number + 1, "{fault:?}");
    }
    // Both tries are lost: the booking stands, and the same request goes on with the same payment.
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

// PAY-08: a refund whose answers are all lost is promised, and made once by the reconciler.
#[tokio::test]
async fn a_refund_that_stripe_did_not_answer_is_made_once_by_the_reconciler() {
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
        chautari::features::booking::reconcile::reconcile(&test.app)
            .await
            .expect("reconciled");
    }
    assert_eq!(stripe.refunds().len(), 1);
    let refunded = stored(&test, &booking_id(&opened)).await;
    assert_eq!(refunded.payment.refunded, refunded.quote.total);
    test.do_jobs().await;
}

// PAY-08: a refund that the bank takes its time for is asked about until it is made; one that fails can be given again.
#[tokio::test]
async fn a_refund_that_takes_its_time_is_asked_about_until_it_is_made() {
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
    let reconcile = || chautari::features::booking::reconcile::reconcile(&test.app);
    for (end, refunded) in [("failed", 0), ("succeeded", 300_000)] {
        let body = refund(&test, &admin, &id, &ask).await.expect(200);
        assert_eq!(body["data"]["booking"]["refunded"], 0);
        assert_eq!(body["data"]["booking"]["refundable"], 56.18);
        // What is under way is promised: nobody promises it again.
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
            // The money is back at Stripe.
            stripe.forget_refunds();
        }
    }
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", 300_000)]
    );
    test.do_jobs().await;
}

// NAV-01 BOOK-20: Stripe hangs: booking says so and when to try again; browsing does not notice.
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

// BOOK-20: a Stripe that is down is left alone: no call goes out, pages and lists answer, and one call tries after the pause.
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
    chautari::features::booking::reconcile::reconcile(&test.app)
        .await
        .expect("goes on with what it can do");
    assert_eq!(stripe.seen().len(), calls, "a call went out");
    test.clock.advance(TimeDelta::seconds(31));
    send(&test, &me, &ask).await.expect(201);
    assert_eq!(stored_bookings(&test).await, 10);
}

// PAY-08: the answers were lost and a day went by, so that Stripe knows the keys no more: still one refund, in full or in part.
#[tokio::test]
async fn a_refund_whose_key_stripe_has_forgotten_is_found_again() {
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
    chautari::features::booking::reconcile::reconcile(&test.app)
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

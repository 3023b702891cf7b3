//! Stripe's webhook: verification of signatures (decisions §3 "signature checked").

use axum::http::Method;
use chautari::platform::adapters::stripe_signature::sign;
use chrono::TimeDelta;

use crate::money::stored;
use crate::stage::{booked, booking_id, stored_trek, text};
use crate::stripe::with_stripe;
use crate::stripe_server::{StripeServer, WEBHOOK_SECRET};
use crate::webhook::{PATH, of_payment, tell, tell_signed};

const NOT_SIGNED: &str = "The signature is not valid.";

// PAY-08: refused: a wrong signature, an old timestamp, another body, a missing signature.
#[tokio::test]
async fn only_webhooks_that_stripe_signed_recently_are_accepted() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    stripe.pay(text(&opened, "paymentIntentId"));
    let body = of_payment("evt_1", "payment_intent.succeeded", &opened);
    let now = test.app.clock.now();
    let signed = |at| sign(body.as_bytes(), WEBHOOK_SECRET, at);
    let old = signed(now - TimeDelta::minutes(6));
    let future = signed(now + TimeDelta::minutes(6));
    let by_another = sign(body.as_bytes(), "whsec_of_another", now);
    let other_body = sign(b"{}", WEBHOOK_SECRET, now);
    for header in [&*old, &future, &by_another, &other_body, "", "t=,v1=", "x"] {
        tell_signed(&test, body.clone(), header)
            .await
            .expect_failure(400, NOT_SIGNED);
    }
    let without = test
        .call(Method::POST, PATH)
        .body("application/json", body.clone());
    without.send().await.expect_failure(400, NOT_SIGNED);
    assert!(stored(&test, &booking_id(&opened)).await.is_payable());
    // A body of ten megabytes is refused before its end, signed or not.
    let huge = "x".repeat(10 * 1024 * 1024);
    let header = sign(huge.as_bytes(), WEBHOOK_SECRET, now);
    tell_signed(&test, huge, &header)
        .await
        .expect_failure(413, "The request is too large");
    for (nonsense, status) in [
        ("", 400),
        ("{", 400),
        ("[]", 400),
        ("{}", 400),
        (r#"{"id": 5, "type": "x", "data": {"object": {}}}"#, 400),
        (r#"{"id": "evt_9", "type": "x", "data": {}}"#, 400),
        (
            r#"{"id": "evt_9", "type": "invoice.paid", "data": {"object": {}}}"#,
            200,
        ),
        (
            r#"{"id": "evt_10", "type": "payment_intent.succeeded", "data": {"object": {}}}"#,
            200,
        ),
        (
            r#"{"id": "evt_11", "type": "payment_intent.succeeded", "data": {"object": {"id": "../x", "metadata": {"booking_id": 5}}}}"#,
            200,
        ),
        (
            r#"{"id": "evt_12", "type": "refund.updated", "data": {"object": {"id": "re_x", "payment_intent": {"id": 1}}}}"#,
            200,
        ),
    ] {
        let answer = tell(&test, nonsense).await;
        assert_eq!(answer.status.as_u16(), status, "{nonsense}");
    }
    tell_signed(&test, body.clone(), &signed(now - TimeDelta::minutes(4)))
        .await
        .expect(200);
    assert!(!stored(&test, &booking_id(&opened)).await.is_payable());
    test.do_jobs().await;
}

//! Payments through Stripe against a stand-in (decisions §1, §5): requests, validation of responses, and units.

use domain::money::{Currency, Money};
use serde_json::{Value, json};

use crate::call::Answer;
use crate::money::{cancel, ledger, states, stored};
use crate::stage::{
    GOOD_CARD, booked, booking_id, keep, pay, read_booking, request, send, stored_bookings,
    stored_trek, text, trek_named, verify, with,
};
use crate::stripe_server::{Fault, SECRET_KEY, StripeServer, WEBHOOK_SECRET};
use crate::support::{Login, TestApp};

pub const PRICE: i64 = 305_618;

pub async fn with_stripe(stripe: &StripeServer, more: &[(&'static str, &str)]) -> TestApp {
    let keys = [
        ("stripe_secret_key", SECRET_KEY),
        ("stripe_publishable_key", "pk_test_for_everybody"),
        ("stripe_webhook_secret", WEBHOOK_SECRET),
        ("stripe_api_url", stripe.url.as_str()),
        // Long enough for a loaded machine, and short for a test that waits for it twice.
        ("stripe_timeout_ms", "3000"),
    ];
    let settings: Vec<_> = keys.iter().chain(more).copied().collect();
    TestApp::start_with(&settings).await
}

pub fn intent_of(opened: &Value) -> &str {
    text(opened, "paymentIntentId")
}

async fn older(test: &TestApp, me: &Login, ask: &Value, method: &str) -> Answer {
    let ask = with(ask, "paymentMethodId", json!(method));
    test.post("/api/bookings/verify-payment", &ask)
        .bearer(&me.access)
        .send()
        .await
}

// PAY-01 PAY-02 PAY-04 PAY-05 PAY-08: booked, paid in the browser, verified and refunded: once each, with separate
// keys.
#[tokio::test]
async fn a_booking_is_paid_and_refunded_through_stripe() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    assert_eq!(
        (intent_of(&opened), text(&opened, "clientSecret")),
        ("pi_1", "pi_1_secret_x")
    );
    let asked = &stripe.seen()[0];
    assert_eq!(asked.key.as_deref(), Some(&*format!("booking-{id}")));
    let sent = |name: &str| asked.form.get(name).map(String::as_str);
    assert_eq!(sent("amount"), Some("305618"));
    assert_eq!(sent("currency"), Some("usd"));
    assert_eq!(sent("metadata[booking_id]"), Some(&*id));
    verify(&test, &me, &opened).await.expect(402);
    stripe.pay("pi_1");
    let body = verify(&test, &me, &opened).await.expect(200);
    let confirmed = &body["data"]["booking"];
    assert_eq!(states(confirmed), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(confirmed["payment"]["cardBrand"], "visa");
    assert_eq!(confirmed["payment"]["cardLast4"], "4242");
    let body = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(
        states(&body["data"]["booking"]),
        json!(["Cancelled", "Refunded", 3056.18])
    );
    let refunds = stripe.refunds();
    assert_eq!((refunds.len(), &refunds[0]["amount"]), (1, &json!(PRICE)));
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", PRICE)]
    );
    test.do_jobs().await;
}

// PAY-01 PAY-17: the page and its content security policy name Stripe's script, and the sandbox does not exist.
#[tokio::test]
async fn with_stripe_configured_the_page_may_load_stripe_and_the_sandbox_is_off() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let answer = test.get("/api/config").send().await;
    let policy = answer
        .header("content-security-policy")
        .expect("a policy")
        .to_owned();
    for part in [
        "script-src 'self' https://js.stripe.com",
        "frame-src https://js.stripe.com",
        "https://hooks.stripe.com",
        "connect-src 'self'",
        "https://api.stripe.com",
    ] {
        assert!(policy.contains(part), "{part} in {policy}");
    }
    let config = answer.expect(200);
    assert_eq!(config["data"]["paymentProvider"], "stripe");
    assert_eq!(
        config["data"]["stripePublishableKey"],
        "pk_test_for_everybody"
    );
    assert!(!config.to_string().contains(SECRET_KEY));
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    pay(&test, &opened, GOOD_CARD)
        .await
        .expect_failure(404, "There is no such call");
    let path = "/api/payments/sandbox/pi_1/authenticate";
    let ask = json!({"clientSecret": "pi_1_secret_x", "outcome": "succeed"});
    test.post(path, &ask).send().await.expect(404);

    let sandbox = TestApp::start().await;
    let answer = sandbox.get("/api/config").send().await;
    let policy = answer.header("content-security-policy").expect("a policy");
    assert!(!policy.contains("stripe"), "{policy}");
    assert_eq!(answer.json()["data"].get("stripePublishableKey"), None);
}

// PAY-01: responses that are not Stripe's are rejected, and a wrong key is not reported as the traveller's error.
#[tokio::test]
async fn a_response_that_is_not_from_stripe_confirms_nothing_and_is_not_shown() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    stripe.fail_next(&[Fault::Proxy]);
    let body = verify(&test, &me, &opened).await.expect(500);
    assert!(!body.to_string().contains("html"), "{body}");
    let other = with_stripe(&stripe, &[("stripe_secret_key", "sk_test_of_nobody")]).await;
    let (me, trek) = (other.traveller().await, stored_trek(&other).await);
    let ask = request(&other, &trek, 2).await;
    let body = send(&other, &me, &ask).await.expect(500);
    assert!(!body.to_string().contains("sk_test"), "{body}");
    let checked = other.app.payments.check().await.expect_err("a wrong key");
    assert!(checked.to_string().contains("Invalid API Key"), "{checked}");
    assert_eq!(test.app.payments.check().await.expect("well"), "stripe");
}

// PAY-04 PAY-07: a payment with another amount or currency, or for another booking, confirms nothing.
#[tokio::test]
async fn a_payment_that_does_not_match_its_booking_confirms_nothing() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let changes: [fn(&mut Value); 4] = [
        |intent| intent["amount"] = json!(1),
        |intent| intent["currency"] = json!("npr"),
        |intent| intent["metadata"] = json!({}),
        |intent| intent["metadata"]["booking_id"] = json!("00000000-0000-0000-0000-000000000001"),
    ];
    for change in changes {
        let opened = booked(&test, &me, &trek).await;
        stripe.pay(intent_of(&opened));
        stripe.change(intent_of(&opened), change);
        verify(&test, &me, &opened).await.expect_failure(
            409,
            "The payment does not match this booking. We have been notified.",
        );
        chautari::features::booking::payment::reconcile::reconcile(&test.app)
            .await
            .expect("goes on");
        let left = stored(&test, &booking_id(&opened)).await;
        assert!(left.is_payable() && left.invoice_number.is_none());
    }
    // An unknown state of a future version counts as neither paid nor ended, like a payment in progress.
    for word in ["processing", "requires_capture", "a_state_of_tomorrow"] {
        let opened = booked(&test, &me, &trek).await;
        stripe.change(intent_of(&opened), |intent| intent["status"] = json!(word));
        verify(&test, &me, &opened).await.expect(402);
        let under_way = "The payment is under way. Please try again in a minute.";
        cancel(&test, &me, &booking_id(&opened))
            .await
            .expect_failure(409, under_way);
        assert!(stored(&test, &booking_id(&opened)).await.is_payable());
    }
}

// API-29 PAY-07: the older payload charges through Stripe: paid, declined, or with an authentication first.
#[tokio::test]
async fn the_older_payload_pays_through_stripe() {
    let stripe = StripeServer::start().await;
    let test = with_stripe(&stripe, &[]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let body = older(&test, &me, &ask, "pm_card_visa").await.expect(200);
    assert_eq!(
        states(&body["data"]["booking"]),
        json!(["Confirmed", "Confirmed", 0])
    );
    let body = older(&test, &me, &ask, "pm_card_visa_chargeDeclined")
        .await
        .expect_failure(402, "Your card was declined.");
    assert_eq!(body["data"], json!({"paymentStatus": "Pending"}));
    let body = older(&test, &me, &ask, "pm_card_authenticationRequired")
        .await
        .expect(402);
    assert_eq!(
        body["data"]["paymentIntent"],
        json!({"id": "pi_3", "clientSecret": "pi_3_secret_x", "status": "requires_action",
            "nextAction": {"url": "https://hooks.stripe.com/3d_secure_2"}})
    );
    // After the authentication the browser returns to the confirmation page, which verifies the payment.
    let id = text(&body["data"], "bookingId");
    let back = &stripe.intents()[2]["next_action"]["redirect_to_url"]["return_url"];
    assert_eq!(
        *back,
        format!("http://localhost:8080/booking/confirmation/{id}")
    );
    stripe.pay("pi_3");
    let read = read_booking(&test, &me, id).await.expect(200);
    assert_eq!(read["data"]["booking"]["status"], "Confirmed");
    for wrong in ["pm_of_nobody", "pm_", "card", "pm_../../refunds"] {
        older(&test, &me, &ask, wrong).await.expect(400);
    }
    test.do_jobs().await;
}

// PAY-01: amounts in the provider's units: whole yen; dinars in multiples of ten fils, or refused.
#[tokio::test]
async fn yen_and_dinars_are_charged_in_stripes_units() {
    for (code, price, expected) in [
        ("JPY", 10_000, Some("27850")),
        ("KWD", 100_000, Some("246500")),
        ("KWD", 100_003, None),
    ] {
        let stripe = StripeServer::start().await;
        let test = with_stripe(&stripe, &[("currency", code)]).await;
        let me = test.traveller().await;
        let mut trek = trek_named(&test.app, "Namche Bazaar");
        trek.currency = Currency::parse(code).expect("a currency");
        for route in &mut trek.routes {
            route.price_per_head = Money::from_minor(price);
        }
        trek.payment_details.charges.insurance_per_person = Money::from_minor(0);
        trek.payment_details.charges.booking_fee = Money::from_minor(match code {
            "JPY" => 4_250,
            _ => 10_500,
        });
        keep(&test.app, &trek).await;
        let mut ask = request(&test, &trek, 2).await;
        ask["routeDetails"] = json!({"name": "Classic"});
        let answer = send(&test, &me, &ask).await;
        let Some(expected) = expected else {
            let body = answer.expect(400);
            assert_eq!(body["errors"][0]["field"], "payment.finalAmount");
            assert_eq!(stored_bookings(&test).await, 0);
            continue;
        };
        answer.expect(201);
        let asked = stripe.seen()[0].form["amount"].clone();
        assert_eq!(asked, expected, "{code}");
    }
}

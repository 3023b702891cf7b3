//! Every field of the payment calls, and the older payload of verify-payment (decisions §10).

use serde_json::{Value, json};

use crate::call::fields_of;
use crate::stage::{
    GOOD_CARD, booked, booking_id, card, request, stored_bookings, stored_trek, text, with, without,
};
use crate::support::{Login, TestApp};

// A site behind a proxy without a configured payment provider must not accept test cards as payments.
#[tokio::test]
async fn the_sandbox_accepts_no_card_through_a_proxy_unless_allowed() {
    for (allowed, status) in [("0", 403), ("1", 200)] {
        let test = TestApp::start_with(&[("allow_sandbox", allowed)]).await;
        let (me, trek) = (test.traveller().await, stored_trek(&test).await);
        let opened = booked(&test, &me, &trek).await;
        let id = text(&opened, "paymentIntentId");
        let path = format!("/api/payments/sandbox/{id}/confirm");
        let ask = card(text(&opened, "clientSecret"), GOOD_CARD);
        for header in ["via", "forwarded", "x-real-ip", "x-forwarded-proto"] {
            let call = test.post(&path, &ask).header(header, "https");
            call.send().await.expect(status);
        }
        test.post(&path, &ask).send().await.expect(200);
    }
}

// PAY-02 API-38: required fields of the card form and their types.
#[tokio::test]
async fn every_field_of_the_card_form_is_checked() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let path = format!(
        "/api/payments/sandbox/{}/confirm",
        text(&opened, "paymentIntentId")
    );
    let ask = card(text(&opened, "clientSecret"), GOOD_CARD);
    for field in [
        "clientSecret",
        "card",
        "card.number",
        "card.expMonth",
        "card.expYear",
        "card.cvc",
        "billing",
        "billing.name",
        "billing.email",
    ] {
        for wrong in [
            without(&ask, field),
            with(&ask, field, Value::Null),
            with(&ask, field, json!([])),
        ] {
            let body = test.post(&path, &wrong).send().await.expect(400);
            assert!(fields_of(&body)[0].starts_with(field), "{body}");
        }
    }
    for (field, value, status) in [
        ("clientSecret", json!(""), 404),
        ("card.number", json!(""), 402),
        ("card.number", json!("x".repeat(100_000)), 402),
        ("card.number", json!("' or 1=1 --"), 402),
        ("card.expMonth", json!(0), 402),
        ("card.expMonth", json!(13), 402),
        ("card.expMonth", json!(-1), 400),
        ("card.expMonth", json!(1.5), 400),
        ("card.expYear", json!(2020), 402),
        ("card.expYear", json!(i32::MAX), 402),
        ("card.expYear", json!(i32::MIN), 402),
        ("card.expYear", json!(4_294_967_296_i64), 400),
        ("card.cvc", json!(""), 402),
        ("card.cvc", json!("12"), 402),
        ("card.cvc", json!("१२३"), 402),
        ("billing.name", json!(" "), 400),
        ("billing.name", json!("x".repeat(301)), 400),
        ("billing.email", json!("nobody"), 400),
        ("billing.address", json!("x".repeat(301)), 400),
        ("billing.phone", json!(5), 400),
    ] {
        let answer = test
            .post(&path, &with(&ask, field, value.clone()))
            .send()
            .await;
        assert_eq!(answer.status.as_u16(), status, "{field} = {value:.30}");
    }
    let refused = test
        .post(&path, &with(&ask, "card.expYear", json!(2020)))
        .send()
        .await;
    refused.expect_failure(402, "Your card's expiration year is in the past.");
    let refused = test
        .post(&path, &with(&ask, "card.cvc", json!("12")))
        .send()
        .await;
    refused.expect_failure(402, "Your card's security code is incomplete.");
    for wrong in [
        json!({}),
        json!({"clientSecret": "x"}),
        json!({"clientSecret": "x", "outcome": "maybe"}),
    ] {
        let path = path.replace("confirm", "authenticate");
        test.post(&path, &wrong).send().await.expect(400);
    }
    for id in ["%ff", "%00", "..%2f", "pi_%27--", "x"] {
        let path = format!("/api/payments/sandbox/{id}/confirm");
        test.post(&path, &ask)
            .send()
            .await
            .expect_failure(404, "Payment not found.");
    }
    test.post(&path, &ask).send().await.expect(200);
    test.get(&format!("/api/bookings/{}", booking_id(&opened)))
        .bearer(&me.access)
        .send()
        .await
        .expect(200);
    test.do_jobs().await;
}

// API-28: verify-payment names missing fields.
#[tokio::test]
async fn every_field_of_verify_payment_is_checked() {
    let test = TestApp::start().await;
    let me = test.traveller().await;
    let path = "/api/bookings/verify-payment";
    for (ask, field) in [
        (json!({}), "paymentIntentId"),
        (json!({"paymentIntentId": "pi_1"}), "id"),
        (json!({"paymentIntentId": 5, "id": "x"}), "paymentIntentId"),
        (json!({"paymentIntentId": "pi_1", "id": {}}), "id"),
        (
            json!({"paymentIntentId": null, "id": "x"}),
            "paymentIntentId",
        ),
    ] {
        let body = test
            .post(path, &ask)
            .bearer(&me.access)
            .send()
            .await
            .expect(400);
        assert_eq!(fields_of(&body), [field], "{body}");
    }
    for ask in [json!([]), json!(null), json!("x")] {
        test.post(path, &ask)
            .bearer(&me.access)
            .send()
            .await
            .expect(400);
    }
    test.post(path, &json!({})).send().await.expect(401);
    for id in ["", "x".repeat(10_000).as_str(), "'; --", "../.."] {
        let ask = json!({"paymentIntentId": id, "id": id});
        test.post(path, &ask)
            .bearer(&me.access)
            .send()
            .await
            .expect(404);
    }
}

async fn older(test: &TestApp, me: &Login, ask: &Value) -> crate::call::Answer {
    test.post("/api/bookings/verify-payment", ask)
        .bearer(&me.access)
        .send()
        .await
}

// API-29 DATA-17: the older flow books, pays and confirms in one call; the age of its primary guest may be 0.
#[tokio::test]
async fn the_older_payload_books_and_pays_in_one_call() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let ask = with(&ask, "guestDetails.primaryGuest.age", json!(0));
    let beside = with(&ask, "paymentMethodId", json!("pm_card_visa"));
    let under = json!({"paymentMethodId": "pm_card_visa", "bookingData": ask});
    for ask in [&beside, &under] {
        let answer = older(&test, &me, ask).await.expect(200);
        assert_eq!(answer["data"]["booking"]["payment"]["status"], "Confirmed");
        assert_eq!(
            answer["data"]["booking"]["guestDetails"]["primaryGuest"]["age"],
            0
        );
    }
    assert_eq!(stored_bookings(&test).await, 2);
    test.do_jobs().await;
}

// API-29: after a declined card the booking can be paid like any other.
#[tokio::test]
async fn the_older_payload_with_a_declined_card_leaves_a_payable_booking() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    for (method, message) in [
        ("pm_card_visa_chargeDeclined", "Your card was declined."),
        (
            "pm_card_visa_chargeDeclinedInsufficientFunds",
            "Your card has insufficient funds.",
        ),
        (
            "pm_card_authenticationRequired",
            "Payment verification failed",
        ),
    ] {
        let body = older(&test, &me, &with(&ask, "paymentMethodId", json!(method)))
            .await
            .expect_failure(402, message);
        assert_eq!(body["data"]["paymentStatus"], "Pending");
        let asks_first = method == "pm_card_authenticationRequired";
        assert_eq!(body["data"].get("paymentIntent").is_some(), asks_first);
        if asks_first {
            go_on_with_the_bank(&test, &me, &body["data"]).await;
        }
    }
    assert_eq!(stored_bookings(&test).await, 3);
    for wrong in [json!("pm_card_of_nobody"), json!(5), json!(null), json!("")] {
        older(&test, &me, &with(&ask, "paymentMethodId", wrong))
            .await
            .expect(400);
    }
    assert_eq!(stored_bookings(&test).await, 3);
}

/// The response is sufficient to complete the authentication without a new payment.
async fn go_on_with_the_bank(test: &TestApp, me: &Login, data: &Value) {
    let intent = &data["paymentIntent"];
    assert_eq!(intent["status"], "requires_action");
    let url = text(&intent["nextAction"], "url");
    let path = url
        .strip_prefix("http://localhost:8080")
        .expect("an address of ours");
    let ask = json!({"clientSecret": intent["clientSecret"], "outcome": "succeed"});
    test.post(path, &ask).send().await.expect(200);
    let ask = json!({"paymentIntentId": intent["id"], "id": data["bookingId"]});
    let call = test.post("/api/bookings/verify-payment", &ask);
    call.bearer(&me.access).send().await.expect(200);
    test.do_jobs().await;
}

// API-29: the same key returns the same booking and makes one charge.
#[tokio::test]
async fn the_older_payload_with_one_key_charges_once() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = with(
        &request(&test, &trek, 2).await,
        "paymentMethodId",
        json!("pm_card_visa"),
    );
    let send = || {
        let call = test
            .post("/api/bookings/verify-payment", &ask)
            .bearer(&me.access);
        call.header("idempotency-key", "older-1").send()
    };
    let (first, second) = tokio::join!(send(), send());
    let (first, second) = (first.expect(200), second.expect(200));
    assert_eq!(
        first["data"]["booking"]["_id"],
        second["data"]["booking"]["_id"]
    );
    assert_eq!(stored_bookings(&test).await, 1);
    test.do_jobs().await;
}

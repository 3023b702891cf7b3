//! Payments: cards, verification, reconciler and sweep; one charge, one confirmation, one email (decisions §5, §10).

use serde_json::{Value, json};
use store::sandbox_intents;

use crate::stage::{
    BANK_CARD, DECLINED_CARD, GOOD_CARD, POOR_CARD, booked, booking_id, card, pay, read_booking,
    stored_trek, text, verify,
};
use crate::support::{Login, TestApp};

pub async fn jobs_to_do(test: &TestApp) -> u64 {
    store::jobs::count_open(&test.app.db)
        .await
        .expect("a count")
        .0
}

pub async fn booking(test: &TestApp, who: &Login, opened: &Value) -> Value {
    let answer = read_booking(test, who, &booking_id(opened))
        .await
        .expect(200);
    answer["data"]["booking"].clone()
}

// PAY-04 PAY-05 PAY-08 API-28: paid, verified, confirmed, invoiced and emailed.
#[tokio::test]
async fn an_accepted_card_confirms_the_booking() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let paid = pay(&test, &opened, GOOD_CARD).await.expect(200);
    let intent = &paid["data"]["paymentIntent"];
    assert_eq!(
        *intent,
        json!({"id": opened["paymentIntentId"], "status": "succeeded"})
    );

    let answer = verify(&test, &me, &opened).await.expect(200);
    let confirmed = &answer["data"]["booking"];
    assert_eq!(answer["status"], "success");
    assert_eq!(
        (&confirmed["status"], &confirmed["payment"]["status"]),
        (&json!("Confirmed"), &json!("Confirmed"))
    );
    assert_eq!(confirmed["invoiceNumber"], "INV-2026-00001");
    assert_eq!(confirmed["payment"]["cardBrand"], "visa");
    assert_eq!(confirmed["payment"]["cardLast4"], "4242");
    assert_eq!(confirmed["payment"]["paidAt"], "2026-11-20T03:30:00Z");
    assert_eq!(booking(&test, &me, &opened).await, *confirmed);
    test.do_jobs().await;
}

// PAY-07: a declined card is reported, the booking waits, and another card pays it.
#[tokio::test]
async fn a_declined_card_leaves_a_booking_that_can_be_paid() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    verify(&test, &me, &opened)
        .await
        .expect_failure(402, "Payment verification failed");
    for (number, message) in [
        (DECLINED_CARD, "Your card was declined."),
        (POOR_CARD, "Your card has insufficient funds."),
        ("4242424242424241", "Your card number is incorrect."),
    ] {
        pay(&test, &opened, number)
            .await
            .expect_failure(402, message);
        let body = verify(&test, &me, &opened)
            .await
            .expect_failure(402, message);
        assert_eq!(body["data"], json!({"paymentStatus": "Pending"}));
        let waiting = booking(&test, &me, &opened).await;
        assert_eq!(
            (&waiting["status"], &waiting["payment"]["status"]),
            (&json!("Pending"), &json!("Pending"))
        );
        assert_eq!(waiting["payment"]["lastError"], message);
    }
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    assert_eq!(
        booking(&test, &me, &opened).await["payment"].get("lastError"),
        None
    );
    test.do_jobs().await;
}

// PAY-07: the bank requires authentication, which fails once and then succeeds.
#[tokio::test]
async fn a_card_that_requires_authentication_is_charged_after_it() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let path = format!(
        "/api/payments/sandbox/{}/authenticate",
        text(&opened, "paymentIntentId")
    );
    let answer_bank = async |outcome: &str| {
        let ask = json!({"clientSecret": opened["clientSecret"], "outcome": outcome});
        test.post(&path, &ask).send().await
    };
    let use_card = async || {
        let asked = pay(&test, &opened, BANK_CARD).await.expect(200);
        let intent = &asked["data"]["paymentIntent"];
        assert_eq!(intent["status"], "requires_action");
        assert_eq!(
            intent["nextAction"]["url"],
            format!("http://localhost:8080{path}")
        );
    };
    answer_bank("succeed").await.expect(409);
    use_card().await;
    verify(&test, &me, &opened).await.expect(402);
    answer_bank("fail").await.expect(402);
    verify(&test, &me, &opened).await.expect(402);
    use_card().await;
    answer_bank("succeed").await.expect(200);
    answer_bank("succeed").await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
}

// PAY-02: the client secret is the authority: without it nobody can pay or learn that a payment exists.
#[tokio::test]
async fn a_wrong_secret_and_a_payment_of_another_are_not_found() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let other = test
        .sign_up("Pemba Sherpa", "pemba@example.com", "another long password")
        .await;
    let (mine, theirs) = (
        booked(&test, &me, &trek).await,
        booked(&test, &other, &trek).await,
    );
    let path = |opened: &Value| {
        format!(
            "/api/payments/sandbox/{}/confirm",
            text(opened, "paymentIntentId")
        )
    };
    for secret in ["", "x", text(&theirs, "clientSecret")] {
        let answer = test
            .post(&path(&mine), &card(secret, GOOD_CARD))
            .send()
            .await;
        answer.expect_failure(404, "Payment not found.");
    }
    let unknown = "/api/payments/sandbox/pi_0/confirm";
    test.post(unknown, &card(text(&mine, "clientSecret"), GOOD_CARD))
        .send()
        .await
        .expect(404);

    pay(&test, &theirs, GOOD_CARD).await.expect(200);
    let named =
        |intent: &Value, id: &str| json!({"paymentIntentId": intent["paymentIntentId"], "id": id});
    for (who, ask) in [
        (&me, named(&theirs, &booking_id(&mine))),
        (&me, named(&theirs, &booking_id(&theirs))),
        (&me, named(&mine, &booking_id(&theirs))),
        (&other, named(&mine, &booking_id(&theirs))),
        (
            &me,
            json!({"paymentIntentId": "pi_0", "id": booking_id(&mine)}),
        ),
        (
            &me,
            json!({"paymentIntentId": mine["paymentIntentId"], "id": "x"}),
        ),
    ] {
        let answer = test
            .post("/api/bookings/verify-payment", &ask)
            .bearer(&who.access)
            .send()
            .await;
        answer.expect_failure(404, "Payment not found.");
    }
    let open = format!("/api/bookings/{}/payment-intent", booking_id(&theirs));
    test.call(axum::http::Method::POST, &open)
        .bearer(&me.access)
        .send()
        .await
        .expect(404);
    assert_eq!(booking(&test, &me, &mine).await["status"], "Pending");
    verify(&test, &other, &theirs).await.expect(200);
    test.do_jobs().await;
}

// PAY-04: a double click on Pay Now makes one charge.
#[tokio::test]
async fn concurrent_payments_of_one_booking_charge_once() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let (a, b, c) = tokio::join!(
        pay(&test, &opened, GOOD_CARD),
        pay(&test, &opened, GOOD_CARD),
        pay(&test, &opened, DECLINED_CARD),
    );
    for answer in [a, b] {
        assert_eq!(
            answer.expect(200)["data"]["paymentIntent"]["status"],
            "succeeded"
        );
    }
    assert!([200, 402].contains(&c.status.as_u16()));
    let after = pay(&test, &opened, DECLINED_CARD).await.expect(200);
    assert_eq!(after["data"]["paymentIntent"]["status"], "succeeded");
    let intent = sandbox_intents::find(&test.app.db, text(&opened, "paymentIntentId"))
        .await
        .unwrap()
        .unwrap();
    assert_eq!(intent.status, sandbox_intents::IntentStatus::Succeeded);
    assert_eq!(intent.card.unwrap().last4, "4242");
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
}

// BOOK-15: My Bookings or a reload continues the same payment.
#[tokio::test]
async fn an_unpaid_booking_opens_its_payment_again() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let open = format!("/api/bookings/{}/payment-intent", booking_id(&opened));
    let again = || {
        test.call(axum::http::Method::POST, &open)
            .bearer(&me.access)
            .send()
    };
    assert_eq!(again().await.expect(200)["data"], opened);
    test.call(axum::http::Method::POST, &open)
        .send()
        .await
        .expect(401);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    // Already paid in another tab: no payment is opened, and the booking is confirmed.
    again()
        .await
        .expect_failure(409, "This booking cannot be paid any more.");
    assert_eq!(booking(&test, &me, &opened).await["status"], "Confirmed");
    test.do_jobs().await;
}

//! Settling bookings without a request or with concurrent ones: reconciler, sweep and lost responses (decisions §5,
//! §10).

use chautari::features::booking::payment::reconcile::{expire_unpaid, reconcile};
use chrono::TimeDelta;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::payment::{booking, jobs_to_do};
use crate::stage::{
    DECLINED_CARD, GOOD_CARD, booked, booking_id, pay, read_booking, request, send, stored_trek,
    text, verify,
};
use crate::support::TestApp;

// PAY-08: the first caller confirms; concurrent callers cause one email and one invoice number.
#[tokio::test]
async fn concurrent_verifying_reading_and_reconciling_confirm_once() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    for number in 1..=3 {
        let opened = booked(&test, &me, &trek).await;
        pay(&test, &opened, GOOD_CARD).await.expect(200);
        let before = jobs_to_do(&test).await;
        let id = booking_id(&opened);
        let (first, second, read, _, _) = tokio::join!(
            verify(&test, &me, &opened),
            verify(&test, &me, &opened),
            read_booking(&test, &me, &id),
            async { reconcile(&test.app).await.unwrap() },
            async { expire_unpaid(&test.app).await.unwrap() },
        );
        for answer in [first, second, read] {
            let body = answer.expect(200);
            assert_eq!(
                body["data"]["booking"]["invoiceNumber"],
                format!("INV-2026-{number:05}")
            );
        }
        assert_eq!(jobs_to_do(&test).await, before + 1);
        verify(&test, &me, &opened).await.expect(200);
        reconcile(&test.app).await.unwrap();
        assert_eq!(jobs_to_do(&test).await, before + 1);
    }
    test.do_jobs().await;
    let confirmations = test
        .outbox()
        .iter()
        .filter(|mail| mail.subject.starts_with("Booking confirmed"))
        .count();
    assert_eq!(confirmations, 3);
}

// PAY-08: the browser closed after paying: the reconciler finds the payment.
#[tokio::test]
async fn a_payment_that_nobody_verified_is_confirmed_by_the_reconciler() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (paid, unpaid) = (
        booked(&test, &me, &trek).await,
        booked(&test, &me, &trek).await,
    );
    pay(&test, &paid, GOOD_CARD).await.expect(200);
    pay(&test, &unpaid, DECLINED_CARD).await.expect(402);
    reconcile(&test.app).await.unwrap();
    let stored = async |opened: &Value| {
        let id = booking_id(opened).parse().unwrap();
        store::bookings::find(&test.app.db, id)
            .await
            .unwrap()
            .unwrap()
    };
    assert_eq!(stored(&paid).await.status.as_str(), "Confirmed");
    assert_eq!(stored(&unpaid).await.status.as_str(), "Pending");
    assert_eq!(
        stored(&unpaid).await.payment.last_error.as_deref(),
        Some("Your card was declined.")
    );
    test.do_jobs().await;
}

// BOOK-16: a booking that is unpaid for a day is cancelled with its payment; a paid one is confirmed even then.
#[tokio::test]
async fn a_day_without_payment_cancels_a_booking_unless_it_was_paid() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (unpaid, paid) = (
        booked(&test, &me, &trek).await,
        booked(&test, &me, &trek).await,
    );
    pay(&test, &paid, GOOD_CARD).await.expect(200);
    test.clock
        .advance(TimeDelta::hours(24) - TimeDelta::minutes(1));
    expire_unpaid(&test.app).await.unwrap();
    let me = test.login("maya@example.com", "trail of many stones").await;
    assert_eq!(booking(&test, &me, &unpaid).await["status"], "Pending");
    test.clock.advance(TimeDelta::minutes(2));
    expire_unpaid(&test.app).await.unwrap();
    let cancelled = booking(&test, &me, &unpaid).await;
    assert_eq!(
        (&cancelled["status"], &cancelled["payment"]["status"]),
        (&json!("Cancelled"), &json!("Failed"))
    );
    assert_eq!(booking(&test, &me, &paid).await["status"], "Confirmed");
    pay(&test, &unpaid, GOOD_CARD)
        .await
        .expect_failure(409, "This payment can no longer be made.");
    let body = verify(&test, &me, &unpaid).await.expect(402);
    assert_eq!(body["data"]["paymentStatus"], "Failed");
    let open = format!("/api/bookings/{}/payment-intent", booking_id(&unpaid));
    test.call(axum::http::Method::POST, &open)
        .bearer(&me.access)
        .send()
        .await
        .expect_failure(409, "This booking cannot be paid any more.");
    test.do_jobs().await;
}

// PAY-08: the card was charged and the browser got no response.
#[tokio::test]
async fn a_lost_response_loses_no_payment() {
    let test = TestApp::start_with(&[("sandbox_faults", "forgetful")]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    pay(&test, &opened, GOOD_CARD).await.expect(503);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
}

// If the provider is unavailable, the booking is stored and can be read and paid later.
#[tokio::test]
async fn a_booking_stays_stored_when_the_provider_does_not_respond() {
    let test = TestApp::start_with(&[("sandbox_faults", "failing")]).await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let down = "The payment provider does not answer. Please try again.";
    send(&test, &me, &ask).await.expect_failure(503, down);
    let list = test
        .get("/api/bookings/my-bookings")
        .bearer(&me.access)
        .send()
        .await
        .expect(200);
    let kept = &list["data"]["bookings"][0];
    assert_eq!(kept["status"], "Pending");
    let id = text(kept, "_id");
    read_booking(&test, &me, id).await.expect(200);
    let open = format!("/api/bookings/{id}/payment-intent");
    test.call(axum::http::Method::POST, &open)
        .bearer(&me.access)
        .send()
        .await
        .expect_failure(503, down);
    // The periodic tasks continue with the others.
    reconcile(&test.app).await.unwrap();
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.unwrap();
    let stored = store::bookings::find(&test.app.db, id.parse().unwrap())
        .await
        .unwrap()
        .unwrap();
    assert!(
        stored.is_payable(),
        "nobody knows whether it was paid, so it is not cancelled"
    );
}

// PAY-08: the provider charged another amount than the price: nothing is confirmed, and the page says that the payment
// arrived.
#[tokio::test]
async fn a_payment_of_another_amount_confirms_nothing() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let less = "update sandbox_intents set amount = amount - 1";
    test.app.db.execute_unprepared(less).await.unwrap();
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect_failure(
        409,
        "The payment does not match this booking. We have been notified.",
    );
    reconcile(&test.app).await.unwrap();
    let read = read_booking(&test, &me, &booking_id(&opened))
        .await
        .expect(200);
    let payment = &read["data"]["booking"]["payment"];
    assert_eq!(
        (&payment["status"], &payment["received"]),
        (&json!("Pending"), &json!(true))
    );
    assert_eq!(read["data"]["booking"]["invoiceNumber"], Value::Null);
}

// PAY-08: a payment at the moment of the sweep has exactly one outcome: paid or cancelled.
#[tokio::test]
async fn paying_during_the_sweep_either_confirms_or_cancels() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let mut all = Vec::new();
    for _ in 0..6 {
        all.push(booked(&test, &me, &trek).await);
    }
    test.clock.advance(TimeDelta::hours(25));
    let [a, b, c, d, e, f] = all.as_slice() else {
        panic!("six bookings")
    };
    let pay = |opened| pay(&test, opened, GOOD_CARD);
    let (a, b, _, c, d, _, e, f) = tokio::join!(
        pay(f),
        pay(e),
        async { expire_unpaid(&test.app).await.unwrap() },
        pay(d),
        pay(c),
        async { reconcile(&test.app).await.unwrap() },
        pay(b),
        pay(a),
    );
    expire_unpaid(&test.app).await.unwrap();
    for (opened, paid) in all.iter().rev().zip([a, b, c, d, e, f]) {
        let id = booking_id(opened).parse().expect("an id");
        let settled = store::bookings::find(&test.app.db, id)
            .await
            .unwrap()
            .expect("a booking");
        let (status, numbered) = (settled.status.as_str(), settled.invoice_number.is_some());
        match paid.status.as_u16() {
            200 => assert_eq!((status, numbered), ("Confirmed", true)),
            409 => assert_eq!((status, numbered), ("Cancelled", false)),
            other => panic!("{other}"),
        }
    }
    test.do_jobs().await;
}

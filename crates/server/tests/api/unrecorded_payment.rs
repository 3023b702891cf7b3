//! A crash between a booking and its payment intent: the booking can still be paid or cancelled.

use chautari::features::booking::payment::order::first_payment;
use chautari::features::booking::payment::reconcile::{expire_unpaid, reconcile};
use chautari::platform::adapters::payments::PaymentOrder;
use chrono::TimeDelta;
use domain::money::Money;
use serde_json::Value;

use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek, verify};
use crate::stripe::with_stripe;
use crate::stripe_server::StripeServer;
use crate::support::TestApp;

/// The state after a crash: the booking is stored, and its payment is opened or not, but not recorded.
async fn left_by_a_crash(test: &TestApp, opened: &Value) -> domain::booking::Booking {
    let id = booking_id(opened).parse().expect("an id");
    let mut left = store::bookings::find(&test.app.db, id)
        .await
        .unwrap()
        .expect("a booking");
    left.id = test.app.clock.new_id();
    left.reference = format!("KD-{}", left.id);
    left.payment.intent_id = None;
    store::bookings::insert(&test.app.db, &left)
        .await
        .expect("stored");
    left
}

// BOOK-15: the process died between storing a booking and recording its payment: the traveller can continue.
#[tokio::test]
async fn a_booking_without_a_recorded_payment_can_be_paid() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let left = left_by_a_crash(&test, &booked(&test, &me, &trek).await).await;
    let intent = test
        .app
        .payments
        .open(&first_payment(&test.app, &left))
        .await
        .expect("opened, and then the crash");
    reconcile(&test.app).await.unwrap();
    let open = format!("/api/bookings/{}/payment-intent", left.id);
    let again = test
        .call(axum::http::Method::POST, &open)
        .bearer(&me.access)
        .send()
        .await
        .expect(200);
    assert_eq!(again["data"]["paymentIntentId"], intent.id);
    pay(&test, &again["data"], GOOD_CARD).await.expect(200);
    verify(&test, &me, &again["data"]).await.expect(200);
    test.do_jobs().await;
}

// BOOK-16: without the traveller, the booking is cancelled and its opened payment is closed.
#[tokio::test]
async fn a_booking_without_a_recorded_payment_is_cancelled_with_its_payment() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let left = left_by_a_crash(&test, &booked(&test, &me, &trek).await).await;
    let intent = test
        .app
        .payments
        .open(&first_payment(&test.app, &left))
        .await
        .expect("opened, and then the crash");
    test.clock.advance(TimeDelta::hours(25));
    expire_unpaid(&test.app).await.unwrap();
    let swept = store::bookings::find(&test.app.db, left.id)
        .await
        .unwrap()
        .expect("a booking");
    assert_eq!(swept.status.as_str(), "Cancelled");
    let closed = test.app.payments.retrieve(&intent.id).await.expect("known");
    assert_eq!(
        closed.status,
        store::sandbox_intents::IntentStatus::Canceled
    );
}

// PAY-08: a booking can have several payments; each is opened once, however often it is asked for.
#[tokio::test]
async fn each_numbered_payment_of_a_booking_is_opened_once() {
    let stripe = StripeServer::start().await;
    let at_stripe = with_stripe(&stripe, &[]).await;
    for test in [TestApp::start().await, at_stripe] {
        let (me, trek) = (test.traveller().await, stored_trek(&test).await);
        let left = left_by_a_crash(&test, &booked(&test, &me, &trek).await).await;
        let first = first_payment(&test.app, &left);
        let second = PaymentOrder {
            number: 1,
            amount: Money::from_minor(100_000),
            ..first.clone()
        };
        let open = async |order| test.app.payments.open(order).await.expect("opened");
        let opened = [open(&first).await, open(&second).await];
        assert_ne!(opened[0].id, opened[1].id);
        assert_eq!(opened[1].amount, second.amount);
        assert_eq!(opened[1].booking_id, left.id);
        assert_eq!(open(&first).await.id, opened[0].id);
        assert_eq!(open(&second).await.id, opened[1].id);
    }
    let seen = stripe.seen();
    let keys: Vec<_> = seen.iter().filter_map(|call| call.key.as_deref()).collect();
    let [.., first, second, _, _] = keys[..] else {
        panic!("{keys:?}");
    };
    // The key of payments that were opened before a booking could have several.
    assert!(!first.contains(':'), "{first}");
    assert_eq!(second, format!("{first}:1"));
}

//! Cancelling when the provider is unavailable or the payment is late (decisions §5).

use chautari::features::booking::refund::split::{Reason, store_refunds};
use serde_json::{Value, json};

use crate::money::{
    cancel, charge_behind_our_back, given_back, ledger, paid, states, stored, subjects,
};
use crate::payment::booking;
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek};
use crate::support::TestApp;

/// Price of the classic route for two, in minor units.
const PRICE: i64 = 305_618;

// PAY-08: the card was just charged and the payment is not recorded yet: cancelling finds and refunds it.
#[tokio::test]
async fn cancelling_a_booking_that_was_just_paid_refunds_it() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let id = booking_id(&opened);
    let answer = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(
        states(&answer["data"]["booking"]),
        json!(["Cancelled", "Refunded", 3056.18])
    );
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", PRICE)]
    );
    test.do_jobs().await;
}

// PAY-08: if the provider is unavailable, the booking is cancelled and the refund is made later.
#[tokio::test]
async fn a_refund_without_a_response_of_the_provider_is_made_later_once() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    // The state after a kill: cancelled with a promised refund that the provider does not know.
    let booked = stored(&test, &id).await;
    let tx = test.app.db.begin().await.unwrap();
    let now = test.app.clock.now();
    assert!(
        store::bookings::cancel(&tx, booked.id, booked.quote.total, now)
            .await
            .unwrap()
    );
    store::bookings::assign_credit_note_number(&tx, booked.id, "2026", now)
        .await
        .unwrap();
    let reason = Reason {
        text: "Cancelled by the traveller".to_owned(),
        actor: store::ledger::Actor::Account(booked.user_id),
        cause: store::refunds::Cause::Cancelled,
    };
    store_refunds(&test.app, &tx, &booked, booked.quote.total, &reason)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    let waiting = booking(&test, &me, &opened).await;
    assert_eq!(states(&waiting), json!(["Cancelled", "Confirmed", 0]));
    assert_eq!(waiting["refunds"][0]["made"], false);
    let (a, b) = tokio::join!(
        chautari::features::booking::payment::reconcile::reconcile(&test.app),
        chautari::features::booking::payment::reconcile::reconcile(&test.app),
    );
    a.and(b).expect("reconciled");
    assert_eq!(
        states(&booking(&test, &me, &opened).await),
        json!(["Cancelled", "Refunded", 3056.18])
    );
    assert_eq!(given_back(&test, &opened).await, PRICE);
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", PRICE)]
    );
    test.do_jobs().await;
}

// PAY-08: a late payment of a cancelled booking is refunded automatically, once, and the traveller is informed.
#[tokio::test]
async fn a_payment_after_a_cancellation_is_refunded_automatically() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    cancel(&test, &me, &id).await.expect(200);
    charge_behind_our_back(&test, &opened).await;
    let look = || chautari::features::booking::payment::reconcile::find_late_payments(&test.app);
    let (a, b) = tokio::join!(look(), look());
    a.and(b).expect("looked");
    look().await.expect("looked");
    let back = booking(&test, &me, &opened).await;
    assert_eq!(states(&back), json!(["Cancelled", "Refunded", 3056.18]));
    // The booking was never sold, so there is no invoice and no credit note.
    assert_eq!(
        (&back["invoiceNumber"], &back["creditNoteNumber"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", PRICE)]
    );
    assert_eq!(given_back(&test, &opened).await, PRICE);
    test.do_jobs().await;
    assert_eq!(
        subjects(&test, "maya@example.com").last().unwrap(),
        "Refund of $3,056.18: Namche Bazaar, Mar 01, 2027"
    );
}

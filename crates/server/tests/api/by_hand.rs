//! Changes of a booking by administrators: confirmed without the provider, completed, cancelled (decisions §5, §10).

use serde_json::{Value, json};

use crate::call::fields_of;
use crate::money::{
    cancel, charge_behind_our_back, given_back, ledger, paid, patch, refund, states, stored,
};
use crate::payment::booking;
use crate::payments::{payments, reverse};
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek, verify};
use crate::support::TestApp;

const PRICE: i64 = 305_618;
const ILLEGAL: &str = "A booking cannot move from its status to this one.";

#[tokio::test]
async fn only_an_administrator_with_a_reason_confirms_by_hand() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let by_hand = json!({"status": "Confirmed", "reason": "Bank transfer of Nov 19"});
    patch(&test, &me, &id, &by_hand).await.expect(403);
    for wrong in [
        json!({"status": "Confirmed"}),
        json!({"status": "Confirmed", "reason": " "}),
    ] {
        let body = patch(&test, &admin, &id, &wrong).await.expect(400);
        assert_eq!(fields_of(&body), ["reason"]);
    }
    assert_eq!(stored(&test, &id).await.status.as_str(), "Pending");
}

// PAY-08: a payment outside the provider has a manual line, an invoice and an email, and the card payment is closed.
#[tokio::test]
async fn confirming_by_hand_closes_the_payment_and_writes_a_manual_line() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let by_hand = json!({"status": "Confirmed", "reason": "Bank transfer of Nov 19"});
    let (a, b) = tokio::join!(
        patch(&test, &admin, &id, &by_hand),
        patch(&test, &admin, &id, &by_hand)
    );
    assert!([a.status.as_u16(), b.status.as_u16()].contains(&200));
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(read["invoiceNumber"], "INV-2026-00001");
    pay(&test, &opened, GOOD_CARD).await.expect(409);
    let lines = store::ledger::list_for_booking(&test.app.db, id.parse().unwrap())
        .await
        .unwrap();
    let [line] = lines.as_slice() else {
        panic!("{lines:?}")
    };
    assert_eq!((line.kind.as_str(), line.amount.minor()), ("manual", PRICE));
    assert_eq!(line.reason, "Bank transfer of Nov 19");
    let admins = admin.user_id.parse().map(store::ledger::Actor::Account);
    assert_eq!(Ok(line.actor), admins);
    test.do_jobs().await;
}

// PAY-08: the provider charges the card all the same; the booking stays paid.
#[tokio::test]
async fn a_card_that_is_charged_after_a_confirmation_by_hand_is_refunded_in_full() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let by_hand = json!({"status": "Confirmed", "reason": "Bank transfer of Nov 19"});
    patch(&test, &admin, &id, &by_hand).await.expect(200);
    charge_behind_our_back(&test, &opened).await;
    chautari::features::booking::payment::reconcile::find_late_payments(&test.app)
        .await
        .expect("looked");
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Confirmed", 0]));
    assert_eq!(
        ledger(&test, &id).await,
        [("manual", PRICE), ("capture", PRICE), ("refund", PRICE)]
    );
    assert_eq!(given_back(&test, &opened).await, PRICE);
    test.do_jobs().await;
}

// PAY-08
#[tokio::test]
async fn money_that_was_confirmed_by_hand_is_returned_by_hand() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let by_hand = json!({"status": "Confirmed", "reason": "Bank transfer of Nov 19"});
    patch(&test, &admin, &id, &by_hand).await.expect(200);
    let answer = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(
        states(&answer["data"]["booking"]),
        json!(["Cancelled", "Refunded", 3056.18])
    );
    assert_eq!(given_back(&test, &opened).await, 0);
    test.do_jobs().await;
    let mail = test.outbox().pop().expect("a mail");
    assert!(mail.text.contains("the way you paid"), "{}", mail.text);
}

// PAY-08: the confirmation was a mistake, so the price was paid by card after all.
#[tokio::test]
async fn a_card_that_paid_after_a_confirmation_by_hand_was_reversed_gets_the_refund() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let by_hand = json!({"status": "Confirmed", "reason": "Bank transfer of Nov 19"});
    patch(&test, &admin, &id, &by_hand).await.expect(200);
    let payment = payments(&test, &admin, &id).await[0]["_id"].clone();
    let payment = payment.as_str().expect("an id");
    reverse(&test, &admin, &id, payment).await.expect(200);
    let path = format!("/api/bookings/{id}/payment-intent");
    let again = test.post(&path, &json!({})).bearer(&me.access).send().await;
    let again = again.expect(200)["data"].clone();
    pay(&test, &again, GOOD_CARD).await.expect(200);
    verify(&test, &me, &again).await.expect(200);
    let ask = json!({"amount": 100, "reason": "No porter on the first day"});
    refund(&test, &admin, &id, &ask).await.expect(200);
    assert_eq!(given_back(&test, &again).await, 10_000);
    test.do_jobs().await;
    let report = chautari::cli::ledger_check::compare(&test.app).await;
    let differences = report.expect("compared").differences;
    assert!(differences.is_empty(), "{differences:?}");
}

// PAY-08: if the card was charged before, the ordinary confirmation applies, without a manual line.
#[tokio::test]
async fn confirming_a_paid_booking_by_hand_is_an_ordinary_confirmation() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = booked(&test, &me, &trek).await;
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    let id = booking_id(&opened);
    let by_hand = json!({"status": "Confirmed", "reason": "Bank transfer"});
    patch(&test, &admin, &id, &by_hand).await.expect(200);
    assert_eq!(ledger(&test, &id).await, [("capture", PRICE)]);
    assert_eq!(stored(&test, &id).await.payment.by_hand, None);
    test.do_jobs().await;
}

// PAY-08: after a kill between closing the payment and confirming, the next settlement confirms the booking.
#[tokio::test]
async fn an_interrupted_confirmation_by_hand_is_completed_later() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let left = stored(&test, &booking_id(&opened)).await;
    let by_hand = domain::booking::ByHand {
        account_id: left.user_id,
        reason: "Cash".to_owned(),
    };
    let now = test.app.clock.now();
    store::bookings::request_confirmation_by_hand(&test.app.db, left.id, &by_hand, now)
        .await
        .unwrap();
    let intent_id = left.payment.intent_id.as_deref().unwrap();
    test.app.payments.cancel(intent_id).await.unwrap();
    chautari::features::booking::payment::reconcile::reconcile(&test.app)
        .await
        .unwrap();
    assert_eq!(
        booking(&test, &me, &opened).await["status"],
        json!("Confirmed")
    );
    assert_eq!(
        ledger(&test, &booking_id(&opened)).await,
        [("manual", PRICE)]
    );
    test.do_jobs().await;
}

// BOOK-16 API-38: only the transitions of the decisions.
#[tokio::test]
async fn an_administrator_can_make_only_allowed_transitions_of_a_booking() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let to = |status: &str| json!({"status": status, "reason": "A reason"});
    let pending = booking_id(&booked(&test, &me, &trek).await);
    for status in ["Pending", "Completed"] {
        patch(&test, &admin, &pending, &to(status))
            .await
            .expect_failure(409, ILLEGAL);
    }
    for wrong in [
        to("confirmed"),
        to(""),
        to("Paid"),
        json!({}),
        json!({"status": 5}),
    ] {
        let body = patch(&test, &admin, &pending, &wrong).await.expect(400);
        assert_eq!(fields_of(&body), ["status"]);
    }
    let confirmed = booking_id(&paid(&test, &me, &trek).await);
    for status in ["Pending", "Confirmed"] {
        patch(&test, &admin, &confirmed, &to(status))
            .await
            .expect_failure(409, ILLEGAL);
    }
    let body = patch(&test, &admin, &confirmed, &to("Completed"))
        .await
        .expect(200);
    assert_eq!(body["data"]["booking"]["status"], "Completed");
    for status in ["Pending", "Confirmed", "Completed", "Cancelled"] {
        patch(&test, &admin, &confirmed, &to(status))
            .await
            .expect(409);
    }
    patch(&test, &admin, &pending, &to("Cancelled"))
        .await
        .expect(200);
    for status in ["Pending", "Confirmed", "Completed", "Cancelled"] {
        patch(&test, &admin, &pending, &to(status))
            .await
            .expect(409);
    }
    patch(&test, &admin, "nothing", &to("Cancelled"))
        .await
        .expect(404);
    assert_eq!(Value::Null, body["message"]);
    test.do_jobs().await;
}

// BOOK-16: a confirmed booking is completed on the day after its last day; other bookings are not.
#[tokio::test]
async fn a_booking_is_completed_when_its_last_day_is_over() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let (walked, cancelled) = (
        booking_id(&paid(&test, &me, &trek).await),
        booking_id(&paid(&test, &me, &trek).await),
    );
    cancel(&test, &me, &cancelled).await.expect(200);
    // The last day is Mar 03, 2027 in Kathmandu, which ends at 18:15 UTC.
    for (moment, status) in [
        ("2027-03-03T18:14:00Z", "Confirmed"),
        ("2027-03-03T18:15:00Z", "Completed"),
    ] {
        test.clock.set(moment.parse().expect("a moment"));
        chautari::features::booking::payment::reconcile::complete(&test.app)
            .await
            .unwrap();
        assert_eq!(stored(&test, &walked).await.status.as_str(), status);
    }
    assert_eq!(stored(&test, &cancelled).await.status.as_str(), "Cancelled");
    test.do_jobs().await;
}

//! Refunds by an administrator: partial, once per key, never above the remaining amount (decisions §3, §10).

use serde_json::json;

use crate::call::fields_of;
use crate::money::{cancel, given_back, ledger, paid, refund, states, subjects};
use crate::payment::booking;
use crate::stage::{booked, booking_id, stored_trek};
use crate::support::TestApp;

const PRICE: i64 = 305_618;

// PAY-08
#[tokio::test]
async fn a_partial_refund_keeps_the_booking_confirmed() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let ask = json!({"amount": 56.18, "reason": "A night without heating"});
    refund(&test, &me, &id, &ask).await.expect(403);
    let answer = refund(&test, &admin, &id, &ask).await.expect(200);
    assert_eq!(
        answer["data"]["refund"],
        json!({"amount": 56.18, "currency": "USD"})
    );
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Confirmed", "Refunded", 56.18]));
    assert_eq!(read["creditNoteNumber"], "CN-2026-00001");
    test.do_jobs().await;
}

// PAY-08
#[tokio::test]
async fn refunding_more_than_is_left_is_refused() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let ask = json!({"amount": 56.18, "reason": "A night without heating"});
    refund(&test, &admin, &id, &ask).await.expect(200);
    for too_much in [json!(3000.01), json!(3056.18), json!(999_999_999_999_i64)] {
        let ask = json!({"amount": too_much, "reason": "x"});
        let body = refund(&test, &admin, &id, &ask)
            .await
            .expect_failure(409, "This is more than is left to refund.");
        assert_eq!(body["data"]["left"], 3000);
    }
    assert_eq!(given_back(&test, &opened).await, 5_618);
    test.do_jobs().await;
}

#[tokio::test]
async fn a_refund_with_a_wrong_amount_or_reason_is_refused() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    for (ask, field) in [
        (json!({"amount": 0, "reason": "x"}), "amount"),
        (json!({"amount": -5, "reason": "x"}), "amount"),
        (json!({"amount": 0.001, "reason": "x"}), "amount"),
        (json!({"amount": 1e18, "reason": "x"}), "amount"),
        (json!({"amount": "5", "reason": "x"}), "amount"),
        (json!({"amount": null, "reason": "x"}), "amount"),
        (json!({"reason": "x"}), "amount"),
        (json!({"amount": 5}), "reason"),
        (json!({"amount": 5, "reason": ""}), "reason"),
        (json!({"amount": 5, "reason": "x".repeat(501)}), "reason"),
    ] {
        let body = refund(&test, &admin, &id, &ask).await.expect(400);
        assert_eq!(fields_of(&body), [field], "{ask}");
    }
    assert_eq!(given_back(&test, &opened).await, 0);
    test.do_jobs().await;
}

// PAY-08
#[tokio::test]
async fn of_three_concurrent_refunds_of_more_than_half_one_is_made() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    // Three concurrent requests for more than half: one succeeds.
    let half = json!({"amount": 1600, "reason": "At once"});
    let (a, b, c) = tokio::join!(
        refund(&test, &admin, &id, &half),
        refund(&test, &admin, &id, &half),
        refund(&test, &admin, &id, &half),
    );
    let mut statuses = [a.status, b.status, c.status].map(|status| status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409]);
    assert_eq!(given_back(&test, &opened).await, 160_000);
    test.do_jobs().await;
}

// PAY-08: an amount that was refunded before is not refunded again, and an email states the partial refund.
#[tokio::test]
async fn a_cancellation_refunds_what_earlier_refunds_left() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let ask = json!({"amount": 56.18, "reason": "A night without heating"});
    refund(&test, &admin, &id, &ask).await.expect(200);
    let answer = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(answer["data"]["refund"]["amount"], 3000);
    assert_eq!(
        states(&answer["data"]["booking"]),
        json!(["Cancelled", "Refunded", 3056.18])
    );
    assert_eq!(
        answer["data"]["booking"]["creditNoteNumber"],
        "CN-2026-00001"
    );
    assert_eq!(given_back(&test, &opened).await, PRICE);
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", 5_618), ("refund", 300_000)]
    );
    test.do_jobs().await;
    let mails = subjects(&test, "maya@example.com");
    let refunds = mails
        .iter()
        .filter(|subject| subject.starts_with("Refund of"))
        .count();
    assert_eq!(refunds, 1);
}

// PAY-08: a repeated key makes no second refund; with another request it is refused.
#[tokio::test]
async fn a_repeated_refund_with_its_key_is_made_once() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let opened = paid(&test, &me, &trek).await;
    let path = format!("/api/bookings/{}/refund", booking_id(&opened));
    let send = async |amount: i64| {
        let ask = json!({"amount": amount, "reason": "Once"});
        let call = test.post(&path, &ask).bearer(&admin.access);
        call.header("idempotency-key", "refund-1").send().await
    };
    let (a, b) = tokio::join!(send(100), send(100));
    for answer in [a, b, send(100).await] {
        let body = answer.expect(200);
        assert_eq!(body["data"]["booking"]["refunded"], 100);
        assert_eq!(body["data"]["refund"]["amount"], 100);
    }
    send(101)
        .await
        .expect_failure(409, "This Idempotency-Key was used for another request.");
    assert_eq!(given_back(&test, &opened).await, 10_000);
    test.do_jobs().await;
}

// PAY-08: an unpaid amount cannot be refunded.
#[tokio::test]
async fn an_unpaid_booking_has_nothing_to_refund() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let id = booking_id(&booked(&test, &me, &trek).await);
    let body = refund(&test, &admin, &id, &json!({"amount": 1, "reason": "x"}))
        .await
        .expect(409);
    assert_eq!(body["data"]["left"], 0);
    refund(
        &test,
        &admin,
        "nothing",
        &json!({"amount": 1, "reason": "x"}),
    )
    .await
    .expect(404);
}

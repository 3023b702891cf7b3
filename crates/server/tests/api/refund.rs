//! Refunds by an administrator: in parts, once for a key, never more than is left (decisions §3, §10).

use serde_json::json;

use crate::call::fields_of;
use crate::money::{cancel, cancel_with, given_back, ledger, paid, refund, states, subjects};
use crate::payment::booking;
use crate::stage::{booked, booking_id, read_booking, stored_trek};
use crate::support::{Login, TestApp};

const PRICE: i64 = 305_618;

// PAY-08: parts go back one after the other, never more than is left; the booking stays as it is.
#[tokio::test]
async fn an_administrator_gives_back_in_parts_and_never_more_than_is_left() {
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
    for too_much in [json!(3000.01), json!(3056.18), json!(999_999_999_999_i64)] {
        let ask = json!({"amount": too_much, "reason": "x"});
        let body = refund(&test, &admin, &id, &ask)
            .await
            .expect_failure(409, "This is more than is left to refund.");
        assert_eq!(body["data"]["left"], 3000);
    }
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
    // Of three that ask for more than half at once one gets it.
    let half = json!({"amount": 1600, "reason": "At once"});
    let (a, b, c) = tokio::join!(
        refund(&test, &admin, &id, &half),
        refund(&test, &admin, &id, &half),
        refund(&test, &admin, &id, &half),
    );
    let mut statuses = [a.status, b.status, c.status].map(|status| status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409]);
    // What went back before does not go back again with the cancellation.
    let answer = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(answer["data"]["refund"]["amount"], 1400);
    assert_eq!(
        states(&answer["data"]["booking"]),
        json!(["Cancelled", "Refunded", 3056.18])
    );
    assert_eq!(
        answer["data"]["booking"]["creditNoteNumber"],
        "CN-2026-00001"
    );
    assert_eq!(given_back(&test, &opened).await, PRICE);
    let lines = ledger(&test, &id).await;
    assert_eq!(
        lines,
        [
            ("capture", PRICE),
            ("refund", 5_618),
            ("refund", 160_000),
            ("refund", 140_000)
        ]
    );
    test.do_jobs().await;
    let mails = subjects(&test, "maya@example.com");
    let refunds = mails
        .iter()
        .filter(|subject| subject.starts_with("Refund of"))
        .count();
    assert_eq!(refunds, 2);
}

// PAY-08: the same key gives money back once; with another request it is refused.
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

// PAY-08: nothing goes back of what nobody paid.
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

// decisions §11: a booking says what can still be refunded and what its viewer can do; both follow its state.
#[tokio::test]
async fn a_booking_says_what_can_be_refunded_and_done_by_whom() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let seen = async |who: &Login, id: &str| {
        let booking = read_booking(&test, who, id).await.expect(200)["data"]["booking"].clone();
        json!([booking["refundable"], booking["allowedActions"]])
    };
    let unpaid = booking_id(&booked(&test, &me, &trek).await);
    assert_eq!(seen(&me, &unpaid).await, json!([0, ["pay", "cancel"]]));
    assert_eq!(
        seen(&admin, &unpaid).await,
        json!([0, ["confirm", "cancel"]])
    );
    cancel(&test, &me, &unpaid).await.expect(200);
    assert_eq!(seen(&me, &unpaid).await, json!([0, []]));
    assert_eq!(seen(&admin, &unpaid).await, json!([0, []]));
    let id = booking_id(&paid(&test, &me, &trek).await);
    assert_eq!(seen(&me, &id).await, json!([3056.18, ["cancel"]]));
    let all = json!(["complete", "cancel", "refund", "resendMail"]);
    assert_eq!(seen(&admin, &id).await, json!([3056.18, all]));
    let part = json!({"amount": 3000, "reason": "Snow"});
    let answer = refund(&test, &admin, &id, &part).await.expect(200);
    let after = &answer["data"]["booking"];
    assert_eq!(
        (&after["refundable"], &after["allowedActions"]),
        (&json!(56.18), &all)
    );
    cancel(&test, &me, &id).await.expect(200);
    assert_eq!(seen(&admin, &id).await, json!([0, ["resendMail"]]));
    let list = test
        .get("/api/bookings")
        .bearer(&admin.access)
        .send()
        .await
        .expect(200);
    assert_eq!(
        list["data"]["bookings"][0]["allowedActions"],
        json!(["resendMail"])
    );
    test.do_jobs().await;
}

// The guest reads one reason; the agency's own note is in the audit log only.
#[tokio::test]
async fn an_internal_note_of_a_refund_never_reaches_the_guest() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let id = booking_id(&paid(&test, &me, &trek).await);
    let ask =
        json!({"amount": 10, "reason": "A cold night", "internalReason": "Lodge owner drunk"});
    refund(&test, &admin, &id, &ask).await.expect(200);
    let ask =
        json!({"amount": 20, "reason": "Trail closed", "internalReason": " Third complaint "});
    cancel_with(&test, &admin, &id, &ask).await.expect(200);
    let changes = async |action: &str| {
        let log = test.get(&format!("/api/audit?search={id}"));
        let log = log.bearer(&admin.access).send().await.expect(200);
        let entries = log["data"]["entries"].as_array().expect("a list").clone();
        let found = entries.into_iter().find(|entry| entry["action"] == action);
        let found = found.expect("an entry")["changes"].clone();
        let said = found.as_array().expect("changes").iter();
        json!(
            said.map(|change| change["after"].clone())
                .collect::<Vec<_>>()
        )
    };
    assert_eq!(
        changes("refund").await,
        json!([10, "A cold night", "Lodge owner drunk"])
    );
    assert_eq!(
        changes("cancel").await,
        json!([20, "Trail closed", "Third complaint"])
    );
    test.do_jobs().await;
    let own = read_booking(&test, &me, &id).await.expect(200).to_string();
    let mails: String = test.outbox().iter().map(|mail| mail.text.clone()).collect();
    assert!(own.contains("A cold night") && mails.contains("A cold night"));
    for secret in ["drunk", "complaint"] {
        assert!(!own.contains(secret) && !mails.contains(secret), "{secret}");
    }
    let long = json!({"amount": 1, "reason": "x", "internalReason": "x".repeat(501)});
    let other = booking_id(&paid(&test, &me, &trek).await);
    let body = refund(&test, &admin, &other, &long).await.expect(400);
    assert_eq!(fields_of(&body), ["internalReason"]);
    test.do_jobs().await;
}

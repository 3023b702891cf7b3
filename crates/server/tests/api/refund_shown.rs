//! Refund details of a booking, and their visibility.

use serde_json::json;

use crate::call::fields_of;
use crate::money::{cancel, cancel_with, paid, refund};
use crate::stage::{booked, booking_id, read_booking, stored_trek};
use crate::support::{Login, TestApp};

// decisions §11: a booking lists the refundable amount and the actions of its viewer; both follow its state.
#[tokio::test]
async fn a_booking_lists_the_refundable_amount_and_the_allowed_actions() {
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
        json!([0, ["confirm", "change", "cancel"]])
    );
    cancel(&test, &me, &unpaid).await.expect(200);
    assert_eq!(seen(&me, &unpaid).await, json!([0, []]));
    assert_eq!(seen(&admin, &unpaid).await, json!([0, []]));
    let id = booking_id(&paid(&test, &me, &trek).await);
    assert_eq!(seen(&me, &id).await, json!([3056.18, ["cancel"]]));
    let all = json!(["complete", "change", "cancel", "refund", "resendMail"]);
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

// The guest sees one reason; the agency's own note is in the audit log only.
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

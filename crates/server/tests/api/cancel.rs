//! Cancelling: the preview of the refund, the policy and unpaid bookings (decisions §5, §10 "Cancel").

use chrono::TimeDelta;
use serde_json::json;

use crate::money::{
    cancel, cancel_with, given_back, ledger, paid, preview, states, stored, subjects,
};
use crate::payment::booking;
use crate::stage::{GOOD_CARD, booked, booking_id, pay, stored_trek};
use crate::support::{TestApp, beginning};

const OVER: &str = "This booking cannot be cancelled any more.";
/// Price of the classic route for two, in minor units.
const PRICE: i64 = 305_618;

// BOOK-16 PAY-08: long before the start, the previewed refund is the one that is made.
#[tokio::test]
async fn a_traveller_cancels_and_is_refunded_the_previewed_amount() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = paid(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let shown = preview(&test, &me, &id).await.expect(200)["data"].clone();
    assert_eq!(
        shown,
        json!({"refund": {"amount": 3056.18, "currency": "USD"}, "percent": 100, "daysBeforeStart": 101})
    );
    // Travellers cannot choose the amount.
    let ask = json!({"amount": 1, "reason": "Less"});
    let answer = cancel_with(&test, &me, &id, &ask).await.expect(200);
    assert_eq!(answer["data"]["refund"], shown["refund"]);
    let cancelled = &answer["data"]["booking"];
    assert_eq!(states(cancelled), json!(["Cancelled", "Refunded", 3056.18]));
    assert_eq!(cancelled["invoiceNumber"], "INV-2026-00001");
    assert_eq!(cancelled["creditNoteNumber"], "CN-2026-00001");
    assert_eq!(
        cancelled["refunds"],
        json!([{"amount": 3056.18, "currency": "USD", "reason": "Cancelled by the traveller", "made": true,
            "createdAt": "2026-11-20T03:30:00Z"}])
    );
    assert_eq!(booking(&test, &me, &opened).await, *cancelled);
    assert_eq!(
        ledger(&test, &id).await,
        [("capture", PRICE), ("refund", PRICE)]
    );
    assert_eq!(given_back(&test, &opened).await, PRICE);
    test.do_jobs().await;
    let mails = subjects(&test, "maya@example.com");
    assert_eq!(
        mails.last().map(String::as_str),
        Some("Booking cancelled: Namche Bazaar, Mar 01, 2027")
    );
    let mail = test.outbox().pop().expect("a mail");
    let page = format!("http://localhost:8080/dashboard/bookings/{id}");
    let terms = "Full refund until Jan 30, 2027; 50% refund until Feb 22, 2027";
    for part in [
        "$3,056.18",
        "CN-2026-00001",
        "INV-2026-00001",
        &id,
        &page,
        terms,
    ] {
        assert!(mail.text.contains(part), "{part} in {}", mail.text);
        assert!(mail.html.contains(part), "{part} in {}", mail.html);
    }
}

// BOOK-16: the policy counts days in the agency's time zone: half, rounded half up, then nothing.
#[tokio::test]
async fn a_later_cancellation_refunds_half_and_then_nothing() {
    let test = TestApp::start().await;
    test.traveller().await;
    let trek = stored_trek(&test).await;
    let start = "2027-02-28T18:15:00Z"
        .parse::<chrono::DateTime<chrono::Utc>>()
        .unwrap();
    // (before the first minute of the start day in Kathmandu, days, percent, amount)
    for (before, days, percent, back) in [
        (TimeDelta::days(30), 30, 100, json!(3056.18)),
        (
            TimeDelta::days(30) - TimeDelta::minutes(1),
            30,
            100,
            json!(3056.18),
        ),
        (TimeDelta::days(29), 29, 50, json!(1528.09)),
        (TimeDelta::days(7), 7, 50, json!(1528.09)),
        (TimeDelta::days(6), 6, 0, json!(0)),
    ] {
        test.clock.set(beginning());
        let me = test.login("maya@example.com", "trail of many stones").await;
        let opened = paid(&test, &me, &trek).await;
        test.clock.set(start - before);
        let me = test.login("maya@example.com", "trail of many stones").await;
        let id = booking_id(&opened);
        let shown = preview(&test, &me, &id).await.expect(200);
        assert_eq!(
            shown["data"],
            json!({"refund": {"amount": back, "currency": "USD"}, "percent": percent, "daysBeforeStart": days})
        );
        let answer = cancel(&test, &me, &id).await.expect(200);
        assert_eq!(answer["data"]["refund"]["amount"], back);
        // Without a refund the payment stays Confirmed.
        let payment = if back == json!(0) {
            "Confirmed"
        } else {
            "Refunded"
        };
        assert_eq!(
            states(&answer["data"]["booking"]),
            json!(["Cancelled", payment, back])
        );
        test.do_jobs().await;
    }
}

// BOOK-16: the payment of a cancelled booking cannot be made any more.
#[tokio::test]
async fn cancelling_an_unpaid_booking_cancels_its_payment() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let opened = booked(&test, &me, &trek).await;
    let id = booking_id(&opened);
    let shown = preview(&test, &me, &id).await.expect(200);
    assert_eq!(shown["data"]["refund"]["amount"], 0);
    let answer = cancel(&test, &me, &id).await.expect(200);
    assert_eq!(
        states(&answer["data"]["booking"]),
        json!(["Cancelled", "Failed", 0])
    );
    assert_eq!(answer["data"]["refund"]["amount"], 0);
    pay(&test, &opened, GOOD_CARD).await.expect(409);
    cancel(&test, &me, &id).await.expect_failure(409, OVER);
    preview(&test, &me, &id).await.expect_failure(409, OVER);
    assert_eq!(ledger(&test, &id).await, []);
    assert_eq!(stored(&test, &id).await.credit_note_number, None);
}

// BOOK-16: three clicks make one cancellation and one refund; the later requests for a paid booking get a conflict.
#[tokio::test]
async fn concurrent_cancellations_refund_once() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    for opened in [
        paid(&test, &me, &trek).await,
        booked(&test, &me, &trek).await,
    ] {
        let id = booking_id(&opened);
        let (a, b, c) = tokio::join!(
            cancel(&test, &me, &id),
            cancel(&test, &me, &id),
            cancel(&test, &me, &id)
        );
        let mut statuses = [a.status, b.status, c.status].map(|status| status.as_u16());
        statuses.sort_unstable();
        let was_paid = !ledger(&test, &id).await.is_empty();
        if was_paid {
            assert_eq!(statuses, [200, 409, 409]);
        }
        assert_eq!(statuses[0], 200);
        assert!(given_back(&test, &opened).await <= PRICE);
        let back: i64 = ledger(&test, &id)
            .await
            .iter()
            .filter(|(kind, _)| *kind == "refund")
            .map(|(_, amount)| amount)
            .sum();
        assert_eq!(back, given_back(&test, &opened).await);
    }
    test.do_jobs().await;
}

// PAY-08: failures leave no gaps in the numbers of credit notes.
#[tokio::test]
async fn credit_notes_have_numbers_without_gaps() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let mut all = Vec::new();
    for _ in 0..4 {
        all.push(booking_id(&paid(&test, &me, &trek).await));
    }
    let unpaid = booking_id(&booked(&test, &me, &trek).await);
    cancel(&test, &me, &unpaid).await.expect(200);
    let [a, b, c, d] = all.as_slice() else {
        panic!("four bookings")
    };
    tokio::join!(
        cancel(&test, &me, a),
        cancel(&test, &me, b),
        cancel(&test, &me, c),
        cancel(&test, &me, d),
        cancel(&test, &me, a),
    );
    let mut numbers = Vec::new();
    for id in &all {
        numbers.extend(stored(&test, id).await.credit_note_number);
    }
    numbers.sort();
    assert_eq!(
        numbers,
        [1, 2, 3, 4].map(|number| format!("CN-2026-{number:05}"))
    );
    test.do_jobs().await;
}

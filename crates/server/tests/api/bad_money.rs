//! Invalid amounts, currencies, statuses and payments of others in requests (decisions §5).

use serde_json::{Value, json};

use crate::money::{cancel_with, ledger, paid, refund, states, stored};
use crate::payment::booking;
use crate::stage::{booked, booking_id, request, send, stored_bookings, stored_trek, verify, with};
use crate::support::TestApp;

// BOOK-16 PAY-08 API-38: states and amounts in a request are compared or ignored, never stored.
#[tokio::test]
async fn made_up_statuses_and_sums_are_never_stored() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let mut made_up = ask.clone();
    for (field, value) in [
        ("status", json!("Confirmed")),
        ("currency", json!("JPY")),
        ("amount", json!(1)),
        ("refunded", json!(-5000)),
        ("invoiceNumber", json!("INV-2026-00001")),
        ("creditNoteNumber", json!("CN-2026-00001")),
        ("bookingDetails.status", json!("Completed")),
        ("payment.status", json!("Confirmed")),
        ("payment.currency", json!("JPY")),
        ("payment.paymentIntentId", json!("pi_of_another")),
        ("payment.refunded", json!(1)),
        ("payment.byHand", json!({"reason": "x"})),
        ("payment.paidAt", json!("2026-01-01T00:00:00Z")),
        ("priceBreakdown.currency", json!("USD")),
    ] {
        made_up = with(&made_up, field, value);
    }
    let opened = send(&test, &me, &made_up).await.expect(201)["data"].clone();
    let read = booking(&test, &me, &opened).await;
    assert_eq!(states(&read), json!(["Pending", "Pending", 0]));
    assert_eq!(
        (&read["amount"], &read["currency"]),
        (&json!(3056.18), &json!("USD"))
    );
    for field in ["invoiceNumber", "creditNoteNumber"] {
        assert_eq!(read.get(field), None, "{field}");
    }
    assert_eq!(read["payment"].get("paidAt"), None);
    assert_eq!(
        read["payment"]["paymentIntentId"],
        opened["paymentIntentId"]
    );
    let kept = stored(&test, &booking_id(&opened)).await;
    assert_eq!(kept.payment.by_hand, None);
    verify(&test, &me, &opened).await.expect(402);
    // Every kind of invented price is refused.
    let before = stored_bookings(&test).await;
    for amount in [
        json!(0),
        json!(-3056.18),
        json!(0.01),
        json!(3056.17),
        json!(3056.181),
        json!(1e15),
        json!(1e300),
        json!("3056.18"),
    ] {
        let ask = with(&ask, "payment.finalAmount", amount.clone());
        let status = send(&test, &me, &ask).await.status.as_u16();
        assert!([400, 409].contains(&status), "{amount}: {status}");
    }
    for currency in [json!("JPY"), json!("usd"), json!("XXX")] {
        let ask = with(&ask, "priceBreakdown.currency", currency.clone());
        let status = send(&test, &me, &ask).await.status.as_u16();
        assert!([400, 409].contains(&status), "{currency}: {status}");
    }
    assert_eq!(stored_bookings(&test).await, before);
}

// PAY-08: negative, zero or excessive refunds, and refunds of another booking, move no money.
#[tokio::test]
async fn bad_refunds_move_no_money() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let (first, unpaid) = (
        booking_id(&paid(&test, &me, &trek).await),
        booking_id(&booked(&test, &me, &trek).await),
    );
    for amount in [
        json!(-1),
        json!(-0.01),
        json!(0),
        json!(3056.19),
        json!(999_999_999_999_999_i64),
        json!(i64::MAX),
        json!(1e308),
        json!(0.005),
        json!(true),
        json!([1]),
        Value::Null,
    ] {
        let ask = json!({"amount": amount, "reason": "A reason"});
        for id in [&first, &unpaid] {
            let status = refund(&test, &admin, id, &ask).await.status.as_u16();
            assert!([400, 409].contains(&status), "{amount}: {status}");
        }
        if !amount.is_null() && amount != json!(0) {
            let status = cancel_with(&test, &admin, &first, &ask).await.status;
            assert!([400, 409].contains(&status.as_u16()), "{amount}: {status}");
        }
    }
    let lines = ledger(&test, &first).await;
    assert_eq!(lines, [("capture", 305_618)]);
    assert_eq!(stored(&test, &first).await.status.as_str(), "Confirmed");
    // The request has no field for the currency; the same number in another currency would be another amount.
    let ask = json!({"amount": 1, "currency": "KWD", "reason": "A reason"});
    let body = refund(&test, &admin, &first, &ask).await.expect(200);
    assert_eq!(body["data"]["refund"]["currency"], "USD");
    test.do_jobs().await;
}

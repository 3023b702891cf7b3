//! Promotion codes: a line of the price, counted with each booking (operations §6).

use domain::trek::Trek;
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use crate::call::{Answer, message_of};
use crate::guides::get;
use crate::money::stored;
use crate::stage::{
    GOOD_CARD, booking_id, keep, pay, request, send, stored_trek, text, trek_named, verify, with,
};
use crate::support::{Login, TestApp};

pub const USED_UP: &str = "This promotion code has been used up.";

pub async fn promotion(test: &TestApp, admin: &Login, new: &Value) -> Value {
    let made = test.post("/api/promotions", new).bearer(&admin.access);
    made.send().await.expect(201)["data"]["promotion"].clone()
}

/// The price of the classic route with a code.
pub async fn quoted(test: &TestApp, trek: &Trek, guests: usize, code: &str) -> Answer {
    let ask = json!({
        "trekId": trek.id, "routeDetails": {"name": "Classic"}, "totalGuests": guests, "promotionCode": code,
    });
    test.post("/api/bookings/quote", &ask).send().await
}

/// A request for two with a code, and its price.
pub async fn with_code(test: &TestApp, trek: &Trek, code: &str) -> Value {
    let quote = quoted(test, trek, 2, code).await.expect(200);
    priced(
        &request(test, trek, 2).await,
        code,
        &quote["data"]["priceBreakdown"],
    )
}

pub fn priced(ask: &Value, code: &str, price: &Value) -> Value {
    let mut ask = with(ask, "promotionCode", json!(code));
    ask["priceBreakdown"] = price.clone();
    ask["payment"] = json!({"finalAmount": price["total"]});
    ask
}

// 2 × 1250.50, less 10 %, plus 13 % and 5 % of the rest, 40 per guest, and 25.
#[tokio::test]
async fn a_code_is_a_line_of_the_quote_of_the_booking_of_the_mail_and_of_the_invoice() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let made = promotion(
        &test,
        &admin,
        &json!({"code": " spring-10 ", "percent": 10}),
    )
    .await;
    assert_eq!(made["code"], "SPRING-10");
    let quote = quoted(&test, &trek, 2, "Spring-10").await.expect(200);
    let price = &quote["data"]["priceBreakdown"];
    let expected = json!({
        "basePrice": 2501, "discount": 0, "promotion": 250.1, "gst": 292.62, "serviceFee": 112.55,
        "insurance": 80, "bookingFee": 25, "total": 2761.07, "currency": "USD",
    });
    assert_eq!(price, &expected);
    let applied = json!({"code": "SPRING-10", "percent": 10});
    assert_eq!(quote["data"]["promotion"], applied);
    let plain = request(&test, &trek, 2).await;
    let without_price = with(&plain, "promotionCode", json!("spring-10"));
    let changed = send(&test, &me, &without_price).await.expect(409);
    assert_eq!(changed["data"]["priceBreakdown"], expected);
    let ask = priced(&plain, "spring-10", price);
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    assert_eq!(opened["booking"]["promotion"], applied);
    assert_eq!(opened["booking"]["amount"], 2761.07);
    pay(&test, &opened, GOOD_CARD).await.expect(200);
    verify(&test, &me, &opened).await.expect(200);
    test.do_jobs().await;
    let mails = test.outbox();
    let newest = mails.last().expect("a mail");
    assert!(newest.text.contains("Promotion code"), "{}", newest.text);
    assert!(newest.text.contains("250.10"), "{}", newest.text);
    let number = stored(&test, &booking_id(&opened)).await.invoice_number;
    let invoice = store::invoices::find(&test.app.db, &number.expect("a number")).await;
    let invoice = invoice.expect("read").expect("stored");
    let lines = invoice.lines.iter();
    let line = lines.clone().find(|line| line.label == "Promotion code");
    assert_eq!(line.expect("a line").amount.minor(), -25_010);
    assert_eq!(lines.map(|line| line.amount.minor()).sum::<i64>(), 276_107);
}

#[tokio::test]
async fn an_amount_is_taken_off_once_for_the_booking_and_an_unused_field_is_no_code() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let made = promotion(
        &test,
        &admin,
        &json!({"code": "FIFTY", "amount": 50, "maxUses": 3}),
    )
    .await;
    assert_eq!(
        (&made["amount"], &made["currency"], &made["state"]),
        (&json!(50), &json!("USD"), &json!("active"))
    );
    let ask = with_code(&test, &trek, "fifty").await;
    let opened = send(&test, &me, &ask).await.expect(201)["data"].clone();
    let applied = json!({"code": "FIFTY", "amount": 50});
    assert_eq!(opened["booking"]["promotion"], applied);
    assert_eq!(opened["booking"]["priceBreakdown"]["promotion"], 50);
    let plain = with(&request(&test, &trek, 2).await, "promotionCode", json!(" "));
    let plain = send(&test, &me, &plain).await.expect(201);
    assert_eq!(plain["data"]["booking"].get("promotion"), None);
    let path = format!("/api/promotions/{}/uses", text(&made, "_id"));
    let listed = get(&test, &admin, &path).await.expect(200);
    assert_eq!(listed["data"]["total"], 1);
    let used = &listed["data"]["uses"][0];
    assert_eq!(
        (&used["reference"], &used["amount"], &used["status"]),
        (
            &opened["booking"]["reference"],
            &json!(50),
            &json!("Pending")
        )
    );
}

#[tokio::test]
async fn each_reason_for_refusing_a_code_is_said() {
    let test = TestApp::start().await;
    let (me, admin, trek) = (
        test.traveller().await,
        test.admin().await,
        stored_trek(&test).await,
    );
    let other = trek_named(&test.app, "Gokyo Lakes");
    keep(&test.app, &other).await;
    for new in [
        json!({"code": "LATER", "percent": 5, "validFrom": "2026-11-21"}),
        json!({"code": "OVER", "percent": 5, "validUntil": "2026-11-19"}),
        json!({"code": "TODAY", "percent": 5, "validFrom": "2026-11-20", "validUntil": "2026-11-20"}),
        json!({"code": "GOKYO", "percent": 5, "trekIds": [other.id]}),
        json!({"code": "NAMCHE", "percent": 5, "trekIds": [trek.id]}),
        json!({"code": "ONCE", "percent": 5, "maxUses": 1}),
        json!({"code": "YEN", "amount": 5}),
    ] {
        promotion(&test, &admin, &new).await;
    }
    let once = with_code(&test, &trek, "ONCE").await;
    send(&test, &me, &once).await.expect(201);
    // The agency sold in yen when it made this code.
    let in_yen = json!({"amount": {"amount": 500, "currency": "JPY"}});
    let change = format!("update promotions set deduction = '{in_yen}' where code = 'YEN'");
    let db = &test.app.db;
    db.execute_unprepared(&change).await.expect("changed");
    for (code, status, reason, message) in [
        (
            "NOTHING",
            400,
            "unknown",
            "We don't know this promotion code. Check the spelling.",
        ),
        (
            "LATER",
            409,
            "not-yet-valid",
            "This promotion code is not valid yet.",
        ),
        (
            "OVER",
            409,
            "ended",
            "This promotion code is no longer valid.",
        ),
        ("ONCE", 409, "used-up", USED_UP),
        (
            "GOKYO",
            400,
            "other-trek",
            "This promotion code is for other treks.",
        ),
        (
            "YEN",
            400,
            "other-currency",
            "This promotion code is for prices in another currency.",
        ),
    ] {
        let refused = quoted(&test, &trek, 2, code).await.expect(status);
        assert_eq!(
            message_of(&refused, "promotionCode"),
            Some(message),
            "{code}"
        );
        assert_eq!(refused["data"]["reason"], reason);
        let ask = with(
            &request(&test, &trek, 2).await,
            "promotionCode",
            json!(code),
        );
        if code != "ONCE" {
            let refused = send(&test, &me, &ask).await.expect(status);
            assert_eq!(refused["data"]["reason"], reason);
        }
    }
    quoted(&test, &trek, 2, "today").await.expect(200);
    quoted(&test, &trek, 2, "namche").await.expect(200);
    let refused = send(&test, &me, &once).await.expect(409);
    assert_eq!(message_of(&refused, "promotionCode"), Some(USED_UP));
}

#[tokio::test]
async fn codes_cannot_be_guessed() {
    let settings = [("limit_promotion_codes", "3/15m")];
    let test = TestApp::start_with(&settings).await;
    let (admin, trek) = (test.admin().await, stored_trek(&test).await);
    promotion(&test, &admin, &json!({"code": "RIGHT", "percent": 10})).await;
    for _ in 0..5 {
        quoted(&test, &trek, 2, "right").await.expect(200);
    }
    for _ in 0..3 {
        quoted(&test, &trek, 2, "wrong").await.expect(400);
    }
    quoted(&test, &trek, 2, "wrong").await.expect(429);
    quoted(&test, &trek, 2, "right").await.expect(429);
    let me = test.traveller().await;
    let plain = request(&test, &trek, 2).await;
    let ask = with(&plain, "promotionCode", json!("wrong"));
    for status in [400, 400, 400, 429] {
        send(&test, &me, &ask).await.expect(status);
    }
    send(&test, &me, &plain).await.expect(201);
}

//! Every field of a booking request: missing, empty, too long, of the wrong type, hostile. The response is 4xx with the
//! field, never 5xx, and nothing is stored.

use serde_json::{Value, json};

use crate::call::fields_of;
use crate::stage::{request, send, stored_bookings, stored_trek, with, without};
use crate::support::TestApp;

const HOSTILE: [&str; 9] = [
    "<script>alert(1)</script>",
    "'; DROP TABLE bookings; --",
    "{{7*7}} ${7*7} %s %n",
    "a\r\nBcc: victim@example.com",
    "\u{202e}gnp.exe",
    "../../../../etc/passwd",
    "a\u{0}b",
    "\u{7f}\u{1b}[31m",
    "NaN",
];

// BOOK-18 API-38 DATA-10 DATA-11 DATA-12 DATA-13 DATA-14: required fields.
#[tokio::test]
async fn a_required_field_that_is_missing_is_named() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    for field in [
        "trekId",
        "routeDetails",
        "bookingDetails",
        "bookingDetails.startDate",
        "bookingDetails.totalGuests",
        "guestDetails",
        "guestDetails.primaryGuest",
        "guestDetails.primaryGuest.name",
        "guestDetails.primaryGuest.age",
        "guestDetails.primaryGuest.gender",
        "guestDetails.primaryGuest.phoneNumber",
        "payment",
        "payment.finalAmount",
    ] {
        let body = send(&test, &me, &without(&ask, field)).await.expect(400);
        assert_eq!(fields_of(&body), [field], "{body}");
        let body = send(&test, &me, &with(&ask, field, Value::Null))
            .await
            .expect(400);
        assert_eq!(fields_of(&body), [field], "null: {body}");
    }
    assert_eq!(stored_bookings(&test).await, 0);
}

// DATA-15: optional fields.
#[tokio::test]
async fn an_optional_field_may_be_missing() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    for field in [
        "routeDetails.routeIndex",
        "routeDetails.numberOfDays",
        "routeDetails.pricePerHead",
        "bookingDetails.endDate",
        "bookingDetails.status",
        "payment.baseAmount",
        "payment.status",
        "payment.charges",
        "payment.charges.gst",
        "additionalNotes",
        "includeMeals",
        "includePorter",
        "priceBreakdown",
        "priceBreakdown.discount",
    ] {
        send(&test, &me, &without(&ask, field)).await.expect(201);
        send(&test, &me, &with(&ask, field, Value::Null))
            .await
            .expect(201);
    }
    let alone = request(&test, &trek, 1).await;
    send(
        &test,
        &me,
        &without(&alone, "guestDetails.additionalGuests"),
    )
    .await
    .expect(201);
}

// BOOK-18 API-38: a value of another type is 400 with its field.
#[tokio::test]
async fn a_field_of_the_wrong_type_is_named() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let fields = [
        ("trekId", "text"),
        ("routeDetails", "object"),
        ("routeDetails.routeIndex", "number"),
        ("routeDetails.name", "text"),
        ("routeDetails.pricePerHead", "number"),
        ("bookingDetails", "object"),
        ("bookingDetails.startDate", "text"),
        ("bookingDetails.totalGuests", "number"),
        ("guestDetails", "object"),
        ("guestDetails.primaryGuest", "object"),
        ("guestDetails.primaryGuest.name", "text"),
        ("guestDetails.primaryGuest.age", "number"),
        ("guestDetails.primaryGuest.gender", "text"),
        ("guestDetails.primaryGuest.phoneNumber", "text"),
        ("guestDetails.additionalGuests", "list"),
        ("guestDetails.additionalGuests[0]", "object"),
        ("guestDetails.additionalGuests[0].age", "number"),
        ("payment", "object"),
        ("payment.finalAmount", "number"),
        ("payment.charges", "object"),
        ("payment.charges.gst", "number"),
        ("additionalNotes", "text"),
        ("includeMeals", "switch"),
        ("includePorter", "switch"),
        ("priceBreakdown", "object"),
        ("priceBreakdown.total", "number"),
        ("userId", "text"),
    ];
    let values = [
        ("text", json!("x")),
        ("number", json!(-7)),
        ("switch", json!(true)),
        ("list", json!([1])),
        ("object", json!({})),
    ];
    for (field, kind) in fields {
        for (other, value) in &values {
            // An empty object or list lacks the required fields, or is an invalid guest.
            if *other == kind {
                continue;
            }
            let answer = send(&test, &me, &with(&ask, field, value.clone())).await;
            let body = answer.expect(400);
            assert!(
                fields_of(&body)[0].starts_with(field),
                "{field} = {value}: {body}"
            );
        }
    }
    assert_eq!(stored_bookings(&test).await, 0);
}

// BOOK-18 API-38: numbers out of range, far out of range and not quite of the right kind.
#[tokio::test]
async fn a_number_out_of_range_is_refused_with_its_field() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    for field in [
        "routeDetails.routeIndex",
        "bookingDetails.totalGuests",
        "guestDetails.primaryGuest.age",
        "guestDetails.additionalGuests[0].age",
        "payment.finalAmount",
        "priceBreakdown.total",
    ] {
        for value in [
            "-1",
            "1.5",
            "0",
            "101",
            "256",
            "4294967296",
            "18446744073709551616",
            "1e308",
            "-1e308",
            "1e-308",
        ] {
            let text = with(&ask, field, json!("@"))
                .to_string()
                .replace("\"@\"", value);
            let call = test
                .post("/api/bookings", &json!({}))
                .body("application/json", text);
            let answer = call.bearer(&me.access).send().await;
            let is_right = field == "routeDetails.routeIndex" && value == "0";
            let status = answer.status.as_u16();
            assert!(
                is_right || [400, 409].contains(&status),
                "{field} = {value}: {status}"
            );
        }
    }
    let huge = with(&ask, "payment.finalAmount", json!("@"))
        .to_string()
        .replace("\"@\"", "1e999");
    let call = test
        .post("/api/bookings", &json!({}))
        .body("application/json", huge);
    call.bearer(&me.access).send().await.expect(400);
    assert_eq!(stored_bookings(&test).await, 1);
}

// BOOK-18 DATA-13 DATA-15: hostile text is stored as text or refused with its field; it is never executed and never
// causes 5xx.
#[tokio::test]
async fn hostile_text_does_no_harm() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    for field in [
        "trekId",
        "routeDetails.routeId",
        "routeDetails.name",
        "bookingDetails.startDate",
        "bookingDetails.endDate",
        "bookingDetails.status",
        "guestDetails.primaryGuest.name",
        "guestDetails.primaryGuest.gender",
        "guestDetails.primaryGuest.phoneNumber",
        "guestDetails.additionalGuests[0].name",
        "payment.status",
        "additionalNotes",
        "userId",
        "priceBreakdown.currency",
    ] {
        for text in HOSTILE
            .iter()
            .map(|text| (*text).to_owned())
            .chain(["x".repeat(300_000)])
        {
            let answer = send(&test, &me, &with(&ask, field, json!(text))).await;
            let status = answer.status.as_u16();
            assert!(
                [201, 400, 403, 409].contains(&status),
                "{field} = {text:.20}: {status}"
            );
            if status == 201 && field == "additionalNotes" {
                let kept = &answer.json()["data"]["booking"]["additionalNotes"];
                assert_eq!(kept, text.trim(), "kept as typed");
            }
        }
    }
}

// API-38: bodies that are not a booking request.
#[tokio::test]
async fn a_body_that_is_not_a_booking_request_is_refused_with_its_reason() {
    let test = TestApp::start().await;
    let (me, trek) = (test.traveller().await, stored_trek(&test).await);
    let ask = request(&test, &trek, 2).await;
    let post = |kind: &'static str, body: String| {
        let call = test.post("/api/bookings", &json!({})).body(kind, body);
        call.bearer(&me.access).send()
    };
    post("text/plain", ask.to_string()).await.expect(415);
    post("application/x-www-form-urlencoded", "trekId=1".to_owned())
        .await
        .expect(415);
    for body in ["", "{", "[]", "null", "\"x\"", "{\"trekId\":}", "{} {}"] {
        post("application/json", body.to_owned()).await.expect(400);
    }
    let deep = format!("{}1{}", "[".repeat(5_000), "]".repeat(5_000));
    post("application/json", deep).await.expect(400);
    let large = with(&ask, "additionalNotes", json!("x".repeat(1_100_000)));
    post("application/json", large.to_string())
        .await
        .expect(413);
    assert_eq!(stored_bookings(&test).await, 0);
}

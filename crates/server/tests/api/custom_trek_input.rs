//! Invalid and hostile requests for custom treks (decisions §2, §10 "Shapes").

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::json;

use crate::call::{fields_of, message_of};
use crate::custom_trek::{AGENCY, ask, asked, mails_to, wish};
use crate::custom_trek_desk::listed;
use crate::newsletter::header_of;
use crate::stage::with;
use crate::support::TestApp;

const INVALID: &str = "Please check your request.";

// DECIDE-15: every invalid field is named in the order of the form, and nothing is stored or emailed.
#[tokio::test]
async fn every_invalid_field_is_named() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let body = ask(&app, &json!({})).await.expect_failure(400, INVALID);
    assert_eq!(fields_of(&body), ["name", "email", "destination", "guests"]);
    let all = json!({
        "name": "M", "email": "maya", "phone": "call me", "destination": " ", "startDate": "soon",
        "days": 0, "guests": 101, "message": "x".repeat(2001),
    });
    let body = ask(&app, &all).await.expect_failure(400, INVALID);
    let mut fields = fields_of(&body);
    fields.sort_unstable();
    let mut wrong: Vec<&str> = all
        .as_object()
        .expect("fields")
        .keys()
        .map(String::as_str)
        .collect();
    wrong.sort_unstable();
    assert_eq!(fields, wrong);
    for (field, value, message) in [
        (
            "name",
            json!("x".repeat(101)),
            "Name must be at most 100 characters",
        ),
        (
            "name",
            json!("Maya\r\nBcc: all@example.com"),
            "Name has characters that cannot be used",
        ),
        (
            "email",
            json!("a@example.com\r\nBcc: b@example.com"),
            "Please enter a valid email address",
        ),
        (
            "email",
            json!("a@example.com,b@example.com"),
            "Please enter a valid email address",
        ),
        ("phone", json!("12345"), "Please enter a valid phone number"),
        (
            "destination",
            json!("x".repeat(201)),
            "Destination must be at most 200 characters",
        ),
        (
            "destination",
            json!("Dolpo\nSubject: x"),
            "Destination has characters that cannot be used",
        ),
        ("startDate", json!("2027-02-30"), "Please select a date"),
        (
            "startDate",
            json!("2026-11-19"),
            "Start date must be today or later",
        ),
        (
            "startDate",
            json!("2029-11-21"),
            "Start date must be within three years",
        ),
        ("days", json!(61), "Days must be between 1 and 60"),
        ("guests", json!(0), "Guests must be between 1 and 100"),
        (
            "message",
            json!("a\u{7}"),
            "Message has characters that cannot be used",
        ),
    ] {
        let body = ask(&app, &with(&wish(), field, value)).await;
        let body = body.expect_failure(400, INVALID);
        assert_eq!(fields_of(&body), [field]);
        assert_eq!(message_of(&body, field), Some(message));
    }
    for (field, value) in [
        ("name", json!(7)),
        ("email", json!(["a@example.com"])),
        ("destination", json!(null)),
        ("destination", json!("a\0b")),
        ("days", json!(-1)),
        ("days", json!("18")),
        ("guests", json!(1.5)),
        ("guests", json!(99_999_999_999_u64)),
        ("message", json!({})),
    ] {
        let body = ask(&app, &with(&wish(), field, value)).await.expect(400);
        assert_eq!(fields_of(&body), [field]);
    }
    assert_eq!(listed(&app, &admin, "").await.1, 0);
    assert_eq!(mails_to(&app, AGENCY).await.len(), 0);
}

#[tokio::test]
async fn a_body_that_is_not_a_request_is_refused() {
    let app = TestApp::start().await;
    let send = |kind: &'static str, body: String| {
        let call = app.call(Method::POST, "/api/custom-treks");
        call.body(kind, body).send()
    };
    let form = send("application/x-www-form-urlencoded", "name=Maya".to_owned());
    form.await.expect(415);
    for body in ["", "{", "null"] {
        send("application/json", body.to_owned()).await.expect(400);
    }
    let huge = with(&wish(), "message", json!("x".repeat(1_100_000)));
    ask(&app, &huge).await.expect(413);
}

// DECIDE-15: text that looks like an attack is stored as ordinary text.
#[tokio::test]
async fn hostile_text_is_stored_as_it_was_typed() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    for words in [
        "'; drop table custom_treks; --",
        "{{ from.url }} {% if true %}",
        "<script>alert(1)</script>",
        "=?utf-8?B?QmNjOiB4?= \u{202e}oplod",
        "देउराली 🏔",
    ] {
        let mut body = with(&wish(), "destination", json!(words));
        body["name"] = json!(words);
        body["message"] = json!(words);
        let made = asked(&app, &body).await;
        assert_eq!(made["destination"], words);
        let (found, _) = listed(&app, &admin, "limit=1").await;
        assert_eq!(found[0], made);
        app.clock.advance(TimeDelta::minutes(1));
    }
    let mails = mails_to(&app, AGENCY).await;
    assert_eq!(mails.len(), 5);
    for mail in mails {
        assert!(!mail.html.contains("<script"), "{}", mail.html);
        assert_eq!(header_of(&mail, "To"), AGENCY);
        assert_eq!(header_of(&mail, "Bcc"), "");
    }
}

//! Refused password recoveries, and what their responses reveal.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::account::other_code;
use crate::account_reset::{EMAIL, NEW, OLD, WRONG_CODE, begin, forgot, new_password, reset};
use crate::call::{fields_of, message_of};
use crate::support::TestApp;

// API-16: the cookie is limited to the account calls of this site, and scripts cannot read it.
#[tokio::test]
async fn the_recovery_cookie_is_hidden_from_scripts_and_other_sites() {
    let app = TestApp::start().await;
    let answer = forgot(&app, EMAIL).await;
    let header = answer.set_cookie("resetAttempt").expect("a cookie");
    for part in [
        "; HttpOnly",
        "; SameSite=Strict",
        "; Path=/api/auth",
        "; Max-Age=60",
    ] {
        assert!(header.contains(part), "{header}");
    }
    assert!(!header.contains("Secure"), "{header}");
    app.do_jobs().await;
    let app = TestApp::start_with(&[("public_url", "https://treks.example")]).await;
    let answer = forgot(&app, EMAIL).await;
    let header = answer.set_cookie("resetAttempt").expect("a cookie");
    assert!(header.contains("; Secure"), "{header}");
    app.do_jobs().await;
}

// API-16: responses do not reveal who has an account, and only the owner gets an email.
#[tokio::test]
async fn known_and_unknown_addresses_get_the_same_response() {
    let app = TestApp::start().await;
    app.traveller().await;
    let mut seen = Vec::new();
    for email in [EMAIL, "nobody@example.com"] {
        let answer = forgot(&app, email).await;
        let cookie = answer.cookie("resetAttempt").expect("a cookie");
        let mut names: Vec<_> = answer.headers.keys().map(ToString::to_string).collect();
        names.sort();
        let wrong = reset(&app, &cookie, &new_password("000000x")).await;
        let wrong = wrong.expect_failure(400, WRONG_CODE);
        seen.push((cookie.len(), names, answer.expect(200), wrong));
    }
    assert_eq!(seen[0], seen[1]);
    app.do_jobs().await;
    let to: Vec<String> = app.outbox().into_iter().map(|mail| mail.to).collect();
    assert_eq!(to, [EMAIL, EMAIL], "the sign-up and the recovery");
}

// API-17: a code works only with the cookie of the browser that requested it.
#[tokio::test]
async fn a_code_is_refused_without_its_own_cookie() {
    let app = TestApp::start().await;
    app.traveller().await;
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    let other = begin(&app, "nobody@example.com").await;
    let ask = new_password(&code);
    let bare = app.post("/api/auth/resetPassword", &ask).send().await;
    bare.expect_failure(400, WRONG_CODE);
    for stranger in [other.as_str(), "", "x", &cookie[1..]] {
        let answer = reset(&app, stranger, &ask).await;
        answer.expect_failure(400, WRONG_CODE);
    }
    app.login(EMAIL, OLD).await;
    reset(&app, &cookie, &ask).await.expect(200);
    app.do_jobs().await;
}

// RESET-15: a code expires exactly after the configured lifetime.
#[tokio::test]
async fn an_expired_recovery_code_is_refused() {
    let app = TestApp::start_with(&[("otp_ttl_seconds", "90")]).await;
    app.traveller().await;
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    app.clock.advance(TimeDelta::seconds(90));
    let answer = reset(&app, &cookie, &new_password(&code)).await;
    answer.expect_failure(400, WRONG_CODE);
    app.login(EMAIL, OLD).await;
}

// RESET-02 RESET-13 DECIDE-108: every invalid field is named, and the request does not count as an attempt.
#[tokio::test]
async fn missing_fields_of_a_recovery_are_named() {
    let app = TestApp::start().await;
    app.traveller().await;
    let fill_out = "Please fill out all fields correctly.";
    for email in ["", "  ", "maya", "maya@", "a@b.c\r\nBcc: x@y.zz"] {
        let body = forgot(&app, email).await.expect_failure(400, fill_out);
        assert_eq!(fields_of(&body), ["email"]);
    }
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    let asks = [
        (json!({}), vec!["otp", "newPassword"]),
        (
            json!({"otp": "12345", "newPassword": NEW, "confirmPassword": NEW}),
            vec!["otp"],
        ),
        (
            json!({"otp": code, "newPassword": NEW, "confirmPassword": OLD}),
            vec!["confirmPassword"],
        ),
        (
            json!({"otp": code, "newPassword": "short", "confirmPassword": "short"}),
            vec!["newPassword"],
        ),
    ];
    for _ in 0..3 {
        for (ask, fields) in &asks {
            let body = reset(&app, &cookie, ask).await;
            let body = body.expect_failure(400, fill_out);
            assert_eq!(&fields_of(&body), fields, "{ask}");
        }
    }
    let common =
        json!({"otp": code, "newPassword": "password123", "confirmPassword": "password123"});
    let body = reset(&app, &cookie, &common).await.expect(400);
    assert_eq!(
        message_of(&body, "newPassword"),
        Some("This password is too common. Please choose another one.")
    );
    reset(&app, &cookie, &new_password(&code)).await.expect(200);
    app.do_jobs().await;
}

// API-17: after five wrong codes the correct one is refused too.
#[tokio::test]
async fn five_wrong_codes_end_a_recovery() {
    let app = TestApp::start().await;
    app.traveller().await;
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    for _ in 0..5 {
        let answer = reset(&app, &cookie, &new_password(&other_code(&code))).await;
        answer.expect_failure(400, WRONG_CODE);
    }
    let answer = reset(&app, &cookie, &new_password(&code)).await;
    answer.expect_failure(400, WRONG_CODE);
    app.login(EMAIL, OLD).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_code_used_by_concurrent_requests_sets_one_password() {
    let app = TestApp::start().await;
    app.traveller().await;
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    let passwords: Vec<String> = (0..5).map(|n| format!("trail of {n} rivers")).collect();
    let asks: Vec<Value> = passwords
        .iter()
        .map(|new| json!({"otp": code, "newPassword": new, "confirmPassword": new}))
        .collect();
    let answers = join_all(asks.iter().map(|ask| reset(&app, &cookie, ask))).await;
    let good: Vec<usize> = (0..5).filter(|n| answers[*n].status == 200).collect();
    assert_eq!(good.len(), 1, "{answers:?}");
    for (_, answer) in answers
        .into_iter()
        .enumerate()
        .filter(|(n, _)| *n != good[0])
    {
        answer.expect_failure(400, WRONG_CODE);
    }
    app.login(EMAIL, &passwords[good[0]]).await;
    app.do_jobs().await;
    let changed = app
        .outbox()
        .into_iter()
        .filter(|mail| mail.subject.contains("changed"));
    assert_eq!(changed.count(), 1);
}

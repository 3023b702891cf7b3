//! Password recovery: the request of a browser, its emailed code, and the sessions that a new password ends.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::support::TestApp;

pub const OLD: &str = "trail of many stones";
pub const NEW: &str = "trail of many rivers";
pub const EMAIL: &str = "maya@example.com";
pub const WRONG_CODE: &str = "Invalid or expired OTP";

pub async fn forgot(app: &TestApp, email: &str) -> Answer {
    let ask = json!({"email": email});
    app.post("/api/auth/forgotPassword", &ask).send().await
}

/// Requests a recovery and returns the cookie of its browser.
pub async fn begin(app: &TestApp, email: &str) -> String {
    let answer = forgot(app, email).await;
    let cookie = answer.cookie("resetAttempt").expect("a cookie");
    answer.expect(200);
    cookie
}

pub fn new_password(code: &str) -> Value {
    json!({"otp": code, "newPassword": NEW, "confirmPassword": NEW})
}

pub async fn reset(app: &TestApp, cookie: &str, ask: &Value) -> Answer {
    let call = app.post("/api/auth/resetPassword", ask);
    call.header("cookie", &format!("other=1; resetAttempt={cookie}"))
        .send()
        .await
}

// API-16 API-17 RESET-03 RESET-09 RESET-25 RESET-26: the code works in the browser that requested it.
#[tokio::test]
async fn an_emailed_code_sets_a_new_password() {
    let app = TestApp::start().await;
    app.traveller().await;
    let answer = forgot(&app, "  MAYA@example.com").await;
    let cookie = answer.cookie("resetAttempt").expect("a cookie");
    let begun = answer.expect(200);
    assert_eq!(begun["status"], "success");
    assert_eq!(
        begun["message"],
        "An email has been sent to you with the OTP."
    );
    assert_eq!(begun["expiresInSeconds"], 60);
    let code = app.mailed_code(EMAIL).await;

    let answer = reset(&app, &cookie, &new_password(&code)).await;
    assert_eq!(answer.cookie("resetAttempt").as_deref(), Some(""));
    let body = answer.expect(200);
    assert_eq!(body["status"], "success");
    assert_eq!(body["message"], "Password reset successful.");
    app.login(EMAIL, NEW).await;
    let old = json!({"email": EMAIL, "password": OLD});
    app.post("/api/auth/login", &old).send().await.expect(401);
    app.do_jobs().await;
}

// RESET-25: the email contains the lifetime of the code, and a second email confirms the change.
#[tokio::test]
async fn the_owner_gets_the_code_and_a_confirmation_of_the_change_by_email() {
    let app = TestApp::start_with(&[("name", "Trek & Co"), ("otp_ttl_seconds", "120")]).await;
    app.traveller().await;
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    reset(&app, &cookie, &new_password(&code)).await.expect(200);
    app.do_jobs().await;
    let mails = app.outbox();
    let [_, asked, changed] = mails.as_slice() else {
        panic!("{} mails", mails.len())
    };
    assert_eq!(asked.subject, format!("{code} is your Trek & Co code"));
    for part in [&asked.text, &asked.html] {
        assert!(part.contains(&code) && part.contains("2 minutes"), "{part}");
        assert!(part.contains("Maya Gurung"), "{part}");
    }
    assert_eq!(changed.to, EMAIL);
    assert_eq!(changed.subject, "Your Trek & Co password was changed");
    for part in [&changed.text, &changed.html] {
        assert!(part.contains("Nov 20, 2026 at 09:15"), "{part}");
        assert!(
            part.contains("http://localhost:8080/forgot-password"),
            "{part}"
        );
        assert!(!part.contains(&code) && !part.contains(NEW), "{part}");
    }
}

// A delayed email is dropped, because its code would be refused.
#[tokio::test]
async fn an_expired_code_is_not_emailed() {
    let app = TestApp::start().await;
    app.traveller().await;
    begin(&app, EMAIL).await;
    let before = app.outbox().len();
    app.clock.advance(TimeDelta::seconds(60));
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), before);
}

// RESET-06 RESET-27: a second request sends another code and invalidates the first.
#[tokio::test]
async fn a_second_recovery_request_replaces_the_first() {
    let app = TestApp::start().await;
    app.traveller().await;
    let first = begin(&app, EMAIL).await;
    let first_code = app.mailed_code(EMAIL).await;
    let again = app
        .post("/api/auth/forgotPassword", &json!({"email": EMAIL}))
        .header("cookie", &format!("resetAttempt={first}"));
    let answer = again.send().await;
    let second = answer.cookie("resetAttempt").expect("a cookie");
    answer.expect(200);
    let second_code = app.mailed_code(EMAIL).await;
    for cookie in [&first, &second] {
        if first_code != second_code {
            let answer = reset(&app, cookie, &new_password(&first_code)).await;
            answer.expect_failure(400, WRONG_CODE);
        }
    }
    let answer = reset(&app, &first, &new_password(&second_code)).await;
    answer.expect_failure(400, WRONG_CODE);
    let answer = reset(&app, &second, &new_password(&second_code)).await;
    answer.expect(200);
    app.do_jobs().await;
}

// If a second code is requested before the first was emailed, only the second is sent.
#[tokio::test]
async fn a_replaced_code_is_not_emailed() {
    let app = TestApp::start().await;
    app.traveller().await;
    let before = app.outbox().len();
    let first = begin(&app, EMAIL).await;
    let again = app
        .post("/api/auth/forgotPassword", &json!({"email": EMAIL}))
        .header("cookie", &format!("resetAttempt={first}"));
    again.send().await.expect(200);
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), before + 1);
}

// API-17: every session ends, including that of this browser; a code works once.
#[tokio::test]
async fn a_reset_ends_every_session_and_every_other_attempt() {
    let app = TestApp::start().await;
    let first = app.traveller().await;
    let second = app.login(EMAIL, OLD).await;
    let elsewhere = begin(&app, EMAIL).await;
    let elsewhere_code = app.mailed_code(EMAIL).await;
    app.clock.advance(TimeDelta::seconds(1));
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    reset(&app, &cookie, &new_password(&code)).await.expect(200);
    for login in [&first, &second] {
        let call = app.get("/api/auth/verifyUser").bearer(&login.access);
        let call = call.header("x-refresh-token", &login.refresh);
        call.send().await.expect(401);
        let ask = json!({"refreshToken": login.refresh});
        app.post("/api/auth/refresh", &ask).send().await.expect(401);
    }
    for (cookie, code) in [(&cookie, &code), (&elsewhere, &elsewhere_code)] {
        let answer = reset(&app, cookie, &new_password(code)).await;
        answer.expect_failure(400, WRONG_CODE);
    }
    app.do_jobs().await;
}

// An account that was created through a sign-in provider sets its first password this way.
#[tokio::test]
async fn an_account_without_a_password_can_set_one() {
    let app = TestApp::start().await;
    let account = store::accounts::Account::new(
        app.app.clock.new_id(),
        "Pasang".to_owned(),
        "pasang@example.com".parse_email(),
        domain::account::Role::User,
        app.app.clock.now(),
    );
    let stored = store::accounts::insert(&app.app.db, &account, None).await;
    stored.expect("stored");
    let cookie = begin(&app, "pasang@example.com").await;
    let code = app.mailed_code("pasang@example.com").await;
    reset(&app, &cookie, &new_password(&code)).await.expect(200);
    app.login("pasang@example.com", NEW).await;
    app.do_jobs().await;
}

trait ParseEmail {
    fn parse_email(&self) -> domain::account::Email;
}

impl ParseEmail for str {
    fn parse_email(&self) -> domain::account::Email {
        domain::account::Email::parse(self).expect("an address")
    }
}

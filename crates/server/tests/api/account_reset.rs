//! Recovery of a password: the attempt of a browser, its mailed code, and what a new password ends.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of, message_of};
use crate::support::TestApp;

pub const OLD: &str = "trail of many stones";
pub const NEW: &str = "trail of many rivers";
pub const EMAIL: &str = "maya@example.com";
pub const WRONG_CODE: &str = "Invalid or expired OTP";

pub async fn forgot(app: &TestApp, email: &str) -> Answer {
    let ask = json!({"email": email});
    app.post("/api/auth/forgotPassword", &ask).send().await
}

/// Begins a recovery; the cookie of its browser.
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

fn not(code: &str) -> String {
    let number: u32 = code.parse().expect("digits");
    format!("{:06}", (number + 1) % 1_000_000)
}

// API-16 API-17 RESET-03 RESET-09 RESET-25 RESET-26: a code in the browser that asked for it sets a new password.
#[tokio::test]
async fn a_mailed_code_sets_a_new_password() {
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

// RESET-25: the code comes by mail with its lifetime, and the owner hears of the change.
#[tokio::test]
async fn the_owner_is_mailed_the_code_and_then_that_the_password_was_changed() {
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

// API-16: the cookie goes to the accounts' calls of this site alone, and no script reads it.
#[tokio::test]
async fn the_cookie_of_an_attempt_is_kept_from_scripts_and_other_sites() {
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

// API-16: who has an account is told by no answer, and nobody else is mailed.
#[tokio::test]
async fn a_known_and_an_unknown_address_are_answered_alike() {
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

// API-17: the code alone, without the browser that asked for it, is worth nothing.
#[tokio::test]
async fn a_code_is_refused_without_its_cookie_and_with_another_ones() {
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

// RESET-15: a code lives as long as the setting says and not a moment longer.
#[tokio::test]
async fn a_code_that_has_run_out_is_refused() {
    let app = TestApp::start_with(&[("otp_ttl_seconds", "90")]).await;
    app.traveller().await;
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    app.clock.advance(TimeDelta::seconds(90));
    let answer = reset(&app, &cookie, &new_password(&code)).await;
    answer.expect_failure(400, WRONG_CODE);
    app.login(EMAIL, OLD).await;
}

// A mail that was late says nothing: its code would be refused.
#[tokio::test]
async fn a_code_that_has_run_out_is_not_mailed_any_more() {
    let app = TestApp::start().await;
    app.traveller().await;
    begin(&app, EMAIL).await;
    let before = app.outbox().len();
    app.clock.advance(TimeDelta::seconds(60));
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), before);
}

// RESET-06 RESET-27: asking again sends another code, and the first is worth nothing from then on.
#[tokio::test]
async fn asking_again_replaces_the_attempt() {
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

// A code asked for anew before the first was mailed: only the newer one goes out.
#[tokio::test]
async fn a_replaced_code_is_not_mailed() {
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

// API-17: every session ends, this browser's too; a reset used once is used up.
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

// A person who signs in through a provider sets a first password this way.
#[tokio::test]
async fn an_account_without_a_password_gets_one() {
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

// RESET-02 RESET-13 DECIDE-108: every broken field is named, and nothing of it counts as a try.
#[tokio::test]
async fn what_is_not_filled_out_is_named() {
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

// API-17: five wrong codes end an attempt; the right one is refused after them.
#[tokio::test]
async fn five_wrong_codes_end_an_attempt() {
    let app = TestApp::start().await;
    app.traveller().await;
    let cookie = begin(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    for _ in 0..5 {
        let answer = reset(&app, &cookie, &new_password(&not(&code))).await;
        answer.expect_failure(400, WRONG_CODE);
    }
    let answer = reset(&app, &cookie, &new_password(&code)).await;
    answer.expect_failure(400, WRONG_CODE);
    app.login(EMAIL, OLD).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_code_used_many_times_at_once_sets_one_password() {
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

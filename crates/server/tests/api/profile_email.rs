//! Changing the email address: the new address gets a code, the old one a notice.

use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::account::other_code;
use crate::call::{Answer, fields_of};
use crate::profile_delete::without_password;
use crate::support::{Login, TestApp};

const PASSWORD: &str = "trail of many stones";
const NEW: &str = "maya.new@example.com";
const WRONG_CODE: &str = "Invalid or expired OTP";

async fn ask(app: &TestApp, who: &Login, new_email: &str, password: &str) -> Answer {
    let body = json!({"newEmail": new_email, "password": password});
    let call = app.post("/api/users/me/email", &body).bearer(&who.access);
    call.send().await
}

async fn confirm(app: &TestApp, who: &Login, otp: &str) -> Answer {
    let call = app.post("/api/users/me/email/confirm", &json!({"otp": otp}));
    call.bearer(&who.access).send().await
}

async fn email_of(app: &TestApp, who: &Login) -> Value {
    let call = app.get("/api/users/me").bearer(&who.access);
    call.send().await.expect(200)["user"]["email"].clone()
}

// ACCT-05: the new address must be verified first, and the old one is informed.
#[tokio::test]
async fn an_email_address_is_changed_with_the_code_sent_to_it() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let subscribe = json!({"email": "maya@example.com"});
    app.post("/api/newsletter/subscribe", &subscribe)
        .send()
        .await
        .expect(200);
    let begun = ask(&app, &maya, NEW, PASSWORD).await.expect(200);
    assert_eq!(
        begun["message"],
        "An email has been sent to you with the OTP."
    );
    assert_eq!(begun["expiresInSeconds"], 60);
    let code = app.mailed_code(NEW).await;
    assert_eq!(email_of(&app, &maya).await, "maya@example.com", "not yet");
    confirm(&app, &maya, &other_code(&code))
        .await
        .expect_failure(400, WRONG_CODE);
    let user = confirm(&app, &maya, &code).await.expect(200)["user"].clone();
    assert_eq!(user["email"], NEW);
    assert_eq!(
        user["preferences"]["mails"]["newsletter"], true,
        "the subscription goes along"
    );
    confirm(&app, &maya, &code)
        .await
        .expect_failure(400, WRONG_CODE);
    app.do_jobs().await;
    let told = app.outbox().pop().expect("a mail");
    assert_eq!(told.to, "maya@example.com");
    assert_eq!(told.subject, "Your Chautari email address was changed");
    assert!(
        !told.text.contains(NEW),
        "whoever reads the old mailbox need not know the new one"
    );
    app.login(NEW, PASSWORD).await;
    let old = json!({"email": "maya@example.com", "password": PASSWORD});
    let old = app.post("/api/auth/login", &old).send().await;
    old.expect_failure(401, "Invalid email or password");
}

#[tokio::test]
async fn changing_the_address_requires_a_new_address_and_the_password() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    for (new_email, password, fields) in [
        ("", "", vec!["newEmail", "password"]),
        ("maya", PASSWORD, vec!["newEmail"]),
        ("MAYA@example.com", PASSWORD, vec!["newEmail"]),
        (NEW, "not the password", vec!["password"]),
    ] {
        let refused = ask(&app, &maya, new_email, password).await.expect(400);
        assert_eq!(fields_of(&refused), fields, "{new_email} {password}");
    }
    let visitor = app.post("/api/users/me/email", &json!({"newEmail": NEW}));
    visitor
        .send()
        .await
        .expect_failure(401, "Please log in to continue.");
    let refused = confirm(&app, &maya, "123").await.expect(400);
    assert_eq!(fields_of(&refused), ["otp"]);
    confirm(&app, &maya, "123456")
        .await
        .expect_failure(400, WRONG_CODE);
    assert_eq!(app.outbox().len(), 1, "the code of the sign-up alone");
}

// The response does not reveal whether an address has an account; its owner gets another email.
#[tokio::test]
async fn an_email_address_with_an_account_gets_the_usual_response_and_is_never_changed() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    app.sign_up("Pemba", "pemba@example.com", PASSWORD).await;
    let free = ask(&app, &maya, NEW, PASSWORD).await.expect(200);
    let taken = ask(&app, &maya, "Pemba@example.com", PASSWORD)
        .await
        .expect(200);
    assert_eq!(free, taken);
    app.do_jobs().await;
    let mail = app.outbox().pop().expect("a mail");
    assert_eq!(mail.to, "pemba@example.com");
    assert_eq!(
        mail.subject,
        "Your email address is already in use at Chautari"
    );
    assert!(!mail.text.contains("Maya"), "{}", mail.text);
}

#[tokio::test]
async fn an_address_that_was_taken_meanwhile_is_refused() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    ask(&app, &maya, NEW, PASSWORD).await.expect(200);
    let code = app.mailed_code(NEW).await;
    app.sign_up("Pemba", NEW, PASSWORD).await;
    confirm(&app, &maya, &code)
        .await
        .expect_failure(400, WRONG_CODE);
    assert_eq!(email_of(&app, &maya).await, "maya@example.com");
}

#[tokio::test]
async fn only_the_newest_code_works_until_it_expires_or_five_attempts_failed() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    ask(&app, &maya, "first@example.com", PASSWORD)
        .await
        .expect(200);
    let first = app.mailed_code("first@example.com").await;
    ask(&app, &maya, NEW, PASSWORD).await.expect(200);
    let second = app.mailed_code(NEW).await;
    if first != second {
        confirm(&app, &maya, &first)
            .await
            .expect_failure(400, WRONG_CODE);
    }
    app.clock.advance(TimeDelta::seconds(60));
    confirm(&app, &maya, &second)
        .await
        .expect_failure(400, WRONG_CODE);

    ask(&app, &maya, NEW, PASSWORD).await.expect(200);
    let third = app.mailed_code(NEW).await;
    for _ in 0..5 {
        confirm(&app, &maya, &other_code(&third))
            .await
            .expect_failure(400, WRONG_CODE);
    }
    confirm(&app, &maya, &third)
        .await
        .expect_failure(400, WRONG_CODE);
    assert_eq!(email_of(&app, &maya).await, "maya@example.com");
}

#[tokio::test]
async fn codes_for_an_email_address_are_limited_across_all_clients() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    for _ in 0..5 {
        ask(&app, &maya, NEW, PASSWORD).await.expect(200);
    }
    let refused = ask(&app, &maya, NEW, PASSWORD).await;
    assert_eq!(refused.status, 429);
    assert!(refused.header("retry-after").is_some());
    app.do_jobs().await;
}

// Decisions §11: a stranger at an open session of an account without a password cannot change the address.
#[tokio::test]
async fn an_account_without_a_password_confirms_changes_with_a_code_to_its_current_address() {
    let app = TestApp::start().await;
    let gita = without_password(&app).await;
    let change = |otp: &str| {
        let body = json!({"newEmail": "gita.new@example.com", "otp": otp});
        app.post("/api/users/me/email", &body)
            .bearer(&gita.access)
            .send()
    };
    let set = |otp: &str| {
        let body = json!({"newPassword": PASSWORD, "confirmPassword": PASSWORD, "otp": otp});
        app.post("/api/users/me/password", &body)
            .bearer(&gita.access)
            .send()
    };
    let ask = || {
        let call = app.call(axum::http::Method::POST, "/api/users/me/verification-code");
        call.bearer(&gita.access).send()
    };
    for refused in [change("").await, set("").await] {
        assert_eq!(fields_of(&refused.expect(400)), ["otp"]);
    }
    change("123456").await.expect_failure(400, WRONG_CODE);
    set("123456").await.expect_failure(400, WRONG_CODE);
    app.do_jobs().await;
    assert_eq!(
        app.outbox().len(),
        1,
        "nothing was mailed but Maya's sign-up"
    );

    ask().await.expect(200);
    let code = app.mailed_code("gita@example.com").await;
    change(&other_code(&code))
        .await
        .expect_failure(400, WRONG_CODE);
    change(&code).await.expect(200);
    change(&code).await.expect_failure(400, WRONG_CODE);
    let code = app.mailed_code("gita.new@example.com").await;
    confirm(&app, &gita, &code).await.expect(200);
    app.do_jobs().await;

    ask().await.expect(200);
    let code = app.mailed_code("gita.new@example.com").await;
    app.clock.advance(TimeDelta::seconds(60));
    set(&code).await.expect_failure(400, WRONG_CODE);
    ask().await.expect(200);
    let code = app.mailed_code("gita.new@example.com").await;
    set(&code).await.expect(200);
    app.do_jobs().await;
    app.login("gita.new@example.com", PASSWORD).await;
    // An account with a password confirms with the password.
    assert_eq!(ask().await.status, 400);
}

// Sign-ups that others begin with the address must not block the codes of its owner.
#[tokio::test]
async fn sign_ups_of_strangers_do_not_use_up_the_codes_of_an_owner() {
    let app = TestApp::start().await;
    let gita = without_password(&app).await;
    let body = json!({"name": "X", "email": "gita@example.com", "password": PASSWORD, "confirmPassword": PASSWORD});
    for _ in 0..5 {
        app.post("/api/auth/signup", &body).send().await.expect(200);
    }
    assert_eq!(app.post("/api/auth/signup", &body).send().await.status, 429);
    for path in [
        "/api/users/me/verification-code",
        "/api/users/me/deletion-code",
    ] {
        let call = app
            .call(axum::http::Method::POST, path)
            .bearer(&gita.access);
        call.send().await.expect(200);
    }
    app.do_jobs().await;
}

// A recovery code that was emailed to the old address no longer works.
#[tokio::test]
async fn a_recovery_by_the_old_address_ends_when_the_address_changes() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let forgot = json!({"email": "maya@example.com"});
    let forgot = app.post("/api/auth/forgotPassword", &forgot).send().await;
    let cookie = forgot.header("set-cookie").expect("a cookie").to_owned();
    let reset = app.mailed_code("maya@example.com").await;
    ask(&app, &maya, NEW, PASSWORD).await.expect(200);
    let code = app.mailed_code(NEW).await;
    confirm(&app, &maya, &code).await.expect(200);
    let new = "a pass over the pass";
    let body = json!({"otp": reset, "newPassword": new, "confirmPassword": new});
    let cookie = cookie.split(';').next().expect("a pair");
    let call = app
        .post("/api/auth/resetPassword", &body)
        .header("cookie", cookie);
    call.send().await.expect_failure(400, WRONG_CODE);
    app.do_jobs().await;
}

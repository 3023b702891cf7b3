//! Sign-up: attempts, emailed codes, and the account that a code creates.

use chrono::TimeDelta;
use serde_json::json;

use crate::support::{Login, TestApp};

pub const PASSWORD: &str = "trail of many stones";
pub const WRONG_CODE: &str = "Invalid or expired OTP";

pub fn signup_of(email: &str) -> serde_json::Value {
    json!({"name": "Maya Gurung", "email": email, "password": PASSWORD, "confirmPassword": PASSWORD, "role": "user"})
}

/// Returns a different code.
pub fn other_code(code: &str) -> String {
    let number: u32 = code.parse().expect("digits");
    format!("{:06}", (number + 1) % 1_000_000)
}

// API-13 API-14 ROLE-09 DATA-01: responses have the shapes that the client of the documents reads.
#[tokio::test]
async fn verifying_the_emailed_code_creates_the_account_and_signs_in() {
    let app = TestApp::start().await;
    let begun = app
        .post("/api/auth/signup", &signup_of("Maya@Example.com"))
        .send()
        .await
        .expect(200);
    assert_eq!(begun["status"], "success");
    assert_eq!(begun["expiresInSeconds"], 60);
    let code = app.mailed_code("Maya@Example.com").await;
    assert_eq!(code.len(), 6);

    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let answer = app.post("/api/auth/verifyOTP", &ask).send().await;
    let exposed = answer
        .header("access-control-expose-headers")
        .expect("exposed")
        .to_owned();
    assert!(exposed.contains("x-access-token") && exposed.contains("x-refresh-token"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let user = answer.json()["user"].clone();
    let login = Login::of(answer);
    assert_eq!(user["name"], "Maya Gurung");
    assert_eq!(user["email"], "Maya@Example.com");
    assert_eq!(user["role"], "user");
    assert_eq!(user["id"], login.user_id.as_str());
    assert!(user.get("password").is_none() && user.get("passwordHash").is_none());

    let me = app
        .get("/api/auth/verifyUser")
        .bearer(&login.access)
        .send()
        .await
        .expect(200);
    assert_eq!(me["user"], user);
}

// SIGNUP-07 ROLE-05: a role in the request is ignored.
#[tokio::test]
async fn a_sign_up_that_requests_the_admin_role_creates_a_user() {
    let app = TestApp::start().await;
    let mut ask = signup_of("maya@example.com");
    ask["role"] = json!("admin");
    let begun = app.post("/api/auth/signup", &ask).send().await.expect(200);
    let code = app.mailed_code("maya@example.com").await;
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let body = app
        .post("/api/auth/verifyOTP", &ask)
        .send()
        .await
        .expect(200);
    assert_eq!(body["user"]["role"], "user");
}

#[tokio::test]
async fn each_attempt_has_its_own_code_and_password_and_verifying_one_discards_the_others() {
    let app = TestApp::start().await;
    let mut other = signup_of("maya@example.com");
    other["password"] = json!("the password of a stranger");
    other["confirmPassword"] = other["password"].clone();
    let strange = app
        .post("/api/auth/signup", &other)
        .send()
        .await
        .expect(200);
    let strange_code = app.mailed_code("maya@example.com").await;
    app.clock.advance(TimeDelta::seconds(1));
    let own = app
        .post("/api/auth/signup", &signup_of("MAYA@example.com"))
        .send()
        .await
        .expect(200);
    let own_code = app.mailed_code("MAYA@example.com").await;
    assert_ne!(own["tempUserId"], strange["tempUserId"]);

    if own_code != strange_code {
        let crossed = json!({"otp": own_code, "tempUserId": strange["tempUserId"]});
        app.post("/api/auth/verifyOTP", &crossed)
            .send()
            .await
            .expect_failure(400, WRONG_CODE);
    }
    let ask = json!({"otp": own_code, "tempUserId": own["tempUserId"]});
    app.post("/api/auth/verifyOTP", &ask)
        .send()
        .await
        .expect(200);
    let late = json!({"otp": strange_code, "tempUserId": strange["tempUserId"]});
    app.post("/api/auth/verifyOTP", &late)
        .send()
        .await
        .expect_failure(400, WRONG_CODE);
    app.login("maya@example.com", PASSWORD).await;
    let ask = json!({"email": "maya@example.com", "password": "the password of a stranger"});
    app.post("/api/auth/login", &ask).send().await.expect(401);
}

// DECIDE-137: a sign-up does not reveal which addresses have accounts; the owner of the account is informed by email.
#[tokio::test]
async fn a_sign_up_with_a_known_address_gets_the_usual_response_and_emails_the_owner() {
    let app = TestApp::start().await;
    app.traveller().await;
    let known = app
        .post("/api/auth/signup", &signup_of("maya@EXAMPLE.com"))
        .send()
        .await
        .expect(200);
    let fresh = app
        .post("/api/auth/signup", &signup_of("new@example.com"))
        .send()
        .await
        .expect(200);
    let keys = |body: &serde_json::Value| {
        body.as_object()
            .expect("an object")
            .keys()
            .cloned()
            .collect::<Vec<_>>()
    };
    assert_eq!(keys(&known), keys(&fresh));
    assert_eq!(known["message"], fresh["message"]);
    assert_eq!(known["expiresInSeconds"], fresh["expiresInSeconds"]);
    assert_eq!(
        known["tempUserId"].as_str().map(str::len),
        fresh["tempUserId"].as_str().map(str::len)
    );

    app.do_jobs().await;
    let mails = app.outbox();
    let owner: Vec<_> = mails
        .iter()
        .filter(|mail| mail.subject.starts_with("You already have"))
        .collect();
    assert_eq!(owner.len(), 1);
    assert_eq!(owner[0].to, "maya@example.com");
    assert!(
        owner[0].text.contains("/login") && owner[0].html.contains("mailto:hello@chautari.example")
    );
    for guess in 0..6 {
        let ask = json!({"otp": format!("{guess:06}"), "tempUserId": known["tempUserId"]});
        app.post("/api/auth/verifyOTP", &ask)
            .send()
            .await
            .expect_failure(400, WRONG_CODE);
    }
    app.login("maya@example.com", PASSWORD).await;
}

// Decisions §11, Names of strangers: typed text is never emailed to an unverified address.
#[tokio::test]
async fn the_email_of_a_sign_up_does_not_contain_the_typed_name() {
    let app = TestApp::start().await;
    let mut ask = signup_of("maya@example.com");
    ask["name"] = json!("You won! Visit evil.example");
    app.post("/api/auth/signup", &ask).send().await.expect(200);
    app.do_jobs().await;
    let mails = app.outbox();
    assert!(mails[0].text.starts_with("Namaste,"), "{}", mails[0].text);
    let raw = String::from_utf8_lossy(&mails[0].raw).into_owned();
    for part in [&mails[0].text, &mails[0].html, &raw] {
        assert!(!part.contains("evil.example"), "{part}");
    }
}

#[tokio::test]
async fn markup_in_a_name_is_escaped_in_emails() {
    let app = TestApp::start().await;
    let name = "<img src=x onerror=alert(1)>";
    app.sign_up(name, "maya@example.com", PASSWORD).await;
    let ask = json!({"email": "maya@example.com"});
    let call = app.post("/api/auth/forgotPassword", &ask);
    call.send().await.expect(200);
    app.do_jobs().await;
    let mail = app.outbox().pop().expect("a mail");
    assert!(!mail.html.contains("<img"));
    assert!(mail.text.contains(name));
}

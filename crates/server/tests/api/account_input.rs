//! Every field of every account call: missing, empty, too long and invalid. The response names the field, and nothing
//! is stored.

use serde_json::{Value, json};

use crate::call::{Answer, fields_of, message_of};
use crate::stage::{with, without};
use crate::support::TestApp;

pub const PASSWORD: &str = "trail of many stones";

pub fn signup() -> Value {
    json!({"name": "Maya", "email": "maya@example.com", "password": PASSWORD, "confirmPassword": PASSWORD})
}

pub async fn post(app: &TestApp, path: &str, body: &Value) -> Answer {
    app.post(path, body).send().await
}

// SIGNUP-06: the response lists all invalid fields.
#[tokio::test]
async fn an_empty_sign_up_names_every_field() {
    let app = TestApp::start().await;
    let empty = json!({"name": " ", "email": "", "password": "", "confirmPassword": ""});
    for ask in [json!({}), empty] {
        let body = post(&app, "/api/auth/signup", &ask).await;
        let body = body.expect_failure(400, "Please fill out all fields correctly.");
        assert_eq!(fields_of(&body), ["name", "email", "password"]);
        assert_eq!(message_of(&body, "name"), Some("Name is required"));
        assert_eq!(message_of(&body, "email"), Some("Email is required"));
        assert_eq!(message_of(&body, "password"), Some("Password is required"));
    }
}

// An attacker knows the address and would guess it first.
#[tokio::test]
async fn a_password_equal_to_the_own_address_or_its_local_part_is_refused() {
    let refused = "This password is your email address. Please choose another one.";
    let app = TestApp::start().await;
    let email = "maya.gurung@example.com";
    let words = [
        email,
        "Maya.Gurung@Example.com",
        "maya.gurung",
        " MAYA.GURUNG",
    ];
    for word in words {
        let ask =
            json!({"name": "Maya", "email": email, "password": word, "confirmPassword": word});
        let body = post(&app, "/api/auth/signup", &ask).await.expect(400);
        assert_eq!(message_of(&body, "password"), Some(refused), "{word}");
    }
    let maya = app.sign_up("Maya", email, PASSWORD).await;
    let begun = post(&app, "/api/auth/forgotPassword", &json!({"email": email})).await;
    let cookie = begun.cookie("resetAttempt").expect("a cookie");
    let code = app.mailed_code(email).await;
    for word in words {
        let change =
            json!({"currentPassword": PASSWORD, "newPassword": word, "confirmPassword": word});
        let call = app.post("/api/users/me/password", &change);
        let body = call.bearer(&maya.access).send().await.expect(400);
        assert_eq!(message_of(&body, "newPassword"), Some(refused), "{word}");
        let reset = json!({"otp": code, "newPassword": word, "confirmPassword": word});
        let call = app.post("/api/auth/resetPassword", &reset);
        let call = call.header("cookie", &format!("resetAttempt={cookie}"));
        let body = call.send().await.expect(400);
        assert_eq!(message_of(&body, "newPassword"), Some(refused), "{word}");
    }
    app.login(email, PASSWORD).await;
}

// SIGNUP-06 DECIDE-109: rules of addresses, names and passwords.
#[tokio::test]
async fn each_field_of_a_sign_up_is_checked() {
    let app = TestApp::start().await;
    let not_an_address = "Please enter a valid email address";
    let long = |length: usize| "x".repeat(length);
    let cases = [
        (
            "name",
            json!(long(101)),
            "Name must be at most 100 characters",
        ),
        (
            "name",
            json!("a\nb"),
            "Name has characters that cannot be used",
        ),
        ("email", json!("maya"), not_an_address),
        ("email", json!("maya@"), not_an_address),
        ("email", json!("@example.com"), not_an_address),
        ("email", json!("maya@example"), not_an_address),
        ("email", json!("a b@example.com"), not_an_address),
        (
            "email",
            json!("a@example.com,b@example.com"),
            not_an_address,
        ),
        (
            "email",
            json!("a@example.com\r\nBcc: b@example.com"),
            not_an_address,
        ),
        ("email", json!("\"a\"@example.com"), not_an_address),
        (
            "email",
            json!(format!("{}@example.com", long(65))),
            not_an_address,
        ),
        (
            "email",
            json!(format!("a@{}.com", long(300))),
            not_an_address,
        ),
        (
            "password",
            json!("seven77"),
            "Password must be 8 to 128 characters",
        ),
        (
            "password",
            json!(long(129)),
            "Password must be 8 to 128 characters",
        ),
        (
            "confirmPassword",
            json!("another password"),
            "Passwords do not match",
        ),
        (
            "confirmPassword",
            json!(PASSWORD.to_uppercase()),
            "Passwords do not match",
        ),
    ];
    for (field, value, message) in cases {
        let ask = with(&signup(), field, value.clone());
        let body = post(&app, "/api/auth/signup", &ask).await.expect(400);
        assert_eq!(message_of(&body, field), Some(message), "{field} {value}");
    }
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), 0, "a refused sign-up mails nobody");
}

#[tokio::test]
async fn a_sign_up_accepts_values_of_maximum_length_and_any_script() {
    let app = TestApp::start().await;
    let name = "म".repeat(100);
    let password = "é🏔".repeat(64);
    let local = "a".repeat(64);
    let login = app
        .sign_up(&name, &format!("{local}@example.com"), &password)
        .await;
    let me = app
        .get("/api/auth/verifyUser")
        .bearer(&login.access)
        .send()
        .await
        .expect(200);
    assert_eq!(me["user"]["name"], name.as_str());
}

// SIGNUP-18 SIGNUP-21: the messages of the documents.
#[tokio::test]
async fn an_incomplete_code_and_a_missing_sign_up_are_reported() {
    let app = TestApp::start().await;
    let id = json!("01a1f8a6-ea41-779c-9877-3d3f27d37de6");
    let incomplete = "Please enter a complete OTP";
    let restart = "User session expired. Please restart signup process.";
    let wrong = "Invalid or expired OTP";
    for otp in ["", " ", "12345"] {
        let ask = json!({"otp": otp, "tempUserId": id});
        let body = post(&app, "/api/auth/verifyOTP", &ask)
            .await
            .expect_failure(400, incomplete);
        assert_eq!(fields_of(&body), ["otp"]);
    }
    let ask = json!({"otp": "123456"});
    let body = post(&app, "/api/auth/verifyOTP", &ask)
        .await
        .expect_failure(400, restart);
    assert_eq!(fields_of(&body), ["tempUserId"]);
    let body = post(&app, "/api/auth/verifyOTP", &json!({}))
        .await
        .expect_failure(400, incomplete);
    assert_eq!(fields_of(&body), ["otp", "tempUserId"]);
    for (otp, id) in [
        ("123456", id.clone()),
        ("123456", json!("no-uuid")),
        ("abcdef", id.clone()),
        ("1234567", id),
    ] {
        let ask = json!({"otp": otp, "tempUserId": id});
        post(&app, "/api/auth/verifyOTP", &ask)
            .await
            .expect_failure(400, wrong);
    }
}

// AUTH-07: both fields are required, with the messages of the documents.
#[tokio::test]
async fn a_login_needs_address_and_password() {
    let app = TestApp::start().await;
    let full = json!({"email": "maya@example.com", "password": PASSWORD});
    let message = "Please fill out all fields";
    for field in ["email", "password"] {
        for ask in [without(&full, field), with(&full, field, json!(""))] {
            let body = post(&app, "/api/auth/login", &ask)
                .await
                .expect_failure(400, message);
            assert_eq!(fields_of(&body), [field]);
        }
    }
    let body = post(&app, "/api/auth/login", &json!({}))
        .await
        .expect_failure(400, message);
    assert_eq!(fields_of(&body), ["email", "password"]);
}

#[tokio::test]
async fn a_refresh_needs_its_token() {
    let app = TestApp::start().await;
    for ask in [json!({}), json!({"refreshToken": " "})] {
        let body = post(&app, "/api/auth/refresh", &ask).await;
        let body = body.expect_failure(400, "refreshToken is required");
        assert_eq!(fields_of(&body), ["refreshToken"]);
    }
    let over = "Your session has expired. Please log in again.";
    for token in ["x", &"0".repeat(64)] {
        post(&app, "/api/auth/refresh", &json!({"refreshToken": token}))
            .await
            .expect_failure(401, over);
    }
}

#[tokio::test]
async fn unknown_fields_are_ignored() {
    let app = TestApp::start().await;
    let mut ask = signup();
    ask["isAdmin"] = json!(true);
    ask["__proto__"] = json!({"role": "admin"});
    ask["id"] = json!("01a1f8a6-ea41-779c-9877-3d3f27d37de6");
    let begun = post(&app, "/api/auth/signup", &ask).await.expect(200);
    let code = app.mailed_code("maya@example.com").await;
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let body = post(&app, "/api/auth/verifyOTP", &ask).await.expect(200);
    assert_eq!(body["user"]["role"], "user");
    assert_ne!(body["user"]["id"], "01a1f8a6-ea41-779c-9877-3d3f27d37de6");
}

//! Every field of every account call with values of each wrong type and with hostile text: the response is 4xx or a
//! harmless success, never 5xx, and does not repeat the value.

use serde_json::{Value, json};

use crate::account_input::{PASSWORD, post, signup};
use crate::call::fields_of;
use crate::stage::with;
use crate::support::TestApp;

/// Markup, SQL, templates, line breaks in mail headers, and unusual Unicode.
const HOSTILE: [&str; 12] = [
    "<script>alert(1)</script>",
    "'; DROP TABLE accounts; --",
    "{{7*7}} ${7*7} %s %n",
    "a\r\nBcc: victim@example.com",
    "\u{202e}gnp.exe",
    "नमस्ते 🏔️ 你好",
    "../../../../etc/passwd",
    "a\u{0}b",
    "\u{feff}",
    "null",
    "-1",
    "\u{7f}\u{1b}[31m",
];

/// A value of each JSON type except string.
fn not_text() -> [Value; 6] {
    [
        json!(5),
        json!(1.5),
        json!(true),
        json!([]),
        json!({}),
        json!(["a"]),
    ]
}

#[tokio::test]
async fn an_error_for_a_field_of_the_wrong_type_does_not_repeat_its_value() {
    let app = TestApp::start().await;
    let calls = [
        ("/api/auth/signup", signup()),
        (
            "/api/auth/login",
            json!({"email": "maya@example.com", "password": PASSWORD}),
        ),
        (
            "/api/auth/verifyOTP",
            json!({"otp": "123456", "tempUserId": "x"}),
        ),
        ("/api/auth/refresh", json!({"refreshToken": "x"})),
        (
            "/api/auth/forgotPassword",
            json!({"email": "maya@example.com"}),
        ),
        (
            "/api/auth/resetPassword",
            json!({"otp": "123456", "newPassword": PASSWORD, "confirmPassword": PASSWORD}),
        ),
    ];
    for (path, ask) in &calls {
        for field in ask.as_object().expect("an object").keys() {
            for value in not_text().into_iter().chain([Value::Null]) {
                let body = post(&app, path, &with(ask, field, value.clone())).await;
                let body = body.expect_failure(400, &format!("{field} must be text"));
                assert_eq!(fields_of(&body), [field], "{path} {value}");
            }
        }
    }
    let ask = with(&signup(), "password", json!({"secret": "hunter2hunter2"}));
    let answer = post(&app, "/api/auth/signup", &ask).await;
    assert!(!String::from_utf8_lossy(&answer.body).contains("hunter2"));
}

#[tokio::test]
async fn hostile_text_in_any_field_of_any_call_is_never_a_server_error() {
    let app = TestApp::start().await;
    let calls = [
        ("/api/auth/signup", with(&signup(), "role", json!("user"))),
        (
            "/api/auth/login",
            json!({"email": "maya@example.com", "password": PASSWORD}),
        ),
        (
            "/api/auth/verifyOTP",
            json!({"otp": "123456", "tempUserId": "01a1f8a6-ea41-779c-9877-3d3f27d37de6"}),
        ),
        ("/api/auth/refresh", json!({"refreshToken": "x"})),
        (
            "/api/auth/forgotPassword",
            json!({"email": "maya@example.com"}),
        ),
        (
            "/api/auth/resetPassword",
            json!({"otp": "123456", "newPassword": PASSWORD, "confirmPassword": PASSWORD}),
        ),
    ];
    let long = "x".repeat(500_000);
    for (path, ask) in &calls {
        for field in ask.as_object().expect("an object").keys() {
            for text in HOSTILE.iter().copied().chain([long.as_str()]) {
                let answer = post(&app, path, &with(ask, field, json!(text))).await;
                let status = answer.status.as_u16();
                assert!(status < 500, "{path} {field} {text:?}: {status}");
                let said = String::from_utf8_lossy(&answer.body).to_lowercase();
                for leak in [
                    "sqlite",
                    "postgres",
                    "constraint",
                    "select ",
                    "panicked",
                    "/home",
                    ".rs",
                ] {
                    assert!(!said.contains(leak), "{path} {field} {text:?}: {said}");
                }
                if text.contains('\0') {
                    assert_eq!(status, 400, "{path} {field}");
                }
            }
        }
    }
    app.do_jobs().await;
    for mail in app.outbox() {
        let head = String::from_utf8_lossy(&mail.raw).to_lowercase();
        assert!(!head.contains("\nbcc:"), "a header was smuggled in");
    }
}

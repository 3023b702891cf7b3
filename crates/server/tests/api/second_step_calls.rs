//! An authenticator app, and the calls of the second step of a login.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};
use totp_rs::{Builder, Secret, Totp};

use crate::call::Answer;
use crate::support::{Login, TestApp};

pub const EMAIL: &str = "maya@example.com";
pub const PASSWORD: &str = "trail of many stones";
pub const OVER: &str = "This login has expired. Please log in again.";

/// An authenticator app.
pub struct Phone(Totp);

impl Phone {
    pub fn new(secret: &str) -> Self {
        let secret = Secret::try_from_base32(secret).expect("Base32");
        Self(Builder::new().with_secret(secret).build().expect("an app"))
    }

    pub fn code(&self, test: &TestApp) -> String {
        self.code_at(test, 0)
    }

    /// The code of a phone whose clock is ahead by `seconds`.
    pub fn code_at(&self, test: &TestApp, seconds: i64) -> String {
        let time = test.app.clock.now().timestamp() + seconds;
        self.0
            .generate(time.try_into().expect("a time"))
            .to_string()
    }

    /// The next code that the app shows.
    pub fn next_code(&self, test: &TestApp) -> String {
        test.clock.advance(TimeDelta::seconds(30));
        self.code(test)
    }

    /// A code that is wrong now and in the time steps around it.
    pub fn wrong_code(&self, test: &TestApp) -> String {
        let near = [-30, 0, 30].map(|seconds| self.code_at(test, seconds));
        let codes = (0..).map(|number| format!("{number:06}"));
        codes
            .into_iter()
            .find(|code| !near.contains(code))
            .expect("a code")
    }
}

pub async fn call(test: &TestApp, method: Method, path: &str, login: &Login, ask: Value) -> Answer {
    let path = format!("/api/users/me/totp{path}");
    let call = test.call(method, &path).json(&ask);
    call.bearer(&login.access).send().await
}

/// Sets up the second step of an account. Returns its app and recovery codes.
pub async fn set_up(test: &TestApp, login: &Login, password: &str) -> (Phone, Vec<String>) {
    let ask = json!({"password": password});
    let begun = call(test, Method::POST, "", login, ask).await.expect(200);
    let phone = Phone::new(begun["data"]["secret"].as_str().expect("a secret"));
    let ask = json!({"code": phone.code(test)});
    let answer = call(test, Method::POST, "/confirm", login, ask).await;
    (phone, recovery_codes(&answer.expect(200)))
}

pub fn recovery_codes(body: &Value) -> Vec<String> {
    let codes = body["data"]["recoveryCodes"].as_array().expect("codes");
    let text = |code: &Value| code.as_str().expect("a code").to_owned();
    codes.iter().map(text).collect()
}

/// A login that waits for its second step, in its browser.
pub struct Waiting {
    pub challenge: String,
    pub cookie: String,
}

pub async fn first_step(test: &TestApp, password: &str) -> Waiting {
    let ask = json!({"email": EMAIL, "password": password});
    let answer = test.post("/api/auth/login", &ask).send().await;
    assert_eq!(answer.header("x-access-token"), None);
    assert_eq!(answer.header("x-refresh-token"), None);
    let cookie = answer.cookie("secondStep").expect("a cookie");
    let body = answer.expect(202);
    assert_eq!(body["status"], "second-step");
    assert_eq!(body.get("user"), None);
    let challenge = body["data"]["challenge"].as_str().expect("an id");
    Waiting {
        challenge: challenge.to_owned(),
        cookie,
    }
}

impl Waiting {
    async fn send(&self, test: &TestApp, field: &str, code: &str) -> Answer {
        let ask = json!({"challenge": self.challenge, field: code});
        let call = test.post("/api/auth/second-step", &ask);
        let cookie = format!("secondStep={}", self.cookie);
        call.header("cookie", &cookie).send().await
    }

    pub async fn code(&self, test: &TestApp, code: &str) -> Answer {
        self.send(test, "code", code).await
    }

    pub async fn recovery_code(&self, test: &TestApp, code: &str) -> Answer {
        self.send(test, "recoveryCode", code).await
    }
}

pub async fn state(test: &TestApp, login: &Login) -> Value {
    let answer = call(test, Method::GET, "", login, json!({})).await;
    answer.expect(200)["data"]["secondStep"].clone()
}

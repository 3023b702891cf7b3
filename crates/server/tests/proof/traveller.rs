//! A client with a session that signs up by email and retries after lost responses.

use std::path::Path;
use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::sync::watch;

use crate::outbox;

/// Pause before a retry; a browser would wait longer.
const BREATH: Duration = Duration::from_millis(15);
const PATIENCE: Duration = Duration::from_secs(20);

#[derive(Clone)]
pub struct Traveller {
    http: reqwest::Client,
    address: watch::Receiver<Option<String>>,
    pub email: String,
    access: String,
    refresh: String,
}

pub struct Answer {
    pub status: u16,
    /// Whether the response says when to try again.
    has_retry_after: bool,
    pub body: Value,
}

impl Answer {
    #[track_caller]
    pub fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.body);
        self.body
    }
}

/// One request, sent once or with retries.
pub struct Ask<'a> {
    method: Method,
    path: &'a str,
    body: Option<&'a Value>,
    key: Option<&'a str>,
}

pub fn get(path: &str) -> Ask<'_> {
    Ask {
        method: Method::GET,
        path,
        body: None,
        key: None,
    }
}

pub fn post<'a>(path: &'a str, body: &'a Value) -> Ask<'a> {
    Ask {
        method: Method::POST,
        path,
        body: Some(body),
        key: None,
    }
}

pub fn patch<'a>(path: &'a str, body: &'a Value) -> Ask<'a> {
    Ask {
        method: Method::PATCH,
        ..post(path, body)
    }
}

pub fn put<'a>(path: &'a str, body: &'a Value) -> Ask<'a> {
    Ask {
        method: Method::PUT,
        ..post(path, body)
    }
}

impl<'a> Ask<'a> {
    pub fn with_key(self, key: &'a str) -> Self {
        Self {
            key: Some(key),
            ..self
        }
    }
}

impl Traveller {
    /// A visitor without an account, who can browse and sign in.
    pub fn visitor(address: watch::Receiver<Option<String>>) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().timeout(PATIENCE).build();
        Self {
            http: http.expect("a client"),
            address,
            email: String::new(),
            access: String::new(),
            refresh: String::new(),
        }
    }

    /// Signs up with the emailed code.
    pub async fn sign_up(mut self, number: usize, outbox: &Path) -> Self {
        let email = format!("traveller-{number}@example.com");
        let password = "trail of many stones";
        let ask = json!({"name": "Maya Gurung", "email": email, "password": password, "confirmPassword": password});
        let begun = self
            .insist(&post("/api/auth/signup", &ask))
            .await
            .expect(200);
        let code = loop {
            let mails = outbox::read(outbox);
            if let Some(mail) = mails.iter().find(|mail| mail.to == email) {
                break mail
                    .subject
                    .chars()
                    .take_while(char::is_ascii_digit)
                    .collect::<String>();
            }
            tokio::time::sleep(BREATH).await;
        };
        let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
        self.enter(&post("/api/auth/verifyOTP", &ask)).await;
        self.email = email;
        self
    }

    pub async fn log_in(mut self, email: &str, password: &str) -> Self {
        let ask = json!({"email": email, "password": password});
        self.enter(&post("/api/auth/login", &ask)).await;
        email.clone_into(&mut self.email);
        self
    }

    /// Repeats what a busy server refuses before it does anything.
    async fn enter(&mut self, ask: &Ask<'_>) {
        let answer = loop {
            let address = self.address.borrow().clone().expect("it is up");
            let answer = self.request(&address, ask).send().await;
            let answer = answer.expect("an answer");
            if answer.status() != 503 || !answer.headers().contains_key("retry-after") {
                break answer;
            }
            self.breathe().await;
        };
        let (status, headers) = (answer.status(), answer.headers().clone());
        let body = answer.text().await.expect("a body");
        assert_eq!(status, 200, "{}: {body}", ask.path);
        let token = |name| headers[name].to_str().expect("a token").to_owned();
        (self.access, self.refresh) = (token("x-access-token"), token("x-refresh-token"));
    }

    fn request(&self, address: &str, ask: &Ask<'_>) -> reqwest::RequestBuilder {
        let url = format!("{address}{}", ask.path);
        let mut request = self.http.request(ask.method.clone(), url);
        if let Some(body) = ask.body {
            request = request.json(body);
        }
        if let Some(key) = ask.key {
            request = request.header("idempotency-key", key);
        }
        if !self.access.is_empty() {
            request = request
                .bearer_auth(&self.access)
                .header("x-refresh-token", &self.refresh);
        }
        request
    }

    /// Sends the request once. None if there was no response; whether the program processed it is unknown.
    pub async fn once(&self, ask: &Ask<'_>) -> Option<Answer> {
        let address = self.address.borrow().clone()?;
        let answer = self.request(&address, ask).send().await.ok()?;
        let status = answer.status().as_u16();
        let has_retry_after = answer.headers().contains_key("retry-after");
        let body = answer.bytes().await.ok()?;
        let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
        Some(Answer {
            status,
            has_retry_after,
            body,
        })
    }

    /// Retries until there is a definite response, not a lost connection or "please try again".
    pub async fn insist(&self, ask: &Ask<'_>) -> Answer {
        loop {
            match self.once(ask).await {
                Some(answer) if answer.status < 500 => return answer,
                Some(answer) => {
                    assert_eq!(answer.status, 503, "{}: {}", ask.path, answer.body);
                    assert!(answer.has_retry_after, "{}: {}", ask.path, answer.body);
                }
                None => {}
            }
            self.breathe().await;
        }
    }

    pub async fn breathe(&self) {
        tokio::time::sleep(BREATH).await;
    }
}

//! Security events of the running program: one structured line each, without secrets and email addresses.

use std::process::Stdio;
use std::time::Duration;

use reqwest::Client;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::outbox;
use crate::program::{Running, chautari, folder};

const EMAIL: &str = "maya@example.com";
const PASSWORDS: [&str; 3] = [
    "trail-of-many-stones-1",
    "trail-of-many-stones-2",
    "trail-of-many-stones-3",
];

struct Site {
    folder: TempDir,
    server: Running,
    client: Client,
    /// The ids of the requests, oldest first.
    request_ids: Vec<String>,
}

impl Site {
    fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let folder = folder();
        let log = std::fs::File::create(folder.path().join("log")).expect("a file");
        let mut command = chautari(&folder, &["serve"]);
        command
            .env("CHAUTARI_LOG_FORMAT", "json")
            .env("CHAUTARI_OTP_TTL_SECONDS", "3600")
            .env("CHAUTARI_LIMIT_WRONG_LOGINS", "2/1h")
            .env("CHAUTARI_TRUSTED_PROXIES", "127.0.0.1")
            .stderr(Stdio::from(log));
        let client = Client::builder().timeout(Duration::from_secs(60));
        Self {
            server: Running::start_logging(command),
            folder,
            client: client.build().expect("a client"),
            request_ids: Vec::new(),
        }
    }

    async fn send(
        &mut self,
        (method, path): (&str, &str),
        headers: &[(&str, &str)],
        body: &Value,
        status: u16,
    ) -> (Value, reqwest::header::HeaderMap) {
        let method = method.parse().expect("a method");
        let url = format!("{}{path}", self.server.address());
        let mut call = self.client.request(method, url);
        for (name, value) in headers {
            call = call.header(*name, *value);
        }
        let call = call
            .header("content-type", "application/json")
            .header("x-forwarded-for", "203.0.113.7");
        let answer = call.body(body.to_string()).send().await.expect("an answer");
        assert_eq!(answer.status().as_u16(), status, "{path}");
        let headers = answer.headers().clone();
        let id = headers["x-request-id"].to_str().expect("text");
        self.request_ids.push(id.to_owned());
        let bytes = answer.bytes().await.expect("a body");
        (serde_json::from_slice(&bytes).unwrap_or_default(), headers)
    }

    async fn code(&self, mails: usize) -> String {
        let outbox = self.folder.path().join("data/outbox");
        loop {
            if let Some(mail) = outbox::read(&outbox).get(mails - 1) {
                let digits = mail.subject.chars().take_while(char::is_ascii_digit);
                return digits.collect();
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    fn log(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("log")).expect("the log")
    }

    /// The newest security event, which must belong to the newest request.
    fn newest(&self) -> Value {
        let log = self.log();
        let mut lines = log
            .lines()
            .rev()
            .filter_map(|line| serde_json::from_str(line).ok());
        let line: Value = lines
            .find(|line: &Value| line["target"] == "security")
            .expect("an event");
        let fields = line["fields"].clone();
        assert_eq!(fields["client"], "203.0.113.7", "{fields}");
        let newest = self.request_ids.last().expect("a request");
        assert_eq!(fields["request_id"], newest.as_str(), "{fields}");
        fields
    }
}

#[tokio::test]
async fn attacks_and_account_changes_log_one_event_each_without_secrets() {
    let mut site = Site::start();
    let post = |path| ("POST", path);
    let ask = json!({"name": "Maya", "email": EMAIL, "password": PASSWORDS[0], "confirmPassword": PASSWORDS[0]});
    let (begun, _) = site.send(post("/api/auth/signup"), &[], &ask, 200).await;
    let code = site.code(1).await;
    let wrong = json!({"otp": "00000x", "tempUserId": begun["tempUserId"]});
    let path = "/api/auth/verifyOTP";
    site.send(post(path), &[], &wrong, 400).await;
    let refused = site.newest();
    assert_eq!(refused["event"], "code_refused");
    let right = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let (me, headers) = site.send(post(path), &[], &right, 200).await;
    let account = me["user"]["id"].clone();
    let bearer = format!(
        "Bearer {}",
        headers["x-access-token"].to_str().expect("text")
    );
    let signed_in = [("authorization", bearer.as_str())];

    let login = json!({"email": "MAYA@example.com", "password": PASSWORDS[2]});
    for _ in 0..2 {
        site.send(post("/api/auth/login"), &[], &login, 401).await;
        let failed = site.newest();
        assert_eq!(failed["event"], "login_failed");
        // The same address always has the same hash, however it is written.
        assert_eq!(failed["email_hash"], refused["email_hash"]);
        assert_eq!(failed["email_hash"].as_str().map(str::len), Some(32));
    }
    site.send(post("/api/auth/login"), &[], &login, 429).await;
    let limited = site.newest();
    assert_eq!(limited["event"], "rate_limited");
    assert_eq!(limited["detail"], "wrong_logins");
    assert_eq!(limited["email_hash"], refused["email_hash"]);

    let call = ("GET", "/api/audit");
    site.send(call, &signed_in, &Value::Null, 403).await;
    let role = site.newest();
    assert_eq!(role["event"], "role_refused");
    assert_eq!(
        (&role["account"], &role["detail"]),
        (&account, &json!("/api/audit"))
    );

    let forgot = json!({"email": EMAIL});
    let (_, headers) = site
        .send(post("/api/auth/forgotPassword"), &[], &forgot, 200)
        .await;
    let cookie = headers["set-cookie"].to_str().expect("text");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();
    let code = site.code(2).await;
    let reset = json!({"otp": code, "newPassword": PASSWORDS[1], "confirmPassword": PASSWORDS[1]});
    let with_cookie = [("cookie", cookie.as_str())];
    site.send(post("/api/auth/resetPassword"), &with_cookie, &reset, 200)
        .await;
    let done = site.newest();
    assert_eq!(
        (&done["event"], &done["account"]),
        (&json!("password_reset"), &account)
    );

    let log = site.log();
    for secret in PASSWORDS.iter().chain([&EMAIL, &code.as_str(), &"MAYA@"]) {
        assert!(!log.contains(secret), "{secret} in the log");
    }
}

//! The log of the program during sign-up, login, recovery and deletion contains no token, code, password or query
//! string (decisions §4).

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use chautari::platform::adapters::clock::Clock;
use reqwest::redirect::Policy;
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::google::parameters;
use crate::outbox;
use crate::program::{Running, chautari, folder};
use crate::sign_in_provider::{CLIENT_ID, CLIENT_SECRET, SignInProvider};

const PASSWORDS: [&str; 4] = [
    "trail-of-many-stones-1",
    "trail-of-many-stones-2",
    "trail-of-many-stones-3",
    "wrong-guess-of-somebody",
];

/// A server at the highest log level, and the secrets that must not be in its log.
struct Watched {
    server: Running,
    folder: TempDir,
    client: Client,
    provider: SignInProvider,
    secrets: HashSet<String>,
}

impl Watched {
    async fn start() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let (folder, provider) = (folder(), SignInProvider::start().await);
        let log = std::fs::File::create(folder.path().join("log")).expect("a file");
        let mut command = chautari(&folder, &["serve"]);
        command
            .env("CHAUTARI_LOG", "trace")
            .env("CHAUTARI_PUBLIC_URL", "http://localhost:8080")
            .env("CHAUTARI_OTP_TTL_SECONDS", "3600")
            .env("CHAUTARI_GOOGLE_CLIENT_ID", CLIENT_ID)
            .env("CHAUTARI_GOOGLE_CLIENT_SECRET", CLIENT_SECRET)
            .env("CHAUTARI_GOOGLE_ISSUER_URL", &provider.address)
            .stderr(Stdio::from(log));
        let client = Client::builder()
            .redirect(Policy::none())
            .timeout(Duration::from_secs(60));
        let mut secrets: HashSet<String> = PASSWORDS.map(str::to_owned).into();
        secrets.insert(CLIENT_SECRET.to_owned());
        Self {
            server: Running::start_logging(command),
            folder,
            client: client.build().expect("a client"),
            provider,
            secrets,
        }
    }

    fn get(&self, path: &str) -> RequestBuilder {
        self.client.get(format!("{}{path}", self.server.address()))
    }

    fn post(&self, path: &str, body: &Value) -> RequestBuilder {
        let call = self.client.post(format!("{}{path}", self.server.address()));
        call.header("content-type", "application/json")
            .body(body.to_string())
    }

    /// Sends a request, collects the tokens and cookies of the response, and returns its body.
    async fn send(
        &mut self,
        call: RequestBuilder,
        status: u16,
    ) -> (Value, HashMap<String, String>) {
        let response: Response = call.send().await.expect("an answer");
        assert_eq!(
            response.status().as_u16(),
            status,
            "{}",
            response.url().path()
        );
        let mut given = HashMap::new();
        for (name, value) in response.headers() {
            let value = value.to_str().unwrap_or_default();
            match name.as_str() {
                "x-access-token" | "x-refresh-token" => {
                    self.secrets.insert(value.to_owned());
                }
                "set-cookie" => {
                    let cookie = value.split(['=', ';']).nth(1).unwrap_or_default();
                    self.secrets.insert(cookie.to_owned());
                }
                "location" => {
                    let asked = parameters(value);
                    let secret = [
                        "accessToken",
                        "refreshToken",
                        "state",
                        "nonce",
                        "code_challenge",
                    ];
                    self.secrets
                        .extend(secret.iter().filter_map(|name| asked.get(*name).cloned()));
                }
                _ => {}
            }
            given.insert(name.to_string(), value.to_owned());
        }
        self.secrets.remove("");
        let body = response.bytes().await.expect("a whole body");
        (serde_json::from_slice(&body).unwrap_or_default(), given)
    }

    /// Waits for this number of emails and returns the code of the newest.
    async fn code(&mut self, mails: usize) -> String {
        let outbox: PathBuf = self.folder.path().join("data/outbox");
        loop {
            let found = outbox::read(&outbox);
            if let Some(mail) = found.get(mails - 1) {
                let code: String = mail
                    .subject
                    .chars()
                    .take_while(char::is_ascii_digit)
                    .collect();
                assert_eq!(code.len(), 6, "{}", mail.subject);
                self.secrets.insert(code.clone());
                return code;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }

    /// The log so far, and its lines that contain a secret.
    fn leaks(&self) -> (String, Vec<String>) {
        let log = std::fs::read(self.folder.path().join("log")).expect("the log");
        let log = String::from_utf8_lossy(&log).into_owned();
        let is_word = |letter: char| letter.is_alphanumeric() || ".-_".contains(letter);
        let leaks = log.lines().filter(|line| {
            let has_secret = self.secrets.iter().any(|secret| match secret.len() {
                // Six digits occur within many timestamps; as a separate word they are a code.
                6 => line
                    .split(|letter| !is_word(letter))
                    .any(|word| word == secret),
                _ => line.contains(secret.as_str()),
            });
            let has_query = [
                "accessToken=",
                "refreshToken=",
                "code=",
                "state=",
                "token=",
                "user=",
            ]
            .iter()
            .any(|name| line.contains(&format!("?{name}")) || line.contains(&format!("&{name}")));
            has_secret || has_query
        });
        let leaks = leaks.map(str::to_owned).collect();
        (log, leaks)
    }
}

async fn sign_up(at: &mut Watched, email: &str) -> String {
    let ask = json!({"name": "Maya", "email": email, "password": PASSWORDS[0], "confirmPassword": PASSWORDS[0]});
    let (begun, _) = at.send(at.post("/api/auth/signup", &ask), 200).await;
    let code = at.code(1).await;
    let wrong = json!({"otp": "00000x", "tempUserId": begun["tempUserId"]});
    at.send(at.post("/api/auth/verifyOTP", &wrong), 400).await;
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let (_, given) = at.send(at.post("/api/auth/verifyOTP", &ask), 200).await;
    at.send(at.post("/api/auth/verifyOTP", &ask), 400).await;
    given["x-access-token"].clone()
}

async fn recover(at: &mut Watched, email: &str, mails: usize) {
    let call = at.post("/api/auth/forgotPassword", &json!({"email": email}));
    let (_, given) = at.send(call, 200).await;
    let cookie = given["set-cookie"]
        .split(';')
        .next()
        .expect("a cookie")
        .to_owned();
    let code = at.code(mails).await;
    let ask = json!({"otp": code, "newPassword": PASSWORDS[1], "confirmPassword": PASSWORDS[1]});
    at.send(at.post("/api/auth/resetPassword", &ask), 400).await;
    let call = at
        .post("/api/auth/resetPassword", &ask)
        .header("cookie", cookie);
    at.send(call, 200).await;
}

async fn through_google(at: &mut Watched) {
    let (_, given) = at.send(at.get("/api/auth/google"), 302).await;
    let asked = parameters(&given["location"]);
    let now = Clock::System.now().timestamp();
    let claims = json!({"iat": now, "exp": now + 3600});
    let code = at
        .provider
        .agree(&asked["nonce"], &asked["code_challenge"], &claims);
    at.secrets.insert(code.clone());
    let cookie = given["set-cookie"]
        .split(';')
        .next()
        .expect("a cookie")
        .to_owned();
    let path = |state: &str| {
        format!(
            "/api/auth/google/callback?code={}&state={state}",
            code.replace('/', "%2F").replace('+', "%2B")
        )
    };
    let wrong = at
        .get(&path("guessed-by-somebody"))
        .header("cookie", &cookie);
    at.send(wrong, 302).await;
    let right = at.get(&path(&asked["state"])).header("cookie", &cookie);
    let (_, given) = at.send(right, 302).await;
    let landing = given["location"].clone();
    assert!(landing.starts_with("/login?accessToken="), "{landing}");
    // Requests the page as a browser does. A build without the web app does not have it.
    let page = at.get(&landing).send().await.expect("an answer");
    assert!(page.status().as_u16() < 500);
}

// The complete life of an account at the highest log level, including failures.
#[tokio::test]
async fn no_token_code_password_or_query_string_is_in_the_log_of_a_full_run() {
    let mut at = Watched::start().await;
    let email = "maya@example.com";
    let access = sign_up(&mut at, email).await;
    let login = |password: &str| json!({"email": email, "password": password});
    at.send(at.post("/api/auth/login", &login(PASSWORDS[3])), 401)
        .await;
    let (_, given) = at
        .send(at.post("/api/auth/login", &login(PASSWORDS[0])), 200)
        .await;
    let ask = json!({"refreshToken": given["x-refresh-token"]});
    let (fresh, _) = at.send(at.post("/api/auth/refresh", &ask), 200).await;
    at.secrets
        .insert(fresh["accessToken"].as_str().expect("a token").to_owned());
    let me = at.get("/api/auth/verifyUser").bearer_auth(&access);
    at.send(me.header("x-refresh-token", &given["x-refresh-token"]), 200)
        .await;
    let changed = json!({"currentPassword": PASSWORDS[0], "newPassword": PASSWORDS[2], "confirmPassword": PASSWORDS[2]});
    let call = at
        .post("/api/users/me/password", &changed)
        .bearer_auth(&access);
    at.send(call, 200).await;
    recover(&mut at, email, 3).await;
    at.send(at.get("/api/auth/verifyUser").bearer_auth(&access), 401)
        .await;
    through_google(&mut at).await;
    // Malformed requests that contain secrets.
    for body in [
        format!("{{\"email\":\"{email}\",\"password\":\"{}\"", PASSWORDS[3]),
        format!("{{\"email\":5,\"password\":[\"{}\"]}}", PASSWORDS[3]),
    ] {
        let call = at.post("/api/auth/login", &Value::Null).body(body);
        at.send(call, 400).await;
    }
    let path = format!("/api/newsletter/unsubscribe?token={}", PASSWORDS[3]);
    at.send(at.post(&path, &json!({})), 400).await;
    let (log, leaks) = at.leaks();
    assert!(
        log.contains("answered") && log.contains("/api/auth/google/callback"),
        "nothing was logged"
    );
    assert!(at.secrets.len() > 15, "{}", at.secrets.len());
    assert!(leaks.is_empty(), "{}", leaks.join("\n"));
}

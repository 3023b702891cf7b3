//! Security events of account changes: each change logs exactly one, with account, client address and request id, and
//! the log contains no email address, password or code.

use std::collections::HashSet;
use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};

use axum::http::Method;
use chautari::cli::admin;
use chautari::platform::config::Config;
use domain::account::Role;
use serde_json::{Value, json};
use tracing::Dispatch;
use tracing::subscriber::DefaultGuard;
use tracing_subscriber::fmt::MakeWriter;

use crate::account_reset::{begin as begin_reset, new_password, reset};
use crate::call::{Answer, Call};
use crate::google::{sign_in, signed_in};
use crate::second_step_calls::{Phone, first_step};
use crate::sign_in_provider::SignInProvider;
use crate::support::TestApp;

const EMAIL: &str = "maya@example.com";
const PASSWORD: &str = "trail of many stones";
const NEW_EMAIL: &str = "maya.new@example.com";
const NEW_PASSWORD: &str = "trail of many rivers";
const CLIENT: &str = "203.0.113.7";

/// The log of this thread, in the format of `CHAUTARI_LOG_FORMAT=json`.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

/// While a single subscriber exists, `tracing` asks that of the current thread whether an event is wanted, for all
/// threads and for good: a test without a subscriber would silence the event here.
static SECOND_SUBSCRIBER: LazyLock<Dispatch> = LazyLock::new(|| {
    Dispatch::new(
        tracing_subscriber::fmt()
            .with_writer(std::io::sink)
            .finish(),
    )
});

impl Log {
    fn begin() -> (Self, DefaultGuard) {
        LazyLock::force(&SECOND_SUBSCRIBER);
        let log = Self::default();
        let lines = tracing_subscriber::fmt().json().with_writer(log.clone());
        let guard = tracing::subscriber::set_default(lines.finish());
        (log, guard)
    }

    fn text(&self) -> String {
        let bytes = self.0.lock().expect("nobody panicked");
        String::from_utf8(bytes.clone()).expect("text")
    }

    fn events(&self) -> Vec<Value> {
        let text = self.text();
        let lines = text.lines().map(serde_json::from_str::<Value>);
        let lines = lines.map(|line| line.expect("JSON"));
        lines
            .filter(|line| line["target"] == "security")
            .map(|line| line["fields"].clone())
            .collect()
    }

    /// The events since `seen`, which is advanced.
    fn newer(&self, seen: &mut usize) -> Vec<Value> {
        let events = self.events();
        let newer = events[*seen..].to_vec();
        *seen = events.len();
        newer
    }
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0
            .lock()
            .expect("nobody panicked")
            .extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Log {
    type Writer = Self;

    fn make_writer(&'a self) -> Self {
        self.clone()
    }
}

/// Maya's browser; collects its codes.
struct Scene {
    app: TestApp,
    log: Log,
    seen: usize,
    account: String,
    codes: HashSet<String>,
    _guard: DefaultGuard,
}

impl Scene {
    async fn new(app: TestApp) -> Self {
        let (log, guard) = Log::begin();
        let maya = app.traveller().await;
        let mut scene = Self {
            app,
            log,
            seen: 0,
            account: maya.user_id,
            codes: HashSet::new(),
            _guard: guard,
        };
        scene.expect_no_event();
        scene
    }

    fn config(&self) -> Config {
        (*self.app.app.config).clone()
    }

    #[track_caller]
    fn expect_no_event(&mut self) {
        let newer = self.log.newer(&mut self.seen);
        assert!(newer.is_empty(), "{newer:?}");
    }

    async fn code(&mut self, email: &str) -> String {
        let code = self.app.mailed_code(email).await;
        self.codes.insert(code.clone());
        code
    }

    async fn send(&self, call: Call) -> Answer {
        call.peer(&format!("{CLIENT}:4711")).send().await
    }

    async fn signed_in(&self, email: &str, password: &str) -> String {
        self.app.login(email, password).await.access
    }

    /// Asserts that the last request logged exactly these events, of Maya's account and her browser.
    #[track_caller]
    fn expect(&mut self, answer: &Answer, client: Option<&str>, events: &[&str]) {
        assert!(answer.status.as_u16() < 400, "{answer:?}");
        let newer = self.log.newer(&mut self.seen);
        let names: Vec<_> = newer.iter().map(|event| &event["event"]).collect();
        assert_eq!(names, events, "{newer:?}");
        let request_id = answer.header("x-request-id").expect("an id");
        for event in newer {
            assert_eq!(event["account"], self.account.as_str(), "{event}");
            assert_eq!(event["request_id"], request_id, "{event}");
            assert_eq!(event.get("email_hash"), None, "{event}");
            match client {
                Some(client) => assert_eq!(event["client"], client, "{event}"),
                None => assert!(event["client"].is_string(), "{event}"),
            }
        }
    }

    /// Commands have no request id.
    #[track_caller]
    fn expect_without_request(&mut self, event: &str, detail: &str) {
        let newer = self.log.newer(&mut self.seen);
        let expected = json!({"event": event, "account": self.account, "detail": detail});
        assert_eq!(newer, [expected]);
    }

    #[track_caller]
    fn expect_no_secret(&self) {
        let log = self.log.text();
        let secrets = [EMAIL, NEW_EMAIL, PASSWORD, NEW_PASSWORD];
        for secret in secrets
            .into_iter()
            .chain(self.codes.iter().map(String::as_str))
        {
            let quoted = |around: char| log.contains(&format!("{around}{secret}{around}"));
            // Six digits may occur by chance within a timestamp or an id.
            let found = match secret.len() {
                6 => quoted('"') || quoted(' '),
                _ => log.contains(secret),
            };
            assert!(!found, "{secret} in the log");
        }
    }
}

#[tokio::test]
async fn changes_of_password_and_address_and_a_deletion_log_one_event_each() {
    let mut scene = Scene::new(TestApp::start().await).await;
    let access = scene.signed_in(EMAIL, PASSWORD).await;
    let ask = json!({"currentPassword": PASSWORD, "newPassword": NEW_PASSWORD, "confirmPassword": NEW_PASSWORD});
    let call = scene.app.post("/api/users/me/password", &ask);
    let answer = scene.send(call.bearer(&access)).await;
    scene.expect(&answer, Some(CLIENT), &["password_changed"]);

    let ask = json!({"newEmail": NEW_EMAIL, "password": NEW_PASSWORD});
    let call = scene.app.post("/api/users/me/email", &ask);
    let answer = scene.send(call.bearer(&access)).await;
    scene.expect(&answer, Some(CLIENT), &[]);
    let ask = json!({"otp": scene.code(NEW_EMAIL).await});
    let call = scene.app.post("/api/users/me/email/confirm", &ask);
    let answer = scene.send(call.bearer(&access)).await;
    scene.expect(&answer, Some(CLIENT), &["email_changed"]);

    let cookie = begin_reset(&scene.app, NEW_EMAIL).await;
    let code = scene.code(NEW_EMAIL).await;
    let answer = reset(&scene.app, &cookie, &new_password(&code)).await;
    scene.expect(&answer, None, &["password_reset"]);

    let access = scene.signed_in(NEW_EMAIL, NEW_PASSWORD).await;
    let call = scene.app.call(Method::DELETE, "/api/users/me");
    let call = call.json(&json!({"password": NEW_PASSWORD}));
    let answer = scene.send(call.bearer(&access)).await;
    scene.expect(&answer, Some(CLIENT), &["account_deleted"]);
    scene.app.do_jobs().await;
    scene.app.clock.advance(chrono::TimeDelta::seconds(60));
    scene.app.do_jobs().await;
    scene.expect_no_event();
    scene.expect_no_secret();
}

#[tokio::test]
async fn linking_and_unlinking_a_sign_in_log_one_event_each() {
    let provider = SignInProvider::start().await;
    let mut scene = Scene::new(provider.app().await).await;
    let link = async |scene: &mut Scene| {
        let answer = sign_in(&scene.app, &provider, &json!({"email": EMAIL})).await;
        let (_, access) = signed_in(&answer);
        scene.expect(&answer, None, &["identity_linked"]);
        access
    };
    let access = link(&mut scene).await;
    // Signing in again links nothing.
    let answer = sign_in(&scene.app, &provider, &json!({})).await;
    scene.expect(&answer, None, &[]);

    let listed = scene.app.get("/api/users/me/sign-ins").bearer(&access);
    let listed = listed.send().await.expect(200)["data"]["signIns"][0].clone();
    let call = scene.app.call(Method::DELETE, "/api/users/me/sign-ins");
    let answer = scene.send(call.json(&listed).bearer(&access)).await;
    scene.expect(&answer, Some(CLIENT), &["identity_unlinked"]);
    let call = scene.app.call(Method::DELETE, "/api/users/me/sign-ins");
    let again = scene.send(call.json(&listed).bearer(&access)).await;
    again.expect(404);
    scene.expect_no_event();

    link(&mut scene).await;
    let cookie = begin_reset(&scene.app, EMAIL).await;
    let code = scene.code(EMAIL).await;
    let answer = reset(&scene.app, &cookie, &new_password(&code)).await;
    scene.expect(&answer, None, &["password_reset", "identity_unlinked"]);

    let access = link(&mut scene).await;
    let ask = json!({"newEmail": NEW_EMAIL, "password": NEW_PASSWORD});
    let call = scene.app.post("/api/users/me/email", &ask);
    scene.send(call.bearer(&access)).await.expect(200);
    let ask = json!({"otp": scene.code(NEW_EMAIL).await});
    let call = scene.app.post("/api/users/me/email/confirm", &ask);
    let answer = scene.send(call.bearer(&access)).await;
    scene.expect(
        &answer,
        Some(CLIENT),
        &["email_changed", "identity_unlinked"],
    );
    scene.app.do_jobs().await;
    scene.expect_no_secret();
}

#[tokio::test]
async fn a_change_of_the_role_logs_one_event() {
    let mut scene = Scene::new(TestApp::start().await).await;
    let other = scene.app.admin().await;
    assert_ne!(other.user_id, scene.account);
    let made = admin::create(scene.config(), EMAIL, "Somebody", Role::Admin).await;
    made.expect("an administrator");
    scene.expect_without_request("role_changed", "admin");
    let again = admin::create(scene.config(), EMAIL, "Somebody", Role::Admin).await;
    again.expect("an administrator already");
    scene.expect_no_event();
    let removed = admin::remove(scene.config(), EMAIL).await;
    removed.expect("no administrator any more");
    scene.expect_without_request("role_changed", "user");
    admin::remove(scene.config(), EMAIL)
        .await
        .expect_err("is none");
    scene.expect_no_event();
    scene.expect_no_secret();
}

#[tokio::test]
async fn changes_of_the_second_step_log_one_event_each() {
    let mut scene = Scene::new(TestApp::start().await).await;
    let access = scene.signed_in(EMAIL, PASSWORD).await;
    let send = async |scene: &Scene, method: Method, path: &str, ask: &Value| {
        let call = scene.app.call(method, &format!("/api/users/me/totp{path}"));
        scene.send(call.json(ask).bearer(&access)).await
    };
    let ask = json!({"password": PASSWORD});
    let begun = send(&scene, Method::POST, "", &ask).await;
    scene.expect(&begun, Some(CLIENT), &[]);
    let secret = begun.json()["data"]["secret"].to_string();
    let phone = Phone::new(secret.trim_matches('"'));
    let ask = json!({"code": phone.code(&scene.app)});
    let answer = send(&scene, Method::POST, "/confirm", &ask).await;
    scene.expect(&answer, Some(CLIENT), &["second_step_on"]);
    let recovery = answer.json()["data"]["recoveryCodes"].clone();
    let recovery_code = |index: usize| recovery[index].as_str().expect("a code").to_owned();

    let waiting = first_step(&scene.app, PASSWORD).await;
    waiting.code(&scene.app, "000000").await.expect(400);
    let refused = scene.log.newer(&mut scene.seen);
    assert_eq!(refused.len(), 1, "{refused:?}");
    assert_eq!(refused[0]["event"], "code_refused");
    let answer = waiting.recovery_code(&scene.app, &recovery_code(0)).await;
    scene.expect(&answer, None, &["recovery_code_used"]);
    let ask = json!({"password": PASSWORD, "recoveryCode": recovery_code(1)});
    let answer = send(&scene, Method::POST, "/recovery-codes", &ask).await;
    scene.expect(&answer, Some(CLIENT), &["recovery_codes_replaced"]);
    let ask = json!({"password": PASSWORD, "code": phone.next_code(&scene.app)});
    let answer = send(&scene, Method::DELETE, "", &ask).await;
    scene.expect(&answer, Some(CLIENT), &["second_step_off"]);
    scene.expect_no_secret();
    let log = scene.log.text();
    for code in [recovery_code(0), recovery_code(1), secret] {
        assert!(!log.contains(&code), "{code} in the log");
    }
}

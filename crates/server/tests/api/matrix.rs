//! Every call of the OpenAPI document, by everybody: the right status, and nothing of somebody else's.
//! The table of who may call what is `matrix_calls.rs`.

use std::collections::BTreeSet;

use axum::http::Method;
use chautari::account::session;
use chautari::router;
use chautari::user_agent::UserAgent;
use chrono::TimeDelta;
use domain::account::{Email, Role};
use serde_json::Value;
use store::accounts::Account;
use store::jobs::{self, Job, Why};

use crate::call::Answer;
use crate::matrix_calls::{ENTRIES, Entry, Who};
use crate::stage::{booked, booking_id, keep, request, text, trek_named};
use crate::support::{Login, TestApp};

/// Stands in all that is the owner's, and in nothing that anybody asks.
const MARK: &str = "secretkeeper";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Caller {
    SignedOut,
    /// The owner's token, sixteen minutes later and without a refresh token.
    Expired,
    /// The owner's token with another letter in its signature.
    Tampered,
    /// The owner's token, after its session was ended.
    Revoked,
    Other,
    Admin,
    Owner,
}

/// The owner last: what changes something is refused to everybody else before.
const CALLERS: [Caller; 7] = [
    Caller::SignedOut,
    Caller::Expired,
    Caller::Tampered,
    Caller::Revoked,
    Caller::Other,
    Caller::Admin,
    Caller::Owner,
];

/// What there is when a call is made, all of it the owner's, and who makes it.
pub struct Scene {
    pub booking_id: String,
    pub intent_id: String,
    pub session_id: String,
    pub mail_id: String,
    pub trek_id: String,
    pub trek_document: Value,
    pub booking_request: Value,
    tokens: [Option<String>; CALLERS.len()],
}

async fn person(app: &TestApp, name: &str, role: Role) -> Account {
    let id = app.app.clock.new_id();
    let email = format!("{}.{}@example.com", name.to_lowercase(), id.simple());
    let email = Email::parse(&email).expect("an address");
    let account = Account::new(id, name.to_owned(), email, role, app.app.clock.now());
    let stored = store::accounts::insert(&app.app.db, &account, None).await;
    stored.expect("stored");
    account
}

async fn sign_in(app: &TestApp, account: &Account) -> Login {
    let answer = session::start(&app.app, account.clone(), UserAgent(None), "").await;
    let answer = answer.expect("a session");
    Login {
        user_id: account.id.to_string(),
        access: answer.access_token,
        refresh: answer.refresh_token,
    }
}

async fn session_of(app: &TestApp, account: &Account) -> uuid::Uuid {
    let now = app.app.clock.now();
    let places = store::sessions::of_account(&app.app.db, account.id, now).await;
    // The newest: ids are in order of creation.
    let ids = places.expect("sessions").into_iter().map(|place| place.id);
    ids.max().expect("a session")
}

fn tampered(token: &str) -> String {
    let (rest, signature) = token.rsplit_once('.').expect("a signature");
    let other = if signature.starts_with('A') { 'B' } else { 'A' };
    format!("{rest}.{other}{}", &signature[1..])
}

/// A mail to the owner that could not be sent.
async fn failed_mail(app: &TestApp, owner: &Account) -> String {
    let (id, now) = (app.app.clock.new_id(), app.app.clock.now());
    let job = Job::MailPasswordChanged {
        account_id: owner.id,
    };
    let why = Why {
        error: "refused",
        mail_to: Some(owner.email.as_str()),
    };
    let db = &app.app.db;
    jobs::add(db, id, &job, now).await.expect("stored");
    jobs::give_up(db, id, now, why).await.expect("given up");
    id.to_string()
}

async fn scene(app: &TestApp) -> Scene {
    let owner = person(app, "Secretkeeper", Role::User).await;
    let other = person(app, "Other", Role::User).await;
    let admin = person(app, "Admin", Role::Admin).await;
    let expired = sign_in(app, &owner).await.access;
    app.clock.advance(TimeDelta::minutes(16));
    let revoked = sign_in(app, &owner).await.access;
    let ended = store::sessions::end(&app.app.db, session_of(app, &owner).await).await;
    assert!(ended.expect("ended"));
    let elsewhere = sign_in(app, &owner).await;
    let session_id = session_of(app, &owner).await.to_string();
    let owner_login = sign_in(app, &owner).await;
    let (other, admin) = (sign_in(app, &other).await, sign_in(app, &admin).await);

    let trek = trek_named(&app.app, &format!("Namche {session_id}"));
    keep(&app.app, &trek).await;
    let opened = booked(app, &owner_login, &trek).await;
    let path = format!("/api/treks/{}?edit=true", trek.id);
    let document = app.get(&path).bearer(&admin.access).send().await;
    Scene {
        booking_id: booking_id(&opened),
        intent_id: text(&opened, "paymentIntentId").to_owned(),
        session_id,
        mail_id: failed_mail(app, &owner).await,
        trek_id: trek.id.to_string(),
        trek_document: document.expect(200)["data"]["trek"].clone(),
        booking_request: request(app, &trek, 2).await,
        tokens: [
            None,
            Some(expired),
            Some(tampered(&elsewhere.access)),
            Some(revoked),
            Some(other.access),
            Some(admin.access),
            Some(owner_login.access),
        ],
    }
}

impl Scene {
    async fn call(&self, app: &TestApp, entry: &Entry, caller: Caller) -> Answer {
        let (method, path) = entry.call.split_once(' ').expect("a method and a path");
        let path = match (path.split_once('{'), entry.id) {
            (Some((before, after)), Some(id)) => {
                let (_, after) = after.split_once('}').expect("a whole parameter");
                format!("{before}{}{after}", id(self))
            }
            _ => path.to_owned(),
        };
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let mut call = app.call(method, &format!("{path}?{}", entry.query));
        if let Some(body) = entry.body {
            call = call.json(&body(self));
        }
        if let Some(token) = &self.tokens[caller as usize] {
            call = call.bearer(token);
        }
        call.send().await
    }
}

fn expected(entry: &Entry, caller: Caller) -> u16 {
    use Caller::{Admin, Other, Owner};
    match (entry.who, caller) {
        (Who::Anyone, _)
        | (Who::SignedIn, Other | Admin | Owner)
        | (Who::Owner | Who::OwnerAlone, Owner)
        | (Who::Owner | Who::Admin | Who::AdminElse401, Admin) => entry.status,
        (Who::Owner, Other) | (Who::OwnerAlone, Other | Admin) => 404,
        (Who::Admin, Other | Owner) => 403,
        _ => 401,
    }
}

/// One cell of the table; what is wrong with it.
async fn fault(app: &TestApp, scene: &Scene, entry: &Entry, caller: Caller) -> Option<String> {
    let answer = scene.call(app, entry, caller).await;
    let (status, wanted) = (answer.status.as_u16(), expected(entry, caller));
    let said = String::from_utf8_lossy(&answer.body).into_owned();
    let cell = format!("{} by {caller:?}", entry.call);
    if status != wanted {
        return Some(format!("{cell}: {status}, not {wanted}: {said}"));
    }
    let headers = format!("{:?}", answer.headers).to_lowercase();
    let is_theirs = matches!(caller, Caller::Owner | Caller::Admin);
    if !is_theirs && (said.to_lowercase().contains(MARK) || headers.contains(MARK)) {
        return Some(format!("{cell}: something of the owner's: {said}"));
    }
    if answer.header("x-access-token").is_some() {
        return Some(format!("{cell}: a fresh token"));
    }
    if matches!(status, 401 | 403) {
        let body = answer.json();
        let keys: Vec<&str> = body
            .as_object()
            .into_iter()
            .flatten()
            .map(|(key, _)| key.as_str())
            .collect();
        if keys != ["message", "status"] {
            return Some(format!("{cell}: a refusal that says {said}"));
        }
    }
    None
}

fn documented() -> Value {
    serde_json::from_str(&router::openapi()).expect("JSON")
}

fn calls_of(document: &Value) -> Vec<(String, bool)> {
    let paths = document["paths"].as_object().expect("paths");
    let calls = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().expect("methods");
        methods.iter().map(move |(method, call)| {
            let needs_session = call.get("security").is_some();
            (format!("{} {path}", method.to_uppercase()), needs_session)
        })
    });
    calls.collect()
}

// ROLE-01 ROLE-02 ROLE-03 ROLE-04 ROLE-06 ROLE-11: every call by everybody, as the table says.
#[tokio::test]
async fn every_call_answers_everybody_as_they_may_and_nobody_with_another_ones_data() {
    let mut app = TestApp::start_with(&[("limit_subscriptions_of_client", "off")]).await;
    app.may_leave_jobs();
    let mut faults = Vec::new();
    for entry in ENTRIES {
        let scene = scene(&app).await;
        for caller in CALLERS {
            faults.extend(fault(&app, &scene, entry, caller).await);
        }
    }
    let calls = calls_of(&documented()).len();
    #[expect(clippy::print_stdout, reason = "the size of the table is asked for")]
    {
        let (entries, callers) = (ENTRIES.len(), CALLERS.len());
        println!(
            "{calls} calls, {entries} entries × {callers} callers = {} cells",
            entries * callers
        );
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn every_call_of_the_document_stands_in_the_table_and_nothing_else_does() {
    let document = documented();
    let calls = calls_of(&document);
    let documented: BTreeSet<&str> = calls.iter().map(|(call, _)| call.as_str()).collect();
    let entered: BTreeSet<&str> = ENTRIES.iter().map(|entry| entry.call).collect();
    let missing: Vec<_> = documented.difference(&entered).collect();
    assert!(
        missing.is_empty(),
        "no entry in matrix_calls.rs: {missing:?}"
    );
    let extra: Vec<_> = entered.difference(&documented).collect();
    assert!(extra.is_empty(), "no such call: {extra:?}");
    for (call, needs_session) in &calls {
        let open = ENTRIES
            .iter()
            .any(|entry| entry.call == call && entry.who == Who::Anyone);
        assert_ne!(open, *needs_session, "{call}: the document says otherwise");
    }
}

// What a scene is made of: a mark that the owner and an administrator do see, or the test above would see nothing.
#[tokio::test]
async fn the_owners_mark_is_in_what_the_owner_sees() {
    let mut app = TestApp::start().await;
    app.may_leave_jobs();
    let scene = scene(&app).await;
    for call in [
        "GET /api/auth/verifyUser",
        "GET /api/users/me",
        "GET /api/users/me/export",
    ] {
        let entry = ENTRIES
            .iter()
            .find(|entry| entry.call == call)
            .expect("an entry");
        let answer = scene.call(&app, entry, Caller::Owner).await;
        let said = answer.expect(200).to_string().to_lowercase();
        assert!(said.contains(MARK), "{call}: {said}");
    }
    let mails = ENTRIES
        .iter()
        .find(|entry| entry.call == "GET /api/mails/failed");
    let answer = scene
        .call(&app, mails.expect("an entry"), Caller::Admin)
        .await;
    assert!(answer.expect(200).to_string().contains(MARK));
}

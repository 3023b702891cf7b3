//! Every call of the OpenAPI document by every kind of caller: the expected status, and no data of others.
//! `matrix_calls.rs` is the table of access rights.

use std::collections::BTreeSet;

use axum::http::Method;
use chautari::router;
use serde_json::Value;

use crate::call::Answer;
use crate::matrix_calls::{ENTRIES, Entry, Who};
use crate::matrix_scene::{CALLERS, Caller, Scene, scene};
use crate::support::TestApp;

/// Occurs in all data of the owner, and in no request.
const MARK: &str = "secretkeeper";

impl Scene {
    async fn call(&self, app: &TestApp, entry: &Entry, caller: Caller) -> Answer {
        let (method, path) = entry.call.split_once(' ').expect("a method and a path");
        let path = match (path.split_once('{'), entry.id) {
            (Some((before, after)), Some(id)) => {
                let (_, after) = after.split_once('}').expect("a whole parameter");
                // A second id is that of something unknown.
                let others = ["{paymentId}", "{noteId}", "{mailId}"];
                let unknown = |path: String, name| path.replace(name, &id(self));
                let after = others.into_iter().fold(after.to_owned(), unknown);
                format!("{before}{}{after}", id(self))
            }
            _ => path.to_owned(),
        };
        let method = Method::from_bytes(method.as_bytes()).expect("a method");
        let mut call = app.call(method, &format!("{path}?{}", entry.query));
        if let Some(body) = entry.body {
            call = call.json(&body(self));
        }
        if let Some(token) = self.token_of(caller) {
            call = call.bearer(token);
        }
        call.send().await
    }
}

fn expected(entry: &Entry, caller: Caller) -> u16 {
    use Caller::{Admin, Guide, Other, Owner, Staff};
    match (entry.who, caller) {
        (Who::Anyone, _)
        | (Who::SignedIn, Other | Guide | Staff | Admin | Owner)
        | (Who::Owner, Owner | Staff | Admin)
        | (Who::OwnerOrAdmin, Owner | Admin)
        | (Who::OwnerAlone, Owner)
        | (Who::Staff | Who::StaffElse401 | Who::StaffOrGuide, Staff | Admin)
        | (Who::Admin, Admin) => entry.status,
        (Who::Owner | Who::OwnerOrAdmin, Other | Guide)
        | (Who::OwnerAlone, Other | Guide | Staff | Admin)
        | (Who::StaffOrGuide, Guide) => 404,
        (Who::OwnerOrAdmin | Who::Admin, Staff)
        | (Who::Admin | Who::Staff, Other | Guide | Owner)
        | (Who::StaffOrGuide, Other | Owner) => 403,
        _ => 401,
    }
}

/// Checks one cell of the table; returns the failure.
async fn fault(app: &TestApp, scene: &Scene, entry: &Entry, caller: Caller) -> Option<String> {
    let answer = scene.call(app, entry, caller).await;
    let (status, wanted) = (answer.status.as_u16(), expected(entry, caller));
    let said = String::from_utf8_lossy(&answer.body).into_owned();
    let cell = format!("{} by {caller:?}", entry.call);
    if status != wanted {
        return Some(format!("{cell}: {status}, not {wanted}: {said}"));
    }
    let headers = format!("{:?}", answer.headers).to_lowercase();
    let is_theirs = matches!(caller, Caller::Owner | Caller::Staff | Caller::Admin);
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

// ROLE-01 ROLE-02 ROLE-03 ROLE-04 ROLE-06 ROLE-11: every call by every caller, as in the table.
#[tokio::test]
async fn every_call_respects_access_rights_and_never_returns_data_of_others() {
    let settings = [
        ("limit_subscriptions_of_client", "off"),
        ("staff_refund_limit", "1"),
    ];
    let mut app = TestApp::start_with(&settings).await;
    app.may_leave_jobs();
    let mut faults = Vec::new();
    for entry in ENTRIES {
        let mut place = scene(&app).await;
        for caller in CALLERS {
            faults.extend(fault(&app, &place, entry, caller).await);
            if entry.once {
                place = scene(&app).await;
            }
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
fn the_table_contains_exactly_the_calls_of_the_document() {
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

// The document knows only routes with an attribute, so a plain one would have no access rights in the table.
#[test]
fn every_call_is_in_the_document_but_for_a_second_address_of_the_achievements() {
    let router = include_str!("../../src/router.rs");
    let plain = router.split(".route(\"").skip(1);
    let plain = plain.filter_map(|rest| rest.split('"').next());
    let calls: Vec<&str> = plain
        .filter(|path| path.starts_with("/api") || path.starts_with("/octo"))
        .collect();
    assert_eq!(calls, ["/api/achievement"]);
}

// The owner and administrators must see the mark, or the test above would prove nothing.
#[tokio::test]
async fn the_owner_and_administrators_see_the_owners_data() {
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

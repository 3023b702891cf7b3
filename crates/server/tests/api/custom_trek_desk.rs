//! Custom trek requests for the agency: list, search, states and notes (decisions §3, §10 "Shapes").

use axum::http::Method;
use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::blog_write::audit;
use crate::call::{Answer, fields_of, message_of};
use crate::custom_trek::{asked, wish};
use crate::stage::{text, with};
use crate::support::{Login, TestApp};

const NOT_FOUND: &str = "Custom trek not found.";

async fn list(app: &TestApp, who: &Login, query: &str) -> Answer {
    let call = app.get(&format!("/api/custom-treks?{query}"));
    call.bearer(&who.access).send().await
}

/// The requests of a page, and the total.
pub async fn listed(app: &TestApp, who: &Login, query: &str) -> (Vec<Value>, u64) {
    let answer = list(app, who, query).await.expect(200);
    let found = answer["data"]["customTreks"].as_array().expect("a list");
    let total = answer["data"]["total"].as_u64().expect("a number");
    (found.clone(), total)
}

pub async fn change(app: &TestApp, who: &Login, id: &str, body: &Value) -> Answer {
    let call = app.call(Method::PATCH, &format!("/api/custom-treks/{id}"));
    call.json(body).bearer(&who.access).send().await
}

async fn read(app: &TestApp, who: &Login, id: &str) -> Answer {
    let call = app.get(&format!("/api/custom-treks/{id}"));
    call.bearer(&who.access).send().await
}

/// Three requests, an hour apart.
async fn three(app: &TestApp) -> Vec<Value> {
    let mut made = Vec::new();
    for (name, destination) in [
        ("Maya Gurung", "Upper Dolpo"),
        ("Émile 100%_off", "Kanchenjunga"),
        ("Pemba", "dolpo & back"),
    ] {
        let body = with(&wish(), "name", json!(name));
        made.push(asked(app, &with(&body, "destination", json!(destination))).await);
        app.clock.advance(TimeDelta::minutes(1));
    }
    app.do_jobs().await;
    made
}

fn names(found: &[Value]) -> Vec<&str> {
    found.iter().map(|item| text(item, "name")).collect()
}

// ADMIN-18 DECIDE-15: the list is newest first, with search, state filter and paging.
#[tokio::test]
async fn the_agency_searches_custom_trek_requests() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let made = three(&app).await;
    let newest = ["Pemba", "Émile 100%_off", "Maya Gurung"];
    let (all, total) = listed(&app, &admin, "").await;
    assert_eq!((names(&all), total), (newest.to_vec(), 3));
    assert_eq!(all[2], made[0]);
    let change_first = json!({"status": "Answered"});
    let id = text(&made[0], "_id");
    change(&app, &admin, id, &change_first).await.expect(200);
    for (query, wanted) in [
        ("search=DOLPO", vec!["Pemba", "Maya Gurung"]),
        ("search=dolpo%20gurung", vec!["Maya Gurung"]),
        ("search=%25_off", vec![newest[1]]),
        ("search=9841", vec![]),
        ("search=98-4112", newest.to_vec()),
        ("search=maya%40example", newest.to_vec()),
        ("search=%27%20or%201=1", vec![]),
        ("state=New", vec![newest[0], newest[1]]),
        ("state=Answered", vec!["Maya Gurung"]),
        ("state=Closed", vec![]),
        ("state=&search=", newest.to_vec()),
        ("state=New&search=dolpo", vec!["Pemba"]),
    ] {
        let (found, total) = listed(&app, &admin, query).await;
        assert_eq!(names(&found), wanted, "{query}");
        assert_eq!(total, wanted.len() as u64, "{query}");
    }
    let (second, total) = listed(&app, &admin, "limit=1&page=2").await;
    assert_eq!((names(&second), total), (vec![newest[1]], 3));
    assert!(listed(&app, &admin, "page=9").await.0.is_empty());
    for (query, field) in [
        ("state=new", "state"),
        ("state=Lost", "state"),
        ("page=0", "page"),
        ("limit=101", "limit"),
        ("limit=x", "limit"),
    ] {
        let body = list(&app, &admin, query).await.expect(400);
        assert_eq!(fields_of(&body), [field], "{query}");
    }
}

// ADMIN-18 DECIDE-15: each change of state or notes is in the audit log, and nothing else.
#[tokio::test]
async fn the_agency_records_state_and_notes_of_a_request() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let made = asked(&app, &wish()).await;
    app.do_jobs().await;
    let id = text(&made, "_id").to_owned();
    app.clock.advance(TimeDelta::minutes(5));
    let said = json!({"status": "Answered", "notes": "  Wrote on Friday.\nWaits for dates. "});
    let answer = change(&app, &admin, &id, &said).await.expect(200);
    let mut wanted = made.clone();
    wanted["status"] = json!("Answered");
    wanted["notes"] = json!("Wrote on Friday.\nWaits for dates.");
    wanted["updatedAt"] = json!("2026-11-20T03:35:00Z");
    assert_eq!(
        answer,
        json!({"status": "success", "data": {"customTrek": wanted}})
    );
    assert_eq!(read(&app, &admin, &id).await.expect(200), answer);
    // A repeated change and changes of read-only fields have no effect.
    app.clock.advance(TimeDelta::minutes(5));
    for body in [said, json!({}), json!({"name": "Somebody", "guests": 1})] {
        let same = change(&app, &admin, &id, &body).await.expect(200);
        assert_eq!(same, answer);
    }
    let closed = json!({"status": "Closed"});
    let closed = change(&app, &admin, &id, &closed).await.expect(200);
    assert_eq!(closed["data"]["customTrek"]["notes"], wanted["notes"]);
    let back = json!({"status": "New", "notes": ""});
    let back = change(&app, &admin, &id, &back).await.expect(200);
    let back = &back["data"]["customTrek"];
    assert_eq!(
        (&back["status"], &back["notes"]),
        (&json!("New"), &Value::Null)
    );
    assert_eq!(
        audit(&app, &admin).await,
        ["update custom trek Upper Dolpo"; 3]
    );
    let log = app.get("/api/audit").bearer(&admin.access).send().await;
    let first = log.expect(200)["data"]["entries"][2]["changes"].clone();
    let mut changes = first.as_array().expect("changes").clone();
    changes.sort_by_key(|change| text(change, "field").to_owned());
    assert_eq!(
        changes,
        [
            json!({"field": "notes", "before": null, "after": wanted["notes"]}),
            json!({"field": "status", "before": "New", "after": "Answered"}),
        ]
    );
    // Changes by the agency send no emails.
    let mails = app.outbox().len();
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), mails);
}

// ADMIN-18: an invalid change is named and has no effect.
#[tokio::test]
async fn an_invalid_change_is_refused() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let made = asked(&app, &wish()).await;
    app.do_jobs().await;
    let id = text(&made, "_id");
    for (body, field, message) in [
        (
            json!({"status": "new"}),
            "status",
            "Status must be New, Answered or Closed",
        ),
        (
            json!({"status": "", "notes": "x"}),
            "status",
            "Status must be New, Answered or Closed",
        ),
        (
            json!({"status": "Closed", "notes": "x".repeat(2001)}),
            "notes",
            "Notes must be at most 2000 characters",
        ),
        (
            json!({"notes": "\u{1b}[2J"}),
            "notes",
            "Notes have characters that cannot be used",
        ),
        (json!({"status": 1}), "status", "status must be text"),
        (json!({"notes": ["x"]}), "notes", "notes must be text"),
        (
            json!({"notes": "a\0b"}),
            "notes",
            "notes has characters that cannot be used",
        ),
    ] {
        let answer = change(&app, &admin, id, &body).await.expect(400);
        assert_eq!(message_of(&answer, field), Some(message), "{body}");
    }
    let kept = read(&app, &admin, id).await.expect(200);
    assert_eq!(kept["data"]["customTrek"], made);
    assert!(audit(&app, &admin).await.is_empty());
}

// ADMIN-18 ROLE-08: only administrators read or change the requests; an unknown one is 404.
#[tokio::test]
async fn only_administrators_see_custom_trek_requests() {
    let app = TestApp::start().await;
    let (admin, maya) = (app.admin().await, app.traveller().await);
    // The traveller who sent the request cannot read the list either.
    let made = asked(&app, &wish()).await;
    app.do_jobs().await;
    let id = text(&made, "_id");
    let closed = json!({"status": "Closed"});
    let refused = "You are not authorized to do this.";
    list(&app, &maya, "").await.expect_failure(403, refused);
    read(&app, &maya, id).await.expect_failure(403, refused);
    change(&app, &maya, id, &closed)
        .await
        .expect_failure(403, refused);
    for call in [
        app.get("/api/custom-treks"),
        app.get(&format!("/api/custom-treks/{id}")),
        app.call(Method::PATCH, &format!("/api/custom-treks/{id}"))
            .json(&closed),
    ] {
        let answer = call.send().await;
        answer.expect_failure(401, "Please log in to continue.");
    }
    let simple = id.replace('-', "");
    for unknown in [maya.user_id.as_str(), "1", "..%2f", &simple] {
        read(&app, &admin, unknown)
            .await
            .expect_failure(404, NOT_FOUND);
        change(&app, &admin, unknown, &closed)
            .await
            .expect_failure(404, NOT_FOUND);
    }
    let kept = read(&app, &admin, id).await.expect(200);
    assert_eq!(kept["data"]["customTrek"], made);
}

// Concurrent changes of two administrators do not overwrite each other.
#[tokio::test(flavor = "multi_thread")]
async fn concurrent_changes_are_all_kept() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let made = asked(&app, &wish()).await;
    app.do_jobs().await;
    let id = text(&made, "_id");
    let bodies: Vec<Value> = (0..6)
        .map(|number| match number % 2 {
            0 => json!({"status": "Answered"}),
            _ => json!({"notes": format!("Note {number}")}),
        })
        .collect();
    let answers = join_all(bodies.iter().map(|body| change(&app, &admin, id, body))).await;
    for answer in answers {
        answer.expect(200);
    }
    let kept = read(&app, &admin, id).await.expect(200);
    let kept = &kept["data"]["customTrek"];
    assert_eq!(kept["status"], "Answered");
    assert!(text(kept, "notes").starts_with("Note "), "{kept}");
    // One change of the state, three of the notes.
    assert_eq!(audit(&app, &admin).await.len(), 4);
}

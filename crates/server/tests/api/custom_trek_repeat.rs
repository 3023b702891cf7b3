//! Repeated requests for custom treks: with one key, concurrently, from one client, for one address (decisions §10
//! "Idempotency-Key", "Limits").

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::call::Answer;
use crate::custom_trek::{AGENCY, ask, mails_to, wish};
use crate::custom_trek_desk::{change, listed};
use crate::stage::{text, with, without};
use crate::support::TestApp;

async fn ask_with_key(app: &TestApp, key: &str, body: &Value) -> Answer {
    let call = app.post("/api/custom-treks", body);
    call.header("idempotency-key", key).send().await
}

// DECIDE-15, decisions §10 "Idempotency-Key": a repeated request is not stored again.
#[tokio::test]
async fn the_same_key_gives_the_same_request_and_one_email() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let first = ask_with_key(&app, "a-key", &wish()).await.expect(201);
    let id = text(&first["data"]["customTrek"], "_id").to_owned();
    let note = json!({"status": "Answered", "notes": "Cannot pay"});
    change(&app, &admin, &id, &note).await.expect(200);
    // The repeated response does not contain the agency's notes.
    let again = ask_with_key(&app, "a-key", &wish()).await.expect(201);
    assert_eq!(again, first);
    let other = with(&wish(), "guests", json!(5));
    let reused = ask_with_key(&app, "a-key", &other).await;
    reused.expect_failure(409, "This Idempotency-Key was used for another request.");
    let long = ask_with_key(&app, &"k".repeat(256), &wish()).await;
    long.expect(400);
    assert_eq!(listed(&app, &admin, "").await.1, 1);
    assert_eq!(mails_to(&app, AGENCY).await.len(), 1);
    // Without a key it is a new request.
    ask(&app, &wish()).await.expect(201);
    app.clock.advance(TimeDelta::hours(24));
    ask_with_key(&app, "a-key", &other).await.expect(201);
    let admin = app
        .login("admin@example.com", "mountain of many roads")
        .await;
    assert_eq!(listed(&app, &admin, "").await.1, 3);
    app.do_jobs().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_requests_with_one_key_make_one_request() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let body = wish();
    let answers = join_all((0..8).map(|_| ask_with_key(&app, "a-key", &body))).await;
    let ids: Vec<Value> = answers
        .into_iter()
        .map(|answer| answer.expect(201)["data"]["customTrek"]["_id"].clone())
        .collect();
    assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    assert_eq!(listed(&app, &admin, "").await.1, 1);
    assert_eq!(mails_to(&app, AGENCY).await.len(), 1);
}

// Decisions §10 "Limits": invalid and repeated requests do not count.
#[tokio::test]
async fn one_client_may_send_ten_requests_an_hour() {
    let app = TestApp::start_with(&[("trusted_proxies", "127.0.0.1")]).await;
    let ask_from = |client: &str, key: &str, body: &Value| {
        let call = app.post("/api/custom-treks", body);
        let call = call.header("x-forwarded-for", client);
        call.header("idempotency-key", key).send()
    };
    for number in 0..10 {
        let key = number.to_string();
        ask_from("1.1.1.1", &key, &json!({})).await.expect(400);
        ask_from("1.1.1.1", &key, &wish()).await.expect(201);
        ask_from("1.1.1.1", &key, &wish()).await.expect(201);
    }
    let refused = ask_from("1.1.1.1", "10", &wish()).await;
    let wait: u64 = refused
        .header("retry-after")
        .expect("a time")
        .parse()
        .expect("seconds");
    assert!((3000..=3601).contains(&wait), "{wait}");
    refused.expect_failure(429, "Too many attempts. Please try again in 60 minutes.");
    ask_from("2.2.2.2", "10", &wish()).await.expect(201);
    app.clock.advance(TimeDelta::hours(1));
    ask_from("1.1.1.1", "11", &wish()).await.expect(201);
    assert_eq!(mails_to(&app, AGENCY).await.len(), 12);
}

// Decisions §10 "Limits": nobody can fill a mailbox with requests in the name of its owner.
#[tokio::test]
async fn an_address_gets_three_emails_a_day_and_the_agency_gets_all() {
    let app = TestApp::start().await;
    for email in ["maya@example.com", "Maya@Example.com"].repeat(3) {
        let body = with(&wish(), "email", json!(email));
        ask(&app, &without(&body, "phone")).await.expect(201);
    }
    let count = async |address| mails_to(&app, address).await.len();
    let both = count("maya@example.com").await + count("Maya@Example.com").await;
    assert_eq!((both, count(AGENCY).await), (3, 6));
    app.clock.advance(TimeDelta::days(1));
    ask(&app, &wish()).await.expect(201);
    assert_eq!(count("maya@example.com").await, 3);
}

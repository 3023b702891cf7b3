//! The newsletter: subscription, welcome email and status (document 1 §7, decisions §10). Unsubscribing:
//! newsletter_leaving.rs.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of, message_of};
use crate::outbox::MailFile;
use crate::support::{Login, TestApp};

const WELCOME: &str = "Welcome to the Chautari newsletter";
const THANKS: &str = "Thank you for subscribing to our newsletter.";

pub async fn subscribe(app: &TestApp, email: &str) -> Answer {
    app.post("/api/newsletter/subscribe", &json!({ "email": email }))
        .send()
        .await
}

/// Sends the request with a client address that a trusted proxy forwards.
async fn subscribe_from(app: &TestApp, client: &str, email: &str) -> Answer {
    app.post("/api/newsletter/subscribe", &json!({ "email": email }))
        .header("x-forwarded-for", client)
        .send()
        .await
}

pub async fn status(app: &TestApp, email: &str, asker: Option<&Login>) -> Value {
    let call = app.get(&format!("/api/newsletter/status?email={email}"));
    let call = match asker {
        Some(login) => call.bearer(&login.access),
        None => call,
    };
    let body = call.send().await.expect(200);
    assert_eq!(body["status"], "success");
    body["data"]["isSubscribed"].clone()
}

pub async fn unsubscribe(app: &TestApp, token: &str) -> Answer {
    let path = format!("/api/newsletter/unsubscribe?token={token}");
    app.call(axum::http::Method::POST, &path).send().await
}

/// The welcome emails so far.
pub async fn welcomes(app: &TestApp) -> Vec<MailFile> {
    app.do_jobs().await;
    let mails = app.outbox().into_iter();
    mails.filter(|mail| mail.subject == WELCOME).collect()
}

pub fn header_of(mail: &MailFile, name: &str) -> String {
    let raw = String::from_utf8_lossy(&mail.raw).into_owned();
    let line = raw
        .lines()
        .find_map(|line| line.strip_prefix(&format!("{name}: ")));
    line.unwrap_or_default().trim().to_owned()
}

fn token_of(mail: &MailFile) -> String {
    let (_, token) = mail.text.split_once("?token=").expect("a link");
    token.lines().next().expect("a token").trim().to_owned()
}

/// Subscribes and returns the token of the email.
pub async fn subscribed(app: &TestApp, email: &str) -> String {
    subscribe(app, email).await.expect(200);
    token_of(welcomes(app).await.last().expect("a mail"))
}

// NEWS-01 NEWS-04 API-11 API-23: the status shows the subscription to its owner.
#[tokio::test]
async fn subscribing_stores_the_address_and_sends_a_welcome_email() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    assert_eq!(status(&app, "maya@example.com", Some(&maya)).await, false);
    let body = subscribe(&app, "  Maya@Example.com ").await.expect(200);
    assert_eq!(body, json!({"status": "success", "message": THANKS}));
    assert_eq!(status(&app, "maya@example.com", Some(&maya)).await, true);
    assert_eq!(status(&app, "MAYA@example.com", Some(&maya)).await, true);

    let mails = welcomes(&app).await;
    assert_eq!(mails.len(), 1);
    let (mail, token) = (&mails[0], token_of(&mails[0]));
    assert_eq!(mail.to, "Maya@Example.com");
    assert_eq!(header_of(mail, "To"), "Maya@Example.com");
    let page = format!("http://localhost:8080/newsletter/unsubscribe?token={token}");
    assert!(mail.text.contains(&page) && mail.html.contains(&page));
    assert_eq!(
        header_of(mail, "List-Unsubscribe"),
        format!("<http://localhost:8080/api/newsletter/unsubscribe?token={token}>")
    );
    assert_eq!(
        header_of(mail, "List-Unsubscribe-Post"),
        "List-Unsubscribe=One-Click"
    );
    // Emails that the user requested by a click have no List-Unsubscribe headers.
    let others = app.outbox();
    let code = others.iter().find(|mail| mail.subject != WELCOME);
    assert_eq!(header_of(code.expect("a code"), "List-Unsubscribe"), "");
}

// DECIDE-112 DECIDE-114: a second subscription gets the same response and sends no email.
#[tokio::test]
async fn subscribing_twice_gets_the_same_response_and_one_email() {
    let app = TestApp::start().await;
    let first = subscribe(&app, "maya@example.com").await;
    let again = subscribe(&app, "MAYA@example.com").await;
    let names = |answer: &Answer| answer.headers.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&first), names(&again));
    assert_eq!(first.expect(200), again.expect(200));
    assert_eq!(welcomes(&app).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_subscriptions_send_one_email() {
    let app = TestApp::start().await;
    let answers = join_all((0..8).map(|_| subscribe(&app, "maya@example.com"))).await;
    for answer in answers {
        answer.expect(200);
    }
    assert_eq!(welcomes(&app).await.len(), 1);
}

// NEWS-02 NEWS-03 API-23: the field is missing, empty, too long, of another type or hostile.
#[tokio::test]
async fn subscribing_requires_a_valid_email_address() {
    let app = TestApp::start().await;
    let ask = async |body: &Value| app.post("/api/newsletter/subscribe", body).send().await;
    for body in [json!({}), json!({"email": ""}), json!({"email": " \t"})] {
        let message = "Please enter your email address";
        let body = ask(&body).await.expect_failure(400, message);
        assert_eq!(message_of(&body, "email"), Some(message));
    }
    for text in [
        "maya",
        "maya@",
        "@example.com",
        "maya@example",
        "a b@example.com",
        "a@example.com,b@example.com",
        "a@example.com\r\nBcc: b@example.com",
        "<script>alert(1)</script>@example.com",
        "'; drop table subscribers; --",
        "maya@exämple.com",
        &format!("{}@example.com", "x".repeat(65)),
        &format!("a@{}.com", "x".repeat(5000)),
    ] {
        let message = "Please enter a valid email address";
        let body = ask(&json!({ "email": text })).await;
        let body = body.expect_failure(400, message);
        assert_eq!(message_of(&body, "email"), Some(message), "{text}");
    }
    for value in [json!(null), json!(7), json!(["a@example.com"]), json!({})] {
        let body = ask(&json!({ "email": value })).await;
        let body = body.expect_failure(400, "email must be text");
        assert_eq!(fields_of(&body), ["email"]);
    }
    let nul = ask(&json!({"email": "a\0@example.com"})).await;
    nul.expect_failure(400, "email has characters that cannot be used");
    let form = app.call(axum::http::Method::POST, "/api/newsletter/subscribe");
    let form = form.body("application/x-www-form-urlencoded", "email=a@example.com");
    form.send().await.expect(415);
    assert_eq!(welcomes(&app).await.len(), 0);
}

// NEWS-01 API-11: the status reveals nothing to others.
#[tokio::test]
async fn the_real_status_is_shown_to_the_owner_and_administrators_only() {
    let app = TestApp::start().await;
    let (maya, admin) = (app.traveller().await, app.admin().await);
    let pemba = app
        .sign_up("Pemba", "pemba@example.com", "river of many fords")
        .await;
    subscribe(&app, "maya@example.com").await.expect(200);
    let ask = |asker| status(&app, "maya@example.com", asker);
    assert_eq!(ask(Some(&maya)).await, true);
    assert_eq!(ask(Some(&admin)).await, true);
    assert_eq!(ask(Some(&pemba)).await, false);
    assert_eq!(ask(None).await, false);
    assert_eq!(status(&app, "pemba@example.com", Some(&admin)).await, false);
    let broken = app
        .get("/api/newsletter/status?email=maya@example.com")
        .bearer("not-a-token");
    let broken = broken.send().await.expect(200);
    assert_eq!(broken["data"], json!({"isSubscribed": false}));
    app.do_jobs().await;
}

#[tokio::test]
async fn the_status_call_needs_an_address() {
    let app = TestApp::start().await;
    for (query, message) in [
        ("", "Please enter your email address"),
        ("?email=", "Please enter your email address"),
        ("?email=%20", "Please enter your email address"),
        ("?email=maya", "Please enter a valid email address"),
        ("?email=a@x.com&email=b@x.com", "The query is not valid"),
        ("?email=%00", "The query has characters that cannot be used"),
    ] {
        let path = format!("/api/newsletter/status{query}");
        let answer = app.get(&path).send().await;
        answer.expect_failure(400, message);
    }
}

#[tokio::test]
async fn one_client_may_subscribe_ten_times_an_hour() {
    let app = TestApp::start_with(&[("trusted_proxies", "127.0.0.1")]).await;
    for number in 0..10 {
        let email = format!("maya{number}@example.com");
        subscribe_from(&app, "1.1.1.1", &email).await.expect(200);
    }
    let refused = subscribe_from(&app, "1.1.1.1", "maya0@example.com").await;
    let wait: u64 = refused
        .header("retry-after")
        .expect("a time")
        .parse()
        .expect("seconds");
    assert!((3000..=3601).contains(&wait), "{wait}");
    refused.expect_failure(429, "Too many attempts. Please try again in 60 minutes.");
    subscribe_from(&app, "2.2.2.2", "one-more@example.com")
        .await
        .expect(200);
    app.clock.advance(TimeDelta::hours(1));
    subscribe_from(&app, "1.1.1.1", "one-more@example.com")
        .await
        .expect(200);
    assert_eq!(welcomes(&app).await.len(), 11);
}

#[tokio::test]
async fn an_address_gets_three_emails_a_day_and_later_subscriptions_work_without_one() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let token = subscribed(&app, "maya@example.com").await;
    for _ in 0..4 {
        unsubscribe(&app, &token).await.expect(200);
        subscribe(&app, "Maya@example.com").await.expect(200);
        app.do_jobs().await;
    }
    assert_eq!(welcomes(&app).await.len(), 3);
    assert_eq!(status(&app, "maya@example.com", Some(&maya)).await, true);
    app.clock.advance(TimeDelta::days(1));
    unsubscribe(&app, &token).await.expect(200);
    subscribe(&app, "maya@example.com").await.expect(200);
    assert_eq!(welcomes(&app).await.len(), 4);
}

#[tokio::test]
async fn unsubscribing_before_the_welcome_email_is_written_sends_none() {
    let app = TestApp::start().await;
    let token = subscribed(&app, "maya@example.com").await;
    unsubscribe(&app, &token).await.expect(200);
    subscribe(&app, "maya@example.com").await.expect(200);
    unsubscribe(&app, &token).await.expect(200);
    assert_eq!(welcomes(&app).await.len(), 1);
}

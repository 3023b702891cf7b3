//! Unsubscribing from the newsletter: the link in its emails, the one-click header of RFC 8058, and forged links.

use chrono::TimeDelta;
use futures_util::future::join_all;
use serde_json::json;

use crate::newsletter::{header_of, status, subscribe, subscribed, unsubscribe, welcomes};
use crate::support::TestApp;

const BAD_LINK: &str = "This unsubscribe link is not valid.";

#[tokio::test]
async fn the_link_in_the_email_unsubscribes_and_works_twice() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let token = subscribed(&app, "maya@example.com").await;
    let done = json!({"status": "success", "message": "You have been unsubscribed."});
    for _ in 0..2 {
        assert_eq!(unsubscribe(&app, &token).await.expect(200), done);
        assert_eq!(status(&app, "maya@example.com", Some(&maya)).await, false);
    }
    // A new subscription is welcomed again, and the old link still works.
    assert_eq!(subscribed(&app, "maya@example.com").await, token);
    assert_eq!(welcomes(&app).await.len(), 2);
    unsubscribe(&app, &token).await.expect(200);
    assert_eq!(status(&app, "maya@example.com", Some(&maya)).await, false);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_unsubscriptions_all_succeed() {
    let app = TestApp::start().await;
    let token = subscribed(&app, "maya@example.com").await;
    for answer in join_all((0..8).map(|_| unsubscribe(&app, &token))).await {
        answer.expect(200);
    }
}

// Mail programs send the body of RFC 8058; some send another one.
#[tokio::test]
async fn one_click_unsubscribes_with_any_body_of_any_type() {
    let app = TestApp::start().await;
    app.admin().await;
    for (kind, body) in [
        (
            "application/x-www-form-urlencoded",
            "List-Unsubscribe=One-Click",
        ),
        (
            "multipart/form-data; boundary=x",
            "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n",
        ),
        ("application/json", "{broken"),
        ("text/plain", ""),
    ] {
        subscribe(&app, "maya@example.com").await.expect(200);
        app.clock.advance(TimeDelta::days(1));
        let mails = welcomes(&app).await;
        let url = header_of(mails.last().expect("a mail"), "List-Unsubscribe");
        let path = url
            .trim_matches(['<', '>'])
            .strip_prefix("http://localhost:8080")
            .expect("our address");
        let call = app.call(axum::http::Method::POST, path);
        call.body(kind, body).send().await.expect(200);
        let asked = app.get("/api/newsletter/status?email=maya@example.com");
        let admin = app
            .login("admin@example.com", "mountain of many roads")
            .await;
        let asked = asked.bearer(&admin.access).send().await.expect(200);
        assert_eq!(asked["data"]["isSubscribed"], false, "{kind}");
    }
}

#[tokio::test]
async fn opening_the_one_click_address_shows_the_page_without_unsubscribing() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let token = subscribed(&app, "maya@example.com").await;
    let path = format!("/api/newsletter/unsubscribe?token={token}");
    let opened = app.get(&path).send().await;
    assert_eq!(opened.status, 303);
    let page = format!("/newsletter/unsubscribe?token={token}");
    assert_eq!(opened.header("location"), Some(page.as_str()));
    assert_eq!(status(&app, "maya@example.com", Some(&maya)).await, true);
    let elsewhere = app.get("/api/newsletter/unsubscribe?token=//evil.example");
    elsewhere.send().await.expect_failure(400, BAD_LINK);
}

#[tokio::test]
async fn a_forged_link_does_not_unsubscribe() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let token = subscribed(&app, "maya@example.com").await;
    let (address, signature) = token.split_once('.').expect("two halves");
    let pemba = subscribed(&app, "pemba@example.com").await;
    let (others_address, others_signature) = pemba.split_once('.').expect("two halves");
    let first = if signature.starts_with('A') { "B" } else { "A" };
    let tampered = [
        String::new(),
        ".".to_owned(),
        address.to_owned(),
        format!("{address}."),
        format!(".{signature}"),
        format!("{address}.{others_signature}"),
        format!("{others_address}.{signature}"),
        format!("{address}.{first}{}", &signature[1..]),
        format!("{address}.{}", &signature[..signature.len() - 4]),
        format!("{token}.{signature}"),
        format!("{token}A"),
        "%F0%9F%8F%94".to_owned(),
        "x".repeat(5000),
    ];
    for token in tampered {
        unsubscribe(&app, &token)
            .await
            .expect_failure(400, BAD_LINK);
    }
    let none = app.call(axum::http::Method::POST, "/api/newsletter/unsubscribe");
    none.send().await.expect_failure(400, BAD_LINK);
    assert_eq!(status(&app, "maya@example.com", Some(&maya)).await, true);
    // A link that another server signed is refused too.
    let other = TestApp::start().await;
    unsubscribe(&other, &token)
        .await
        .expect_failure(400, BAD_LINK);
}

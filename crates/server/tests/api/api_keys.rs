//! API keys: administrators create them, resellers use them, and a key that was taken away is refused at once
//! (operations §2).

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of};
use crate::support::{Login, TestApp};

pub async fn create_key(test: &TestApp, admin: &Login, name: &str) -> Value {
    let body = json!({"name": name, "kind": "reseller"});
    let made = test.post("/api/api-keys", &body).bearer(&admin.access);
    made.send().await.expect(201)["data"].clone()
}

async fn listed(test: &TestApp, admin: &Login) -> Vec<Value> {
    let list = test.get("/api/api-keys").bearer(&admin.access).send().await;
    let list = list.expect(200)["data"]["apiKeys"].clone();
    list.as_array().expect("a list").clone()
}

async fn revoke(test: &TestApp, admin: &Login, id: &Value) -> Answer {
    let path = format!("/api/api-keys/{}", id.as_str().expect("an id"));
    let call = test.call(Method::DELETE, &path);
    call.bearer(&admin.access).send().await
}

async fn use_key(test: &TestApp, key: &Value) -> Answer {
    let call = test.get("/octo/supplier");
    call.bearer(key.as_str().expect("a key")).send().await
}

#[tokio::test]
async fn a_key_is_shown_once_and_refused_as_soon_as_it_is_taken_away() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let made = create_key(&test, &admin, " Himalaya Tours ").await;
    let key = made["key"].as_str().expect("a key");
    let shown = &made["apiKey"];
    assert_eq!(shown["name"], "Himalaya Tours");
    let prefix = shown["prefix"].as_str().expect("a prefix");
    assert!(key.starts_with(prefix) && key.len() > prefix.len() + 50);
    let list = listed(&test, &admin).await;
    assert_eq!(list, std::slice::from_ref(shown));
    assert!(
        !list[0].to_string().contains(key),
        "the key is never shown again"
    );
    use_key(&test, &made["key"]).await.expect(200);
    revoke(&test, &admin, &shown["_id"]).await.expect(200);
    let refused = use_key(&test, &made["key"]).await.expect(403);
    assert_eq!(refused["error"], "FORBIDDEN");
    let revoked = listed(&test, &admin).await.remove(0)["revokedAt"].clone();
    assert!(revoked.is_string());
    // Taking it away again changes nothing and is not logged.
    test.clock.advance(TimeDelta::minutes(5));
    revoke(&test, &admin, &shown["_id"]).await.expect(200);
    assert_eq!(listed(&test, &admin).await[0]["revokedAt"], revoked);
    revoke(&test, &admin, &json!("guessed")).await.expect(404);
}

#[tokio::test]
async fn the_last_use_of_a_key_is_written_at_most_once_a_minute() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let made = create_key(&test, &admin, "Himalaya Tours").await;
    assert_eq!(made["apiKey"]["lastUsedAt"], Value::Null);
    let mut seen = Vec::new();
    for _ in 0..4 {
        use_key(&test, &made["key"]).await.expect(200);
        seen.push(listed(&test, &admin).await[0]["lastUsedAt"].clone());
        test.clock.advance(TimeDelta::seconds(31));
    }
    assert_eq!(seen[0], seen[1]);
    assert_ne!(seen[1], seen[2]);
    assert_eq!(seen[2], seen[3]);
}

#[tokio::test]
async fn a_key_is_needed_and_its_requests_are_limited() {
    let test = TestApp::start_with(&[("limit_requests_of_api_key", "2/1m")]).await;
    let admin = test.admin().await;
    let (busy, other) = (
        create_key(&test, &admin, "Busy").await,
        create_key(&test, &admin, "Other").await,
    );
    let none = test.get("/octo/products").send().await.expect(401);
    assert_eq!(none["error"], "UNAUTHORIZED");
    // A session of the web app is no key, and a key is no session.
    let session = test.get("/octo/products").bearer(&admin.access).send();
    assert_eq!(session.await.expect(403)["error"], "FORBIDDEN");
    let key = busy["key"].as_str().expect("a key");
    test.get("/api/users/me")
        .bearer(key)
        .send()
        .await
        .expect(401);
    for _ in 0..2 {
        use_key(&test, &busy["key"]).await.expect(200);
    }
    let refused = use_key(&test, &busy["key"]).await;
    assert_eq!(refused.header("retry-after"), Some("60"));
    assert_eq!(refused.expect(429)["error"], "TOO_MANY_REQUESTS");
    use_key(&test, &other["key"]).await.expect(200);
}

#[tokio::test]
async fn a_key_needs_a_name_and_a_known_kind() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    for (body, field) in [
        (json!({"name": " a ", "kind": "reseller"}), "name"),
        (json!({"name": "a".repeat(101), "kind": "reseller"}), "name"),
        (
            json!({"name": "Himalaya\u{7}Tours", "kind": "reseller"}),
            "name",
        ),
        (json!({"name": "Himalaya Tours", "kind": "admin"}), "kind"),
        (json!({"name": "Himalaya Tours"}), "kind"),
    ] {
        let refused = test.post("/api/api-keys", &body).bearer(&admin.access);
        assert_eq!(fields_of(&refused.send().await.expect(400)), [field]);
    }
    assert!(listed(&test, &admin).await.is_empty());
}

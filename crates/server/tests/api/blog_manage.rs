//! Articles for their writers: idempotent creation, and the list by title and state.

use serde_json::json;

use crate::blog_write::{article, written, written_count};
use crate::stage::with;
use crate::support::TestApp;

// decisions §10 "Idempotency-Key": a retry after a lost response makes no second article.
#[tokio::test]
async fn the_same_key_gives_the_same_article() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let send = |title: &str, key: &str| {
        let call = app.post("/api/blogs", &article(title));
        let call = call.header("idempotency-key", key).bearer(&admin.access);
        call.send()
    };
    let first = send("Tea", "a").await.expect(201);
    assert_eq!(send("Tea", "a").await.expect(201), first);
    send("Salt", "a")
        .await
        .expect_failure(409, "This Idempotency-Key was used for another request.");
    send("Tea", "b").await.expect(409);
    send("Salt", "b").await.expect(201);
    assert_eq!(written_count(&app, &admin).await, 2);
}

// BLOGADM-02 BLOGADM-03: the list for writers.
#[tokio::test]
async fn articles_are_searched_by_title_and_state() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    for (title, publish) in [
        ("Tea of Mustang", true),
        ("100% salt", false),
        ("Yak", false),
    ] {
        let ask = with(&article(title), "publishNow", json!(publish));
        written(&app, &admin, &ask).await;
        app.clock.advance(chrono::TimeDelta::seconds(1));
    }
    for (query, titles) in [
        ("", vec!["Yak", "100% salt", "Tea of Mustang"]),
        ("search=MUSTANG%20tea", vec!["Tea of Mustang"]),
        ("search=%25", vec!["100% salt"]),
        ("search=_", vec![]),
        ("state=draft", vec!["Yak", "100% salt"]),
        ("state=published", vec!["Tea of Mustang"]),
        ("limit=1&page=2&state=all", vec!["100% salt"]),
    ] {
        let path = format!("/api/blogs/manage?{query}");
        let answer = app.get(&path).bearer(&admin.access).send().await;
        let answer = answer.expect(200);
        let blogs = answer["data"]["blogs"].as_array().expect("a list");
        let found: Vec<_> = blogs.iter().map(|blog| blog["title"].clone()).collect();
        assert_eq!(found, titles, "{query}");
    }
    for query in ["state=x", "page=0", "limit=101"] {
        let path = format!("/api/blogs/manage?{query}");
        let answer = app.get(&path).bearer(&admin.access).send().await;
        answer.expect_failure(400, "The query is not valid");
    }
}

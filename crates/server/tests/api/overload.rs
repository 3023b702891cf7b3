//! More requests than the server can work on: a bounded number waits for a short time, the rest is refused, and lists
//! are bounded.

use axum::body::Body;
use bytes::Bytes;
use chautari::router;
use serde_json::{Value, json};
use store::Connection;
use tokio::task::JoinSet;

use crate::support::TestApp;

/// Requests that the server works on at the same time.
const TURNS: usize = 32;
/// Fewer than may wait.
const CROWD: usize = 64;

/// Holds up every write until the transaction ends.
async fn lock_writes(db: &impl Connection) {
    if db.get_database_backend() == sea_orm::DbBackend::Postgres {
        let lock = "lock table subscribers in exclusive mode";
        db.execute_unprepared(lock).await.expect("locked");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn beyond_the_turns_requests_get_503_with_a_retry_time_and_health_is_answered() {
    let test = TestApp::start_with(&[("limit_subscriptions_of_client", "off")]).await;
    let tx = test.app.db.begin().await.expect("begun");
    lock_writes(&tx).await;
    let mut asked = JoinSet::new();
    for number in 0..CROWD {
        let email = format!("reader-{number}@example.com");
        let call = test.post("/api/newsletter/subscribe", &json!({"email": email}));
        asked.spawn(call.send());
    }
    let mut next = async || asked.join_next().await.expect("an answer").expect("it ran");
    // The requests that are worked on wait for the lock.
    for _ in TURNS..CROWD {
        let refused = next().await;
        assert_eq!(refused.status, 503);
        assert!(refused.header("retry-after").is_some());
        assert!(refused.header("x-request-id").is_some());
    }
    test.get("/healthz").send().await.expect(200);
    drop(tx);
    for _ in 0..TURNS {
        next().await.expect(200);
    }
    let ask = json!({"email": "later@example.com"});
    let later = test.post("/api/newsletter/subscribe", &ask).send().await;
    assert_eq!(later.status, 200, "it is itself again");
    test.do_jobs().await;
    let metrics = test.get("/metrics").peer("127.0.0.1:1").send().await;
    let metrics = String::from_utf8_lossy(&metrics.body).into_owned();
    let refused = CROWD - TURNS;
    let line = format!("chautari_overload_refusals_total{{queue=\"work\"}} {refused}");
    assert!(metrics.contains(&line), "{metrics}");
}

#[tokio::test]
async fn a_body_of_unknown_length_is_read_and_a_broken_one_is_refused() {
    let test = TestApp::start().await;
    let parts = |last: Result<Bytes, std::io::Error>| {
        let first = Bytes::from_static(br#"{"email": "maya@"#);
        Body::from_stream(futures_util::stream::iter([Ok(first), last]))
    };
    let send = |body| {
        let call = test.call(axum::http::Method::POST, "/api/newsletter/subscribe");
        call.body("application/json", body).send()
    };
    let whole = send(parts(Ok(Bytes::from_static(br#"example.com"}"#)))).await;
    assert_eq!(whole.status, 200);
    let broken = send(parts(Err(std::io::ErrorKind::TimedOut.into()))).await;
    assert_eq!(broken.status, 408);
    assert_eq!(broken.json()["status"], "error");
    test.do_jobs().await;
}

/// The GET calls of the contract that take `parameter`.
fn lists_with(parameter: &str) -> Vec<String> {
    let document: Value = serde_json::from_str(&router::openapi()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let takes = |item: &Value| {
        let parameters = item["get"]["parameters"].as_array();
        let mut names = parameters.into_iter().flatten().map(|one| &one["name"]);
        names.any(|name| name == parameter)
    };
    let found = paths.iter().filter(|(_, item)| takes(item));
    found.map(|(path, _)| path.clone()).collect()
}

// An export has all rows; its page and limit are those of the list, and it is sent while it is read.
#[tokio::test]
async fn no_list_can_be_asked_for_a_million_rows_or_the_billionth_page() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let lists = lists_with("limit");
    assert!(lists.len() > 20, "{lists:?}");
    for path in lists.iter().filter(|path| !path.ends_with("/export")) {
        let path = path.replace("{id}", "019a0000-0000-7000-8000-000000000001");
        for query in ["limit=1000000", "limit=101", "limit=0", "page=1000000000"] {
            let answer = test.get(&format!("{path}?{query}"));
            let answer = answer.bearer(&admin.access).send().await;
            assert_eq!(answer.status, 400, "{path}?{query}");
        }
    }
}

#[tokio::test]
async fn a_period_of_a_century_is_refused_or_answered_in_pages() {
    let test = TestApp::start().await;
    let admin = test.admin().await;
    let paged = lists_with("limit");
    for path in lists_with("from") {
        if paged.contains(&path) {
            continue;
        }
        let path = path.replace("{id}", "019a0000-0000-7000-8000-000000000001");
        let query = "from=2000-01-01&to=2099-12-31";
        let answer = test.get(&format!("{path}?{query}"));
        let answer = answer.bearer(&admin.access).send().await;
        // The dates of a trek are at most 1000 (this trek does not exist), and the register is sent while it is read.
        let is_bounded = answer.status == 400
            || path.ends_with("/departures")
            || path.ends_with("/sales-register.csv");
        assert!(is_bounded, "{path}: {}", answer.status);
    }
}

//! Concurrent changes of one article: `version` of `PUT /api/blogs/{id}`, as for treks (decisions §10).

use axum::http::Method;
use serde_json::json;

use crate::blog_write::{article, path_of, put, written};
use crate::support::TestApp;

// API-32 BLOGADM-31: the second of two administrators gets a conflict, and no change is lost.
#[tokio::test]
async fn a_change_of_an_older_version_is_refused_with_the_current_one() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let blog = written(&app, &admin, &article("Tea")).await;
    assert_eq!(blog["version"], 1);
    let first = json!({"description": "On salt", "version": 1});
    let changed = put(&app, &admin, &blog, &first).await.expect(200)["data"]["blog"].clone();
    assert_eq!(changed["version"], 2);
    // The retry of a change whose response was lost.
    let again = put(&app, &admin, &blog, &first).await.expect(200);
    assert_eq!(again["data"]["blog"], changed);
    let stale = json!({"description": "On yaks", "version": 1});
    let said = "This article was changed by somebody else meanwhile.";
    let body = put(&app, &admin, &blog, &stale)
        .await
        .expect_failure(409, said);
    assert_eq!(body["currentVersion"], 2);
    let form = "--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nYaks\r\n\
        --x\r\nContent-Disposition: form-data; name=\"version\"\r\n\r\n1\r\n--x--\r\n";
    let call = app.call(Method::PUT, &path_of(&blog));
    let call = call.body("multipart/form-data; boundary=x", form);
    let body = call.bearer(&admin.access).send().await;
    assert_eq!(body.expect_failure(409, said)["currentVersion"], 2);
    let wrong = json!({"version": "1"});
    put(&app, &admin, &blog, &wrong).await.expect(400);
    // Of five concurrent changes of one version one succeeds.
    let at_once = (0..5).map(|number| {
        let ask = json!({"description": format!("On tea, {number}"), "version": 2});
        let call = app.call(Method::PUT, &path_of(&blog)).json(&ask);
        tokio::spawn(call.bearer(&admin.access).send())
    });
    let mut statuses = Vec::new();
    for running in at_once.collect::<Vec<_>>() {
        statuses.push(running.await.expect("an answer").status.as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409, 409, 409, 409]);
    // The client of the documents sends no version.
    let without = json!({"description": "On butter"});
    let last = put(&app, &admin, &blog, &without).await.expect(200);
    assert_eq!(last["data"]["blog"]["version"], 4);
    let log = app.get("/api/audit").bearer(&admin.access).send().await;
    let changes = log.expect(200)["data"]["entries"][0]["changes"].clone();
    assert_eq!(changes.as_array().map(Vec::len), Some(1), "{changes}");
}

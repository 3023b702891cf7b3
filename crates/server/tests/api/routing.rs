//! Routing by path and method: API calls, the web app, pictures and unknown paths.

use axum::http::Method;

use crate::support::TestApp;

#[tokio::test]
async fn an_unknown_call_is_404_and_a_wrong_method_405_both_in_json() {
    let app = TestApp::start().await;
    for path in [
        "/api",
        "/api/",
        "/api/nothing",
        "/api/auth",
        "/api/auth/login/extra",
        "/api/%00",
    ] {
        for method in [Method::GET, Method::POST, Method::DELETE] {
            app.call(method, path)
                .send()
                .await
                .expect_failure(404, "There is no such call");
        }
    }
    for (method, path) in [
        (Method::GET, "/api/auth/login"),
        (Method::DELETE, "/api/auth/signup"),
        (Method::POST, "/api/auth/verifyUser"),
        (Method::POST, "/healthz"),
        (Method::POST, "/packages"),
    ] {
        let answer = app.call(method, path).send().await;
        assert!(answer.header("allow").is_some(), "{path}");
        answer.expect_failure(405, "This method is not allowed here");
    }
}

// An unknown page is 404 with the HTML of the app; a missing file is 404 without it.
#[tokio::test]
async fn paths_outside_the_calls_belong_to_the_web_app() {
    let app = TestApp::start().await;
    for path in [
        "/assets/nothing.js",
        "/nothing.png",
        "/pictures/nothing.jpg",
        "/pictures/../Cargo.toml",
    ] {
        let answer = app.get(path).send().await;
        assert_eq!(answer.status, 404, "{path}");
        assert!(
            !String::from_utf8_lossy(&answer.body).contains("<html"),
            "{path}"
        );
    }
    for path in [
        "/no-such-page",
        "/package",
        "/package/a/b",
        "/booking/confirmation",
    ] {
        assert_eq!(app.get(path).send().await.status, 404, "{path}");
    }
}

#[tokio::test]
async fn a_picture_is_cached_for_a_day_and_revalidated_by_its_etag() {
    let app = TestApp::start().await;
    let path = "/pictures/everest-base-camp/1.webp";
    let answer = app.get(path).send().await;
    assert_eq!(answer.status, 200);
    let kind = answer.header("content-type").expect("a type");
    assert!(kind.starts_with("image/"), "{kind}");
    assert_eq!(
        answer.header("cache-control"),
        Some("public, max-age=86400")
    );
    let tag = answer.header("etag").expect("a tag").to_owned();
    let again = app.get(path).header("if-none-match", &tag).send().await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    assert_eq!(again.header("etag"), Some(tag.as_str()));
    for (known, status) in [
        (format!("W/{tag}"), 304),
        (format!("\"a b\", {tag}"), 304),
        ("*".to_owned(), 304),
        ("\"x\"".to_owned(), 200),
        (tag.trim_matches('"').to_owned(), 200),
    ] {
        let answer = app.get(path).header("if-none-match", &known).send().await;
        assert_eq!(answer.status, status, "{known}");
    }
}

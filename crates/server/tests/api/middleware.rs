//! Headers of every response, and requests that no handler accepts.

use axum::http::Method;
use futures_util::future::join_all;
use serde_json::json;

use crate::call::Call;
use crate::support::TestApp;

#[tokio::test]
async fn every_response_has_security_headers_and_an_id() {
    let app = TestApp::start().await;
    for path in [
        "/healthz",
        "/api/auth/verifyUser",
        "/api/nothing",
        "/",
        "/no-such-page",
    ] {
        let answer = app.get(path).send().await;
        let policy = answer.header("content-security-policy").expect("a policy");
        for part in [
            "default-src 'self'",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "frame-ancestors 'none'",
            "form-action 'self'",
        ] {
            assert!(policy.contains(part), "{path}: {policy}");
        }
        assert_eq!(
            answer.header("x-content-type-options"),
            Some("nosniff"),
            "{path}"
        );
        assert!(answer.header("referrer-policy").is_some(), "{path}");
        assert!(answer.header("permissions-policy").is_some(), "{path}");
        assert_eq!(
            answer.header("cross-origin-opener-policy"),
            Some("same-origin-allow-popups"),
            "{path}"
        );
        // Browsers ignore it over plain HTTP, and in development it would lock them out of localhost.
        assert_eq!(answer.header("strict-transport-security"), None);
        assert_eq!(
            answer.header("x-request-id").map(str::len),
            Some(36),
            "{path}"
        );
        assert_eq!(answer.header("server"), None);
    }
}

#[tokio::test]
async fn in_production_browsers_must_use_https_only() {
    let settings = [
        ("mode", "production"),
        ("public_url", "https://treks.example"),
    ];
    let app = TestApp::start_with(&settings).await;
    for path in ["/", "/api/config", "/api/nothing", "/healthz"] {
        let answer = app.get(path).send().await;
        let told = answer.header("strict-transport-security");
        assert_eq!(told, Some("max-age=31536000"), "{path}");
    }
}

// API-03: bodies must be JSON.
#[tokio::test]
async fn a_body_that_is_not_json_is_refused_with_a_message() {
    let app = TestApp::start().await;
    let post = || app.call(Method::POST, "/api/auth/login");
    let wrong_type = "The content type must be application/json";
    post().send().await.expect_failure(415, wrong_type);
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "application/jsonp",
    ] {
        post()
            .body(kind, r#"{"email":"a@b.co","password":"x"}"#)
            .send()
            .await
            .expect_failure(415, wrong_type);
    }
    let malformed = "The request body is not valid JSON";
    let deep = "[".repeat(10_000);
    for text in [
        "",
        "{",
        "{\"email\":}",
        "{} {}",
        "nope",
        "{\"email\":\"\\ud800\"}",
        deep.as_str(),
    ] {
        post()
            .body("application/json", text.to_owned())
            .send()
            .await
            .expect_failure(400, malformed);
    }
    let raw: &[u8] = b"{\"email\":\"\xff\xfe\"}";
    post()
        .body("application/json", raw)
        .send()
        .await
        .expect_failure(400, malformed);
    for text in ["[]", r#"["a@b.co", "x"]"#, "5", "\"x\"", "null", "true"] {
        let message = "The request body must be a JSON object";
        post()
            .body("application/json", text)
            .send()
            .await
            .expect_failure(400, message);
    }
    let twice = r#"{"email":"a@b.co","email":"b@b.co","password":"x"}"#;
    let body = post().body("application/json", twice).send().await;
    body.expect_failure(400, "email is given twice");
    let answer = post()
        .body(
            "Application/JSON; charset=utf-8",
            r#"{"email":"a@b.co","password":"x"}"#,
        )
        .send()
        .await;
    answer.expect(401);
}

#[tokio::test]
async fn a_body_over_one_megabyte_is_413_and_one_below_is_read() {
    let app = TestApp::start().await;
    let body_of = |length: usize| json!({"email": "a@b.co", "password": "x".repeat(length)});
    let call = app.post("/api/auth/login", &body_of(1024 * 1024));
    call.send()
        .await
        .expect_failure(413, "The request is too large");
    app.post("/api/auth/login", &body_of(1_000_000))
        .send()
        .await
        .expect(401);
}

#[tokio::test]
async fn a_handler_that_panics_is_500_in_json_with_the_usual_headers() {
    let app = TestApp::start().await;
    let story = axum::routing::get(|| async {
        if std::env::var_os("PATH").is_some() {
            panic!("a secret of ours");
        }
    });
    let router =
        axum::Router::new()
            .route("/api/panic", story)
            .layer(axum::middleware::from_fn_with_state(
                app.app.clone(),
                chautari::http::middleware::frame,
            ));
    let answer = Call::new(router, Method::GET, "/api/panic").send().await;
    assert!(answer.header("content-security-policy").is_some());
    let body = answer.expect_failure(500, "Server error. Please try again later.");
    assert!(!body.to_string().contains("secret"));
}

#[tokio::test]
async fn health_and_readiness_need_no_login() {
    let app = TestApp::start().await;
    for path in ["/healthz", "/readyz"] {
        assert_eq!(
            app.get(path).send().await.expect(200),
            json!({"status": "success"})
        );
    }
}

#[tokio::test]
async fn concurrent_readiness_checks_all_succeed() {
    let app = TestApp::start().await;
    let asked = (0..40).map(|_| app.get("/readyz").send());
    for answer in join_all(asked).await {
        answer.expect(200);
    }
}

#[tokio::test]
async fn without_the_database_the_program_is_healthy_but_not_ready() {
    let mut app = TestApp::start().await;
    app.may_leave_jobs();
    app.app.db.clone().close().await.expect("closed");
    app.get("/healthz").send().await.expect(200);
    app.get("/readyz")
        .send()
        .await
        .expect_failure(503, "The database does not answer");
    let ask = json!({"email": "maya@example.com", "password": "trail of many stones"});
    let body = app.post("/api/auth/login", &ask).send().await;
    assert_eq!(body.header("retry-after"), Some("5"));
    body.expect_failure(
        503,
        "This is temporarily unavailable. Please try again in a moment.",
    );
}

// MAP-06 MAP-07: the content security policy allows tiles only from the hosts of the setting.
#[tokio::test]
async fn a_page_may_load_tiles_from_the_configured_hosts_only() {
    let setting =
        "roadmap=https://tiles.example/{z}/{x}/{y}.png satellite=http://127.0.0.1:9/{z}/{x}/{y}";
    let app = TestApp::start_with(&[("map_tiles", setting)]).await;
    let answer = app.get("/").send().await;
    let policy = answer.header("content-security-policy").expect("a policy");
    let hosts = "http://127.0.0.1:9 https://tiles.example;";
    assert!(
        policy.contains(&format!("img-src 'self' data: blob: {hosts}")),
        "{policy}"
    );
    assert!(
        policy.contains(&format!("connect-src 'self' {hosts}")),
        "{policy}"
    );
    let map = app.get("/api/config").send().await.expect(200)["data"]["map"].clone();
    assert_eq!(map["tiles"][1]["kind"], "satellite");
    assert_eq!(map.get("google"), None);

    let google = TestApp::start_with(&[("map_tiles", "google:a-key@http://127.0.0.1:9")]).await;
    let map = google.get("/api/config").send().await.expect(200)["data"]["map"].clone();
    assert_eq!(
        map,
        json!({"tiles": [], "google": {"key": "a-key", "url": "http://127.0.0.1:9"}})
    );

    let asks = TestApp::start_with(&[("map_tiles", "off"), ("map_consent", "ask")]).await;
    let map = asks.get("/api/config").send().await.expect(200)["data"]["map"].clone();
    assert_eq!(map, json!({"tiles": [], "consent": "ask"}));

    let off = TestApp::start_with(&[("map_tiles", "off")]).await;
    let policy = off.get("/").send().await;
    let policy = policy
        .header("content-security-policy")
        .expect("a policy")
        .to_owned();
    assert!(policy.contains("connect-src 'self';"), "{policy}");
}

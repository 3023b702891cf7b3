//! Login, and the validity of sessions and their tokens.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::json;

use crate::support::{Login, TestApp};

const PASSWORD: &str = "trail of many stones";

// API-12: the user is in the body, the tokens are in the headers. The address is trimmed and its case is ignored.
#[tokio::test]
async fn a_login_returns_the_user_and_both_tokens() {
    let app = TestApp::start().await;
    app.traveller().await;
    for email in [
        "maya@example.com",
        "MAYA@Example.COM",
        "  maya@example.com ",
    ] {
        let ask = json!({"email": email, "password": PASSWORD});
        let answer = app.post("/api/auth/login", &ask).send().await;
        assert_eq!(answer.json()["status"], "success");
        assert_eq!(answer.json()["user"]["email"], "maya@example.com");
        Login::of(answer);
    }
}

// DECIDE-137: nothing distinguishes a wrong password from an unknown address.
#[tokio::test]
async fn a_wrong_password_and_an_unknown_address_get_the_same_response() {
    let app = TestApp::start().await;
    app.traveller().await;
    let wrong = json!({"email": "maya@example.com", "password": "trail of many stonez"});
    let unknown = json!({"email": "nobody@example.com", "password": PASSWORD});
    let no_address = json!({"email": "maya", "password": PASSWORD});
    let mut bodies = Vec::new();
    for ask in [wrong, unknown, no_address] {
        let answer = app.post("/api/auth/login", &ask).send().await;
        assert!(
            answer.header("x-access-token").is_none() && answer.header("x-refresh-token").is_none()
        );
        bodies.push(answer.expect_failure(401, "Invalid email or password"));
    }
    assert!(bodies.windows(2).all(|pair| pair[0] == pair[1]));
}

// API-08: a missing or invalid session is refused.
#[tokio::test]
async fn verify_user_refuses_missing_malformed_and_forged_tokens() {
    let app = TestApp::start().await;
    let login = app.traveller().await;
    let not_signed_in = "Please log in to continue.";
    app.get("/api/auth/verifyUser")
        .send()
        .await
        .expect_failure(401, not_signed_in);
    let tampered = format!("{}x", &login.access);
    let unsigned = {
        let claims = login.access.split('.').nth(1).expect("claims");
        // {"alg":"none"}
        format!("eyJhbGciOiJub25lIn0.{claims}.")
    };
    for token in ["", "x", "a.b.c", &login.refresh, &tampered, &unsigned] {
        let call = app
            .get("/api/auth/verifyUser")
            .bearer(token)
            .header("x-refresh-token", &login.refresh);
        let answer = call.send().await;
        assert!(
            answer.header("x-access-token").is_none(),
            "{token} was rescued"
        );
        answer.expect_failure(401, not_signed_in);
    }
    let basic = format!("Basic {}", login.access);
    app.get("/api/auth/verifyUser")
        .header("authorization", &basic)
        .send()
        .await
        .expect(401);
}

// API-06: an expired access token with its refresh token is accepted and renewed.
#[tokio::test]
async fn an_expired_access_token_is_renewed_by_the_refresh_token_of_its_session() {
    let app = TestApp::start().await;
    let login = app.traveller().await;
    app.clock
        .advance(TimeDelta::minutes(15) - TimeDelta::seconds(1));
    app.get("/api/auth/verifyUser")
        .bearer(&login.access)
        .send()
        .await
        .expect(200);
    app.clock.advance(TimeDelta::seconds(1));
    app.get("/api/auth/verifyUser")
        .bearer(&login.access)
        .send()
        .await
        .expect(401);

    let call = app.get("/api/auth/verifyUser").bearer(&login.access);
    let answer = call.header("x-refresh-token", &login.refresh).send().await;
    let fresh = answer
        .header("x-access-token")
        .expect("a fresh token")
        .to_owned();
    assert!(answer.header("access-control-expose-headers").is_some());
    answer.expect(200);
    app.get("/api/auth/verifyUser")
        .bearer(&fresh)
        .send()
        .await
        .expect(200);

    let stranger = app.sign_up("Pemba", "pemba@example.com", PASSWORD).await;
    let call = app.get("/api/auth/verifyUser").bearer(&login.access);
    call.header("x-refresh-token", &stranger.refresh)
        .send()
        .await
        .expect(401);
}

// API-09: the refresh token is valid for seven days and does not rotate.
#[tokio::test]
async fn a_refresh_token_gives_access_tokens_for_seven_days() {
    let app = TestApp::start().await;
    let login = app.traveller().await;
    let ask = json!({"refreshToken": login.refresh});
    app.clock
        .advance(TimeDelta::days(7) - TimeDelta::seconds(1));
    for _ in 0..2 {
        let body = app.post("/api/auth/refresh", &ask).send().await.expect(200);
        let fresh = body["accessToken"].as_str().expect("a token");
        app.get("/api/auth/verifyUser")
            .bearer(fresh)
            .send()
            .await
            .expect(200);
    }
    app.clock.advance(TimeDelta::seconds(1));
    let over = "Your session has expired. Please log in again.";
    app.post("/api/auth/refresh", &ask)
        .send()
        .await
        .expect_failure(401, over);
    let call = app.get("/api/auth/verifyUser").bearer(&login.access);
    call.header("x-refresh-token", &login.refresh)
        .send()
        .await
        .expect(401);
}

// API-10: logout ends this session at once, and no other.
#[tokio::test]
async fn after_logout_both_tokens_are_refused() {
    let app = TestApp::start().await;
    let phone = app.traveller().await;
    let desk = app.login("maya@example.com", PASSWORD).await;
    let body = app
        .call(Method::POST, "/api/auth/logout")
        .bearer(&phone.access)
        .send()
        .await
        .expect(200);
    assert_eq!(body["message"], "Logout successful");
    app.get("/api/auth/verifyUser")
        .bearer(&phone.access)
        .send()
        .await
        .expect(401);
    app.post("/api/auth/refresh", &json!({"refreshToken": phone.refresh}))
        .send()
        .await
        .expect(401);
    app.clock.advance(TimeDelta::minutes(16));
    let call = app.get("/api/auth/verifyUser").bearer(&phone.access);
    call.header("x-refresh-token", &phone.refresh)
        .send()
        .await
        .expect(401);
    app.call(Method::POST, "/api/auth/logout")
        .bearer(&phone.access)
        .send()
        .await
        .expect(401);

    let call = app.get("/api/auth/verifyUser").bearer(&desk.access);
    call.header("x-refresh-token", &desk.refresh)
        .send()
        .await
        .expect(200);
}

// A cookie alone authorises nothing, so that a cross-site form cannot use it.
#[tokio::test]
async fn a_cookie_authorises_nothing() {
    let app = TestApp::start().await;
    let login = app.traveller().await;
    let cookie = format!(
        "accessToken={}; refreshToken={}",
        login.access, login.refresh
    );
    app.call(Method::POST, "/api/auth/logout")
        .header("cookie", &cookie)
        .send()
        .await
        .expect(401);
    app.get("/api/auth/verifyUser")
        .bearer(&login.access)
        .send()
        .await
        .expect(200);
}

//! Sign-in through a third party: redirect, callback, and the account it belongs to.

use std::collections::HashMap;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::account_reset::{begin as begin_reset, new_password, reset};
use crate::call::Answer;
use crate::sign_in_provider::{CLIENT_ID, SignInProvider};
use crate::support::TestApp;

/// A browser at the provider: the parameters of its redirect and its cookie.
pub struct Away {
    pub asked: HashMap<String, String>,
    pub cookie: String,
}

/// The query parameters of a URL.
pub fn parameters(address: &str) -> HashMap<String, String> {
    let (_, query) = address.split_once('?').unwrap_or_default();
    form_urlencoded::parse(query.as_bytes())
        .into_owned()
        .collect()
}

pub async fn leave(app: &TestApp) -> Away {
    let answer = app.get("/api/auth/google").send().await;
    assert_eq!(answer.status, 302);
    Away {
        asked: parameters(answer.header("location").expect("an address")),
        cookie: answer.cookie("signIn").expect("a cookie"),
    }
}

/// Calls the callback with these parameters and this cookie.
pub async fn come_back(app: &TestApp, cookie: &str, given: &[(&str, &str)]) -> Answer {
    let query = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(given)
        .finish();
    let path = format!("/api/auth/google/callback?{query}");
    let call = app.get(&path).header("cookie", &format!("signIn={cookie}"));
    call.header("user-agent", "Mozilla/5.0").send().await
}

/// The whole sign-in, with additional claims of the provider.
pub async fn sign_in(app: &TestApp, provider: &SignInProvider, claims: &Value) -> Answer {
    let away = leave(app).await;
    let code = provider.agree(&away.asked["nonce"], &away.asked["code_challenge"], claims);
    let given = [("code", code.as_str()), ("state", &away.asked["state"])];
    come_back(app, &away.cookie, &given).await
}

/// The signed-in user and the access token.
#[track_caller]
pub fn signed_in(answer: &Answer) -> (Value, String) {
    assert_eq!(answer.status, 302);
    let address = answer.header("location").expect("an address");
    assert!(address.starts_with("/login?accessToken="), "{address}");
    let mut given = parameters(address);
    let user = serde_json::from_str(&given["user"]).expect("a user");
    (user, given.remove("accessToken").expect("a token"))
}

#[track_caller]
pub fn expect_error(answer: &Answer, word: &str) {
    assert_eq!(answer.status, 302);
    assert_eq!(
        answer.header("location"),
        Some(format!("/auth/callback?error={word}").as_str())
    );
}

// API-15 OAUTH-01 OAUTH-10: the redirect to the provider has state, nonce and PKCE, and sets a cookie for the callback.
#[tokio::test]
async fn the_sign_in_button_redirects_to_the_provider() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let answer = app.get("/api/auth/google").send().await;
    assert_eq!(answer.status, 302);
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    let address = answer.header("location").expect("an address");
    assert!(address.starts_with(&format!("{}/authorize?", provider.address)));
    let asked = parameters(address);
    for (name, value) in [
        ("response_type", "code"),
        ("client_id", CLIENT_ID),
        (
            "redirect_uri",
            "http://localhost:8080/api/auth/google/callback",
        ),
        ("scope", "openid email profile"),
        ("code_challenge_method", "S256"),
    ] {
        assert_eq!(asked.get(name).map(String::as_str), Some(value), "{name}");
    }
    for name in ["state", "nonce", "code_challenge"] {
        assert_eq!(asked[name].len(), 43, "{name}");
    }
    let cookie = answer.set_cookie("signIn").expect("a cookie");
    for part in [
        "; HttpOnly",
        "; SameSite=Lax",
        "; Path=/api/auth/google",
        "; Max-Age=600",
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    let other = leave(&app).await;
    for name in ["state", "nonce", "code_challenge"] {
        assert_ne!(asked[name], other.asked[name], "{name} is used twice");
    }
}

// API-15 OAUTH-06 SESSION-32 ROLE-09: a new user gets an account without a password, and a session.
#[tokio::test]
async fn returning_from_the_provider_signs_the_user_in() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let answer = sign_in(&app, &provider, &json!({"name": "Maya & Söhne + 1"})).await;
    assert_eq!(answer.header("referrer-policy"), Some("no-referrer"));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert_eq!(answer.cookie("signIn").as_deref(), Some(""));
    let (user, access) = signed_in(&answer);
    assert_eq!(user["name"], "Maya & Söhne + 1");
    assert_eq!(user["email"], "maya@example.com");
    assert_eq!(user["role"], "user");
    assert_eq!(user["hasPassword"], false);
    let me = app.get("/api/auth/verifyUser").bearer(&access).send().await;
    assert_eq!(me.expect(200)["user"], user);
    let given = parameters(answer.header("location").expect("an address"));
    let ask = json!({"refreshToken": given["refreshToken"]});
    app.post("/api/auth/refresh", &ask).send().await.expect(200);
    let login = json!({"email": "maya@example.com", "password": ""});
    app.post("/api/auth/login", &login).send().await.expect(400);
    assert!(app.outbox().is_empty());
}

// OAUTH-06: the subject identifies the account, even if the address at the provider changes.
#[tokio::test]
async fn the_same_person_has_the_same_account_when_the_address_there_changes() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let (first, _) = signed_in(&sign_in(&app, &provider, &json!({})).await);
    let changed = json!({"email": "new@example.com", "email_verified": false, "name": "Other"});
    let (again, _) = signed_in(&sign_in(&app, &provider, &changed).await);
    assert_eq!(again, first);
    let other = json!({"sub": "person-2", "email": "new@example.com"});
    let (other, _) = signed_in(&sign_in(&app, &provider, &other).await);
    assert_ne!(other["id"], first["id"]);
}

// DECIDE (decisions §4): an account with the same address is linked if the provider has verified the address.
#[tokio::test]
async fn an_account_with_a_password_is_linked_by_its_verified_address() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let login = app.traveller().await;
    for email in ["maya@example.com", "MAYA@Example.com"] {
        let (user, _) = signed_in(&sign_in(&app, &provider, &json!({"email": email})).await);
        assert_eq!(user["id"], login.user_id.as_str());
        assert_eq!(user["hasPassword"], true);
    }
    app.do_jobs().await;
    app.login("maya@example.com", "trail of many stones").await;
}

// A user of the provider sets a first password with an emailed code.
#[tokio::test]
async fn a_password_can_be_set_afterwards() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let (user, _) = signed_in(&sign_in(&app, &provider, &json!({})).await);
    let cookie = begin_reset(&app, "maya@example.com").await;
    let code = app.mailed_code("maya@example.com").await;
    reset(&app, &cookie, &new_password(&code)).await.expect(200);
    app.do_jobs().await;
    let login = app
        .login("maya@example.com", crate::account_reset::NEW)
        .await;
    assert_eq!(user["id"], login.user_id.as_str());
    // The reset unlinked the provider; the next sign-in links it again.
    let (again, _) = signed_in(&sign_in(&app, &provider, &json!({})).await);
    assert_eq!(again["id"], user["id"]);
    app.do_jobs().await;
}

// Decisions §10, Codes: a pending sign-up is never linked and ends, because the address now has an account.
#[tokio::test]
async fn a_pending_sign_up_is_not_linked_and_ends() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let password = "trail of a stranger";
    let ask = json!({"name": "Stranger", "email": "maya@example.com", "password": password, "confirmPassword": password});
    let begun = app.post("/api/auth/signup", &ask).send().await.expect(200);
    let code = app.mailed_code("maya@example.com").await;
    let (user, _) = signed_in(&sign_in(&app, &provider, &json!({})).await);
    assert_eq!(user["name"], "Maya Gurung");
    assert_eq!(user["hasPassword"], false);
    let ask = json!({"otp": code, "tempUserId": begun["tempUserId"]});
    let answer = app.post("/api/auth/verifyOTP", &ask).send().await;
    answer.expect_failure(400, "Invalid or expired OTP");
    let ask = json!({"email": "maya@example.com", "password": password});
    app.post("/api/auth/login", &ask).send().await.expect(401);
}

// Some providers return the address only from the userinfo endpoint.
#[tokio::test]
async fn an_address_missing_in_the_token_is_read_from_userinfo() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let bare = json!({"email": null, "email_verified": null, "name": null});
    provider.inside().user_info = json!({"sub": "person-1", "email": "asked@example.com", "email_verified": true, "name": "Asked"});
    let (user, _) = signed_in(&sign_in(&app, &provider, &bare).await);
    assert_eq!(
        (&user["email"], &user["name"]),
        (&json!("asked@example.com"), &json!("Asked"))
    );
    // Userinfo of another subject is ignored.
    provider.inside().user_info =
        json!({"sub": "person-2", "email": "other@example.com", "email_verified": true});
    let bare = json!({"sub": "person-3", "email": null});
    expect_error(&sign_in(&app, &provider, &bare).await, "failed");
}

#[tokio::test]
async fn an_invalid_name_from_the_provider_is_made_valid() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    for (number, (told, kept)) in [
        (
            json!("Ang\r\nBcc: x@example.com"),
            "AngBcc: x@example.com".to_owned(),
        ),
        (json!("x".repeat(500)), "x".repeat(100)),
        (json!("  "), "maya3".to_owned()),
        (Value::Null, "maya4".to_owned()),
    ]
    .into_iter()
    .enumerate()
    {
        let email = format!("maya{}@example.com", number + 1);
        let claims = json!({"sub": email, "email": email, "name": told});
        let (user, _) = signed_in(&sign_in(&app, &provider, &claims).await);
        assert_eq!(user["name"], kept.as_str());
    }
}

// A provider can rotate its keys at any time.
#[tokio::test]
async fn a_new_key_of_the_provider_is_found() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    signed_in(&sign_in(&app, &provider, &json!({})).await);
    provider.change_key();
    expect_error(&sign_in(&app, &provider, &json!({})).await, "failed");
    app.clock.advance(chrono::TimeDelta::minutes(1));
    signed_in(&sign_in(&app, &provider, &json!({})).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn concurrent_sign_ins_of_a_new_user_create_one_account() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let tabs = (0..6).map(|_| async { sign_in(&app, &provider, &json!({})).await });
    let answers = join_all(tabs).await;
    let (first, _) = signed_in(&answers[0]);
    for answer in &answers {
        assert_eq!(signed_in(answer).0["id"], first["id"]);
    }
}

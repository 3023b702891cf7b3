//! Linked sign-in providers of an account: the owner is informed of each, lists and unlinks them, and a password reset
//! or a change of the address unlinks all.

use axum::http::Method;
use serde_json::{Value, json};

use crate::account_reset::{begin as begin_reset, new_password, reset};
use crate::call::{Answer, fields_of};
use crate::google::{sign_in, signed_in};
use crate::sign_in_provider::SignInProvider;
use crate::support::{Login, TestApp};

const EMAIL: &str = "maya@example.com";
const PASSWORD: &str = "trail of many stones";
const NEEDS_PASSWORD: &str =
    "Your account has no password. Set one first, so that you can still log in.";

async fn sign_ins(app: &TestApp, access: &str) -> Vec<Value> {
    let call = app.get("/api/users/me/sign-ins").bearer(access);
    let body = call.send().await.expect(200);
    body["data"]["signIns"].as_array().expect("a list").clone()
}

async fn unlink(app: &TestApp, access: &str, sign_in: &Value) -> Answer {
    let call = app.call(Method::DELETE, "/api/users/me/sign-ins");
    call.json(sign_in).bearer(access).send().await
}

/// Maya, who has a password and signed in through the provider once.
async fn linked(provider: &SignInProvider) -> (TestApp, Login) {
    let app = provider.app().await;
    let maya = app.traveller().await;
    let (user, _) = signed_in(&sign_in(&app, provider, &json!({})).await);
    assert_eq!(user["id"], maya.user_id.as_str());
    app.do_jobs().await;
    (app, maya)
}

#[tokio::test]
async fn the_owner_is_emailed_when_a_sign_in_is_linked_but_not_at_each_login() {
    let provider = SignInProvider::start().await;
    let (app, maya) = linked(&provider).await;
    let mail = app.outbox().pop().expect("a mail");
    assert_eq!(mail.to, EMAIL);
    assert_eq!(
        mail.subject,
        "127.0.0.1 sign-in was added to your Chautari account"
    );
    for part in [&mail.text, &mail.html] {
        assert!(part.contains("/dashboard?section=security"), "{part}");
    }
    let before = app.outbox().len();
    signed_in(&sign_in(&app, &provider, &json!({})).await);
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), before);
    // Another traveller cannot see the links.
    let pemba = app.sign_up("Pemba", "pemba@example.com", PASSWORD).await;
    assert!(sign_ins(&app, &pemba.access).await.is_empty());
    assert_eq!(sign_ins(&app, &maya.access).await.len(), 1);
}

#[tokio::test]
async fn a_linked_sign_in_is_listed_and_unlinked_by_its_owner_alone() {
    let provider = SignInProvider::start().await;
    let (app, maya) = linked(&provider).await;
    let listed = sign_ins(&app, &maya.access).await;
    assert_eq!(listed[0]["provider"], "127.0.0.1");
    assert_eq!(listed[0]["issuer"], provider.address.as_str());
    let pemba = app.sign_up("Pemba", "pemba@example.com", PASSWORD).await;
    let not_linked = "This sign-in is not linked to your account.";
    unlink(&app, &pemba.access, &listed[0])
        .await
        .expect_failure(404, not_linked);
    let refused = unlink(&app, &maya.access, &json!({})).await.expect(400);
    assert_eq!(fields_of(&refused), ["issuer", "subject"]);
    assert_eq!(unlink(&app, &maya.access, &listed[0]).await.status, 204);
    unlink(&app, &maya.access, &listed[0])
        .await
        .expect_failure(404, not_linked);
    assert!(sign_ins(&app, &maya.access).await.is_empty());
    // A later sign-in with a verified address links the account again, and the owner gets another email.
    let before = app.outbox().len();
    signed_in(&sign_in(&app, &provider, &json!({})).await);
    app.do_jobs().await;
    assert_eq!(app.outbox().len(), before + 1);
}

#[tokio::test]
async fn an_account_without_a_password_cannot_unlink_its_only_way_in() {
    let provider = SignInProvider::start().await;
    let app = provider.app().await;
    let (_, access) = signed_in(&sign_in(&app, &provider, &json!({})).await);
    assert!(app.outbox().is_empty(), "a new account is no surprise");
    let listed = sign_ins(&app, &access).await;
    unlink(&app, &access, &listed[0])
        .await
        .expect_failure(409, NEEDS_PASSWORD);
    // With a password, set by an emailed code, unlinking is possible.
    let call = app.call(Method::POST, "/api/users/me/verification-code");
    call.bearer(&access).send().await.expect(200);
    let code = app.mailed_code(EMAIL).await;
    let ask = json!({"newPassword": PASSWORD, "confirmPassword": PASSWORD, "otp": code});
    let call = app.post("/api/users/me/password", &ask).bearer(&access);
    call.send().await.expect(200);
    app.do_jobs().await;
    assert_eq!(sign_ins(&app, &access).await, listed, "still linked");
    assert_eq!(unlink(&app, &access, &listed[0]).await.status, 204);
    app.login(EMAIL, PASSWORD).await;
}

#[tokio::test]
async fn a_reset_of_the_password_unlinks_every_sign_in() {
    let provider = SignInProvider::start().await;
    let (app, _) = linked(&provider).await;
    let cookie = begin_reset(&app, EMAIL).await;
    let code = app.mailed_code(EMAIL).await;
    reset(&app, &cookie, &new_password(&code)).await.expect(200);
    let maya = app.login(EMAIL, crate::account_reset::NEW).await;
    assert!(sign_ins(&app, &maya.access).await.is_empty());
    app.do_jobs().await;
}

// A person who can still read the old mailbox must not sign in through the provider.
#[tokio::test]
async fn a_change_of_the_address_unlinks_every_sign_in() {
    let provider = SignInProvider::start().await;
    let (app, maya) = linked(&provider).await;
    let ask = json!({"newEmail": "maya.new@example.com", "password": PASSWORD});
    let call = app.post("/api/users/me/email", &ask).bearer(&maya.access);
    call.send().await.expect(200);
    let code = app.mailed_code("maya.new@example.com").await;
    let call = app.post("/api/users/me/email/confirm", &json!({"otp": code}));
    call.bearer(&maya.access).send().await.expect(200);
    assert!(sign_ins(&app, &maya.access).await.is_empty());
    let (user, _) = signed_in(&sign_in(&app, &provider, &json!({})).await);
    assert_ne!(user["id"], maya.user_id.as_str());
    app.do_jobs().await;
}

//! Deleting an account: the export file, the anonymised books, and the conditions.

use axum::http::Method;
use chrono::TimeDelta;
use domain::account::Email;
use domain::booking::{BookingStatus, DELETED_TRAVELLER};
use serde_json::{Value, json};
use store::accounts::{self, Account};

use crate::call::{Answer, fields_of};
use crate::money::{paid_id, stored};
use crate::stage;
use crate::support::{Login, TestApp};

pub const PASSWORD: &str = "trail of many stones";

pub async fn delete(app: &TestApp, who: &Login, ask: Value) -> Answer {
    let call = app.call(Method::DELETE, "/api/users/me").json(&ask);
    call.bearer(&who.access).send().await
}

/// Runs the jobs of a deletion: the emails, and the second check a minute later.
pub async fn leave(app: &TestApp) {
    app.do_jobs().await;
    app.clock.advance(TimeDelta::seconds(60));
    app.do_jobs().await;
}

/// A signed-in user of a sign-in provider, without a password.
pub async fn without_password(app: &TestApp) -> Login {
    let maya = app.traveller().await;
    let id = maya.user_id.parse().expect("an id");
    let account = accounts::find(&app.app.db, id)
        .await
        .expect("read")
        .expect("there");
    let email = Email::parse("gita@example.com").expect("an address");
    let gita = Account {
        id: app.app.clock.new_id(),
        email,
        has_password: false,
        ..account
    };
    accounts::insert(&app.app.db, &gita, None)
        .await
        .expect("stored");
    let user_agent = chautari::http::user_agent::UserAgent(None);
    let begun =
        chautari::features::account::session::start(&app.app, gita.clone(), user_agent, "").await;
    let begun = begun.expect("a session");
    Login {
        user_id: gita.id.to_string(),
        access: begun.access_token,
        refresh: begun.refresh_token,
    }
}

// ACCT-05
#[tokio::test]
async fn a_deleted_account_ends_its_sessions_its_login_and_its_newsletter_at_once() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let subscribe = json!({"email": "maya@example.com"});
    app.post("/api/newsletter/subscribe", &subscribe)
        .send()
        .await
        .expect(200);
    let deleted = delete(&app, &maya, json!({"password": PASSWORD})).await;
    assert_eq!(deleted.status, 204);
    let gone = app.get("/api/users/me").bearer(&maya.access).send().await;
    gone.expect_failure(401, "Please log in to continue.");
    let refresh = app.post("/api/auth/refresh", &json!({"refreshToken": maya.refresh}));
    assert_eq!(refresh.send().await.status, 401);
    let login = json!({"email": "maya@example.com", "password": PASSWORD});
    let login = app.post("/api/auth/login", &login).send().await;
    login.expect_failure(401, "Invalid email or password");
    let email = Email::parse("maya@example.com").expect("an address");
    assert!(
        !store::subscribers::is_subscribed(&app.app.db, &email)
            .await
            .expect("read")
    );
    leave(&app).await;
    // The address can sign up again, and the new account has none of the old data.
    let again = app.traveller().await;
    assert_ne!(again.user_id, maya.user_id);
    app.do_jobs().await;
}

#[tokio::test]
async fn deleting_an_account_requires_its_password() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    for (ask, message) in [
        (json!({}), "Password is required"),
        (json!({"otp": "123456"}), "Password is required"),
        (
            json!({"password": "not the password"}),
            "The password is not correct",
        ),
    ] {
        let body = delete(&app, &maya, ask).await.expect_failure(400, message);
        assert_eq!(fields_of(&body), ["password"]);
    }
    let code = app
        .call(Method::POST, "/api/users/me/deletion-code")
        .bearer(&maya.access);
    assert_eq!(code.send().await.status, 400, "it has a password");
    let visitor = app
        .call(Method::DELETE, "/api/users/me")
        .json(&json!({"password": PASSWORD}));
    visitor
        .send()
        .await
        .expect_failure(401, "Please log in to continue.");
    app.login("maya@example.com", PASSWORD).await;
}

// Decisions 10: an account without a password is deleted with an emailed code.
#[tokio::test]
async fn an_account_without_a_password_is_deleted_with_an_emailed_code() {
    let app = TestApp::start().await;
    let gita = without_password(&app).await;
    let user = app
        .get("/api/users/me")
        .bearer(&gita.access)
        .send()
        .await
        .expect(200);
    assert_eq!(user["user"]["hasPassword"], false);
    let refused = delete(&app, &gita, json!({"password": ""}))
        .await
        .expect(400);
    assert_eq!(fields_of(&refused), ["otp"]);
    let ask = || {
        app.call(Method::POST, "/api/users/me/deletion-code")
            .bearer(&gita.access)
            .send()
    };
    assert_eq!(ask().await.expect(200)["expiresInSeconds"], 60);
    let code = app.mailed_code("gita@example.com").await;
    app.clock.advance(TimeDelta::seconds(60));
    let late = delete(&app, &gita, json!({"otp": code})).await;
    late.expect_failure(400, "Invalid or expired OTP");
    ask().await.expect(200);
    let code = app.mailed_code("gita@example.com").await;
    assert_eq!(delete(&app, &gita, json!({"otp": code})).await.status, 204);
    leave(&app).await;
}

#[tokio::test]
async fn the_only_administrator_cannot_delete_their_account() {
    let app = TestApp::start().await;
    let admin = app.admin().await;
    let ask = json!({"password": "mountain of many roads"});
    let refused = delete(&app, &admin, ask.clone()).await;
    refused.expect_failure(
        409,
        "You are the only administrator: make somebody else one first.",
    );
    let maya = app.traveller().await;
    let id = maya.user_id.parse().expect("an id");
    let role = domain::account::Role::Admin;
    assert!(
        accounts::set_role(&app.app.db, id, role)
            .await
            .expect("changed")
    );
    assert_eq!(delete(&app, &admin, ask).await.status, 204);
    leave(&app).await;
}

// If an unpaid booking cannot be cancelled because the provider does not respond, nothing is deleted.
#[tokio::test]
async fn an_account_stays_while_its_unpaid_bookings_cannot_be_cancelled() {
    let app = TestApp::start_with(&[("sandbox_faults", "failing")]).await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    let ask = stage::request(&app, &trek, 2).await;
    assert_eq!(stage::send(&app, &maya, &ask).await.status, 503);
    assert_eq!(stage::stored_bookings(&app).await, 1);
    let refused = delete(&app, &maya, json!({"password": PASSWORD})).await;
    assert_eq!(refused.status, 503);
    app.login("maya@example.com", PASSWORD).await;
}

// Nobody gets the confirmation of a booking whose traveller has deleted the account.
#[tokio::test]
async fn a_due_confirmation_is_not_emailed_after_the_account_was_deleted() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    paid_id(&app, &maya, &trek).await;
    assert_eq!(
        delete(&app, &maya, json!({"password": PASSWORD}))
            .await
            .status,
        204
    );
    leave(&app).await;
    let subjects: Vec<_> = app.outbox().into_iter().map(|mail| mail.subject).collect();
    assert!(
        !subjects
            .iter()
            .any(|subject| subject.starts_with("Booking confirmed")),
        "{subjects:?}"
    );
}

// A booking that is created during the deletion contains personal data too.
#[tokio::test]
async fn a_booking_created_during_the_deletion_is_cancelled_and_anonymised() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    let opened = stage::booked(&app, &maya, &trek).await;
    let mut late = stored(&app, &stage::booking_id(&opened)).await;
    assert_eq!(
        delete(&app, &maya, json!({"password": PASSWORD}))
            .await
            .status,
        204
    );
    late.id = app.app.clock.new_id();
    late.reference = "KD-late".to_owned();
    late.payment.intent_id = None;
    let kept = store::bookings::insert(&app.app.db, &late).await;
    kept.expect("stored");
    leave(&app).await;
    let late = stored(&app, &late.id.to_string()).await;
    assert_eq!(late.status, BookingStatus::Cancelled);
    assert_eq!(late.customer.name, DELETED_TRAVELLER);
}

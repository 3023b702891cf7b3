//! The account page: reading and changing the own account.

use axum::http::Method;
use serde_json::{Value, json};

use crate::call::{Answer, fields_of, message_of};
use crate::support::{Login, TestApp};

async fn me(app: &TestApp, who: &Login) -> Value {
    let call = app.get("/api/users/me").bearer(&who.access);
    call.send().await.expect(200)["user"].clone()
}

async fn patch(app: &TestApp, who: &Login, change: Value) -> Answer {
    let call = app.call(Method::PATCH, "/api/users/me").json(&change);
    call.bearer(&who.access).send().await
}

// ACCT-05 API-05: only the owner reads and changes their account.
#[tokio::test]
async fn a_traveller_reads_and_changes_their_own_account() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let user = me(&app, &maya).await;
    assert_eq!(user["hasPassword"], true);
    assert_eq!(user["preferences"], json!({"mails": {"newsletter": false}}));
    let change = json!({
        "name": " Maya Gurung ", "phone": "+977 980-1234567", "nationality": "Nepal",
        "emergencyContact": "Pemba, +977 981 7654321",
        "email": "other@example.com", "role": "admin", "id": "x", "hasPassword": false,
    });
    let user = patch(&app, &maya, change).await.expect(200)["user"].clone();
    assert_eq!(user, me(&app, &maya).await);
    assert_eq!(user["name"], "Maya Gurung");
    assert_eq!(user["phone"], "+977 980-1234567");
    assert_eq!(user["nationality"], "Nepal");
    assert_eq!(user["emergencyContact"], "Pemba, +977 981 7654321");
    assert_eq!(
        (&user["email"], &user["role"]),
        (&json!("maya@example.com"), &json!("user"))
    );

    let cleared = json!({"phone": "", "nationality": " ", "emergencyContact": ""});
    let user = patch(&app, &maya, cleared).await.expect(200)["user"].clone();
    assert_eq!(user["name"], "Maya Gurung");
    for field in ["phone", "nationality", "emergencyContact"] {
        assert!(user.get(field).is_none(), "{field} in {user}");
    }
    for method in [Method::GET, Method::PATCH] {
        let call = app.call(method, "/api/users/me").json(&json!({}));
        call.send()
            .await
            .expect_failure(401, "Please log in to continue.");
    }
}

// TOAST-05 DECIDE-133: each invalid field has its message, and nothing is changed.
#[tokio::test]
async fn invalid_fields_are_named_and_nothing_is_changed() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let before = me(&app, &maya).await;
    let long = "x".repeat(201);
    let change = json!({
        "name": "", "phone": "12345", "nationality": "a\tb", "emergencyContact": long,
        "preferences": {"currency": "dollars", "theme": "pink", "mails": {"tripReminders": "yes"}},
    });
    let refused = patch(&app, &maya, change).await;
    let body = refused.expect_failure(400, "Please fill out all fields correctly.");
    assert_eq!(
        fields_of(&body),
        [
            "name",
            "phone",
            "nationality",
            "emergencyContact",
            "preferences.currency",
            "preferences.theme",
            "preferences.mails.tripReminders",
        ]
    );
    assert_eq!(
        message_of(&body, "phone"),
        Some("Please enter a valid phone number")
    );
    let refused = patch(
        &app,
        &maya,
        json!({"phone": "9801234567", "name": "x".repeat(101)}),
    )
    .await;
    assert_eq!(fields_of(&refused.expect(400)), ["name"]);
    let refused = patch(
        &app,
        &maya,
        json!({"preferences": {"notes": "x".repeat(9000)}}),
    )
    .await;
    assert_eq!(fields_of(&refused.expect(400)), ["preferences"]);
    assert_eq!(
        patch(&app, &maya, json!({"preferences": "dark"}))
            .await
            .status,
        400
    );
    assert_eq!(me(&app, &maya).await, before);
}

// ACCT-03: preferences are merged key by key; unknown keys of a newer client remain.
#[tokio::test]
async fn preferences_are_merged_key_by_key() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    for change in [
        json!({"currency": "NPR", "mails": {"tripReminders": true}}),
        json!({"theme": "dark", "mails": {"offers": false}, "seen": {"tour": 1}}),
        json!({"currency": null, "seen": {"map": 2}}),
    ] {
        patch(&app, &maya, json!({"preferences": change}))
            .await
            .expect(200);
    }
    let kept = json!({
        "theme": "dark", "seen": {"tour": 1, "map": 2},
        "mails": {"tripReminders": true, "offers": false, "newsletter": false},
    });
    assert_eq!(me(&app, &maya).await["preferences"], kept);
}

// ACCT-03: the newsletter switch and the subscription are one value, whichever of them changes.
#[tokio::test]
async fn the_newsletter_switch_subscribes_and_unsubscribes_the_own_address() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let wants = |wanted: bool| json!({"preferences": {"mails": {"newsletter": wanted}}});
    let newsletter = |user: Value| user["preferences"]["mails"]["newsletter"].clone();
    let user = patch(&app, &maya, wants(true)).await.expect(200)["user"].clone();
    assert_eq!(newsletter(user), true);
    app.do_jobs().await;
    let welcome = app.outbox().pop().expect("a mail");
    assert_eq!(
        (welcome.to.as_str(), welcome.subject.as_str()),
        ("maya@example.com", "Welcome to the Chautari newsletter")
    );
    let link = welcome
        .text
        .split_once("unsubscribe?token=")
        .expect("a link")
        .1;
    let token = link.split_whitespace().next().expect("a token");
    app.call(
        Method::POST,
        &format!("/api/newsletter/unsubscribe?token={token}"),
    )
    .send()
    .await
    .expect(200);
    assert_eq!(newsletter(me(&app, &maya).await), false);
    patch(&app, &maya, wants(true)).await.expect(200);
    assert_eq!(newsletter(me(&app, &maya).await), true);
    patch(&app, &maya, wants(false)).await.expect(200);
    assert_eq!(newsletter(me(&app, &maya).await), false);
    app.do_jobs().await;
}

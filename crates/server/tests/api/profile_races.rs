//! The account page, twice at once: each thing happens once.

use axum::http::Method;
use chrono::TimeDelta;
use serde_json::json;

use crate::stage;
use crate::support::TestApp;

const PASSWORD: &str = "trail of many stones";
const NEW: &str = "maya.new@example.com";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_confirmations_at_once_change_the_address_once() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let ask = json!({"newEmail": NEW, "password": PASSWORD});
    let begun = app.post("/api/users/me/email", &ask).bearer(&maya.access);
    begun.send().await.expect(200);
    let code = app.mailed_code(NEW).await;
    let confirm = || {
        let call = app.post("/api/users/me/email/confirm", &json!({"otp": code}));
        tokio::spawn(call.bearer(&maya.access).send())
    };
    let both = [confirm(), confirm()];
    let mut statuses = Vec::new();
    for answer in both {
        statuses.push(answer.await.expect("answered").status.as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 400]);
    app.do_jobs().await;
    let mails = app.outbox();
    let told = mails
        .iter()
        .filter(|mail| mail.subject == "Your Chautari account has another address");
    assert_eq!(told.count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_deletions_at_once_delete_once_and_say_goodbye_once() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let trek = stage::stored_trek(&app).await;
    stage::booked(&app, &maya, &trek).await;
    let delete = || {
        let call = app.call(Method::DELETE, "/api/users/me");
        let call = call.json(&json!({"password": PASSWORD}));
        tokio::spawn(call.bearer(&maya.access).send())
    };
    let both = [delete(), delete()];
    let mut statuses = Vec::new();
    for answer in both {
        statuses.push(answer.await.expect("answered").status.as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses[0], 204);
    // Shown to be the owner or not yet: the account is gone either way.
    assert!([400, 401].contains(&statuses[1]), "{statuses:?}");
    app.do_jobs().await;
    app.clock.advance(TimeDelta::seconds(60));
    app.do_jobs().await;
    let mails = app.outbox();
    let goodbyes = mails
        .iter()
        .filter(|mail| mail.subject == "Your Chautari account was deleted");
    assert_eq!(goodbyes.count(), 1);
}

// A switch of theme and one of mails, from two tabs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn changes_from_two_tabs_at_once_are_both_kept() {
    let app = TestApp::start().await;
    let maya = app.traveller().await;
    let patch = |preferences: serde_json::Value| {
        let call = app.call(Method::PATCH, "/api/users/me");
        let call = call.json(&json!({"preferences": preferences}));
        tokio::spawn(call.bearer(&maya.access).send())
    };
    let both = [
        patch(json!({"theme": "dark", "mails": {"offers": true}})),
        patch(json!({"currency": "NPR", "mails": {"tripReminders": true}})),
    ];
    for answer in both {
        answer.await.expect("answered").expect(200);
    }
    let user = app.get("/api/users/me").bearer(&maya.access);
    let kept = json!({
        "theme": "dark", "currency": "NPR",
        "mails": {"offers": true, "tripReminders": true, "newsletter": false},
    });
    assert_eq!(user.send().await.expect(200)["user"]["preferences"], kept);
}

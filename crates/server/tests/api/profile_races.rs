//! Concurrent requests of the account page: each change happens once.

use axum::http::Method;
use chautari::cli::admin;
use chautari::features::account::password::PasswordHasher;
use chautari::platform::app::App;
use chautari::platform::app::AppState as _;
use chrono::TimeDelta;
use serde_json::json;

use crate::stage;
use crate::support::TestApp;

const PASSWORD: &str = "trail of many stones";
const NEW: &str = "maya.new@example.com";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_confirmations_change_the_address_once() {
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
        .filter(|mail| mail.subject == "Your Chautari email address was changed");
    assert_eq!(told.count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_deletions_delete_once_and_send_one_email() {
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
    // The second request fails before or after its authentication; the account is deleted either way.
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

// Of four administrators who delete their accounts concurrently, one must stay.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_deletions_of_all_administrators_leave_one() {
    let app = TestApp::start().await;
    let mut admins = Vec::new();
    for number in 0..4 {
        let email = format!("admin{number}@example.com");
        let login = app.sign_up("Admin", &email, PASSWORD).await;
        let id = login.user_id.parse().expect("an id");
        let changed =
            store::accounts::set_role(&app.app.db, id, domain::account::Role::Admin).await;
        assert!(changed.expect("changed"));
        admins.push(login);
    }
    let leaving = admins.iter().map(|admin| {
        let call = app.call(Method::DELETE, "/api/users/me");
        let call = call.json(&json!({"password": PASSWORD}));
        tokio::spawn(call.bearer(&admin.access).send())
    });
    let leaving: Vec<_> = leaving.collect();
    let mut statuses = Vec::new();
    for answer in leaving {
        statuses.push(answer.await.expect("answered").status.as_u16());
    }
    statuses.sort_unstable();
    assert_eq!(statuses, [204, 204, 204, 409]);
    let left = store::admins::list(&app.app.db).await.expect("read");
    assert_eq!(left.len(), 1);
    app.do_jobs().await;
    app.clock.advance(TimeDelta::seconds(60));
    app.do_jobs().await;
}

// The race alone, without the requests: both pass the check before one of them is deleted.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_transactions_that_remove_an_administrator_the_second_sees_the_first() {
    let app = TestApp::start().await;
    for round in 0..10 {
        let mut ids = Vec::new();
        for number in 0..2 {
            let email = format!("admin{round}.{number}@example.com");
            let email = domain::account::Email::parse(&email).expect("an address");
            let role = domain::account::Role::Admin;
            let account = store::accounts::Account::new(
                app.app.clock.new_id(),
                "Admin".to_owned(),
                email,
                role,
                app.app.clock.now(),
            );
            let kept = store::accounts::insert(&app.app.db, &account, None).await;
            kept.expect("stored");
            ids.push(account.id);
        }
        let leave = |id: uuid::Uuid, demotes: bool| {
            let db = app.app.db.clone();
            tokio::spawn(async move {
                // As a server does: at a level at which one of two is rolled back, it runs again.
                let left = db.in_transaction("leave", async |tx| -> store::StoreResult<bool> {
                    if !store::admins::can_remove(&tx, id).await? {
                        return Ok(false);
                    }
                    tokio::task::yield_now().await;
                    let gone = if demotes {
                        store::accounts::set_role(&tx, id, domain::account::Role::User).await
                    } else {
                        store::accounts::delete(&tx, id).await
                    };
                    assert!(gone?);
                    Ok(true)
                });
                left.await.expect("kept")
            })
        };
        let both = [leave(ids[0], false), leave(ids[1], true)];
        let mut left = 0;
        for one in both {
            left += usize::from(one.await.expect("ended"));
        }
        assert_eq!(left, 1, "round {round}");
        let stays = store::admins::list(&app.app.db).await.expect("read");
        assert_eq!(stays.len(), 1, "round {round}");
        let gone = store::accounts::delete(&app.app.db, stays[0].id).await;
        assert!(gone.expect("deleted"));
    }
}

/// `CHAUTARI_TEST_ROUNDS=50` runs more rounds.
fn rounds() -> usize {
    let rounds = std::env::var("CHAUTARI_TEST_ROUNDS").ok();
    rounds.map_or(2, |text| text.parse().expect("a number of rounds"))
}

async fn stored_admin(app: &App, email: &str) -> uuid::Uuid {
    let hash = PasswordHasher::of(app)
        .hash(PASSWORD)
        .await
        .expect("a hash");
    let email = domain::account::Email::parse(email).expect("an address");
    let role = domain::account::Role::Admin;
    let (id, now) = (app.clock.new_id(), app.clock.now());
    let account = store::accounts::Account::new(id, "Admin".to_owned(), email, role, now);
    let kept = store::accounts::insert(&app.db, &account, Some(&hash)).await;
    kept.expect("stored");
    id
}

// By the page and by the command line, each as the program does it: whichever two run concurrently, one administrator
// stays.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_administrators_who_are_removed_concurrently_one_stays() {
    let mut test = TestApp::start().await;
    test.may_leave_jobs();
    for round in 0..rounds() {
        for (number, deletes) in [[true, true], [true, false], [false, false]]
            .into_iter()
            .enumerate()
        {
            let emails = ["a", "b"].map(|who| format!("{who}{round}.{number}@example.com"));
            for email in &emails {
                stored_admin(&test.app, email).await;
            }
            let mut both = Vec::new();
            for (email, deletes) in emails.into_iter().zip(deletes) {
                if deletes {
                    let admin = test.login(&email, PASSWORD).await;
                    let call = test.call(Method::DELETE, "/api/users/me");
                    let call = call.json(&json!({"password": PASSWORD}));
                    let call = call.bearer(&admin.access);
                    both.push(tokio::spawn(async move {
                        let status = call.send().await.status.as_u16();
                        assert!([204, 409].contains(&status), "{status}");
                        status == 204
                    }));
                } else {
                    let config = (*test.app.config).clone();
                    both.push(tokio::spawn(async move {
                        match admin::remove(config, &email).await {
                            Ok(_) => true,
                            Err(error) => {
                                let said = error.to_string();
                                assert!(said.contains("is the only administrator"), "{said}");
                                false
                            }
                        }
                    }));
                }
            }
            let mut gone = 0;
            for one in both {
                gone += usize::from(one.await.expect("ended"));
            }
            let left = store::admins::list(&test.app.db).await.expect("read");
            assert_eq!((gone, left.len()), (1, 1), "round {round}, {deletes:?}");
            let cleared = store::accounts::delete(&test.app.db, left[0].id).await;
            assert!(cleared.expect("deleted"));
        }
    }
}

// The theme and an email preference change from two tabs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_changes_from_two_tabs_are_both_kept() {
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

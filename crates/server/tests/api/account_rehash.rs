//! Password hashes: upgraded at login when the settings get stronger, limited in concurrency, and safe against a
//! concurrent reset.

use futures_util::FutureExt;
use serde_json::json;

use crate::support::TestApp;
use chautari::features::account::password::PasswordHasher;
use chautari::platform::app::AppState as _;

const EMAIL: &str = "maya@example.com";
const PASSWORD: &str = "trail of many stones";

async fn stored_hash(app: &TestApp) -> String {
    let email = domain::account::Email::parse(EMAIL).expect("an address");
    let found = store::accounts::find_with_password(&app.app.db, &email).await;
    let (_, hash) = found.expect("looked up").expect("an account");
    hash.expect("a hash")
}

/// Replaces the hash by one of weaker settings.
async fn weaken(app: &TestApp, cost: chautari::platform::config::HashCost) -> String {
    let weak = chautari::features::account::password::PasswordHasher::with_cost(
        cost,
        chautari::platform::metrics::Metrics::default(),
    );
    let weak = weak.hash(PASSWORD).await.expect("a hash");
    let old = stored_hash(app).await;
    let email = domain::account::Email::parse(EMAIL).expect("an address");
    let account = store::accounts::find_by_email(&app.app.db, &email).await;
    let id = account.expect("looked up").expect("an account").id;
    let done = store::accounts::replace_password_hash(&app.app.db, id, &old, &weak).await;
    assert!(done.expect("stored"));
    weak
}

#[tokio::test]
async fn a_login_upgrades_the_hash_when_the_settings_are_stronger() {
    let app = TestApp::start_with(&[("argon2_memory_kib", "16"), ("argon2_iterations", "2")]).await;
    app.traveller().await;
    let mut cost = app.app.config.hash_cost;
    (cost.memory_kib, cost.iterations) = (8, 1);
    let weak = weaken(&app, cost).await;
    let wrong = json!({"email": EMAIL, "password": "trail of many stonez"});
    app.post("/api/auth/login", &wrong).send().await.expect(401);
    assert_eq!(stored_hash(&app).await, weak, "a wrong password changed it");
    app.login(EMAIL, PASSWORD).await;
    let strong = stored_hash(&app).await;
    assert!(
        strong.starts_with("$argon2id$v=19$m=16,t=2,p=1$"),
        "{strong}"
    );
    app.login(EMAIL, PASSWORD).await;
    assert_eq!(
        stored_hash(&app).await,
        strong,
        "it was made anew for nothing"
    );
}

// Hashes stronger than the settings remain: a move to a smaller machine must not weaken stored hashes.
#[tokio::test]
async fn a_login_never_weakens_a_hash() {
    let app = TestApp::start().await;
    app.traveller().await;
    let mut cost = app.app.config.hash_cost;
    (cost.memory_kib, cost.iterations) = (32, 3);
    let strong = weaken(&app, cost).await;
    app.login(EMAIL, PASSWORD).await;
    assert_eq!(stored_hash(&app).await, strong);
}

// AUTH-09: if no hashing slot is free, known and unknown addresses get the same 503 with `Retry-After`, and the attempt
// is not counted.
#[tokio::test]
async fn a_login_beyond_the_hashing_capacity_is_refused_with_a_retry_time_and_not_counted() {
    let app = TestApp::start_with(&[
        ("argon2_at_once", "1"),
        ("argon2_waiting", "0"),
        ("limit_wrong_logins", "2/1h"),
    ])
    .await;
    app.traveller().await;
    for email in [EMAIL, "nobody@example.com"] {
        // Occupies the hashing slot until the test releases it.
        let (done, until_then) = std::sync::mpsc::channel::<()>();
        let passwords = PasswordHasher::of(&app.app);
        let work = passwords.in_slot(move || until_then.recv().is_err());
        let mut work = Box::pin(work);
        assert!((&mut work).now_or_never().is_none());
        let ask = json!({"email": email, "password": PASSWORD});
        for _ in 0..4 {
            let answer = app.post("/api/auth/login", &ask).send().await;
            assert_eq!(answer.header("retry-after"), Some("5"));
            answer.expect_failure(
                503,
                "Too many people are signing in at this moment. Please try again in a few seconds.",
            );
        }
        drop(done);
        assert!(work.await.expect("done"));
    }
    app.login(EMAIL, PASSWORD).await;
}

// A reset ends every session. A login that was comparing the old password meanwhile must not start a new one.
#[tokio::test(flavor = "multi_thread")]
async fn a_login_overtaken_by_a_password_change_starts_no_session() {
    let app = TestApp::start_with(&[("argon2_at_once", "1")]).await;
    let user = app.traveller().await;
    let id = user.user_id.parse().expect("an id");
    let new = PasswordHasher::of(&app.app)
        .hash("trail of many rivers")
        .await;
    let new = new.expect("a hash");
    for _ in 0..8 {
        let old = PasswordHasher::of(&app.app)
            .hash(PASSWORD)
            .await
            .expect("a hash");
        let db = &app.app.db;
        assert!(
            store::accounts::set_password(db, id, &old)
                .await
                .expect("set")
        );
        // The comparison waits for the occupied slot until the password has changed.
        let (done, until_then) = std::sync::mpsc::channel::<()>();
        let passwords = PasswordHasher::of(&app.app);
        let work = passwords.in_slot(move || until_then.recv().is_err());
        let ask = json!({"email": EMAIL, "password": PASSWORD});
        let change = async {
            let changed = store::accounts::set_password(db, id, &new).await;
            assert!(changed.expect("set"));
            store::sessions::end_all(db, id).await.expect("ended");
            drop(done);
        };
        let login = app.post("/api/auth/login", &ask).send();
        let (_, answer, ()) = futures_util::future::join3(work, login, change).await;
        answer.expect_failure(401, "Invalid email or password");
        let now = app.app.clock.now();
        let places = store::sessions::list_for_account(db, id, now).await;
        assert!(places.expect("sessions").is_empty());
    }
}

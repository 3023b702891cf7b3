//! Accounts, sessions and pending sign-ups.

use chrono::TimeDelta;
use domain::account::{Email, Role};
use store::accounts::{self, Account};
use store::one_time_codes::{self, Code, Kind, Purpose};
use store::sessions::{self, LiveSession, Session};
use store::{Db, StoreError};
use uuid::Uuid;

use crate::support::{TestDb, id, now};

fn email(text: &str) -> Email {
    Email::parse(text).expect("an address")
}

async fn stored_account(db: &Db, address: &str) -> Account {
    let mut account = Account::new(id(), "Maya".to_owned(), email(address), Role::User, now());
    accounts::insert(db, &account, Some("hash"))
        .await
        .expect("stored");
    account.has_password = true;
    account
}

fn session_of(account: &Account, refresh_hash: [u8; 32]) -> Session {
    Session {
        id: id(),
        account_id: account.id,
        refresh_hash,
        user_agent: None,
        created_at: now(),
        expires_at: now() + TimeDelta::days(7),
    }
}

fn attempt(address: &str) -> Code {
    Code {
        id: id(),
        purpose: Purpose::Signup {
            name: "Maya".to_owned(),
            email: email(address),
            password_hash: "hash".to_owned(),
        },
        nonce: [7; 16],
        created_at: now(),
        expires_at: now() + TimeDelta::seconds(60),
    }
}

// DATA-01: timestamps are stored to the microsecond.
#[tokio::test]
async fn an_account_reads_back_as_it_was_written() {
    let test = TestDb::start().await;
    let mut account = Account::new(
        id(),
        "माया 🏔️".to_owned(),
        email("Maya@Example.com"),
        Role::User,
        now(),
    );
    account.phone = Some("+977 1".to_owned());
    account
        .preferences
        .insert("meals".to_owned(), serde_json::json!(["dal", "भात"]));
    accounts::insert(&test.db, &account, None)
        .await
        .expect("stored");
    assert_eq!(
        accounts::find(&test.db, account.id).await.expect("read"),
        Some(account.clone())
    );
    let found = accounts::find_with_password(&test.db, &email("MAYA@example.COM"))
        .await
        .expect("read");
    assert_eq!(found, Some((account, None)));
    assert_eq!(accounts::find(&test.db, id()).await.expect("read"), None);
}

#[tokio::test]
async fn an_email_address_has_one_account_whatever_its_case() {
    let test = TestDb::start().await;
    stored_account(&test.db, "maya@example.com").await;
    let second = Account::new(
        id(),
        "Other".to_owned(),
        email("MAYA@example.com"),
        Role::User,
        now(),
    );
    let refused = accounts::insert(&test.db, &second, None).await;
    assert!(matches!(refused, Err(StoreError::Taken(_))), "{refused:?}");
}

#[tokio::test]
async fn changing_a_role_to_the_same_role_changes_nothing() {
    let test = TestDb::start().await;
    let account = stored_account(&test.db, "maya@example.com").await;
    assert!(
        accounts::set_role(&test.db, account.id, Role::Admin)
            .await
            .expect("changed")
    );
    assert!(
        !accounts::set_role(&test.db, account.id, Role::Admin)
            .await
            .expect("asked")
    );
    assert!(
        !accounts::set_role(&test.db, id(), Role::Admin)
            .await
            .expect("asked")
    );
    let found = accounts::find(&test.db, account.id)
        .await
        .expect("read")
        .expect("there");
    assert_eq!(found.role, Role::Admin);
}

#[tokio::test]
async fn a_session_is_valid_until_it_expires_or_is_ended() {
    let test = TestDb::start().await;
    let account = stored_account(&test.db, "maya@example.com").await;
    let session = session_of(&account, [1; 32]);
    sessions::insert(&test.db, &session).await.expect("stored");
    let live = LiveSession {
        id: session.id,
        last_used_at: session.created_at,
        account: account.clone(),
    };
    let owner = |at| sessions::find_live(&test.db, session.id, at);
    assert_eq!(owner(now()).await.expect("read"), Some(live.clone()));
    assert_eq!(
        owner(session.expires_at - TimeDelta::microseconds(1))
            .await
            .expect("read"),
        Some(live.clone())
    );
    assert_eq!(owner(session.expires_at).await.expect("read"), None);
    let found = sessions::find_by_refresh(&test.db, &[1; 32], now())
        .await
        .expect("read");
    assert_eq!(found, Some(live));
    assert_eq!(
        sessions::find_by_refresh(&test.db, &[1; 32], session.expires_at)
            .await
            .expect("read"),
        None
    );
    assert_eq!(
        sessions::find_by_refresh(&test.db, &[2; 32], now())
            .await
            .expect("read"),
        None
    );

    assert!(sessions::end(&test.db, session.id).await.expect("ended"));
    assert!(!sessions::end(&test.db, session.id).await.expect("asked"));
    assert_eq!(owner(now()).await.expect("read"), None);
}

#[tokio::test]
async fn a_session_needs_an_existing_account() {
    let test = TestDb::start().await;
    let nobody = Account::new(
        id(),
        "Nobody".to_owned(),
        email("no@example.com"),
        Role::User,
        now(),
    );
    assert!(
        sessions::insert(&test.db, &session_of(&nobody, [1; 32]))
            .await
            .is_err()
    );
}

#[tokio::test]
async fn only_expired_sessions_and_sign_ups_are_deleted() {
    let test = TestDb::start().await;
    let account = stored_account(&test.db, "maya@example.com").await;
    let old = session_of(&account, [1; 32]);
    let mut young = session_of(&account, [2; 32]);
    young.expires_at += TimeDelta::seconds(1);
    sessions::insert(&test.db, &old).await.expect("stored");
    sessions::insert(&test.db, &young).await.expect("stored");
    assert_eq!(
        sessions::drop_expired(&test.db, old.expires_at)
            .await
            .expect("dropped"),
        1
    );
    assert!(
        sessions::find_live(&test.db, young.id, now())
            .await
            .expect("read")
            .is_some()
    );

    let attempt = attempt("a@example.com");
    one_time_codes::insert(&test.db, &attempt)
        .await
        .expect("stored");
    assert_eq!(
        one_time_codes::drop_expired(&test.db, now())
            .await
            .expect("dropped"),
        0
    );
    assert_eq!(
        one_time_codes::drop_expired(&test.db, attempt.expires_at)
            .await
            .expect("dropped"),
        1
    );
}

#[tokio::test]
async fn a_sign_up_accepts_five_attempts_until_it_expires() {
    let test = TestDb::start().await;
    let attempt = attempt("maya@example.com");
    one_time_codes::insert(&test.db, &attempt)
        .await
        .expect("stored");
    assert_eq!(
        one_time_codes::find(&test.db, attempt.id)
            .await
            .expect("read"),
        Some(attempt.clone())
    );
    assert!(
        !one_time_codes::count_attempt(&test.db, attempt.id, attempt.expires_at)
            .await
            .expect("counted")
    );
    for _ in 0..5 {
        assert!(
            one_time_codes::count_attempt(&test.db, attempt.id, now())
                .await
                .expect("counted")
        );
    }
    assert!(
        !one_time_codes::count_attempt(&test.db, attempt.id, now())
            .await
            .expect("counted")
    );
    assert!(
        !one_time_codes::count_attempt(&test.db, Uuid::nil(), now())
            .await
            .expect("counted")
    );
}

#[tokio::test]
async fn completing_a_sign_up_discards_the_others_of_its_address() {
    let test = TestDb::start().await;
    let (mine, other, stranger) = (
        attempt("maya@example.com"),
        attempt("MAYA@example.com"),
        attempt("pemba@example.com"),
    );
    for attempt in [&mine, &other, &stranger] {
        one_time_codes::insert(&test.db, attempt)
            .await
            .expect("stored");
    }
    assert!(
        one_time_codes::take(&test.db, mine.id)
            .await
            .expect("taken")
    );
    assert!(
        !one_time_codes::take(&test.db, mine.id)
            .await
            .expect("asked")
    );
    assert_eq!(
        one_time_codes::discard_for(&test.db, Kind::Signup, &email("maya@example.com"))
            .await
            .expect("discarded"),
        1
    );
    assert!(
        one_time_codes::find(&test.db, stranger.id)
            .await
            .expect("read")
            .is_some()
    );
}

#[tokio::test]
async fn an_uncommitted_transaction_stores_nothing() {
    let test = TestDb::start().await;
    {
        let tx = test.db.begin().await.expect("begun");
        one_time_codes::insert(&tx, &attempt("maya@example.com"))
            .await
            .expect("stored");
    }
    assert_eq!(
        one_time_codes::discard_for(&test.db, Kind::Signup, &email("maya@example.com"))
            .await
            .expect("discarded"),
        0
    );
}

//! Changes of the account page: profile, preferences, email address and their codes.

use chrono::TimeDelta;
use domain::account::{Email, Role};
use serde_json::{Map, Value, json};
use store::accounts::{self, Account, Profile};
use store::one_time_codes::{self, Code, Kind, Purpose};
use store::sessions::{self, Session};
use store::{Db, StoreError, admins};

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

async fn stored_session(db: &Db, account: &Account, mark: u8) -> Session {
    let session = Session {
        id: id(),
        account_id: account.id,
        refresh_hash: [mark; 32],
        user_agent: Some(format!("Browser {mark}")),
        created_at: now(),
        expires_at: now() + TimeDelta::days(7),
    };
    sessions::insert(db, &session).await.expect("stored");
    session
}

fn code_of(purpose: Purpose) -> Code {
    Code {
        id: id(),
        purpose,
        nonce: [7; 16],
        created_at: now(),
        expires_at: now() + TimeDelta::seconds(60),
    }
}

// DATA-01: given fields change, omitted ones remain.
#[tokio::test]
async fn a_profile_changes_field_by_field() {
    let test = TestDb::start().await;
    let account = stored_account(&test.db, "maya@example.com").await;
    let set = |profile: Profile| {
        let (db, id) = (&test.db, account.id);
        async move {
            let changed = accounts::set_profile(db, id, &profile).await;
            changed.expect("changed")
        }
    };
    let whole = Profile {
        name: Some("माया".to_owned()),
        phone: Some(Some("9801234567".to_owned())),
        nationality: Some(Some("Nepal".to_owned())),
        emergency_contact: Some(Some("Pemba".to_owned())),
    };
    assert!(set(whole).await);
    assert!(
        set(Profile::default()).await,
        "nothing to change is no failure"
    );
    let cleared = Profile {
        phone: Some(None),
        ..Profile::default()
    };
    assert!(set(cleared).await);
    let found = accounts::find(&test.db, account.id).await.expect("read");
    let expected = Account {
        name: "माया".to_owned(),
        nationality: Some("Nepal".to_owned()),
        emergency_contact: Some("Pemba".to_owned()),
        ..account
    };
    assert_eq!(found, Some(expected));
    for nobody in [
        Profile::default(),
        Profile {
            phone: Some(None),
            ..Profile::default()
        },
    ] {
        assert!(
            !accounts::set_profile(&test.db, id(), &nobody)
                .await
                .expect("asked")
        );
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn concurrent_changes_of_preferences_are_all_kept() {
    let test = TestDb::start().await;
    let account = stored_account(&test.db, "maya@example.com").await;
    let changes = (0..8).map(|number| {
        let (db, id) = (test.db.clone(), account.id);
        tokio::spawn(async move {
            let step = |kept: &mut Map<String, Value>| {
                kept.insert(format!("key {number}"), json!(number));
                Ok::<(), ()>(())
            };
            accounts::change_preferences(&db, id, step)
                .await
                .expect("changed")
        })
    });
    for change in changes.collect::<Vec<_>>() {
        assert_eq!(change.await.expect("done"), Ok(()));
    }
    let found = accounts::find(&test.db, account.id)
        .await
        .expect("read")
        .expect("there");
    assert_eq!(found.preferences.len(), 8);
    let refused = accounts::change_preferences(&test.db, account.id, |kept| {
        kept.clear();
        Err("no")
    });
    assert_eq!(refused.await.expect("asked"), Err("no"));
    let kept = accounts::find(&test.db, account.id)
        .await
        .expect("read")
        .expect("there");
    assert_eq!(kept.preferences, found.preferences);
}

#[tokio::test]
async fn an_email_address_in_use_is_refused_for_another_account() {
    let test = TestDb::start().await;
    let maya = stored_account(&test.db, "maya@example.com").await;
    stored_account(&test.db, "pemba@example.com").await;
    let set = |address| {
        let address = email(address);
        let (db, id) = (&test.db, maya.id);
        async move { accounts::set_email(db, id, &address).await }
    };
    assert!(matches!(
        set("PEMBA@example.com").await,
        Err(StoreError::Taken(_))
    ));
    assert!(set("New@example.com").await.expect("changed"));
    let found = accounts::find_by_email(&test.db, &email("new@EXAMPLE.com"))
        .await
        .expect("read");
    assert_eq!(found.map(|account| account.id), Some(maya.id));
    let old = accounts::find_by_email(&test.db, &email("maya@example.com"))
        .await
        .expect("read");
    assert_eq!(old, None);
    assert!(
        !accounts::set_email(&test.db, id(), &email("x@example.com"))
            .await
            .expect("asked")
    );
}

#[tokio::test]
async fn deleting_an_account_deletes_its_sessions_and_codes() {
    let test = TestDb::start().await;
    let (maya, pemba) = (
        stored_account(&test.db, "maya@example.com").await,
        stored_account(&test.db, "pemba@example.com").await,
    );
    let session = stored_session(&test.db, &maya, 1).await;
    let code = code_of(Purpose::DeleteAccount {
        account_id: maya.id,
    });
    one_time_codes::insert(&test.db, &code)
        .await
        .expect("stored");
    assert!(!admins::has_other(&test.db, maya.id).await.expect("asked"));
    accounts::set_role(&test.db, pemba.id, Role::Admin)
        .await
        .expect("changed");
    assert!(admins::has_other(&test.db, maya.id).await.expect("asked"));
    assert!(!admins::has_other(&test.db, pemba.id).await.expect("asked"));

    assert!(accounts::delete(&test.db, maya.id).await.expect("deleted"));
    assert!(!accounts::delete(&test.db, maya.id).await.expect("asked"));
    let found = sessions::find_live(&test.db, session.id, now())
        .await
        .expect("read");
    assert_eq!(found, None);
    assert_eq!(
        one_time_codes::find(&test.db, code.id).await.expect("read"),
        None
    );
}

#[tokio::test]
async fn a_code_of_an_account_allows_five_attempts_and_works_once() {
    let test = TestDb::start().await;
    let maya = stored_account(&test.db, "maya@example.com").await;
    let pemba = stored_account(&test.db, "pemba@example.com").await;
    let account_id = maya.id;
    let change_to = |address| {
        code_of(Purpose::ChangeEmail {
            account_id,
            new_email: email(address),
        })
    };
    let first = change_to("first@example.com");
    let second = change_to("Second@example.com");
    let deletion = code_of(Purpose::DeleteAccount { account_id });
    for code in [&first, &second, &deletion] {
        one_time_codes::insert(&test.db, code)
            .await
            .expect("stored");
    }
    let newest = one_time_codes::find_newest(&test.db, maya.id, Kind::ChangeEmail)
        .await
        .expect("read");
    assert_eq!(newest, Some(second.clone()));
    let newest = one_time_codes::find_newest(&test.db, maya.id, Kind::DeleteAccount)
        .await
        .expect("read");
    assert_eq!(newest, Some(deletion.clone()));
    let of_other = one_time_codes::find_newest(&test.db, pemba.id, Kind::DeleteAccount)
        .await
        .expect("read");
    assert_eq!(of_other, None);

    let count = |at| one_time_codes::count_attempt(&test.db, second.id, at);
    assert!(!count(second.expires_at).await.expect("counted"));
    for _ in 0..5 {
        assert!(count(now()).await.expect("counted"));
    }
    assert!(!count(now()).await.expect("counted"));
    assert!(
        one_time_codes::take(&test.db, first.id)
            .await
            .expect("taken")
    );
    assert!(
        !one_time_codes::take(&test.db, first.id)
            .await
            .expect("asked")
    );
    assert_eq!(
        one_time_codes::drop_expired(&test.db, now())
            .await
            .expect("dropped"),
        0
    );
    assert_eq!(
        one_time_codes::discard_of(&test.db, pemba.id)
            .await
            .expect("discarded"),
        0
    );
    assert_eq!(
        one_time_codes::drop_expired(&test.db, second.expires_at)
            .await
            .expect("dropped"),
        2
    );
}

// API-17: the data of a purpose reads back, and a code of one purpose is never found or discarded for another.
#[tokio::test]
async fn a_code_is_found_and_discarded_by_its_own_purpose_only() {
    let test = TestDb::start().await;
    let maya = stored_account(&test.db, "maya@example.com").await;
    let (account_id, address) = (maya.id, email("Maya@Example.com"));
    let signup = code_of(Purpose::Signup {
        name: "माया".to_owned(),
        email: address.clone(),
        password_hash: "hash".to_owned(),
    });
    let reset = code_of(Purpose::ResetPassword {
        email: address.clone(),
        token_hash: [5; 32],
    });
    let change = code_of(Purpose::ChangeEmail {
        account_id,
        new_email: address.clone(),
    });
    let confirmation = code_of(Purpose::ConfirmChange { account_id });
    let db = &test.db;
    for code in [&signup, &reset, &change, &confirmation] {
        one_time_codes::insert(db, code).await.expect("stored");
        let found = one_time_codes::find(db, code.id).await.expect("read");
        assert_eq!(found.as_ref(), Some(code));
    }
    let by_token = |hash| async move { one_time_codes::find_by_token(db, &[hash; 32]).await };
    assert_eq!(by_token(5).await.expect("read"), Some(reset.clone()));
    assert_eq!(by_token(6).await.expect("read"), None);
    let newest = |kind| async move { one_time_codes::find_newest(db, account_id, kind).await };
    let found = newest(Kind::ConfirmChange).await.expect("read");
    assert_eq!(found, Some(confirmation));
    assert_eq!(newest(Kind::DeleteAccount).await.expect("read"), None);
    // One browser cannot have two pending resets.
    let again = code_of(reset.purpose.clone());
    let again = one_time_codes::insert(db, &again).await;
    assert!(matches!(again, Err(StoreError::Taken(_))));

    let discard = |kind| {
        let address = address.clone();
        async move { one_time_codes::discard_for(db, kind, &address).await }
    };
    assert_eq!(discard(Kind::Signup).await.expect("discarded"), 1);
    assert_eq!(discard(Kind::Signup).await.expect("discarded"), 0);
    assert!(by_token(5).await.expect("read").is_some());
    let by_hash = one_time_codes::discard_by_token(db, &[5; 32]).await;
    assert!(by_hash.expect("discarded"));
    let of_account = one_time_codes::discard_of(db, account_id).await;
    assert_eq!(of_account.expect("discarded"), 2);
}

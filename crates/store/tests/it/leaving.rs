//! Sessions of an account, undelivered emails, and anonymised bookings of deleted accounts.

use chrono::TimeDelta;
use domain::account::{Email, Role};
use domain::booking::DELETED_TRAVELLER;
use store::accounts::{self, Account};
use store::jobs::{self, Job, JobFailure};
use store::sessions::{self, Session};
use store::{Db, bookings, idempotency, subscribers};
use uuid::Uuid;

use crate::support::{TestDb, id, now, stored_booking};

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

#[tokio::test]
async fn sessions_of_an_account_are_listed_and_ended_without_those_of_others() {
    let test = TestDb::start().await;
    let maya = stored_account(&test.db, "maya@example.com").await;
    let pemba = stored_account(&test.db, "pemba@example.com").await;
    let first = stored_session(&test.db, &maya, 1).await;
    let second = stored_session(&test.db, &maya, 2).await;
    let third = stored_session(&test.db, &maya, 3).await;
    let other = stored_session(&test.db, &pemba, 4).await;
    let later = now() + TimeDelta::minutes(5);
    let note = |id: Uuid, at| sessions::record_use(&test.db, id, at);
    assert!(note(first.id, later).await.expect("noted"));
    assert!(!note(first.id, now()).await.expect("asked"), "an older use");
    assert!(!note(id(), later).await.expect("asked"));
    let places = sessions::list_for_account(&test.db, maya.id, now())
        .await
        .expect("read");
    let ids: Vec<_> = places.iter().map(|place| place.id).collect();
    assert_eq!(ids, [first.id, third.id, second.id], "last used first");
    assert_eq!(
        (places[0].last_used_at, places[1].last_used_at),
        (later, now())
    );
    assert_eq!(places[0].user_agent.as_deref(), Some("Browser 1"));
    let over = sessions::list_for_account(&test.db, maya.id, first.expires_at)
        .await
        .expect("read");
    assert_eq!(over, []);

    assert!(
        !sessions::end_for_account(&test.db, maya.id, other.id)
            .await
            .expect("asked")
    );
    assert!(
        sessions::end_for_account(&test.db, maya.id, third.id)
            .await
            .expect("ended")
    );
    assert_eq!(
        sessions::end_others(&test.db, maya.id, first.id)
            .await
            .expect("ended"),
        1
    );
    let live = |id| sessions::find_live(&test.db, id, now());
    assert!(live(first.id).await.expect("read").is_some());
    assert!(live(second.id).await.expect("read").is_none());
    assert!(live(other.id).await.expect("read").is_some());
}

#[tokio::test]
async fn an_undelivered_email_is_listed_retried_once_and_finally_deleted() {
    let test = TestDb::start().await;
    let why = |mail_to| JobFailure {
        error: "550 no such user",
        mail_to,
    };
    let mut failed = Vec::new();
    for minute in 0..3 {
        let (id, at) = (id(), now() + TimeDelta::minutes(minute));
        let job = Job::MailNewsletterWelcome { subscriber_id: id };
        jobs::add(&test.db, id, &job, now()).await.expect("added");
        jobs::retry(&test.db, (id, 0), now(), why(Some("maya@example.com")))
            .await
            .expect("stored");
        // The last attempt has no recipient: the recipient recorded before remains.
        jobs::give_up(&test.db, id, at, why(None))
            .await
            .expect("stored");
        failed.push(id);
    }
    let waiting = id();
    let job = Job::MailCode {
        attempt_id: waiting,
    };
    jobs::add(&test.db, waiting, &job, now())
        .await
        .expect("added");
    let (page, total) = jobs::failed_mails(&test.db, 1, 1).await.expect("read");
    assert_eq!((page.len(), total), (1, 3));
    assert_eq!(
        (page[0].id, page[0].job.kind().as_str()),
        (failed[1], "mailNewsletterWelcome")
    );
    assert_eq!(page[0].mail_to.as_deref(), Some("maya@example.com"));
    assert_eq!(page[0].last_error, "550 no such user");
    assert_eq!(
        jobs::find_failed_mail(&test.db, waiting)
            .await
            .expect("read"),
        None
    );

    assert!(
        jobs::requeue(&test.db, failed[0], now())
            .await
            .expect("revived")
    );
    assert!(
        !jobs::requeue(&test.db, failed[0], now())
            .await
            .expect("asked")
    );
    let lease = now() + TimeDelta::seconds(60);
    let claimed = jobs::claim(&test.db, now(), lease, 10)
        .await
        .expect("claimed");
    let again = claimed
        .iter()
        .find(|job| job.id == failed[0])
        .expect("due again");
    assert_eq!(again.tries, 1, "from its first try");

    let before = now() + TimeDelta::minutes(2);
    assert_eq!(
        jobs::delete_failed_mails_before(&test.db, before)
            .await
            .expect("dropped"),
        1
    );
    assert_eq!(
        jobs::delete_failed_mails_to(&test.db, "pemba@example.com")
            .await
            .expect("dropped"),
        0
    );
    assert_eq!(
        jobs::delete_failed_mails_to(&test.db, "maya@example.com")
            .await
            .expect("dropped"),
        1
    );
    assert_eq!(jobs::count_open(&test.db).await.expect("counted"), (2, 0));
}

#[tokio::test]
async fn the_people_of_a_booking_are_anonymised_once() {
    let test = TestDb::start().await;
    let booking = stored_booking(&test.db).await;
    let later = now() + TimeDelta::hours(1);
    let forget = || async {
        let tx = test.db.begin().await?;
        let forgotten = bookings::erase_personal_data(&tx, booking.id, later).await?;
        tx.commit().await?;
        Ok::<bool, store::StoreError>(forgotten)
    };
    let named = bookings::BookingFilter {
        search: "maya".to_owned(),
        ..bookings::BookingFilter::default()
    };
    let sorted = (bookings::SortBy::Created, bookings::Order::Desc);
    let found_by_name = || bookings::list(&test.db, &named, sorted.clone(), 0, 10);
    assert_eq!(found_by_name().await.expect("searched").1, 1);
    assert!(forget().await.expect("forgotten"));
    assert!(!forget().await.expect("asked"));
    assert_eq!(found_by_name().await.expect("searched").1, 0);
    let found = bookings::find(&test.db, booking.id)
        .await
        .expect("read")
        .expect("there");
    assert_eq!(
        (found.customer.name.as_str(), found.customer.email.as_str()),
        (DELETED_TRAVELLER, "")
    );
    assert_eq!(
        (found.quote, found.user_id),
        (booking.quote, booking.user_id)
    );

    let used = idempotency::KeyUse {
        fingerprint: "f".to_owned(),
        subject_id: booking.id,
    };
    let tx = test.db.begin().await.expect("begun");
    idempotency::record(&tx, booking.user_id, "key", &used, now())
        .await
        .expect("kept");
    tx.commit().await.expect("kept");
    assert_eq!(
        idempotency::delete_for_user(&test.db, id())
            .await
            .expect("asked"),
        0
    );
    assert_eq!(
        idempotency::delete_for_user(&test.db, booking.user_id)
            .await
            .expect("forgotten"),
        1
    );
    let nobody = subscribers::find_by_email(&test.db, &email("maya@example.com"))
        .await
        .expect("read");
    assert_eq!(nobody, None);
}

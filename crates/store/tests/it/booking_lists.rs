//! Which bookings a question finds, in which order, and whose a key is.

use store::{StoreError, bookings, idempotency};

use crate::bookings::confirm;
use crate::support::{TestDb, booking_of, hours_ago, id, now, stored_trek};

#[tokio::test]
async fn only_bookings_unpaid_for_long_are_named_for_the_sweep() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Sweep").await;
    let mut ids = Vec::new();
    for hours in [30, 25, 1] {
        let booking = booking_of(&trek, id(), hours_ago(hours));
        bookings::insert(&test.db, &booking).await.unwrap();
        ids.push(booking.id);
    }
    assert!(confirm(&test.db, ids[1]).await);
    assert_eq!(
        bookings::unpaid_before(&test.db, hours_ago(24))
            .await
            .unwrap(),
        [ids[0]]
    );
    assert_eq!(bookings::payable(&test.db).await.unwrap(), [ids[0], ids[2]]);
}

#[tokio::test]
async fn a_travellers_bookings_are_theirs_and_newest_first() {
    let test = TestDb::start().await;
    let trek = stored_trek(&test.db, "Mine").await;
    let (me, other) = (id(), id());
    let mut mine = Vec::new();
    for hours in [1, 50, 20] {
        let booking = booking_of(&trek, me, hours_ago(hours));
        bookings::insert(&test.db, &booking).await.unwrap();
        mine.push(booking.id);
    }
    bookings::insert(&test.db, &booking_of(&trek, other, now()))
        .await
        .unwrap();
    let listed: Vec<_> = bookings::of_user(&test.db, me)
        .await
        .unwrap()
        .iter()
        .map(|b| b.id)
        .collect();
    assert_eq!(listed, [mine[0], mine[2], mine[1]]);
    assert_eq!(bookings::count(&test.db).await.unwrap(), 4);
}

// API-18: paid bookings count, and the time they were made in.
#[tokio::test]
async fn treks_are_ranked_by_paid_bookings_since_a_moment() {
    let test = TestDb::start().await;
    let (much, little, unpaid) = (
        stored_trek(&test.db, "Much").await,
        stored_trek(&test.db, "Little").await,
        stored_trek(&test.db, "Unpaid").await,
    );
    for (trek, hours, pays) in [
        (&much, 2, true),
        (&much, 3, true),
        (&little, 1, true),
        (&little, 500, true),
        (&little, 501, true),
        (&unpaid, 1, false),
    ] {
        let booking = booking_of(trek, id(), hours_ago(hours));
        bookings::insert(&test.db, &booking).await.unwrap();
        if pays {
            assert!(confirm(&test.db, booking.id).await);
        }
    }
    let recent = bookings::popular_treks(&test.db, hours_ago(48))
        .await
        .unwrap();
    assert_eq!(recent, [much.id, little.id]);
    let ever = bookings::popular_treks(&test.db, hours_ago(1000))
        .await
        .unwrap();
    assert_eq!(ever, [little.id, much.id]);
}

#[tokio::test]
async fn a_key_belongs_to_one_user_and_one_thing_for_a_day() {
    let test = TestDb::start().await;
    let (me, other) = (id(), id());
    let used = |subject_id| idempotency::Used {
        fingerprint: "abc".to_owned(),
        subject_id,
    };
    let first = used(id());
    let tx = test.db.begin().await.unwrap();
    idempotency::remember(&tx, me, "k", &first, hours_ago(23))
        .await
        .unwrap();
    idempotency::remember(&tx, other, "k", &used(id()), now())
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        idempotency::find(&test.db, me, "k", now()).await.unwrap(),
        Some(first)
    );

    let tx = test.db.begin().await.unwrap();
    let error = idempotency::remember(&tx, me, "k", &used(id()), now())
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Taken(_)), "{error}");
    drop(tx);

    let tomorrow = now() + chrono::TimeDelta::hours(2);
    assert_eq!(
        idempotency::find(&test.db, me, "k", tomorrow)
            .await
            .unwrap(),
        None
    );
    let again = used(id());
    let tx = test.db.begin().await.unwrap();
    idempotency::remember(&tx, me, "k", &again, tomorrow)
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(
        idempotency::find(&test.db, me, "k", tomorrow)
            .await
            .unwrap(),
        Some(again)
    );
    assert_eq!(
        idempotency::forget_expired(&test.db, now() + chrono::TimeDelta::hours(25))
            .await
            .unwrap(),
        1
    );
}

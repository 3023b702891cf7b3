//! A booking moves once, whoever tries at once, and invoice numbers have no gaps.

use domain::booking::{BookingStatus, PaymentStatus};
use store::bookings::{self, Paid};
use store::{Db, StoreError, idempotency};
use uuid::Uuid;

use crate::support::{TestDb, booking_of, hours_ago, id, now, stored_booking, stored_trek};

fn paid() -> Paid {
    Paid {
        at: now(),
        card_brand: Some("visa".to_owned()),
        card_last4: Some("4242".to_owned()),
        invoice_series: "2026".to_owned(),
    }
}

async fn confirm(db: &Db, id: Uuid) -> bool {
    let tx = db.begin().await.unwrap();
    let moved = bookings::confirm(&tx, id, &paid(), now()).await.unwrap();
    tx.commit().await.unwrap();
    moved
}

// BOOK-16 PAY-08 DATA-18: a new booking is Pending, and reads back whole.
#[tokio::test]
async fn a_booking_reads_back_as_it_was_written() {
    let test = TestDb::start().await;
    let written = stored_booking(&test.db).await;
    let read = bookings::find(&test.db, written.id).await.unwrap().unwrap();
    assert_eq!(read, written);
    assert_eq!(read.status, BookingStatus::Pending);
    assert_eq!(read.payment.status, PaymentStatus::Pending);
}

#[tokio::test]
async fn of_many_that_confirm_at_once_one_does_and_takes_one_number() {
    let test = TestDb::start().await;
    let booking = stored_booking(&test.db).await;
    let tries = (0..6).map(|_| {
        let db = test.db.clone();
        tokio::spawn(async move { confirm(&db, booking.id).await })
    });
    let mut moved = 0;
    for one in tries.collect::<Vec<_>>() {
        moved += u32::from(one.await.unwrap());
    }
    assert_eq!(moved, 1);
    let read = bookings::find(&test.db, booking.id).await.unwrap().unwrap();
    assert_eq!(read.status, BookingStatus::Confirmed);
    assert_eq!(read.payment.status, PaymentStatus::Confirmed);
    assert_eq!(read.payment.card_last4.as_deref(), Some("4242"));
    assert_eq!(read.invoice_number.as_deref(), Some("INV-2026-00001"));
}

#[tokio::test]
async fn invoice_numbers_follow_each_other_when_a_transaction_is_dropped_between() {
    let test = TestDb::start().await;
    let (first, dropped, second) = (
        stored_booking(&test.db).await,
        stored_booking(&test.db).await,
        stored_booking(&test.db).await,
    );
    assert!(confirm(&test.db, first.id).await);
    let tx = test.db.begin().await.unwrap();
    assert!(
        bookings::confirm(&tx, dropped.id, &paid(), now())
            .await
            .unwrap()
    );
    drop(tx);
    assert!(confirm(&test.db, second.id).await);

    let numbers = [first.id, dropped.id, second.id].map(|id| bookings::find(&test.db, id));
    let mut read = Vec::new();
    for number in numbers {
        read.push(number.await.unwrap().unwrap().invoice_number);
    }
    assert_eq!(
        read,
        [
            Some("INV-2026-00001".to_owned()),
            None,
            Some("INV-2026-00002".to_owned())
        ]
    );
}

#[tokio::test]
async fn bookings_that_are_confirmed_side_by_side_get_numbers_without_a_gap() {
    let test = TestDb::start().await;
    let mut all = Vec::new();
    for _ in 0..8 {
        all.push(stored_booking(&test.db).await.id);
    }
    let running: Vec<_> = all
        .iter()
        .map(|id| {
            let (db, id) = (test.db.clone(), *id);
            tokio::spawn(async move { confirm(&db, id).await })
        })
        .collect();
    for one in running {
        assert!(one.await.unwrap());
    }
    let mut numbers = Vec::new();
    for id in all {
        numbers.extend(
            bookings::find(&test.db, id)
                .await
                .unwrap()
                .unwrap()
                .invoice_number,
        );
    }
    numbers.sort();
    let expected: Vec<_> = (1..=8).map(|n| format!("INV-2026-{n:05}")).collect();
    assert_eq!(numbers, expected);
}

#[tokio::test]
async fn a_failed_booking_is_never_confirmed_and_a_confirmed_one_never_fails() {
    let test = TestDb::start().await;
    let failed = stored_booking(&test.db).await.id;
    assert!(
        bookings::fail(&test.db, failed, "Not paid in time", now())
            .await
            .unwrap()
    );
    assert!(
        !bookings::fail(&test.db, failed, "Not paid in time", now())
            .await
            .unwrap()
    );
    assert!(!confirm(&test.db, failed).await);
    let read = bookings::find(&test.db, failed).await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.payment.status),
        (BookingStatus::Cancelled, PaymentStatus::Failed)
    );
    assert_eq!(read.invoice_number, None);

    let confirmed = stored_booking(&test.db).await.id;
    assert!(confirm(&test.db, confirmed).await);
    assert!(
        !bookings::fail(&test.db, confirmed, "late", now())
            .await
            .unwrap()
    );
    assert!(
        !bookings::note_decline(&test.db, confirmed, "late", now())
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn a_declined_card_is_noted_and_the_booking_stays_payable() {
    let test = TestDb::start().await;
    let booking = stored_booking(&test.db).await.id;
    assert!(
        bookings::set_intent(&test.db, booking, "pi_1", now())
            .await
            .unwrap()
    );
    assert!(
        !bookings::set_intent(&test.db, booking, "pi_1", now())
            .await
            .unwrap()
    );
    assert!(
        bookings::note_decline(&test.db, booking, "Your card was declined.", now())
            .await
            .unwrap()
    );
    let read = bookings::find(&test.db, booking).await.unwrap().unwrap();
    assert!(read.is_payable());
    assert_eq!(
        read.payment.last_error.as_deref(),
        Some("Your card was declined.")
    );
    assert_eq!(bookings::payable(&test.db).await.unwrap(), [booking]);
}

#[tokio::test]
async fn two_bookings_never_share_an_intent() {
    let test = TestDb::start().await;
    let (first, second) = (
        stored_booking(&test.db).await.id,
        stored_booking(&test.db).await.id,
    );
    assert!(
        bookings::set_intent(&test.db, first, "pi_1", now())
            .await
            .unwrap()
    );
    let error = bookings::set_intent(&test.db, second, "pi_1", now())
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Taken(_)), "{error}");
}

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
async fn a_key_belongs_to_one_user_and_one_booking_for_a_day() {
    let test = TestDb::start().await;
    let (me, other) = (id(), id());
    let used = |booking_id| idempotency::Used {
        fingerprint: "abc".to_owned(),
        booking_id,
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

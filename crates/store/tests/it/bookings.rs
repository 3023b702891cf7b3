//! Concurrent state transitions of bookings, and gapless invoice numbers.

use domain::booking::{BookingStatus, PaymentStatus};
use domain::money::Money;
use store::bookings::{self, CapturedPayment, Confirmation};
use store::{Db, StoreError, StoreResult};
use uuid::Uuid;

use crate::support::{TestDb, now, stored_booking};

fn paid() -> CapturedPayment {
    CapturedPayment {
        amount: Money::from_minor(123_456),
        at: now(),
        card_brand: Some("visa".to_owned()),
        card_last4: Some("4242".to_owned()),
    }
}

pub async fn confirm(db: &Db, id: Uuid) -> bool {
    let confirmed = db.in_transaction("confirm", async |tx| -> StoreResult<bool> {
        let booking = bookings::find(&tx, id).await?.expect("the booking");
        let paid = CapturedPayment {
            amount: booking.quote.total,
            ..paid()
        };
        let confirmation = bookings::confirm(&tx, id, &paid, now()).await?;
        let moved = confirmation == Confirmation::Confirmed;
        if moved {
            bookings::assign_invoice_number(&tx, id, "2026", now()).await?;
        }
        Ok(moved)
    });
    confirmed.await.unwrap()
}

async fn fail(db: &Db, id: Uuid) -> bool {
    let failed = db.in_transaction("fail", async |tx| {
        bookings::fail(&tx, id, "Not paid in time", now()).await
    });
    failed.await.unwrap()
}

// BOOK-16 PAY-08 DATA-18: a new booking is Pending.
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
async fn of_concurrent_confirmations_one_succeeds_with_one_invoice_number() {
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
async fn a_rolled_back_transaction_leaves_no_gap_in_invoice_numbers() {
    let test = TestDb::start().await;
    let (first, dropped, second) = (
        stored_booking(&test.db).await,
        stored_booking(&test.db).await,
        stored_booking(&test.db).await,
    );
    assert!(confirm(&test.db, first.id).await);
    let tx = test.db.begin().await.unwrap();
    let confirmation = bookings::confirm(&tx, dropped.id, &paid(), now()).await;
    assert_eq!(confirmation.unwrap(), Confirmation::Confirmed);
    bookings::assign_invoice_number(&tx, dropped.id, "2026", now())
        .await
        .unwrap();
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
async fn concurrent_confirmations_get_invoice_numbers_without_gaps() {
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
    assert!(fail(&test.db, failed).await);
    assert!(!fail(&test.db, failed).await);
    assert!(!confirm(&test.db, failed).await);
    let read = bookings::find(&test.db, failed).await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.payment.status),
        (BookingStatus::Cancelled, PaymentStatus::Failed)
    );
    assert_eq!(read.invoice_number, None);

    let confirmed = stored_booking(&test.db).await.id;
    assert!(confirm(&test.db, confirmed).await);
    assert!(!fail(&test.db, confirmed).await);
    assert!(
        !bookings::record_decline(&test.db, confirmed, "late", now())
            .await
            .unwrap()
    );
}

#[tokio::test]
async fn a_declined_card_is_recorded_and_the_booking_stays_payable() {
    let test = TestDb::start().await;
    let booking = stored_booking(&test.db).await.id;
    assert!(
        bookings::set_intent(&test.db, booking, ("pi_1", 0), now())
            .await
            .unwrap()
            .is_some()
    );
    assert!(
        bookings::set_intent(&test.db, booking, ("pi_1", 0), now())
            .await
            .unwrap()
            .is_some()
    );
    assert!(
        bookings::record_decline(&test.db, booking, "Your card was declined.", now())
            .await
            .unwrap()
    );
    let read = bookings::find(&test.db, booking).await.unwrap().unwrap();
    assert!(read.is_payable());
    assert_eq!(
        read.payment.last_error.as_deref(),
        Some("Your card was declined.")
    );
    assert_eq!(
        bookings::list_payable_ids(&test.db).await.unwrap(),
        [booking]
    );
}

#[tokio::test]
async fn two_bookings_never_share_a_payment_intent() {
    let test = TestDb::start().await;
    let (first, second) = (
        stored_booking(&test.db).await.id,
        stored_booking(&test.db).await.id,
    );
    assert!(
        bookings::set_intent(&test.db, first, ("pi_1", 0), now())
            .await
            .unwrap()
            .is_some()
    );
    let error = bookings::set_intent(&test.db, second, ("pi_1", 0), now())
        .await
        .unwrap_err();
    assert!(matches!(error, StoreError::Taken(_)), "{error}");
}

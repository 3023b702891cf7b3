//! Ledger lines and refunds are recorded once, and the sandbox refunds at most what it charged.

use std::sync::atomic::{AtomicBool, Ordering};

use domain::booking::{BookingStatus, PaymentStatus};
use domain::money::{Currency, Money};
use sea_orm::ConnectionTrait;
use store::ledger::{self, Actor, Kind, Line};
use store::payments::Method;
use store::refunds::{self, Cause, Refund, State};
use store::sandbox_intents::{self, Card, Intent, IntentStatus, Outcome};
use store::sandbox_refunds::{self, SandboxRefund};
use store::{Db, StoreError, StoreResult, bookings, counters, movements, stripe_events};
use uuid::Uuid;

use crate::bookings::confirm;
use crate::support::{TestDb, hours_ago, id, now, stored_booking};

const PRICE: i64 = 123_456;

fn line(booking_id: Uuid, reference: &str) -> Line {
    Line {
        id: id(),
        booking_id,
        kind: Kind::Capture,
        amount: Money::from_minor(PRICE),
        currency: Currency::USD,
        reference: reference.to_owned(),
        reason: "Booking paid".to_owned(),
        actor: Actor::Account(booking_id),
        at: now(),
    }
}

fn refund(booking_id: Uuid, amount: i64) -> Refund {
    Refund {
        id: id(),
        booking_id,
        intent_id: None,
        amount: Money::from_minor(amount),
        currency: Currency::USD,
        reason: "A reason".to_owned(),
        actor: Actor::System,
        cause: Cause::Granted,
        state: State::Requested,
        reference: None,
        last_error: None,
        created_at: now(),
    }
}

// PAY-08: the same movement is never recorded twice, and a rolled-back transaction leaves no line.
#[tokio::test]
async fn a_movement_is_recorded_in_the_ledger_once() {
    let test = TestDb::start().await;
    let booking_id = id();
    let (first, dropped) = (line(booking_id, "pi_1"), line(booking_id, "pi_2"));
    let tx = test.db.begin().await.unwrap();
    ledger::add(&tx, &first).await.unwrap();
    tx.commit().await.unwrap();
    let tx = test.db.begin().await.unwrap();
    ledger::add(&tx, &dropped).await.unwrap();
    drop(tx);
    let tx = test.db.begin().await.unwrap();
    let again = ledger::add(&tx, &line(id(), "pi_1")).await.unwrap_err();
    assert!(matches!(again, StoreError::Taken(_)), "{again}");
    drop(tx);
    let all = ledger::list_all(&test.db).await.unwrap();
    assert_eq!(all, [first]);
    let of_it = ledger::list_for_booking(&test.db, booking_id)
        .await
        .unwrap();
    assert_eq!(of_it, all);
    assert!(ledger::has(&test.db, "pi_1").await.unwrap());
    assert!(!ledger::has(&test.db, "pi_2").await.unwrap());
}

async fn promise(db: &Db, booking_id: Uuid, amount: i64) -> bool {
    let amount = Money::from_minor(amount);
    let promised = db.in_transaction("promise", async |tx| {
        bookings::promise_refund(&tx, booking_id, amount, now()).await
    });
    promised.await.unwrap()
}

// PAY-08: concurrent refund promises never exceed the paid amount.
#[tokio::test]
async fn refund_promises_never_exceed_the_paid_amount() {
    let test = TestDb::start().await;
    let booking = stored_booking(&test.db).await;
    assert!(!promise(&test.db, booking.id, 1).await, "nothing was paid");
    assert!(confirm(&test.db, booking.id).await);
    let total = booking.quote.total.minor();
    let each = total / 3;
    let tries = (0..8).map(|_| {
        let db = test.db.clone();
        tokio::spawn(async move { promise(&db, booking.id, each).await })
    });
    let mut kept = 0;
    for promised in tries.collect::<Vec<_>>() {
        kept += usize::from(promised.await.unwrap());
    }
    assert_eq!(kept, 3);
    let read = bookings::find(&test.db, booking.id).await.unwrap().unwrap();
    assert_eq!(read.payment.refunding.minor(), 3 * each);
    assert_eq!(read.payment.status, PaymentStatus::Confirmed);
    for wrong in [0, -1, total] {
        assert!(!promise(&test.db, booking.id, wrong).await, "{wrong}");
    }
}

// PAY-08: of two calls that end a refund one succeeds; the amount of a failed refund can be promised again.
#[tokio::test]
async fn a_refund_ends_once_either_made_or_failed() {
    let test = TestDb::start().await;
    let booking = stored_booking(&test.db).await;
    assert!(confirm(&test.db, booking.id).await);
    for (state, refunded) in [(State::Failed, 0), (State::Made, PRICE)] {
        assert!(promise(&test.db, booking.id, PRICE).await);
        let asked = refund(booking.id, PRICE);
        let tx = test.db.begin().await.unwrap();
        refunds::insert(&tx, &asked).await.unwrap();
        tx.commit().await.unwrap();
        assert_eq!(
            refunds::list_requested_ids(&test.db).await.unwrap(),
            [asked.id]
        );
        let mut ended = 0;
        for _ in 0..2 {
            let tx = test.db.begin().await.unwrap();
            let reference = asked.id.to_string();
            let moved = refunds::end(&tx, asked.id, state, Some(&reference), None, now());
            if moved.await.unwrap() {
                ended += 1;
                if state == State::Made {
                    assert!(bookings::record_refund(&tx, &asked, now()).await.unwrap());
                    bookings::assign_credit_note_number(&tx, booking.id, "2026", now())
                        .await
                        .unwrap();
                } else {
                    bookings::record_refund_failure(&tx, &asked, now())
                        .await
                        .unwrap();
                }
            }
            tx.commit().await.unwrap();
        }
        assert_eq!(ended, 1);
        let read = bookings::find(&test.db, booking.id).await.unwrap().unwrap();
        assert_eq!(read.payment.refunding, Money::ZERO);
        assert_eq!(read.payment.refunded.minor(), refunded);
    }
    let read = bookings::find(&test.db, booking.id).await.unwrap().unwrap();
    assert_eq!(
        (read.status, read.payment.status),
        (BookingStatus::Confirmed, PaymentStatus::Refunded)
    );
    assert_eq!(read.credit_note_number.as_deref(), Some("CN-2026-00001"));
}

// PAY-08: a cancellation takes its number just before its commit, so that other cancellations do not wait for it.
#[tokio::test]
async fn an_open_cancellation_does_not_block_other_credit_notes() {
    let test = TestDb::start().await;
    let (slow, quick) = (
        stored_booking(&test.db).await.id,
        stored_booking(&test.db).await.id,
    );
    for id in [slow, quick] {
        assert!(confirm(&test.db, id).await);
    }
    let all = Money::from_minor(PRICE);
    // On SQLite the first writer blocks all others, whatever it wrote.
    let blocks = test.db.get_database_backend() == sea_orm::DbBackend::Sqlite;
    let is_other_done = AtomicBool::new(blocks);
    let cancelled = test
        .db
        .in_transaction("slow", async |tx| -> StoreResult<i64> {
            assert!(bookings::cancel(&tx, slow, all, now()).await?);
            // Once: serializable transactions are in conflict here, and this one is run again.
            if !is_other_done.swap(true, Ordering::Relaxed) {
                let other = test.db.begin().await?;
                assert!(bookings::cancel(&other, quick, all, now()).await?);
                bookings::assign_credit_note_number(&other, quick, "2026", now())
                    .await
                    .expect("the counter is free");
                other.commit().await?;
            }
            let taken = counters::last(&tx, "credit-note-2026").await?;
            bookings::assign_credit_note_number(&tx, slow, "2026", now()).await?;
            Ok(taken)
        });
    let taken = cancelled.await.unwrap();
    let read = bookings::find(&test.db, slow).await.unwrap().unwrap();
    let expected = format!("CN-2026-{:05}", taken + 1);
    assert_eq!(read.credit_note_number, Some(expected));
}

// PAY-08: the sandbox makes each refund once for its key, and never refunds more than it charged.
#[tokio::test]
async fn the_sandbox_refunds_no_more_than_it_charged() {
    let test = TestDb::start().await;
    let intent = Intent {
        id: "pi_1".to_owned(),
        client_secret: "pi_1_secret".to_owned(),
        idempotency_key: "key".to_owned(),
        booking_id: id(),
        amount: 100,
        currency: "USD".to_owned(),
        status: IntentStatus::RequiresPaymentMethod,
        card: None,
        last_error: None,
        created_at: now(),
        updated_at: now(),
    };
    sandbox_intents::insert(&test.db, &intent).await.unwrap();
    assert_eq!(back(&test.db, "early", 10).await, None, "nothing was taken");
    let card = Card {
        brand: "visa".to_owned(),
        last4: "4242".to_owned(),
    };
    let said = Outcome {
        card: Some(&card),
        error: None,
    };
    let open = [IntentStatus::RequiresPaymentMethod];
    let to = IntentStatus::Succeeded;
    sandbox_intents::advance(&test.db, "pi_1", &open, to, said, now())
        .await
        .unwrap();
    let first = back(&test.db, "a", 60).await;
    assert!(first.is_some());
    assert_eq!(back(&test.db, "a", 60).await, first);
    let (b, c) = tokio::join!(back(&test.db, "b", 40), back(&test.db, "c", 40));
    assert!(b.is_some() ^ c.is_some(), "{b:?} {c:?}");
    for wrong in [0, -5, 1] {
        assert_eq!(back(&test.db, "d", wrong).await, None, "{wrong}");
    }
    let all = sandbox_refunds::list_all(&test.db).await.unwrap();
    assert_eq!(all.iter().map(|made| made.amount).sum::<i64>(), 100);
}

async fn back(db: &Db, key: &str, amount: i64) -> Option<String> {
    let asked = SandboxRefund {
        id: format!("re_{}", id().simple()),
        idempotency_key: key.to_owned(),
        intent_id: "pi_1".to_owned(),
        amount,
        currency: "USD".to_owned(),
        created_at: now(),
    };
    let made = db.in_transaction("refund", async |tx| {
        sandbox_refunds::make(&tx, &asked).await
    });
    made.await.unwrap().map(|made| made.id)
}

// PAY-08: an event id is accepted once, and deleted when Stripe no longer repeats the event.
#[tokio::test]
async fn a_webhook_event_is_processed_once() {
    let test = TestDb::start().await;
    let take = |name: &'static str, at| {
        let db = test.db.clone();
        async move { stripe_events::mark_processed(&db, name, "payment_intent.succeeded", at).await }
    };
    let (a, b) = tokio::join!(take("evt_1", now()), take("evt_1", now()));
    assert!(a.unwrap() ^ b.unwrap());
    assert!(take("evt_0", hours_ago(50)).await.unwrap());
    assert!(
        stripe_events::is_processed(&test.db, "evt_0")
            .await
            .unwrap()
    );
    let forgotten = stripe_events::delete_before(&test.db, hours_ago(1)).await;
    assert_eq!(forgotten.unwrap(), 1);
    assert!(
        !stripe_events::is_processed(&test.db, "evt_0")
            .await
            .unwrap()
    );
    assert!(
        stripe_events::is_processed(&test.db, "evt_1")
            .await
            .unwrap()
    );
}

#[test]
fn a_payout_has_the_method_that_its_reason_ends_with() {
    for (reference, reason, expected) in [
        ("re_1", "Ill (cash)", Method::Card),
        ("manual:1", "Ill (really) (cash)", Method::Cash),
        ("manual:1", "Ill (bank)", Method::Bank),
        ("manual:1", "Paid back (twice)", Method::Other),
    ] {
        assert_eq!(
            movements::method_of(reference, reason),
            expected,
            "{reason}"
        );
    }
}

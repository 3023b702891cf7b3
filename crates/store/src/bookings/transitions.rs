//! State transitions of a booking and its payment. Each function returns `true` only to the caller that made the
//! transition. That caller stores what belongs to it (invoice number, ledger line, refund, job) in the same
//! transaction.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, ByHand, Mismatch, PaymentStatus};
use uuid::Uuid;

use super::change;
use crate::{Connection, StoreResult, Tx, counters};

/// A payment that the provider has captured.
#[derive(Clone, Debug)]
pub struct CapturedPayment {
    pub at: DateTime<Utc>,
    pub card_brand: Option<String>,
    pub card_last4: Option<String>,
    /// The series of invoice numbers. Numbers within a series have no gaps; there is one series per year.
    pub invoice_series: String,
}

/// Records the payment intent of an unpaid booking.
pub async fn set_intent(
    db: &impl Connection,
    id: Uuid,
    intent_id: &str,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let new = booking.is_payable() && booking.payment.intent_id.as_deref() != Some(intent_id);
        if new {
            booking.payment.intent_id = Some(intent_id.to_owned());
        }
        new
    })
    .await
}

/// Records the provider's message about a declined card. The booking stays payable.
pub async fn record_decline(
    db: &impl Connection,
    id: Uuid,
    message: &str,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let new = booking.is_payable() && booking.payment.last_error.as_deref() != Some(message);
        if new {
            booking.payment.last_error = Some(message.to_owned());
        }
        new
    })
    .await
}

/// Records that the provider captured a different amount than the price. Returns true only to the first caller.
pub async fn record_mismatch(
    tx: &Tx,
    id: Uuid,
    mismatch: &Mismatch,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let new = booking.is_payable() && booking.payment.mismatch.is_none();
        if new {
            booking.payment.mismatch = Some(mismatch.clone());
        }
        new
    })
    .await
}

/// Confirms a paid booking. The caller for which this returns `true` ends its transaction with [`assign_invoice_number`].
pub async fn confirm(
    tx: &Tx,
    id: Uuid,
    paid: &CapturedPayment,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = can_confirm(booking);
        if can {
            booking.status = BookingStatus::Confirmed;
            record_payment(booking, paid);
            booking.payment.by_hand = None;
        }
        can
    })
    .await
}

fn can_confirm(booking: &Booking) -> bool {
    booking.is_payable()
        && booking.status.can_become(BookingStatus::Confirmed)
        && booking.payment.status.can_become(PaymentStatus::Confirmed)
}

pub(super) fn record_payment(booking: &mut Booking, paid: &CapturedPayment) {
    let payment = &mut booking.payment;
    payment.status = PaymentStatus::Confirmed;
    payment.paid_at = Some(paid.at);
    payment.card_brand.clone_from(&paid.card_brand);
    payment.card_last4.clone_from(&paid.card_last4);
    payment.last_error = None;
}

/// Assigns the next invoice number of a series to a booking that this transaction confirmed.
///
/// Call it last before the commit: until the commit every other confirmation waits for the counter. A rollback
/// releases the number.
pub async fn assign_invoice_number(
    tx: &Tx,
    id: Uuid,
    series: &str,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let number = next_invoice_number(tx, series).await?;
    change(tx, id, now, |booking| {
        booking.invoice_number = Some(number.clone());
        true
    })
    .await?;
    Ok(())
}

/// The next number of a series, for example `INV-2026-00042`. A rollback releases it.
pub async fn next_invoice_number(tx: &Tx, series: &str) -> StoreResult<String> {
    let number = counters::next(tx, &format!("invoice-{series}")).await?;
    Ok(format!("INV-{series}-{number:05}"))
}

/// Records that an administrator wants to confirm an unpaid booking. From then on, settling cancels the payment
/// intent and confirms the booking once the intent can no longer be paid.
pub async fn request_confirmation_by_hand(
    db: &impl Connection,
    id: Uuid,
    by_hand: &ByHand,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let can = can_confirm(booking);
        if can {
            booking.payment.by_hand = Some(by_hand.clone());
        }
        can
    })
    .await
}

/// Confirms a booking after [`request_confirmation_by_hand`], once its payment intent can no longer be paid. The caller
/// for which this returns `true` ends its transaction with [`assign_invoice_number`].
pub async fn confirm_by_hand(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = can_confirm(booking) && booking.payment.by_hand.is_some();
        if can {
            booking.status = BookingStatus::Confirmed;
            booking.payment.status = PaymentStatus::Confirmed;
            booking.payment.paid_at = Some(now);
            booking.payment.last_error = None;
        }
        can
    })
    .await
}

/// Records that somebody wants to cancel an unpaid booking. A payment intent that is cancelled afterwards counts as
/// requested, not as a failure.
pub async fn request_cancellation(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let new = booking.is_payable() && booking.payment.cancel_requested_at.is_none();
        if new {
            booking.payment.cancel_requested_at = Some(now);
        }
        new
    })
    .await
}

/// Cancels a booking whose payment intent can no longer be paid, and marks the payment as failed.
pub async fn fail(
    db: &impl Connection,
    id: Uuid,
    message: &str,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let can = booking.is_payable() && booking.payment.by_hand.is_none();
        if can {
            booking.status = BookingStatus::Cancelled;
            booking.payment.status = PaymentStatus::Failed;
            booking.payment.last_error = Some(message.to_owned());
        }
        can
    })
    .await
}

/// Completes a confirmed booking whose trek is over.
pub async fn complete(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let can = booking.status.can_become(BookingStatus::Completed);
        if can {
            booking.status = BookingStatus::Completed;
        }
        can
    })
    .await
}

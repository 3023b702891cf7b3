//! The moves of a booking and of its money. `true` is only for the caller that made the move; what belongs
//! to a move (a number, a ledger line, a refund, a job) is stored by that caller in the same transaction.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, ByHand, Mismatch, PaymentStatus};
use uuid::Uuid;

use super::change;
use crate::{Connection, StoreResult, Tx, counters};

/// What the provider told about a payment that it has taken.
#[derive(Clone, Debug)]
pub struct Paid {
    pub at: DateTime<Utc>,
    pub card_brand: Option<String>,
    pub card_last4: Option<String>,
    /// Numbers of one series follow each other without a gap; a year is a series.
    pub invoice_series: String,
}

/// Notes which intent at the provider pays a booking that is still unpaid.
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

/// Notes what the provider said of a card that it declined; the booking stays payable.
pub async fn note_decline(
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

/// Notes that the provider took something else than the price; true for the first who notes it.
pub async fn note_mismatch(
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

/// Confirms a paid booking. The one caller that moves it ends its transaction with [`number_invoice`].
pub async fn confirm(tx: &Tx, id: Uuid, paid: &Paid, now: DateTime<Utc>) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = can_confirm(booking);
        if can {
            booking.status = BookingStatus::Confirmed;
            note_paid(booking, paid);
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

pub(super) fn note_paid(booking: &mut Booking, paid: &Paid) {
    let payment = &mut booking.payment;
    payment.status = PaymentStatus::Confirmed;
    payment.paid_at = Some(paid.at);
    payment.card_brand.clone_from(&paid.card_brand);
    payment.card_last4.clone_from(&paid.card_last4);
    payment.last_error = None;
}

/// Gives a booking that was just confirmed the next invoice number of a series.
///
/// The last step before the commit: until then every other confirmation waits for the counter. The number comes
/// back if the transaction is dropped.
pub async fn number_invoice(
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

/// The next number of a series, as `INV-2026-00042`; it comes back if the transaction is dropped.
pub async fn next_invoice_number(tx: &Tx, series: &str) -> StoreResult<String> {
    let number = counters::next(tx, &format!("invoice-{series}")).await?;
    Ok(format!("INV-{series}-{number:05}"))
}

/// An administrator wants an unpaid booking confirmed: from here on settling cancels its payment, and
/// confirms it when that can never be made.
pub async fn ask_by_hand(
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

/// Confirms what [`ask_by_hand`] asked for, once its payment can never be made. The caller that moves the booking
/// ends its transaction with [`number_invoice`].
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

/// Somebody wants an unpaid booking cancelled: from here on a cancelled payment is what was asked for, no failure.
pub async fn ask_cancel(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let new = booking.is_payable() && booking.payment.cancel_requested_at.is_none();
        if new {
            booking.payment.cancel_requested_at = Some(now);
        }
        new
    })
    .await
}

/// The intent can never be paid any more: the payment has failed and the booking is over.
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

/// The trek is over.
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

//! Transitions of refunds. A refund is promised in the transaction that decides it, so that the same money is never
//! promised twice. The promise ends when the provider has made or refused the refund.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, PaymentStatus};
use domain::money::Money;
use uuid::Uuid;

use super::change;
use super::transitions::{CapturedPayment, record_payment};
use crate::refunds::{Cause, Refund};
use crate::{StoreResult, Tx, counters};

/// Cancels a confirmed booking and promises a refund of `back`, which must not exceed the refundable amount. The
/// caller for which this returns `true` ends its transaction with [`assign_credit_note_number`].
pub async fn cancel(tx: &Tx, id: Uuid, back: Money, now: DateTime<Utc>) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = booking.status == BookingStatus::Confirmed && back <= booking.refundable();
        if can {
            booking.status = BookingStatus::Cancelled;
            promise(booking, back);
        }
        can
    })
    .await
}

fn promise(booking: &mut Booking, back: Money) {
    let sum = booking.payment.refunding.minor() + back.minor();
    booking.payment.refunding = Money::from_minor(sum);
}

/// Promises a refund for a booking that keeps its status. Fails if `back` exceeds the refundable amount.
pub async fn promise_refund(
    tx: &Tx,
    id: Uuid,
    back: Money,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = back > Money::ZERO && back <= booking.refundable();
        if can {
            promise(booking, back);
        }
        can
    })
    .await
}

/// Records a payment of the price for a booking that does not wait for one. A booking that was cancelled unpaid
/// records the payment and promises a refund of all of it. A booking that was paid another way stays unchanged.
pub async fn record_late_payment(
    tx: &Tx,
    id: Uuid,
    intent_id: &str,
    paid: &CapturedPayment,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    change(tx, id, now, |booking| {
        let was_unpaid = booking.status == BookingStatus::Cancelled
            && booking.payment.status == PaymentStatus::Failed;
        if was_unpaid {
            record_payment(booking, paid);
            booking.payment.intent_id = Some(intent_id.to_owned());
            promise(booking, booking.quote.total);
        }
        was_unpaid
    })
    .await?;
    Ok(())
}

/// Records that the provider made a promised refund. Returns `true` if the refund is part of the price; then the
/// caller ends its transaction with [`assign_credit_note_number`].
pub async fn record_refund(tx: &Tx, refund: &Refund, now: DateTime<Utc>) -> StoreResult<bool> {
    change(tx, refund.booking_id, now, |booking| {
        let counts = counts_as_price(booking, refund);
        if counts {
            let payment = &mut booking.payment;
            payment.refunding =
                Money::from_minor(payment.refunding.minor() - refund.amount.minor());
            payment.refunded = Money::from_minor(payment.refunded.minor() + refund.amount.minor());
            payment.status = PaymentStatus::Refunded;
        }
        counts
    })
    .await
}

/// Records that a promised refund can never be made. The money stays with the agency and can be promised again.
pub async fn record_refund_failure(
    tx: &Tx,
    refund: &Refund,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    change(tx, refund.booking_id, now, |booking| {
        let counts = counts_as_price(booking, refund);
        if counts {
            let payment = &mut booking.payment;
            payment.refunding =
                Money::from_minor(payment.refunding.minor() - refund.amount.minor());
        }
        counts
    })
    .await?;
    Ok(())
}

/// Whether a late refund is part of the price. It is only if the booking records the late money as its payment: not
/// if the booking was paid another way, and not if the amount differs from the price.
fn counts_as_price(booking: &Booking, refund: &Refund) -> bool {
    let payment = &booking.payment;
    refund.cause != Cause::Late
        || (payment.by_hand.is_none()
            && payment.status != PaymentStatus::Failed
            && payment.intent_id == refund.intent_id)
}

/// The next credit note number of a series, for example `CN-2026-00042`.
pub async fn next_credit_note_number(tx: &Tx, series: &str) -> StoreResult<String> {
    let number = counters::next(tx, &format!("credit-note-{series}")).await?;
    Ok(format!("CN-{series}-{number:05}"))
}

/// Assigns the next credit note number of a series to a booking whose invoice is reversed in whole or in part. Does
/// nothing if the booking has a credit note already or was never invoiced.
///
/// Call it last before the commit: until the commit every other cancellation and refund waits for the counter. A
/// rollback releases the number.
pub async fn assign_credit_note_number(
    tx: &Tx,
    id: Uuid,
    series: &str,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let lacks_one = |booking: &Booking| {
        booking.invoice_number.is_some() && booking.credit_note_number.is_none()
    };
    let booking = super::find(tx, id).await?;
    if !booking.as_ref().is_some_and(lacks_one) {
        return Ok(());
    }
    let number = next_credit_note_number(tx, series).await?;
    change(tx, id, now, |booking| {
        booking.credit_note_number = Some(number.clone());
        true
    })
    .await?;
    Ok(())
}

//! How money goes back: promised in the transaction that decides it, so that no two promise the same; kept
//! or broken when the provider has answered.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, PaymentStatus};
use domain::money::Money;
use uuid::Uuid;

use super::change;
use super::moves::{Paid, note_paid};
use crate::refunds::{Cause, Refund};
use crate::{StoreResult, Tx, counters};

/// Cancels a confirmed booking and promises `back` of what can still go back, which must not be more. The one caller
/// that moves it ends its transaction with [`number_credit_note`].
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

/// Promises a refund of a booking that stays as it is; never more than can still go back.
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

/// The price came for a booking that waits for none. One that was cancelled unpaid notes it and promises all of
/// it back; one that was paid otherwise stays as it is.
pub async fn take_late(
    tx: &Tx,
    id: Uuid,
    intent_id: &str,
    paid: &Paid,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    change(tx, id, now, |booking| {
        let was_unpaid = booking.status == BookingStatus::Cancelled
            && booking.payment.status == PaymentStatus::Failed;
        if was_unpaid {
            note_paid(booking, paid);
            booking.payment.intent_id = Some(intent_id.to_owned());
            promise(booking, booking.quote.total);
        }
        was_unpaid
    })
    .await?;
    Ok(())
}

/// A promised refund has reached the provider. `true` where it is part of the price: then the caller ends its
/// transaction with [`number_credit_note`].
pub async fn refund_made(tx: &Tx, refund: &Refund, now: DateTime<Utc>) -> StoreResult<bool> {
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

/// A promised refund can never be made: the money is still here and may be promised again.
pub async fn refund_failed(tx: &Tx, refund: &Refund, now: DateTime<Utc>) -> StoreResult<()> {
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

/// Late money is part of the price only where the booking notes it as its payment: neither where it was paid
/// otherwise, nor where another amount than the price came.
fn counts_as_price(booking: &Booking, refund: &Refund) -> bool {
    let payment = &booking.payment;
    refund.cause != Cause::Late
        || (payment.by_hand.is_none()
            && payment.status != PaymentStatus::Failed
            && payment.intent_id == refund.intent_id)
}

/// The next number of a series of credit notes, as `CN-2026-00042`.
pub async fn next_credit_note_number(tx: &Tx, series: &str) -> StoreResult<String> {
    let number = counters::next(tx, &format!("credit-note-{series}")).await?;
    Ok(format!("CN-{series}-{number:05}"))
}

/// Gives a booking whose invoice is taken back, in whole or in part, the next credit note number of a series, unless
/// it has one or was never invoiced.
///
/// The last step before the commit: until then every other cancellation and refund waits for the counter. The number
/// comes back if the transaction is dropped.
pub async fn number_credit_note(
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

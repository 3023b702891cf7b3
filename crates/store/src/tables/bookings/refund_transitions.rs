//! Transitions of refunds. A refund is promised in the transaction that decides it, so that the same money is never
//! promised twice. The promise ends when the provider has made or refused the refund.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{Booking, BookingStatus, ChangedOrder, NewDates, PaymentStatus};
use domain::money::Money;
use uuid::Uuid;

use super::change;
use super::transitions::{CapturedPayment, free_seats, record_payment};
use crate::refunds::{Cause, Refund};
use crate::{StoreResult, Tx, counters};

/// Cancels a confirmed booking, frees its seats and promises a refund of `back`, which must not exceed the refundable amount. The
/// caller for which this returns `true` ends its transaction with [`assign_credit_note_number`].
pub async fn cancel(tx: &Tx, id: Uuid, back: Money, now: DateTime<Utc>) -> StoreResult<bool> {
    let was_cancelled = change(tx, id, now, |booking| {
        // Part of its deposit may be paid before it is confirmed.
        let is_paid_in_part = booking.is_payable() && !booking.paid().is_zero();
        let can = (booking.status == BookingStatus::Confirmed || is_paid_in_part)
            && back <= booking.refundable();
        if can {
            booking.status = BookingStatus::Cancelled;
            if is_paid_in_part {
                booking.payment.status = PaymentStatus::Confirmed;
                // The payment that was open paid nothing of it. The caller has it cancelled after its commit.
                booking.payment.intent_id = None;
                booking.payment.credit_used = None;
            }
            promise(booking, back);
        }
        can
    })
    .await?;
    free_seats(tx, id, was_cancelled, now).await
}

/// Cancels a confirmed booking, frees its seats and keeps everything that is refundable as a travel credit, which the
/// caller stores. Returns false if the booking is not confirmed or nothing is left of the payment.
pub async fn cancel_for_credit(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let was_cancelled = change(tx, id, now, |booking| {
        let can = booking.status == BookingStatus::Confirmed && !booking.refundable().is_zero();
        if can {
            booking.payment.credited = booking.payment.credited.plus(booking.refundable());
            booking.status = BookingStatus::Cancelled;
        }
        can
    })
    .await?;
    free_seats(tx, id, was_cancelled, now).await
}

/// Moves a confirmed booking to other dates, and promises `back`, the amount by which that lowers its price. The caller
/// has moved the seats in this transaction, and ends it with [`replace_invoice`] if the price is lower.
pub async fn change_dates(
    tx: &Tx,
    id: Uuid,
    new: &NewDates,
    back: Money,
    (now, today): (DateTime<Utc>, NaiveDate),
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = booking.change_dates(new, (now, today));
        if can {
            promise(booking, back);
        }
        can
    })
    .await
}

/// What a change by staff gives back.
#[derive(Clone, Copy, Debug)]
pub struct GivenBack {
    pub amount: Money,
    /// The caller stores it as a travel credit. Otherwise it is refunded.
    pub is_credit: bool,
}

/// Changes a booking as staff decided, and promises what the change gives back. The caller has moved the seats in this
/// transaction, and ends it with [`replace_invoice`] if the price is another one.
pub async fn change_order(
    tx: &Tx,
    id: Uuid,
    new: &ChangedOrder,
    back: GivenBack,
    (now, today): (DateTime<Utc>, NaiveDate),
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = booking.change_order(new, back.amount, (now, today));
        if can && back.is_credit {
            booking.payment.credited = booking.payment.credited.plus(back.amount);
        } else if can {
            promise(booking, back.amount);
        }
        can
    })
    .await
}

/// Ends the invoice of a booking whose price was changed with a credit note, and assigns the number of the new one.
///
/// Call it last before the commit, as [`assign_credit_note_number`].
pub async fn replace_invoice(
    tx: &Tx,
    id: Uuid,
    series: &str,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let booking = super::find(tx, id).await?;
    if booking.is_none_or(|booking| booking.invoice_number.is_none()) {
        return Ok(());
    }
    assign_credit_note_number(tx, id, series, now).await?;
    let number = super::next_invoice_number(tx, series).await?;
    change(tx, id, now, |booking| {
        let (invoice, credit_note) = (
            booking.invoice_number.replace(number.clone()),
            booking.credit_note_number.take(),
        );
        if let Some(earlier) = booking.earlier_dates.last_mut() {
            earlier.invoice_number = invoice;
            earlier.credit_note_number = credit_note;
        }
        true
    })
    .await?;
    Ok(())
}

/// What was paid with a travel credit is kept for another one.
fn promise(booking: &mut Booking, back: Money) {
    let credit = booking.back_as_credit(back);
    let payment = &mut booking.payment;
    payment.credited = payment.credited.plus(credit);
    payment.refunding = payment.refunding.plus(back.less(credit));
}

/// Promises a refund for a booking that keeps its status. Fails if `back` exceeds the refundable amount, and for a
/// booking that is not confirmed: a refund would end its payment, and it could never be confirmed.
pub async fn promise_refund(
    tx: &Tx,
    id: Uuid,
    back: Money,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = back > Money::ZERO && back <= booking.refundable() && !booking.is_payable();
        if can {
            promise(booking, back);
        }
        can
    })
    .await
}

/// Records a payment of the price for a booking that does not wait for one. A booking that was cancelled unpaid
/// records the payment and promises a refund of all of it, and true is returned. A booking that was paid another way
/// stays unchanged.
pub async fn record_late_payment(
    tx: &Tx,
    id: Uuid,
    intent_id: &str,
    paid: &CapturedPayment,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let was_unpaid = booking.status == BookingStatus::Cancelled
            && booking.payment.status == PaymentStatus::Failed;
        if was_unpaid {
            booking.payment.credit_used = None;
            record_payment(booking, paid);
            booking.payment.intent_id = Some(intent_id.to_owned());
            promise(booking, paid.amount);
        }
        was_unpaid
    })
    .await
}

/// Records that the provider made a promised refund. Returns `true` if the refund is part of the price; then the
/// caller ends its transaction with [`assign_credit_note_number`]. A refund of what is not part of the price any more
/// has its credit note already.
pub async fn record_refund(tx: &Tx, refund: &Refund, now: DateTime<Utc>) -> StoreResult<bool> {
    let counted = change(tx, refund.booking_id, now, |booking| {
        let counts = counts_as_price(booking, refund);
        if counts {
            let payment = &mut booking.payment;
            payment.refunding =
                Money::from_minor(payment.refunding.minor() - refund.amount.minor());
            payment.refunded = Money::from_minor(payment.refunded.minor() + refund.amount.minor());
            if refund.cause != Cause::Lowered {
                payment.status = PaymentStatus::Refunded;
            }
        }
        counts
    })
    .await?;
    Ok(counted && refund.cause != Cause::Lowered)
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
#[must_use]
pub fn counts_as_price(booking: &Booking, refund: &Refund) -> bool {
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

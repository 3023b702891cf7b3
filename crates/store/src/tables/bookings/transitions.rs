//! State transitions of a booking and its payment. Each function returns `true` only to the caller that made the
//! transition. That caller stores what belongs to it (invoice number, ledger line, refund, job) in the same
//! transaction.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, ByHand, PaymentStatus};
use domain::money::Money;
use uuid::Uuid;

use super::{change, change_and_get};
use crate::seats::{self, Seating};
use crate::{
    Connection, StoreError, StoreResult, Tx, counters, departure_changes, promotions,
    travel_credits,
};

/// A payment that the provider has captured.
#[derive(Clone, Debug)]
pub struct CapturedPayment {
    /// In the currency of the booking.
    pub amount: Money,
    pub at: DateTime<Utc>,
    pub card_brand: Option<String>,
    pub card_last4: Option<String>,
}

/// The outcome of a confirmation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Confirmation {
    /// The caller ends its transaction with [`assign_invoice_number`].
    Confirmed,
    /// The booking does not wait for this. Nothing was changed.
    NotWaiting,
    /// The seats were released when the hold ended, and too few are free. The caller drops its transaction.
    NoSeats,
    /// The travel credit of the booking was used for another one. The caller drops its transaction.
    NoCredit,
    /// Its promotion code was used up after the hold had ended. The caller drops its transaction.
    NoPromotion,
}

/// Sells the seats of a booking that this transaction confirmed, if it did, and uses its travel credit and promotion.
pub(super) async fn with_seats(
    tx: &Tx,
    confirmed: Option<Booking>,
    now: DateTime<Utc>,
) -> StoreResult<Confirmation> {
    let Some(booking) = confirmed else {
        return Ok(Confirmation::NotWaiting);
    };
    let id = booking.id;
    let claim = seats::find(tx, id).await?;
    if let Some(claim) = claim
        && departure_changes::has_finished_for(tx, claim.departure_id).await?
    {
        return Ok(Confirmation::NoSeats);
    }
    if seats::take(tx, id, now).await? != Seating::Done {
        return Ok(Confirmation::NoSeats);
    }
    if let Some(credit) = &booking.payment.credit_used
        && !travel_credits::spend(tx, (&credit.number, credit.amount), id, now).await?
    {
        return Ok(Confirmation::NoCredit);
    }
    if !promotions::confirm_use(tx, &booking, now).await? {
        return Ok(Confirmation::NoPromotion);
    }
    Ok(Confirmation::Confirmed)
}

/// Confirms a paid booking and sells its seats.
pub async fn confirm(
    tx: &Tx,
    id: Uuid,
    paid: &CapturedPayment,
    now: DateTime<Utc>,
) -> StoreResult<Confirmation> {
    let confirmed = change_and_get(tx, id, now, |booking| {
        let can = can_confirm(booking);
        if can {
            booking.status = BookingStatus::Confirmed;
            record_payment(booking, paid);
            booking.payment.by_hand = None;
        }
        can
    })
    .await?;
    with_seats(tx, confirmed, now).await
}

pub(super) fn can_confirm(booking: &Booking) -> bool {
    booking.is_payable()
        && booking.status.can_become(BookingStatus::Confirmed)
        && booking.payment.status.can_become(PaymentStatus::Confirmed)
}

pub(super) fn record_payment(booking: &mut Booking, paid: &CapturedPayment) {
    let with_credit = booking.reserved_credit();
    let payment = &mut booking.payment;
    payment.status = PaymentStatus::Confirmed;
    let received = payment.received.unwrap_or_default().plus(paid.amount);
    payment.received = Some(received.plus(with_credit));
    payment.paid_at = Some(paid.at);
    payment.card_brand.clone_from(&paid.card_brand);
    payment.card_last4.clone_from(&paid.card_last4);
    payment.last_error = None;
}

/// Assigns the next invoice number of a series to a booking that this transaction confirmed, and returns it.
///
/// Call it last before the commit: until the commit every other confirmation waits for the counter. A rollback
/// releases the number.
pub async fn assign_invoice_number(
    tx: &Tx,
    id: Uuid,
    series: &str,
    now: DateTime<Utc>,
) -> StoreResult<Booking> {
    let number = next_invoice_number(tx, series).await?;
    let numbered = change_and_get(tx, id, now, |booking| {
        booking.invoice_number = Some(number.clone());
        true
    })
    .await?;
    numbered.ok_or(StoreError::Missing)
}

/// The next number of a series, for example `INV-2026-00042` or `2083/84-000042`. A rollback releases it.
pub async fn next_invoice_number(tx: &Tx, series: &str) -> StoreResult<String> {
    let number = counters::next(tx, &format!("invoice-{series}")).await?;
    Ok(domain::invoice::format_number(series, number))
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

/// Confirms a booking after [`request_confirmation_by_hand`], once its payment intent can no longer be paid.
pub async fn confirm_by_hand(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<Confirmation> {
    let confirmed = change_and_get(tx, id, now, |booking| {
        let can = can_confirm(booking) && booking.payment.by_hand.is_some();
        if can {
            booking.status = BookingStatus::Confirmed;
            booking.payment.status = PaymentStatus::Confirmed;
            booking.payment.received = Some(booking.quote.total);
            booking.payment.paid_at = Some(now);
            booking.payment.last_error = None;
        }
        can
    })
    .await?;
    with_seats(tx, confirmed, now).await
}

/// Records that the cancellation of an unpaid booking was requested. A payment intent that is cancelled afterwards counts as
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

/// Cancels a booking whose payment intent can no longer be paid, marks the payment as failed and frees the seats.
pub async fn fail(tx: &Tx, id: Uuid, message: &str, now: DateTime<Utc>) -> StoreResult<bool> {
    let was_cancelled = change(tx, id, now, |booking| {
        let can = is_unpaid(booking);
        if can {
            booking.status = BookingStatus::Cancelled;
            booking.payment.status = PaymentStatus::Failed;
            booking.payment.last_error = Some(message.to_owned());
        }
        can
    })
    .await?;
    free_seats(tx, id, was_cancelled, now).await
}

/// Whether nothing was paid for a booking that still waits for its payment.
fn is_unpaid(booking: &Booking) -> bool {
    booking.is_payable() && booking.payment.by_hand.is_none() && booking.paid().is_zero()
}

/// Frees the seats of a booking that `was_cancelled` in this transaction, those that are held for it where the agency
/// would move it, the travel credit that it has reserved, and the use of a promotion code if it was never confirmed.
pub(super) async fn free_seats(
    tx: &Tx,
    id: Uuid,
    was_cancelled: bool,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    if was_cancelled {
        let open = departure_changes::list_open_for_bookings(tx, &[id]).await?;
        let mut owners: Vec<Uuid> = open.iter().map(|choice| choice.id).collect();
        owners.push(id);
        seats::lock_pools(tx, &owners, &[], now).await?;
        for owner in owners {
            seats::release(tx, owner, now).await?;
        }
        for choice in open {
            departure_changes::close_choice(tx, choice.id, now).await?;
        }
        travel_credits::release(tx, id).await?;
        promotions::release_use(tx, id).await?;
    }
    Ok(was_cancelled)
}

/// Cancels an unpaid booking because the hold of its seats has ended, after its payment intent was cancelled.
pub async fn end_hold(tx: &Tx, id: Uuid, message: &str, now: DateTime<Utc>) -> StoreResult<bool> {
    let was_cancelled = change(tx, id, now, |booking| {
        let can = is_unpaid(booking);
        if can {
            booking.status = BookingStatus::Cancelled;
            booking.payment.status = PaymentStatus::Failed;
            booking.payment.last_error = Some(message.to_owned());
            let payment = &mut booking.payment;
            match booking.departure_id {
                _ if payment.cancel_requested_at.is_some() => {}
                Some(_) => payment.hold_ended_at = Some(now),
                None if payment.way.is_by_hand() => payment.wait_ended_at = Some(now),
                None => {}
            }
        }
        can
    })
    .await?;
    free_seats(tx, id, was_cancelled, now).await
}

/// Ends the right to the seats of an ended hold, because the traveller cancelled or booked again: a later payment is
/// refunded.
pub async fn give_up_seats(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(db, id, now, |booking| {
        let can = booking.is_hold_ended() || booking.payment.wait_ended_at.is_some();
        if can {
            booking.payment.hold_ended_at = None;
            booking.payment.wait_ended_at = None;
            booking.payment.cancel_requested_at = Some(now);
        }
        can
    })
    .await
}

/// Confirms a booking that only the end of its hold cancelled, because it was paid all the same and there is room.
pub async fn reopen(
    tx: &Tx,
    id: Uuid,
    paid: &CapturedPayment,
    now: DateTime<Utc>,
) -> StoreResult<Confirmation> {
    let confirmed = change_and_get(tx, id, now, |booking| {
        let can = booking.is_hold_ended();
        if can {
            booking.status = BookingStatus::Confirmed;
            record_payment(booking, paid);
            booking.payment.hold_ended_at = None;
        }
        can
    })
    .await?;
    with_seats(tx, confirmed, now).await
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

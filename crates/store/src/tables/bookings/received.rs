//! Payments that staff take by hand or a travel credit makes, their reversal, and the rate at which they are taken in NPR.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, PaymentStatus};
use domain::money::Money;
use domain::rate::LockedRate;
use uuid::Uuid;

use super::transitions::{Confirmation, can_confirm, with_seats};
use super::{change, change_and_get};
use crate::seats::{self, Seating};
use crate::{StoreError, StoreResult, Tx};

/// What a payment that staff took has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Receipt {
    Recorded {
        /// The payment covers what confirms the booking.
        is_confirmed: bool,
        /// The payment intent whose amount is not due any more. The caller has it cancelled after its commit.
        replaced_intent: Option<String>,
    },
    /// More than the customer still has to pay. Nothing was changed.
    AboveBalance,
    /// The booking was cancelled. Nothing was changed.
    Ended,
    /// The booking has ended unpaid, and only its whole deposit confirms it again. Nothing was changed.
    BelowDeposit,
    /// The seats are gone. The caller drops its transaction.
    NoSeats,
    /// The travel credit of the booking was used for another one. The caller drops its transaction.
    NoCredit,
    /// The promotion code of the booking was used up by others. The caller drops its transaction.
    NoPromotion,
}

/// Adds an amount that staff took by hand, and confirms an unpaid booking once that covers its deposit. Until then the
/// booking keeps its seats. One that only the end of its hold cancelled is confirmed again if its seats are still free.
/// The caller stores the payment in `tx`.
pub async fn receive(tx: &Tx, id: Uuid, amount: Money, now: DateTime<Utc>) -> StoreResult<Receipt> {
    // The lock keeps the booking as it is until it is changed below.
    let locked = super::find_for_update(tx, id).await?;
    let mut locked = locked.ok_or(StoreError::Missing)?;
    let is_unpaid = locked.is_payable();
    let (_, receipt) = add(&mut locked, amount, now);
    let Receipt::Recorded { is_confirmed, .. } = receipt else {
        return Ok(receipt);
    };
    let received = change_and_get(tx, id, now, |booking| add(booking, amount, now).0).await?;
    if is_confirmed {
        match with_seats(tx, received, now).await? {
            Confirmation::Confirmed => {}
            Confirmation::NoCredit => return Ok(Receipt::NoCredit),
            Confirmation::NoPromotion => return Ok(Receipt::NoPromotion),
            Confirmation::NoSeats | Confirmation::NotWaiting => return Ok(Receipt::NoSeats),
        }
    } else if is_unpaid {
        // An unpaid booking with money of the customer does not lose its seats.
        if let Seating::TooFew { .. } = seats::keep(tx, id, now).await? {
            return Ok(Receipt::NoSeats);
        }
    }
    Ok(receipt)
}

fn add(booking: &mut Booking, amount: Money, now: DateTime<Utc>) -> (bool, Receipt) {
    let had_ended = booking.can_reopen();
    if had_ended {
        booking.reopen();
    }
    let is_unpaid = booking.is_payable();
    let is_open = is_unpaid
        || matches!(
            booking.status,
            BookingStatus::Confirmed | BookingStatus::Completed
        );
    if !is_open || booking.payment.by_hand.is_some() && is_unpaid {
        return (false, Receipt::Ended);
    }
    if amount > booking.balance() {
        return (false, Receipt::AboveBalance);
    }
    booking.payment.received = Some(booking.paid().plus(amount));
    let mut is_confirmed = false;
    let mut replaced_intent = None;
    if is_unpaid {
        replaced_intent = replace_intent(booking);
        is_confirmed = booking.amount_to_confirm().is_zero();
    }
    if is_confirmed {
        mark_confirmed(booking, now);
    } else if had_ended {
        return (false, Receipt::BelowDeposit);
    }
    let recorded = Receipt::Recorded {
        is_confirmed,
        replaced_intent,
    };
    (true, recorded)
}

/// Confirms a booking for which a travel credit pays everything that is due, and sells its seats.
pub async fn confirm_with_credit(
    tx: &Tx,
    id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<Confirmation> {
    let confirmed = change_and_get(tx, id, now, |booking| {
        let can = can_confirm(booking) && booking.is_covered_by_credit();
        if can {
            booking.payment.by_hand = None;
            mark_confirmed(booking, now);
        }
        can
    })
    .await?;
    with_seats(tx, confirmed, now).await
}

/// Confirms a booking whose payments and reserved credit cover what is due.
fn mark_confirmed(booking: &mut Booking, now: DateTime<Utc>) {
    booking.payment.received = Some(booking.paid().plus(booking.reserved_credit()));
    booking.status = BookingStatus::Confirmed;
    booking.payment.status = PaymentStatus::Confirmed;
    booking.payment.paid_at = Some(now);
    booking.payment.last_error = None;
}

/// Locks a rate for a booking that has none. Returns false if it has one.
pub async fn lock_rate(
    tx: &Tx,
    id: Uuid,
    rate: LockedRate,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = booking.rate.is_none();
        booking.rate.get_or_insert(rate);
        can
    })
    .await
}

/// What taking back a payment has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TakenBack {
    Done {
        /// The payment intent of an unpaid booking, of which more is due now. The caller has it cancelled after its
        /// commit.
        replaced_intent: Option<String>,
    },
    /// The money is not there any more: it was refunded, or promised to be. Nothing was changed.
    Refunded,
}

/// Takes back an amount that was recorded by mistake, or paid with a travel credit.
pub async fn take_back(
    tx: &Tx,
    id: Uuid,
    (amount, is_credit): (Money, bool),
    now: DateTime<Utc>,
) -> StoreResult<TakenBack> {
    let locked = super::find_for_update(tx, id).await?;
    let mut locked = locked.ok_or(StoreError::Missing)?;
    let (_, taken) = subtract(&mut locked, amount, is_credit);
    if taken != TakenBack::Refunded {
        change(tx, id, now, |booking| {
            subtract(booking, amount, is_credit).0
        })
        .await?;
    }
    Ok(taken)
}

fn subtract(booking: &mut Booking, amount: Money, is_credit: bool) -> (bool, TakenBack) {
    if amount > booking.refundable() {
        return (false, TakenBack::Refunded);
    }
    if is_credit {
        booking.payment.credit_used = None;
    }
    let left = booking.paid().minor() - amount.minor();
    booking.payment.received = Some(Money::from_minor(left));
    let replaced_intent = if booking.is_payable() {
        replace_intent(booking)
    } else {
        None
    };
    (true, TakenBack::Done { replaced_intent })
}

/// Makes the next payment by card a new one, because another amount is due. Returns the intent that was open.
fn replace_intent(booking: &mut Booking) -> Option<String> {
    booking.payment.intent_number += 1;
    booking.payment.intent_id.take()
}

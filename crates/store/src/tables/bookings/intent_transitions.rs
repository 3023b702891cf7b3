//! Changes of the payment by which an unpaid booking is to be paid: its intent at the provider, its way, and what the
//! provider said about it. Each function returns `true` only to the caller that made the change.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, Mismatch};
use domain::way::Way;
use uuid::Uuid;

use super::{change, change_and_get};
use crate::{Connection, StoreError, StoreResult, Tx};

/// Records the payment intent of an unpaid booking, which was opened with a number. Returns the booking if it is the current
/// one: it is not if the booking has ended, or if the next number replaced it.
pub async fn set_intent(
    db: &impl Connection,
    id: Uuid,
    (intent_id, number): (&str, u32),
    now: DateTime<Utc>,
) -> StoreResult<Option<Booking>> {
    let changed = change_and_get(db, id, now, |booking| {
        let payment = &booking.payment;
        let can = booking.is_payable()
            && payment.intent_number == number
            && payment.intent_id.as_deref() != Some(intent_id);
        if can {
            booking.payment.intent_id = Some(intent_id.to_owned());
        }
        can
    })
    .await?;
    if changed.is_some() {
        return Ok(changed);
    }
    let stored = super::find(db, id).await?;
    Ok(stored.filter(|stored| stored.payment.intent_id.as_deref() == Some(intent_id)))
}

/// Makes another payment intent the current one of an unpaid booking, and its way the way to pay. Returns false if it is
/// already, or if the booking is not unpaid.
pub async fn replace_intent(
    tx: &Tx,
    id: Uuid,
    (intent_id, way): (&str, Way),
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let payment = &mut booking.payment;
        payment.way = way;
        let replaced = payment.intent_id.replace(intent_id.to_owned());
        let is_same = replaced.as_deref() == Some(intent_id);
        payment.intent_number += u32::from(replaced.is_some() && !is_same);
        payment.last_error = None;
        !is_same && booking.is_payable()
    })
    .await
}

/// Removes a payment intent that can no longer be paid from a booking that can be paid another way, and records why.
pub async fn drop_intent(
    tx: &Tx,
    id: Uuid,
    intent_id: &str,
    message: &str,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    change(tx, id, now, |booking| {
        let can = booking.is_payable() && booking.payment.intent_id.as_deref() == Some(intent_id);
        if can {
            booking.payment.intent_id = None;
            booking.payment.intent_number += 1;
            booking.payment.last_error = Some(message.to_owned());
        }
        can
    })
    .await
}

/// What a change of the way to pay has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WayChange {
    /// The payment intent that was replaced. The caller has it cancelled after its commit.
    pub replaced_intent: Option<String>,
}

/// Changes the way in which an unpaid booking is paid, and until when it waits. `None` if it does not wait for its
/// payment any more.
pub async fn change_way(
    tx: &Tx,
    id: Uuid,
    way: Way,
    pay_by: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> StoreResult<Option<WayChange>> {
    // The lock keeps the booking as it is until it is changed below.
    let locked = super::find_for_update(tx, id).await?;
    let payment = locked.ok_or(StoreError::Missing)?.payment;
    let replaced_intent = payment.intent_id.filter(|_| payment.way != way);
    let is_replaced = replaced_intent.is_some();
    let changed = change(tx, id, now, |booking| {
        let payment = &booking.payment;
        let is_ending = payment.by_hand.is_some() || payment.cancel_requested_at.is_some();
        if payment.mismatch.is_some() || is_ending || !booking.is_payable() {
            return false;
        }
        let payment = &mut booking.payment;
        payment.way = way;
        payment.pay_by = pay_by;
        if is_replaced {
            payment.intent_id = None;
            payment.intent_number += 1;
            payment.last_error = None;
        }
        true
    })
    .await?;
    Ok(changed.then_some(WayChange { replaced_intent }))
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

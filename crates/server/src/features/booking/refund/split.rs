//! Divides a refund among the payments of a booking: by card first, the newest payment first, each up to what is left of
//! it. The rest came by hand and is owed to the customer until staff note that it was paid out (operations §3). What was
//! paid with a travel credit goes back last, as a travel credit.

use domain::booking::Booking;
use domain::money::Money;
use store::ledger::Actor;
use store::payments::{self, Method, Payment};
use store::refunds::{self, Cause, Refund, State};
use store::{StoreError, Tx};
use uuid::Uuid;

use crate::features::booking::payment::credit_record::{give_credit, mail_credit};
use crate::platform::app::App;

/// Why an amount is refunded, and who decided it.
pub struct Reason {
    pub text: String,
    pub actor: Actor,
    pub cause: Cause,
}

/// Stores the refunds of an amount that `tx` has promised. Returns the ids of those that can be made at once.
pub async fn store_refunds(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    amount: Money,
    reason: &Reason,
) -> Result<Vec<Uuid>, StoreError> {
    let credit = give_credit(app, tx, booking.id, None).await?;
    if let Some(credit) = credit.as_ref().filter(|_| reason.cause != Cause::Cancelled) {
        mail_credit(app, tx, credit).await?;
    }
    let amount = credit.map_or(amount, |credit| amount.less(credit.amount));
    if amount.is_zero() {
        return Ok(Vec::new());
    }
    let mut ids = Vec::new();
    for (intent_id, state, amount) in parts(tx, booking, amount).await? {
        let refund = Refund {
            id: app.clock.new_id(),
            booking_id: booking.id,
            intent_id,
            amount,
            currency: booking.quote.currency,
            reason: reason.text.clone(),
            actor: reason.actor,
            cause: reason.cause,
            state,
            reference: None,
            last_error: None,
            created_at: app.clock.now(),
        };
        refunds::insert(tx, &refund).await?;
        if state == State::Requested {
            ids.push(refund.id);
        }
    }
    Ok(ids)
}

async fn parts(
    tx: &Tx,
    booking: &Booking,
    amount: Money,
) -> Result<Vec<(Option<String>, State, Money)>, StoreError> {
    let payments = payments::list_for_booking(tx, booking.id).await?;
    let refunds = refunds::list_for_booking(tx, booking.id).await?;
    let mut left = amount.minor();
    let mut parts = Vec::new();
    let by_card = payments.iter().filter(|it| it.method == Method::Card);
    for payment in by_card.rev() {
        let share = left.min(left_of(payment, &refunds));
        if share > 0 {
            let intent_id = Some(payment.reference.clone());
            parts.push((intent_id, State::Requested, Money::from_minor(share)));
            left -= share;
        }
    }
    if left > 0 {
        // An administrator who confirmed a booking without the provider returns the money the way it came.
        let state = match booking.payment.by_hand {
            Some(_) => State::Requested,
            None => State::Owed,
        };
        parts.push((None, state, Money::from_minor(left)));
    }
    Ok(parts)
}

/// What was not refunded of a payment, nor promised.
fn left_of(payment: &Payment, refunds: &[Refund]) -> i64 {
    let of_it = refunds.iter().filter(|refund| {
        refund.intent_id.as_ref() == Some(&payment.reference) && refund.state != State::Failed
    });
    payment.booking_amount.minor() - of_it.map(|it| it.amount.minor()).sum::<i64>()
}

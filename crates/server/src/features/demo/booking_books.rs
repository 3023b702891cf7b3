//! Ledger lines and refunds of the demo's bookings.

use domain::booking::Booking;
use domain::money::Percent;
use store::ledger::{self, Actor, Kind, Line};
use store::refunds::{self, Cause, Refund};
use store::sandbox_refunds::{self, SandboxRefund};
use store::{Tx, payments};

use super::Calendar;
use super::booking_table::State::{self, Refunded};
use super::departure_table::CANCELLED_WHY;
use crate::platform::app::StartError;

/// Writes the ledger lines of a booking: its capture, and its refund if it was cancelled.
pub(crate) async fn write_books(
    tx: &Tx,
    booking: &Booking,
    state: State,
    calendar: Calendar,
) -> Result<(), StartError> {
    let (Some(paid_at), Some(intent_id)) = (booking.payment.paid_at, &booking.payment.intent_id)
    else {
        return Ok(());
    };
    let name = |what: &str| calendar.id(paid_at, &format!("{what}/{}", booking.id));
    let capture = Line {
        id: name("capture"),
        booking_id: booking.id,
        kind: Kind::Capture,
        amount: booking.paid(),
        currency: booking.quote.currency,
        reference: intent_id.clone(),
        reason: "Booking paid".to_owned(),
        actor: Actor::Account(booking.user_id),
        at: paid_at,
    };
    if ledger::has(tx, intent_id).await? {
        return Ok(());
    }
    payments::add(tx, &payments::of_line(&capture, None), &capture).await?;
    let Refunded(percent) = state else {
        return Ok(());
    };
    let reference = format!("re_{}", name("refund").simple());
    let refund = Refund {
        id: name("refund"),
        booking_id: booking.id,
        intent_id: Some(intent_id.clone()),
        amount: Percent::whole(percent).of(booking.quote.total),
        currency: booking.quote.currency,
        // The only departure that refunded bookings have had is the one that the agency cancelled.
        reason: match booking.departure_id {
            Some(_) => CANCELLED_WHY.to_owned(),
            None => "Cancelled by the traveller".to_owned(),
        },
        actor: Actor::Account(booking.user_id),
        cause: Cause::Cancelled,
        state: refunds::State::Made,
        reference: Some(reference.clone()),
        last_error: None,
        created_at: booking.updated_at,
    };
    let at_provider = SandboxRefund {
        id: reference.clone(),
        idempotency_key: refund.id.to_string(),
        intent_id: intent_id.clone(),
        amount: refund.amount.minor(),
        currency: refund.currency.code().to_owned(),
        created_at: refund.created_at,
    };
    sandbox_refunds::make(tx, &at_provider).await?;
    refunds::insert(tx, &refund).await?;
    let line = Line {
        id: name("refund-line"),
        kind: Kind::Refund,
        amount: refund.amount,
        reference,
        reason: refund.reason,
        at: refund.created_at,
        ..capture
    };
    Ok(ledger::add(tx, &line).await?)
}

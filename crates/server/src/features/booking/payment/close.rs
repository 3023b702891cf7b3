//! Makes sure that an unpaid booking can no longer be paid: its payment is cancelled at the provider, and the booking ends
//! or, if the payment was made already, is confirmed.

use domain::booking::Booking;
use domain::way::Way;
use store::audit::Entry;
use store::bookings;

use super::apply::{Ending, apply, end_or_confirm};
use super::capture::SettleError;
use super::confirm::confirm_with_credit;
use super::order::first_payment;
use super::wallet::{in_booking_currency, list_intent_ids, mark_paid};
use crate::platform::adapters::payments::IntentStatus;
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

/// Makes sure that an unpaid booking can no longer be paid: cancels its payment intent. If the payment was made
/// already, confirms the booking instead. Used for bookings that were not paid in time, are cancelled, or are
/// confirmed by hand.
pub(crate) async fn close(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    close_with(app, booking, Ending::Asked(None)).await
}

/// Like [`close`], by an administrator. If the booking ends, `line` is stored with it.
pub(crate) async fn close_by(
    app: &App,
    booking: Booking,
    line: &Entry,
) -> Result<Booking, SettleError> {
    close_with(app, booking, Ending::Asked(Some(line))).await
}

/// Like [`close`], for a booking whose departure the agency moved or cancelled. An email tells the traveller.
pub(crate) async fn close_for_departure(
    app: &App,
    booking: Booking,
) -> Result<Booking, SettleError> {
    close_with(app, booking, Ending::Departure).await
}

/// Like [`close`], for a booking that was not paid in time. The agency is informed that the payment failed.
pub(crate) async fn expire(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    close_with(app, booking, Ending::Failed).await
}

async fn close_with(
    app: &App,
    mut booking: Booking,
    ending: Ending<'_>,
) -> Result<Booking, SettleError> {
    if !booking.is_payable() {
        return Ok(booking);
    }
    if booking.is_covered_by_credit() {
        return confirm_with_credit(app, booking).await;
    }
    if close_other_attempts(app, &booking).await? {
        return Ok(bookings::reread(&app.db, booking).await?);
    }
    let intent_id = match &booking.payment.intent_id {
        Some(id) => id.clone(),
        // No provider takes money for the booking: a reseller is invoiced, or staff record the payment.
        None if booking.reseller.is_some()
            || booking.payment.way != Way::Card
            || !app.payments.takes_cards() =>
        {
            end_or_confirm(app, booking.id, ending).await?;
            return Ok(bookings::reread(&app.db, booking).await?);
        }
        // A crash happened between opening the payment and recording it. The provider finds it by the booking.
        None => app.payments.open(&first_payment(app, &booking)).await?.id,
    };
    // Recorded first, because the reconciler or the webhook may see the cancelled intent before this request
    // continues.
    if !matches!(ending, Ending::Failed) && booking.payment.by_hand.is_none() {
        bookings::request_cancellation(&app.db, booking.id, app.clock.now()).await?;
        kill_point("cancel-requested");
    }
    let intent = app.payments.cancel(&intent_id).await?;
    kill_point("unpaid-payment-cancelled");
    let intent = in_booking_currency(app, intent).await?;
    booking.payment.intent_id = Some(intent_id);
    apply(app, &booking, &intent, ending).await?;
    mark_paid(app, &intent).await?;
    Ok(bookings::reread(&app.db, booking).await?)
}

/// Asks about the payments at wallets that another one replaced. Returns true if one was paid, or if its wallet works
/// on it: then the booking does not end.
async fn close_other_attempts(app: &App, booking: &Booking) -> Result<bool, SettleError> {
    for intent_id in list_intent_ids(app, booking).await? {
        if booking.payment.intent_id.as_ref() == Some(&intent_id) {
            continue;
        }
        let intent = app.payments.cancel(&intent_id).await?;
        let intent = in_booking_currency(app, intent).await?;
        let is_live = matches!(
            intent.status,
            IntentStatus::Succeeded | IntentStatus::Processing
        );
        if is_live {
            apply(app, booking, &intent, Ending::Failed).await?;
            mark_paid(app, &intent).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

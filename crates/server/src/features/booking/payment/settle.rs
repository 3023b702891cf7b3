//! Settles bookings: the only place that confirms a payment (decisions §5). It retrieves the state of the payment
//! from the provider and records it once. Called by verify-payment, by reading a booking, by opening its payment
//! again, by the webhook, by cancelling and by the reconciler. The first caller makes the transition; the others find
//! it made.

use domain::booking::Booking;
use store::audit::Entry;
use store::seats::{self, ClaimState};
use store::{StoreError, bookings, payment_requests};
use uuid::Uuid;

use super::apply::{Ending, apply, end_unpaid, resume_hold};
use super::capture::SettleError;
use super::close::{close, expire};
use super::confirm::{confirm_with_credit, record_mismatch};
use super::wallet::{self, in_booking_currency, is_over, list_intent_ids, mark_paid};
use crate::features::balance::settle::{settle_balance, settle_request};
use crate::platform::adapters::payments::IntentStatus;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;
use crate::platform::kill_points::kill_point;

/// Returns the booking after checking its payment at the provider, that of its balance included. A booking without a
/// pending payment is returned unchanged.
pub async fn settle(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    let booking = settle_balance(app, booking).await?;
    if booking.is_covered_by_credit() {
        return confirm_with_credit(app, booking).await;
    }
    if booking.is_payable() && booking.payment.by_hand.is_some() {
        return close(app, booking).await;
    }
    if !(booking.is_payable() || booking.is_payment_late()) {
        return Ok(booking);
    }
    let mut settled = booking;
    let mut failure = None;
    for intent_id in list_intent_ids(app, &settled).await? {
        // If one provider does not answer, the payments at the others are still settled.
        match settle_with(app, settled.clone(), &intent_id).await {
            Ok(booking) => settled = booking,
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    match failure {
        Some(error) if settled.is_payable() || settled.is_payment_late() => Err(error),
        _ => Ok(settled),
    }
}

/// Like [`settle`]. A booking whose hold has ended is cancelled without waiting for the sweep.
pub(crate) async fn settle_or_end(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    let booking = settle(app, booking).await?;
    let can_end =
        booking.is_payable() && booking.payment.by_hand.is_none() && booking.paid().is_zero();
    if booking.departure_id.is_none() || !can_end {
        return Ok(booking);
    }
    let now = app.clock.now();
    let held = seats::find(&app.db, booking.id).await?;
    let has_seats = held.is_some_and(|held| {
        held.state != ClaimState::Released && held.expires_at.is_none_or(|end| now < end)
    });
    if has_seats {
        return Ok(booking);
    }
    expire(app, booking).await
}

/// Like [`settle`], for a given payment, which may differ from the recorded one. A payment of another booking changes
/// nothing.
pub async fn settle_with(
    app: &App,
    booking: Booking,
    intent_id: &str,
) -> Result<Booking, SettleError> {
    if let Some(request) = payment_requests::find_by_intent(&app.db, intent_id).await? {
        return match request.booking_id == booking.id {
            true => settle_request(app, booking, &request, intent_id).await,
            false => Ok(booking),
        };
    }
    let intent = app.payments.retrieve(intent_id).await?;
    kill_point("payment-asked");
    if intent.booking_id == booking.id {
        let intent = in_booking_currency(app, intent).await?;
        if is_over(&booking, &intent) {
            end_attempt(app, &booking, &intent.id).await?;
        } else {
            apply(app, &booking, &intent, Ending::Failed).await?;
            mark_paid(app, &intent).await?;
        }
        return Ok(bookings::reread(&app.db, booking).await?);
    }
    if booking.payment.intent_id.as_deref() == Some(intent_id) {
        record_mismatch(app, &booking, &intent).await?;
        return Err(SettleError::Mismatch(intent.id, booking.id));
    }
    Ok(booking)
}

/// A payment that the wallet has ended: the traveller may pay again, as after a declined card.
async fn end_attempt(app: &App, booking: &Booking, intent_id: &str) -> Result<(), StoreError> {
    wallet::end_unpaid(app, booking, intent_id).await?;
    resume_hold(app, booking).await
}

/// Ends a booking whose payment does not match, and refunds everything that the provider captured.
pub(crate) async fn end_mismatched(
    app: &App,
    booking: Booking,
    line: Option<&Entry>,
) -> Result<Booking, SettleError> {
    end_unpaid(app, booking.id, Ending::Asked(line), app.clock.now()).await?;
    kill_point("mismatched-booking-ended");
    let ended = bookings::reread(&app.db, booking).await?;
    settle(app, ended).await
}

/// Cancels a payment intent that was replaced. If it was captured already, all of it is refunded.
pub(crate) async fn end_intent(
    app: &App,
    booking_id: Uuid,
    intent_id: &str,
) -> Result<(), JobError> {
    let Some(booking) = bookings::find(&app.db, booking_id).await? else {
        return Ok(());
    };
    let intent = app
        .payments
        .cancel(intent_id)
        .await
        .map_err(JobError::other)?;
    kill_point("replaced-payment-cancelled");
    match intent.status {
        IntentStatus::Succeeded => {
            let settled = settle_with(app, booking, intent_id).await;
            settled.map(|_| ()).map_err(JobError::other)
        }
        // The provider works on the payment: the next run sees the result.
        IntentStatus::Processing => Err(JobError::other("the payment is being processed")),
        _ => Ok(()),
    }
}

//! Applies to a booking what the provider reports about its payment: confirms it, ends it, or keeps its seats.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus};
use store::audit::{self, Entry};
use store::jobs::{self, Job};
use store::seats::{self, ClaimState};
use store::{StoreError, Tx, agency_events, bookings};
use uuid::Uuid;

use super::capture::SettleError;
use super::confirm::{confirm, confirm_by_hand};
use crate::features::booking::agency_event;
use crate::features::waitlist::offers::pass_on;
use crate::platform::adapters::payments::{Intent, IntentStatus, Wallet};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const NEVER_PAID: &str = "The payment was cancelled before it was made.";

/// Why an unpaid booking ends.
#[derive(Clone, Copy)]
pub(super) enum Ending<'a> {
    /// The end was requested. Contains the audit log entry if an administrator requested it.
    Asked(Option<&'a Entry>),
    /// The agency moved or cancelled the departure. An email tells the traveller, who may be about to transfer money.
    Departure,
    /// The payment can no longer be made. Not a failure if the cancellation was requested meanwhile.
    Failed,
}

pub(super) async fn apply(
    app: &App,
    booking: &Booking,
    intent: &Intent,
    ending: Ending<'_>,
) -> Result<(), SettleError> {
    let now = app.clock.now();
    match (intent.status, &intent.last_error) {
        (IntentStatus::Succeeded, _) => confirm(app, booking, intent).await,
        (IntentStatus::Canceled, _) if is_of(booking, intent) => {
            end_or_confirm(app, booking.id, ending).await
        }
        (IntentStatus::Processing, _)
            if is_of(booking, intent) || Wallet::of(&intent.id).is_some() =>
        {
            Ok(keep_seats(app, booking.id).await?)
        }
        (IntentStatus::RequiresPaymentMethod, message) if is_of(booking, intent) => {
            if let Some(message) = message {
                bookings::record_decline(&app.db, booking.id, message, now).await?;
            }
            Ok(resume_hold(app, booking).await?)
        }
        _ => Ok(()),
    }
}

/// The state of an intent other than the recorded one matters only if it was paid. One that was replaced by a payment
/// of another way is such an intent, even if none is recorded.
fn is_of(booking: &Booking, intent: &Intent) -> bool {
    match booking.payment.intent_id.as_deref() {
        Some(noted) => noted == intent.id,
        None => booking.payment.intent_number == 0 && !booking.payment.way.is_by_hand(),
    }
}

/// Keeps the seats while the provider works on the payment, because its money can no longer be stopped.
async fn keep_seats(app: &App, booking_id: Uuid) -> Result<(), StoreError> {
    app.in_transaction("keep_seats", async |tx| -> Result<(), StoreError> {
        let booking = bookings::find_for_update(&tx, booking_id).await?;
        if booking.is_some_and(|booking| booking.departure_id.is_some() && booking.is_payable()) {
            // If too few seats are free, a captured payment is refunded.
            seats::keep(&tx, booking_id, app.clock.now()).await?;
        }
        Ok(())
    })
    .await
}

/// Starts the hold anew after a payment that was being processed has failed.
pub(super) async fn resume_hold(app: &App, booking: &Booking) -> Result<(), StoreError> {
    if booking.departure_id.is_none() || booking.payment.by_hand.is_some() {
        return Ok(());
    }
    let claim = seats::find(&app.db, booking.id).await?;
    if claim.is_none_or(|claim| claim.state != ClaimState::Held || claim.expires_at.is_some()) {
        return Ok(());
    }
    let now = app.clock.now();
    app.in_transaction("resume_hold", async |tx| -> Result<(), StoreError> {
        let stored = bookings::find_for_update(&tx, booking.id).await?;
        if stored.is_some_and(|stored| stored.is_payable() && stored.payment.by_hand.is_none()) {
            let hold_end = now + app.config.hold_for;
            let hold_end = booking
                .payment
                .pay_by
                .map_or(hold_end, |end| end.max(hold_end));
            seats::resume(&tx, booking.id, hold_end, now).await?;
        }
        Ok(())
    })
    .await
}

/// Ends a booking that can no longer be paid, or confirms it if an administrator has recorded another payment.
pub(super) async fn end_or_confirm(
    app: &App,
    booking_id: Uuid,
    ending: Ending<'_>,
) -> Result<(), SettleError> {
    if end_unpaid(app, booking_id, ending, app.clock.now()).await? {
        kill_point("booking-expired");
        return Ok(());
    }
    confirm_by_hand(app, booking_id).await
}

/// Ends a booking whose payment can no longer be made. A concurrent call may have ended it before the request of the
/// administrator who cancelled it; the audit log entry is then still written, once.
pub(super) async fn end_unpaid(
    app: &App,
    booking_id: Uuid,
    ending: Ending<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let moved = app
        .in_transaction("end_unpaid_booking", async |tx| -> Result<_, StoreError> {
            let moved = match ending {
                Ending::Asked(_) | Ending::Departure => {
                    bookings::fail(&tx, booking_id, NEVER_PAID, now).await?
                }
                Ending::Failed => bookings::end_hold(&tx, booking_id, NEVER_PAID, now).await?,
            };
            if moved {
                pass_on_seats(app, &tx, booking_id).await?;
            }
            if moved && matches!(ending, Ending::Departure) {
                let mail = Job::MailBookingCancelled { booking_id };
                jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            }
            if moved
                && matches!(ending, Ending::Failed)
                && is_payment_failure(&tx, booking_id).await?
            {
                agency_event::add(app, &tx, agency_events::Kind::PaymentFailed, booking_id).await?;
            }
            if let Ending::Asked(Some(line)) = ending
                && (moved || is_cancelled(&tx, booking_id).await?)
                && !audit::has(&tx, &line.action, &line.subject).await?
            {
                audit::add(&tx, line).await?;
            }
            Ok(moved)
        })
        .await?;
    app.wake_worker();
    Ok(moved)
}

/// Offers the seats of a booking that this transaction ended to those who wait.
async fn pass_on_seats(app: &App, tx: &Tx, booking_id: Uuid) -> Result<(), StoreError> {
    let booking = bookings::find(tx, booking_id).await?;
    pass_on(app, tx, booking.and_then(|booking| booking.departure_id)).await
}

/// Not if the end was requested, and not for a reseller's booking, which has no payment that could fail.
async fn is_payment_failure(tx: &Tx, booking_id: Uuid) -> Result<bool, StoreError> {
    let booking = bookings::find(tx, booking_id).await?;
    Ok(booking.is_some_and(|booking| {
        booking.payment.cancel_requested_at.is_none() && booking.reseller.is_none()
    }))
}

async fn is_cancelled(tx: &Tx, booking_id: Uuid) -> Result<bool, StoreError> {
    // The lock makes concurrent calls run one after the other, so that the second one finds the entry of the first.
    let booking = bookings::find_for_update(tx, booking_id).await?;
    Ok(booking.is_some_and(|booking| booking.status == BookingStatus::Cancelled))
}

//! Periodic tasks of bookings: confirm payments that were made, and cancel bookings that were not paid in time
//! (decisions §5, §10 "Jobs").

use chrono::{DateTime, TimeDelta, Utc};
use domain::booking::{Booking, BookingStatus};
use store::departure_changes;
use uuid::Uuid;

use super::capture::SettleError;
use super::close::expire;
use super::settle::{settle, settle_with};
use crate::features::booking::refund::steps::finish;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::JobError;

const LATE_PAYMENT_WINDOW: TimeDelta = TimeDelta::hours(48);
/// Longer than Stripe retries an event.
const EVENT_RETENTION: TimeDelta = TimeDelta::days(30);

/// Settles every booking that waits for its payment, or for that of its balance.
pub async fn reconcile(app: &App) -> Result<(), JobError> {
    let ids = store::bookings::list_payable_ids(&app.db).await?;
    each(app, ids, Step::Settle).await;
    let ids = store::payment_requests::list_open_booking_ids(&app.db).await?;
    each(app, ids, Step::Settle).await;
    let ids = store::refunds::list_requested_ids(&app.db).await?;
    each(app, ids, Step::Refund).await;
    Ok(())
}

/// Checks for late payments of recently ended bookings. Without a webhook, or when one is lost, nothing else would
/// find them.
pub async fn find_late_payments(app: &App) -> Result<(), JobError> {
    let since = app.clock.now() - LATE_PAYMENT_WINDOW;
    let ids = store::bookings::list_ended_ids_since(&app.db, since).await?;
    each(app, ids, Step::Settle).await;
    settle_wallet_payments(app).await?;
    settle_ended_balances(app, since).await?;
    let now = app.clock.now();
    store::wallet_payments::end_before(&app.db, since, now).await?;
    Ok(())
}

/// Asks about the payments at wallets of bookings that wait for none any more. No wallet closes a payment, so that a
/// payer may pay it after another one, and after the booking ended.
async fn settle_wallet_payments(app: &App) -> Result<(), JobError> {
    for payment in store::wallet_payments::list_open(&app.db).await? {
        let booking = store::bookings::find(&app.db, payment.booking_id).await?;
        let settled = booking.filter(|booking| !booking.is_payable());
        let (Some(booking), Some(intent_id)) = (settled, payment.intent_id) else {
            continue;
        };
        if let Err(error) = settle_with(app, booking, &intent_id).await {
            app.metrics.finding("not_settled");
            tracing::error!(payment = %payment.id, error = error_chain(&error), "failed to settle a payment at a wallet; it will be retried");
        }
    }
    Ok(())
}

/// Asks about the payments of balances that ended since `moment`, which may have been captured all the same.
async fn settle_ended_balances(app: &App, moment: DateTime<Utc>) -> Result<(), JobError> {
    for request in store::payment_requests::list_ended_since(&app.db, moment).await? {
        let booking = store::bookings::find(&app.db, request.booking_id).await?;
        let (Some(booking), Some(intent_id)) = (booking, request.intent_id) else {
            continue;
        };
        if let Err(error) = settle_with(app, booking, &intent_id).await {
            app.metrics.finding("not_settled");
            tracing::error!(payment = %request.id, error = error_chain(&error), "failed to settle the payment of a balance; it will be retried");
        }
    }
    Ok(())
}

/// Completes the bookings whose last day has passed. Of a departure that was moved or cancelled, the answer or silence of
/// the traveller is applied first, which may take longer than the trek if the server was down.
pub async fn complete(app: &App) -> Result<(), JobError> {
    let today = app.clock.today(app.config.timezone);
    for id in store::bookings::list_started_ids(&app.db, today).await? {
        let booking = store::bookings::find(&app.db, id).await?;
        if booking.is_none_or(|booking| booking.end_date >= today) {
            continue;
        }
        let choices = departure_changes::list_open_for_bookings(&app.db, &[id]).await?;
        if choices.is_empty() {
            store::bookings::complete(&app.db, id, app.clock.now()).await?;
        }
    }
    Ok(())
}

/// Cancels the bookings that were not paid in time, and deletes expired idempotency keys.
pub async fn expire_unpaid(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let ids = store::bookings::list_expirable_ids(&app.db, now - app.config.unpaid_for).await?;
    each(app, ids, Step::Expire).await;
    expire_holds(app).await?;
    store::idempotency::delete_expired(&app.db, now).await?;
    store::stripe_events::delete_before(&app.db, now - EVENT_RETENTION).await?;
    Ok(())
}

/// Cancels the unpaid bookings whose seats are no longer held.
pub async fn expire_holds(app: &App) -> Result<(), JobError> {
    let ids = store::bookings::list_ids_without_seats(&app.db, app.clock.now()).await?;
    each(app, ids, Step::EndHold).await;
    Ok(())
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Settle,
    /// Ends the booking if its time to pay is over. That time depends on its way to pay.
    Expire,
    EndHold,
    Refund,
}

/// Runs a step for each id. A failure does not stop the others.
async fn each(app: &App, ids: Vec<Uuid>, step: Step) {
    for id in ids {
        if let Err(error) = take(app, id, step).await {
            app.metrics.finding("not_settled");
            tracing::error!(%id, ?step, error = error_chain(&error), "failed to settle a booking or refund; it will be retried");
        }
    }
}

async fn take(app: &App, id: Uuid, step: Step) -> Result<(), SettleError> {
    if matches!(step, Step::Refund) {
        app.metrics.finding("refund_taken_up");
        return finish(app, id).await;
    }
    let Some(booking) = store::bookings::find(&app.db, id).await? else {
        return Ok(());
    };
    let (before, owed) = (booking.status, booking.is_payment_late());
    // The provider captured money for it, so the agency decides; or staff took part of its deposit.
    let has_money = booking.payment.mismatch.is_some() || !booking.paid().is_zero();
    let is_in_time = app.clock.now() < booking.pay_by(app.config.unpaid_for);
    let after = match step {
        Step::Expire | Step::EndHold if has_money => booking,
        Step::Expire if is_in_time => booking,
        Step::Expire | Step::EndHold => expire(app, booking).await?,
        Step::Settle | Step::Refund => settle(app, booking).await?,
    };
    if let Some(finding) = finding((before, owed), &after) {
        app.metrics.finding(finding);
    }
    Ok(())
}

/// The change that a step made, as a label of the metric.
fn finding((before, owed): (BookingStatus, bool), after: &Booking) -> Option<&'static str> {
    match after.status {
        status if status == before => (owed && !after.is_payment_late()).then_some("late_money"),
        BookingStatus::Confirmed => Some("payment_found"),
        _ => Some("unpaid_ended"),
    }
}

//! Periodic tasks of bookings: confirm payments that were made, and cancel bookings that were not paid in time
//! (decisions §5, §10 "Jobs").

use chrono::TimeDelta;
use domain::booking::{Booking, BookingStatus};
use uuid::Uuid;

use super::payment_record::SettleError;
use super::refund_steps::finish;
use super::settle::{expire, settle};
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::JobError;

const LATE_PAYMENT_WINDOW: TimeDelta = TimeDelta::hours(48);
/// Longer than Stripe retries an event.
const EVENT_RETENTION: TimeDelta = TimeDelta::days(30);

/// Settles every booking that waits for its payment.
pub async fn reconcile(app: &App) -> Result<(), JobError> {
    let ids = store::bookings::list_payable_ids(&app.db).await?;
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
    Ok(())
}

/// Completes the bookings whose last day has passed.
pub async fn complete(app: &App) -> Result<(), JobError> {
    let today = app.clock.today(app.config.timezone);
    for id in store::bookings::list_started_ids(&app.db, today).await? {
        let booking = store::bookings::find(&app.db, id).await?;
        if booking.is_some_and(|booking| booking.end_date < today) {
            store::bookings::complete(&app.db, id, app.clock.now()).await?;
        }
    }
    Ok(())
}

/// Cancels the bookings that were not paid in time, and deletes expired idempotency keys.
pub async fn expire_unpaid(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let ids = store::bookings::list_unpaid_ids_before(&app.db, now - app.config.unpaid_for).await?;
    each(app, ids, Step::Expire).await;
    store::idempotency::delete_expired(&app.db, now).await?;
    store::stripe_events::delete_before(&app.db, now - EVENT_RETENTION).await?;
    Ok(())
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Settle,
    Expire,
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
    let after = match step {
        // The provider captured money for it, so the agency decides.
        Step::Expire if booking.payment.mismatch.is_some() => booking,
        Step::Expire => expire(app, booking).await?,
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

//! What happens without anybody asking: payments that were made are confirmed, bookings that nobody
//! paid in time are cancelled (decisions §5, §10 "Jobs").

use chrono::TimeDelta;
use domain::booking::{Booking, BookingStatus};
use uuid::Uuid;

use super::payment_record::SettleError;
use super::refund_steps::finish;
use super::settle::{expire, settle};
use crate::platform::app::App;
use crate::platform::job_runner::JobError;

const LATE_FOR: TimeDelta = TimeDelta::hours(48);
/// Longer than Stripe repeats one.
const EVENTS_KEPT: TimeDelta = TimeDelta::days(30);

/// Asks the provider about every booking that waits for its payment.
pub async fn reconcile(app: &App) -> Result<(), JobError> {
    let ids = store::bookings::payable(&app.db).await?;
    each(app, ids, Step::Settle).await;
    let ids = store::refunds::requested(&app.db).await?;
    each(app, ids, Step::Refund).await;
    Ok(())
}

/// Looks whether money came for bookings that have ended in the last days: where a webhook is lost, or there
/// is none, nobody else would find it.
pub async fn look_for_late_money(app: &App) -> Result<(), JobError> {
    let since = app.clock.now() - LATE_FOR;
    let ids = store::bookings::ended_since(&app.db, since).await?;
    each(app, ids, Step::Settle).await;
    Ok(())
}

/// Completes the bookings whose last day is over.
pub async fn complete(app: &App) -> Result<(), JobError> {
    let today = app.clock.today(app.config.timezone);
    for id in store::bookings::begun(&app.db, today).await? {
        let booking = store::bookings::find(&app.db, id).await?;
        if booking.is_some_and(|booking| booking.end_date < today) {
            store::bookings::complete(&app.db, id, app.clock.now()).await?;
        }
    }
    Ok(())
}

/// Cancels the bookings that nobody paid in time, and forgets keys that are out of date.
pub async fn sweep(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let ids = store::bookings::unpaid_before(&app.db, now - app.config.unpaid_for).await?;
    each(app, ids, Step::Expire).await;
    store::idempotency::forget_expired(&app.db, now).await?;
    store::stripe_events::forget_before(&app.db, now - EVENTS_KEPT).await?;
    Ok(())
}

#[derive(Clone, Copy, Debug)]
enum Step {
    Settle,
    Expire,
    Refund,
}

/// One that fails does not keep the others from their turn.
async fn each(app: &App, ids: Vec<Uuid>, step: Step) {
    for id in ids {
        if let Err(error) = take(app, id, step).await {
            app.metrics.finding("not_settled");
            tracing::error!(%id, ?step, %error, "a booking or refund cannot be settled; it is tried again");
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
    let (before, owed) = (booking.status, booking.owes_late_money());
    let after = match step {
        // The provider has money for it: the agency decides.
        Step::Expire if booking.payment.mismatch.is_some() => booking,
        Step::Expire => expire(app, booking).await?,
        Step::Settle | Step::Refund => settle(app, booking).await?,
    };
    if let Some(finding) = finding((before, owed), &after) {
        app.metrics.finding(finding);
    }
    Ok(())
}

/// What a look has changed.
fn finding((before, owed): (BookingStatus, bool), after: &Booking) -> Option<&'static str> {
    match after.status {
        status if status == before => (owed && !after.owes_late_money()).then_some("late_money"),
        BookingStatus::Confirmed => Some("payment_found"),
        _ => Some("unpaid_ended"),
    }
}

//! What happens without anybody asking: payments that were made are confirmed, bookings that nobody
//! paid for a day are cancelled (decisions §5, §10 "Jobs").

use chrono::TimeDelta;
use uuid::Uuid;

use super::settle::{SettleError, expire, settle};
use crate::app::App;
use crate::worker::JobError;

const UNPAID_FOR: TimeDelta = TimeDelta::hours(24);

/// Asks the provider about every booking that waits for its payment.
pub async fn reconcile(app: &App) -> Result<(), JobError> {
    let ids = store::bookings::payable(&app.db).await?;
    each(app, ids, Step::Settle).await;
    Ok(())
}

/// Cancels the bookings that nobody paid for a day, and forgets keys that are out of date.
pub async fn sweep(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let ids = store::bookings::unpaid_before(&app.db, now - UNPAID_FOR).await?;
    each(app, ids, Step::Expire).await;
    store::idempotency::forget_expired(&app.db, now).await?;
    Ok(())
}

#[derive(Clone, Copy)]
enum Step {
    Settle,
    Expire,
}

/// One that fails does not keep the others from their turn.
async fn each(app: &App, ids: Vec<Uuid>, step: Step) {
    for id in ids {
        if let Err(error) = take(app, id, step).await {
            tracing::error!(booking = %id, %error, "a booking cannot be settled; it is tried again");
        }
    }
}

async fn take(app: &App, id: Uuid, step: Step) -> Result<(), SettleError> {
    let Some(booking) = store::bookings::find(&app.db, id).await? else {
        return Ok(());
    };
    match step {
        Step::Settle => settle(app, booking).await?,
        Step::Expire => expire(app, booking).await?,
    };
    Ok(())
}

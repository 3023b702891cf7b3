//! The waitlist of a departure that the agency moves or cancels.

use chrono::NaiveDate;
use domain::departure::Departure;
use domain::waitlist::WaitlistState;
use store::jobs::{self, Job};
use store::{StoreResult, Tx, seats, waitlist};
use uuid::Uuid;

use super::offers::offer_if_awaited;
use crate::platform::app::App;

/// Takes those who wait for `source` to the departure that it moves to, in the transaction of the move. Without one it
/// is cancelled, and its waitlist ends. The pools are locked already.
pub(crate) async fn follow_change(
    app: &App,
    tx: &Tx,
    source: &Departure,
    target: Option<&Departure>,
) -> StoreResult<()> {
    if let Some(target) = target {
        take_along(app, tx, (source.id, source.start_date), target.id).await?;
        offer_if_awaited(app, tx, target.pool_id).await?;
    }
    offer_if_awaited(app, tx, source.pool_id).await?;
    Ok(())
}

/// A traveller who waits for the target already keeps the entry there.
async fn take_along(
    app: &App,
    tx: &Tx,
    (source_id, from_start): (Uuid, NaiveDate),
    target_id: Uuid,
) -> StoreResult<()> {
    let now = app.clock.now();
    let active = [WaitlistState::Waiting, WaitlistState::Offered];
    for entry in waitlist::list_for_departure(tx, source_id).await? {
        if !active.contains(&entry.state) {
            continue;
        }
        seats::release(tx, entry.id, now).await?;
        let waits_there = waitlist::find_active(tx, target_id, entry.user_id).await?;
        if waits_there.is_some() {
            waitlist::lapse(tx, entry.id, now).await?;
            continue;
        }
        waitlist::delete_left(tx, target_id, entry.user_id).await?;
        waitlist::follow_move(tx, entry.id, target_id, now).await?;
        let mail = Job::MailWaitlistMoved {
            entry_id: entry.id,
            from_start,
        };
        jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    }
    Ok(())
}

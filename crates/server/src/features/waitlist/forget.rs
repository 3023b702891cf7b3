//! Removes the waitlist entries of an account that is deleted.

use std::collections::BTreeSet;

use store::{StoreResult, Tx, departures, seats, waitlist};
use uuid::Uuid;

use super::offers::offer_seats;
use crate::platform::app::App;

/// Deletes the entries of a traveller. Seats that were offered go to the next party.
pub(crate) async fn forget_entries(app: &App, tx: &Tx, user_id: Uuid) -> StoreResult<()> {
    let entries = waitlist::list_for_user(tx, user_id).await?;
    let ids: Vec<Uuid> = entries.iter().map(|entry| entry.departure_id).collect();
    let found = departures::find_all(tx, &ids).await?;
    // Pools are locked in the order of their ids, as everywhere.
    let pools: BTreeSet<Uuid> = found.values().map(|departure| departure.pool_id).collect();
    for pool_id in pools {
        let now = app.clock.now();
        seats::lock_pool(tx, pool_id, now).await?;
        let is_in_pool = |departure_id| {
            found
                .get(&departure_id)
                .is_some_and(|departure| departure.pool_id == pool_id)
        };
        for entry in entries
            .iter()
            .filter(|entry| is_in_pool(entry.departure_id))
        {
            seats::release(tx, entry.id, now).await?;
            waitlist::delete(tx, entry.id).await?;
        }
        offer_seats(app, tx, pool_id).await?;
    }
    Ok(())
}

//! Group departures of the demo, and their pools of seats.

use std::collections::HashMap;

use chrono::NaiveDate;
use domain::departure::Departure;
use store::Tx;
use store::seats::{self, Usage};

use super::Calendar;
use super::departure_plan::{plan, published};
use super::treks::Stored;
use crate::platform::app::StartError;

/// Stored departures by the names of the table. Ones without a name are not needed again.
pub type Named = HashMap<&'static str, Departure>;

/// Stores the departures that do not exist yet.
pub(crate) async fn load(
    tx: &Tx,
    calendar: Calendar,
    today: NaiveDate,
    treks: &HashMap<String, Stored>,
) -> Result<Named, StartError> {
    let mut named = Named::new();
    let now = published(today);
    for planned in plan(calendar, today, treks)? {
        let departure = planned.departure;
        let stored = store::departures::find(tx, departure.id).await?;
        if stored.is_none() {
            if departure.pool_id == departure.id {
                let usage = Usage {
                    capacity: planned.capacity,
                    ..Usage::default()
                };
                seats::insert_pool(tx, departure.id, usage, now).await?;
            }
            store::departures::insert(tx, &departure, now).await?;
        }
        if let Some(name) = planned.name {
            named.insert(name, stored.unwrap_or(departure));
        }
    }
    Ok(named)
}

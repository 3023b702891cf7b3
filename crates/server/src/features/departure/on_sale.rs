//! Finds the departure that a booking request names, and says why it cannot be booked; lists those that can be.

use domain::departure::{Departure, DepartureKind, DepartureState};
use domain::problem::Problem;
use domain::trek::Trek;
use store::StoreError;
use store::departures::{self, Wanted};
use store::seats::{self, Usage};
use uuid::Uuid;

use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

const INVALID: &str = "Invalid booking data";
pub const NOT_FOUND: &str = "Departure not found.";
pub const NOT_ON_SALE: &str = "This departure is no longer on sale.";

/// A group departure of `trek` whose seats are sold today.
pub(crate) async fn find_on_sale(app: &App, trek: &Trek, id: Uuid) -> ApiResult<Departure> {
    let found = departures::find(&app.db, id).await?;
    let found = found.filter(|departure| departure.trek_id == trek.id);
    let found = found
        .ok_or_else(|| ApiError::invalid(INVALID, vec![Problem::new("departureId", NOT_FOUND)]))?;
    let today = app.clock.today(app.config.timezone);
    if !trek.sold_as.has_departures() || !found.is_on_sale(today) {
        return Err(ApiError::conflict(NOT_ON_SALE));
    }
    Ok(found)
}

/// No route has more departures ahead.
const MAX_LISTED: u64 = 1000;

/// The departures of a route (ids of trek and route) that are on sale and have seats for a party, next first.
pub(crate) async fn list_with_seats(
    app: &App,
    (trek_id, route_id): (Uuid, Uuid),
    guests: u32,
) -> Result<Vec<(Departure, Usage)>, StoreError> {
    let (now, today) = (app.clock.now(), app.clock.today(app.config.timezone));
    let wanted = Wanted {
        from: Some(today),
        trek_id: Some(trek_id),
        kind: Some(DepartureKind::Group),
        state: Some(DepartureState::Open),
        ..Wanted::default()
    };
    let mut found = departures::list(&app.db, &wanted, MAX_LISTED).await?;
    found.retain(|other| other.route_id == route_id && other.is_on_sale(today));
    let pools: Vec<Uuid> = found.iter().map(|other| other.pool_id).collect();
    let usage = seats::usage(&app.db, &pools, now).await?;
    let with_usage = found.into_iter().map(|other| {
        let usage = usage.get(&other.pool_id).copied().unwrap_or_default();
        (other, usage)
    });
    Ok(with_usage
        .filter(|(_, usage)| usage.left() >= guests)
        .collect())
}

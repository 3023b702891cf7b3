//! How the seats of departures are used now.

use std::collections::HashMap;

use domain::departure::Departure;
use store::seats::{self, Usage};
use uuid::Uuid;

use crate::http::error::ApiResult;
use crate::platform::app::App;

/// The use of the pools of these departures.
pub(super) async fn usage_of(app: &App, found: &[Departure]) -> ApiResult<HashMap<Uuid, Usage>> {
    let pools: Vec<Uuid> = found.iter().map(|departure| departure.pool_id).collect();
    Ok(seats::usage(&app.db, &pools, app.clock.now()).await?)
}

pub(super) fn usage_in(usage: &HashMap<Uuid, Usage>, departure: &Departure) -> Usage {
    usage.get(&departure.pool_id).copied().unwrap_or_default()
}

//! `GET /api/bookings/get-trending-treks`: what is booked most (decisions §9 question 139).

use std::collections::HashSet;

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, TimeDelta, Utc};

use super::wire_summary::{TrekList, TrekListAnswer};
use crate::answer::Success;
use crate::app::App;
use crate::error::{ApiResult, Failure};

const MOST: usize = 3;
const RECENT: TimeDelta = TimeDelta::days(90);

/// Up to three treks with paid bookings: of the last 90 days, then of all time. The client fills up the rest.
#[utoipa::path(
    get, path = "/api/bookings/get-trending-treks", tag = "treks",
    responses((status = 200, body = TrekListAnswer), (status = 500, body = Failure)),
)]
pub async fn list_trending_treks(State(app): State<App>) -> ApiResult<Json<TrekListAnswer>> {
    let offered = app.offered_treks.get(&app.db).await?;
    let recent = store::bookings::popular_treks(&app.db, app.clock.now() - RECENT).await?;
    let ever = store::bookings::popular_treks(&app.db, DateTime::<Utc>::UNIX_EPOCH).await?;
    let mut seen = HashSet::new();
    let treks = recent
        .into_iter()
        .chain(ever)
        .filter(|id| seen.insert(*id))
        .filter_map(|id| offered.treks.iter().find(|trek| trek.id == id).cloned())
        .take(MOST)
        .collect();
    Ok(Json(TrekListAnswer {
        status: Success::Success,
        data: TrekList { treks },
    }))
}

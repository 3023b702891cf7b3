//! `POST /api/departures/{id}/cancel` and `POST /api/departures/{id}/move`: the agency changes a departure, and every
//! booking of it gets a choice.

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use domain::departure::{Departure, DepartureStatus};
use domain::departure_change::{ChangeKind, DepartureChange, check_change};
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use store::departures;
use utoipa::ToSchema;
use uuid::Uuid;

use super::record::record;
use super::target::{self, dated_target, named_target};
use super::wire::{ChangeAnswer, WhenSilent};
use crate::features::departure::on_sale::NOT_FOUND;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::platform::app::App;

const INVALID_CANCELLATION: &str = "Invalid cancellation. Please check your input.";

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelDeparture {
    /// For the travellers, in one line.
    #[serde(default)]
    pub reason: String,
    /// The last day to answer. Who has not answered by then is refunded.
    pub answer_by: NaiveDate,
}

/// Either a start date or a departure.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MoveDeparture {
    /// The open departure of the route on that day is used, or one with the same terms is made.
    pub start_date: Option<NaiveDate>,
    /// Another departure of the same trek.
    pub departure_id: Option<String>,
    /// The last day to answer.
    pub answer_by: NaiveDate,
    /// What happens to the bookings of those who do not answer.
    pub when_silent: WhenSilent,
    /// For the travellers, in one line.
    #[serde(default)]
    pub reason: Option<String>,
}

/// Cancels a departure. Every traveller chooses another departure, a travel credit or the whole money back.
#[utoipa::path(
    post, path = "/api/departures/{id}/cancel", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)), request_body = CancelDeparture,
    responses((status = 200, body = ChangeAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn cancel_departure(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
    Body(ask): Body<CancelDeparture>,
) -> ApiResult<Json<ChangeAnswer>> {
    let source = changeable(&app, id.or_not_found(NOT_FOUND)?).await?;
    let reason = ask.reason.trim().to_owned();
    let today = app.clock.today(app.config.timezone);
    let last = source.start_date.max(today);
    let problems = check_change(&reason, true, ask.answer_by, (today, last));
    if !problems.is_empty() {
        return Err(ApiError::invalid(INVALID_CANCELLATION, problems));
    }
    let change = DepartureChange {
        id: app.clock.new_id(),
        kind: ChangeKind::Cancel,
        departure_id: source.id,
        to_departure_id: None,
        from_start: source.start_date,
        to_start: None,
        to_end: None,
        reason,
        answer_by: ask.answer_by,
        when_silent: WhenSilent::Refund.into(),
        changed_by: admin.id,
        created_at: app.clock.now(),
        finished_at: None,
    };
    record(&app, &admin, &source, change, None).await
}

/// Moves a departure to another date, or all its bookings to another departure. The seats of all its bookings are held there
/// until the travellers have answered.
#[utoipa::path(
    post, path = "/api/departures/{id}/move", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)), request_body = MoveDeparture,
    responses((status = 200, body = ChangeAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn move_departure(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
    Body(ask): Body<MoveDeparture>,
) -> ApiResult<Json<ChangeAnswer>> {
    let source = changeable(&app, id.or_not_found(NOT_FOUND)?).await?;
    let named = ask.departure_id.as_deref().map(str::trim);
    let target = match (ask.start_date, named.filter(|id| !id.is_empty())) {
        (Some(start), None) => dated_target(&app, &source, start).await?,
        (None, Some(id)) => named_target(&app, &source, id).await?,
        (None, None) | (Some(_), Some(_)) => {
            let message = "Choose either a start date or a departure";
            let problem = Problem::new("startDate", message);
            return Err(ApiError::invalid(target::INVALID, vec![problem]));
        }
    };
    let reason = ask.reason.as_deref().unwrap_or_default().trim().to_owned();
    let today = app.clock.today(app.config.timezone);
    let problems = check_change(&reason, false, ask.answer_by, (today, target.start));
    if !problems.is_empty() {
        return Err(ApiError::invalid(target::INVALID, problems));
    }
    let change = DepartureChange {
        id: app.clock.new_id(),
        kind: ChangeKind::Move,
        departure_id: source.id,
        to_departure_id: target.departure.as_ref().map(|departure| departure.id),
        from_start: source.start_date,
        to_start: Some(target.start),
        to_end: Some(target.end),
        reason,
        answer_by: ask.answer_by,
        when_silent: ask.when_silent.into(),
        changed_by: admin.id,
        created_at: app.clock.now(),
        finished_at: None,
    };
    record(&app, &admin, &source, change, Some(target)).await
}

/// A departure that can be moved or cancelled. One that has begun can be: a flight day is its first day.
async fn changeable(app: &App, id: Uuid) -> ApiResult<Departure> {
    let found = departures::find(&app.db, id).await?;
    let found = found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    match found.status(app.clock.today(app.config.timezone)) {
        DepartureStatus::Cancelled => Err(ApiError::conflict("This departure is cancelled.")),
        DepartureStatus::Completed => Err(ApiError::conflict("This departure is over.")),
        DepartureStatus::Open | DepartureStatus::Closed | DepartureStatus::Running => Ok(found),
    }
}

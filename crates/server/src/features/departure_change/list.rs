//! `GET /api/departures/{id}/changes`: the choices of travellers and the open ones.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use domain::departure_change::DepartureChange;
use store::{bookings, departure_changes, departures};
use uuid::Uuid;

use super::wire::{ChangeChoice, ChangeList, ChangeListAnswer, ChangedDeparture};
use crate::features::departure::on_sale::NOT_FOUND;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, NotFound, ServerError};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

/// Returns how a departure was moved or cancelled, with the answers of its travellers.
#[utoipa::path(
    get, path = "/api/departures/{id}/changes", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = ChangeListAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn list_departure_changes(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<ChangeListAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let found = departures::find(&app.db, id).await?;
    found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let changes = departure_changes::list_for_departure(&app.db, id).await?;
    let changes = shown(&app, changes).await?;
    Ok(Json(ChangeListAnswer {
        status: Success::Success,
        data: ChangeList { changes },
    }))
}

/// Changes with the choices of their bookings.
pub(super) async fn shown(
    app: &App,
    changes: Vec<DepartureChange>,
) -> ApiResult<Vec<ChangedDeparture>> {
    let ids: Vec<Uuid> = changes.iter().map(|change| change.id).collect();
    let choices = departure_changes::list_choices(&app.db, &ids).await?;
    let booking_ids: Vec<Uuid> = choices.iter().map(|choice| choice.booking_id).collect();
    let found = bookings::find_in_order(&app.db, &booking_ids).await?;
    let bookings: HashMap<Uuid, _> = found.into_iter().map(|one| (one.id, one)).collect();
    let with_choices = |change: DepartureChange| {
        let own = choices
            .iter()
            .filter(|choice| choice.change_id == change.id);
        let own = own.filter_map(|choice| {
            let booking = bookings.get(&choice.booking_id)?;
            Some(ChangeChoice::new(choice, booking))
        });
        let own = own.collect();
        ChangedDeparture::new(change, own)
    };
    Ok(changes.into_iter().map(with_choices).collect())
}

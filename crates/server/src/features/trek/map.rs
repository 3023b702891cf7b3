//! `GET /api/treks/map`: the walked lines of each trek, for the map of the packages page. A separate request, because
//! only that view needs it. Its bytes are cached with those of the list.

use axum::extract::{Request, State};
use axum::response::Response;

use super::wire_map::TrekMapAnswer;
use crate::features::trek::list::offered_treks_or_last;
use crate::http::error::ApiResult;
use crate::http::error_responses::ServerError;
use crate::platform::app::App;

/// Returns the walked lines of each trek on offer.
#[utoipa::path(
    get, path = "/api/treks/map", tag = "treks",
    responses((status = 200, body = TrekMapAnswer), ServerError),
)]
pub(crate) async fn read_trek_map(State(app): State<App>, request: Request) -> ApiResult<Response> {
    let offered = offered_treks_or_last(&app).await?;
    Ok(offered.map.respond(request.headers()).await)
}

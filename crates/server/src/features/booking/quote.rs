//! `POST /api/bookings/quote`: the price of a booking with these values (decisions §10).

use axum::Json;
use axum::extract::State;
use domain::problem::Problem;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::{INVALID, chosen_route, offered_trek, price};
use super::request::RouteDetails;
use super::wire::PriceBreakdown;
use super::wire_response::{QuoteAnswer, QuoteData};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, ServerError};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    pub trek_id: String,
    pub route_details: RouteDetails,
    pub total_guests: u32,
}

/// Returns the price of a route for a number of guests. Nothing is stored.
#[utoipa::path(
    post, path = "/api/bookings/quote", tag = "bookings", request_body = QuoteRequest,
    responses((status = 200, body = QuoteAnswer), BodyErrors, Conflict, ServerError),
)]
pub async fn quote_booking(
    State(app): State<App>,
    Body(ask): Body<QuoteRequest>,
) -> ApiResult<Json<QuoteAnswer>> {
    let id = Uuid::parse_str(ask.trek_id.trim())
        .map_err(|_| ApiError::invalid(INVALID, vec![Problem::new("trekId", "Trek not found.")]))?;
    let trek = offered_trek(&app, id).await?;
    let route = chosen_route(&trek, &ask.route_details)?;
    let price_breakdown =
        PriceBreakdown::from(&price(&trek, route, ask.total_guests, "totalGuests")?);
    Ok(Json(QuoteAnswer {
        status: Success::Success,
        data: QuoteData { price_breakdown },
    }))
}

//! `POST /api/bookings/quote`: the price of a booking with these values (decisions §10).

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use domain::departure::Departure;
use domain::money::Money;
use domain::problem::Problem;
use serde::Deserialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::cancellation_terms::deadlines;
use super::offered::{chosen_route, departure_route, offered_trek};
use super::price::{departure_price, installments, price};
use super::request::{INVALID, RouteDetails, read_pay};
use super::wire::PriceBreakdown;
use super::wire_price::Installment as WireInstallment;
use super::wire_response::{QuoteAnswer, QuoteData};
use crate::features::departure::on_sale::find_on_sale;
use crate::features::promotion::applied::{self, AppliedPromotion};
use crate::http::client_address::ClientAddress;
use crate::http::day::day;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, ServerError, TooManyRequests};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct QuoteRequest {
    pub trek_id: String,
    pub route_details: RouteDetails,
    pub total_guests: u32,
    /// The group departure whose price is asked for.
    pub departure_id: Option<String>,
    /// `yyyy-mm-dd`: the answer then says what is due when, too.
    pub start_date: Option<String>,
    /// `deposit` or `all`. Absent: the deposit, if the trek has one.
    pub pay: Option<String>,
    /// A promotion code; upper and lower case are the same.
    pub promotion_code: Option<String>,
    /// The unpaid booking that the new one would replace: the use of its promotion code is free.
    pub replaces: Option<String>,
}

/// Returns the price of a route for a number of guests. Nothing is stored.
///
/// A promotion code that does not apply is an error of the field `promotionCode`, with the reason in `data.reason`.
#[utoipa::path(
    post, path = "/api/bookings/quote", tag = "bookings", request_body = QuoteRequest,
    responses((status = 200, body = QuoteAnswer), BodyErrors, Conflict, TooManyRequests, ServerError),
)]
pub(crate) async fn quote_booking(
    State(app): State<App>,
    client: ClientAddress,
    Body(ask): Body<QuoteRequest>,
) -> ApiResult<Json<QuoteAnswer>> {
    let id = Uuid::parse_str(ask.trek_id.trim())
        .map_err(|_| ApiError::invalid(INVALID, vec![Problem::new("trekId", "Trek not found.")]))?;
    let trek = offered_trek(&app, id).await?;
    let departure = match ask.departure_id.as_deref().map(str::trim) {
        Some(id) => {
            let id = Uuid::parse_str(id).unwrap_or_default();
            Some(find_on_sale(&app, &trek, id).await?)
        }
        None => None,
    };
    let route = match &departure {
        Some(departure) => departure_route(&trek, departure, &ask.route_details)?,
        None => chosen_route(&trek, &ask.route_details)?,
    };
    let price_per_head = departure_price(departure.as_ref(), route);
    let promotion = match applied::asked_code(ask.promotion_code.as_deref()) {
        Some(code) => {
            Some(applied::find_valid(&app, &client, &code, &trek, ask.replaces.as_deref()).await?)
        }
        None => None,
    };
    let deduction = promotion.as_ref().map(|promotion| promotion.deduction);
    let guests = ask.total_guests;
    let quote = price(&trek, price_per_head, guests, "totalGuests", deduction)?;
    let mut problems = Vec::new();
    let pay = read_pay(ask.pay.as_deref().or(Some("deposit")), &mut problems);
    let start_date = start_date(&app, departure.as_ref(), &ask, &mut problems);
    if !problems.is_empty() {
        return Err(ApiError::invalid(INVALID, problems));
    }
    let schedule = start_date.map(|start| {
        let parts = installments(&app, &trek, &quote, ask.total_guests, start, pay);
        WireInstallment::list(&parts, Money::ZERO, quote.currency)
    });
    let policy = &app.config.cancellation_policy;
    Ok(Json(QuoteAnswer {
        status: Success::Success,
        data: QuoteData {
            price_breakdown: PriceBreakdown::from(&quote),
            promotion: promotion.map(|promotion| AppliedPromotion::from(&promotion.applied())),
            schedule,
            cancellation_deadlines: start_date.map(|start| deadlines(policy, start)),
        },
    }))
}

fn start_date(
    app: &App,
    departure: Option<&Departure>,
    ask: &QuoteRequest,
    problems: &mut Vec<Problem>,
) -> Option<NaiveDate> {
    if let Some(departure) = departure {
        return Some(departure.start_date);
    }
    let text = ask
        .start_date
        .as_deref()
        .filter(|text| !text.trim().is_empty())?;
    let start = day(text, app.config.timezone);
    if start.is_none() {
        problems.push(Problem::new("startDate", "Please select a date"));
    }
    start
}

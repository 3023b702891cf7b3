//! What is on sale: the trek, route and departure of a request, and the dates on which a party may start.

use chrono::NaiveDate;
use domain::departure::{Departure, check_private_start};
use domain::problem::Problem;
use domain::trek::{Route, RouteChoice, Trek};
use uuid::Uuid;

use super::request::{INVALID, RouteDetails};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

pub const NOT_OFFERED: &str = "This trek or route is no longer offered.";
const START_DATE: &str = "bookingDetails.startDate";

pub(crate) async fn offered_trek(app: &App, id: Uuid) -> ApiResult<Trek> {
    let trek = store::treks::find(&app.db, id).await?.ok_or_else(|| {
        ApiError::invalid(INVALID, vec![Problem::new("trekId", "Trek not found.")])
    })?;
    if trek.is_archived() {
        Err(ApiError::conflict(NOT_OFFERED))
    } else {
        Ok(trek)
    }
}

/// Finds the visible route of the request. A route that was hidden since the traveller loaded it is a conflict, not a
/// bad request.
pub fn chosen_route<'a>(trek: &'a Trek, details: &RouteDetails) -> ApiResult<&'a Route> {
    let choice = details.choice().unwrap_or(RouteChoice {
        route_id: Some(Uuid::nil()),
        ..RouteChoice::default()
    });
    trek.find_visible_route(&choice).map_err(|invalid| {
        let is_meant = |route: &Route| match (choice.route_id, &choice.name) {
            (Some(id), _) => route.id == id,
            (None, Some(name)) => route.name == name.trim(),
            (None, None) => false,
        };
        let mut hidden = trek.routes.iter().filter(|route| !route.is_visible);
        if hidden.any(is_meant) && !trek.visible_routes().any(is_meant) {
            ApiError::conflict(NOT_OFFERED)
        } else {
            let message = invalid.to_string();
            ApiError::invalid(message.clone(), vec![Problem::new("routeDetails", message)])
        }
    })
}

/// The route of a departure. A request that names another one is refused.
pub fn departure_route<'a>(
    trek: &'a Trek,
    departure: &Departure,
    details: &RouteDetails,
) -> ApiResult<&'a Route> {
    let details = match details.names_route() {
        true => details,
        false => &RouteDetails {
            route_id: Some(departure.route_id.to_string()),
            ..RouteDetails::default()
        },
    };
    let route = chosen_route(trek, details)?;
    if route.id == departure.route_id {
        return Ok(route);
    }
    let message = "This departure runs another route";
    Err(ApiError::invalid(
        INVALID,
        vec![Problem::new("routeDetails", message)],
    ))
}

/// The start date of a booking: that of its departure, or a date on which the party may start by itself.
pub(super) async fn check_start(
    app: &App,
    trek: &Trek,
    departure: Option<&Departure>,
    asked: Option<NaiveDate>,
) -> ApiResult<NaiveDate> {
    let problem = match (departure, asked) {
        (Some(departure), None) => return Ok(departure.start_date),
        (Some(departure), Some(start)) if start == departure.start_date => return Ok(start),
        (Some(_), Some(_)) => Problem::new(START_DATE, "The departure starts on another date"),
        (None, None) => Problem::new(START_DATE, "Please select a date"),
        (None, Some(_)) if !trek.sold_as.has_private_dates() => {
            Problem::new(START_DATE, "Choose one of the departures of this trek")
        }
        (None, Some(start)) => {
            let today = app.clock.today(app.config.timezone);
            let closures = store::closures::list(&app.db, trek.id).await?;
            match check_private_start(start, today, trek.minimum_notice_days, &closures) {
                None => return Ok(start),
                Some(problem) => problem,
            }
        }
    };
    Err(ApiError::invalid(INVALID, vec![problem]))
}

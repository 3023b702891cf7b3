//! `POST /octo/availability` and `/octo/availability/calendar`: which departures have seats.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use domain::departure::{Departure, DepartureKind, DepartureState};
use domain::trek::{Route, Trek};
use serde::Deserialize;
use store::departures::{self, Wanted};
use store::seats;
use uuid::Uuid;

use super::catalog::find_option;
use super::error::{OctoError, OctoResult};
use super::reseller::{OctoBody, Reseller};
use super::wire::{Availability, CalendarDay, UNIT_ID};
use crate::http::day::calendar_day;
use crate::platform::app::App;

const MAX_DAYS: i64 = 366;
/// More than a departure a day of every route of a trek.
const MAX_LISTED: u64 = 5000;
const ONE_OF: &str = "either localDate, localDateStart/localDateEnd or availabilityIds is required";

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[derive(Default)]
pub struct AvailabilityRequest {
    product_id: String,
    option_id: String,
    local_date: Option<String>,
    local_date_start: Option<String>,
    local_date_end: Option<String>,
    availability_ids: Option<Vec<String>>,
    units: Option<Vec<UnitQuantity>>,
}

#[derive(Debug, Deserialize)]
pub struct UnitQuantity {
    #[serde(default)]
    id: String,
    quantity: u32,
}

pub(crate) async fn check_availability(
    State(app): State<App>,
    _reseller: Reseller,
    OctoBody(asked): OctoBody<AvailabilityRequest>,
) -> OctoResult<Json<Vec<Availability>>> {
    let (trek, route) = find_option(&app, &asked.product_id, &asked.option_id).await?;
    let guests = guests(asked.units.as_deref())?;
    let days = days(&asked)?;
    let ids = asked.availability_ids.as_deref();
    let mut found = match (days, ids) {
        (Some(days), None) => list(&app, (&trek, &route), Some(days)).await?,
        (None, Some(_)) => list(&app, (&trek, &route), None).await?,
        _ => return Err(OctoError::bad_request(ONE_OF)),
    };
    if let Some(ids) = ids {
        found.retain(|departure| ids.iter().any(|id| *id == departure.id.to_string()));
    }
    Ok(Json(show(&app, &found, guests).await?))
}

pub(crate) async fn read_calendar(
    State(app): State<App>,
    _reseller: Reseller,
    OctoBody(asked): OctoBody<AvailabilityRequest>,
) -> OctoResult<Json<Vec<CalendarDay>>> {
    let (trek, route) = find_option(&app, &asked.product_id, &asked.option_id).await?;
    let guests = guests(asked.units.as_deref())?;
    let days = days(&asked)?;
    let days =
        days.ok_or_else(|| OctoError::bad_request("localDateStart and localDateEnd are required"))?;
    let found = list(&app, (&trek, &route), Some(days)).await?;
    let mut starting: HashMap<NaiveDate, Vec<Availability>> = HashMap::new();
    for (departure, shown) in found.iter().zip(show(&app, &found, guests).await?) {
        starting
            .entry(departure.start_date)
            .or_default()
            .push(shown);
    }
    let (from, to) = days;
    let calendar = from.iter_days().take_while(|day| *day <= to);
    let calendar = calendar.map(|day| {
        let found = starting.remove(&day).unwrap_or_default();
        CalendarDay::new(day, &found)
    });
    Ok(Json(calendar.collect()))
}

/// The number of guests that the reseller asks for. `None` when it names no units.
fn guests(units: Option<&[UnitQuantity]>) -> OctoResult<Option<u32>> {
    let Some(units) = units.filter(|units| !units.is_empty()) else {
        return Ok(None);
    };
    if let Some(unknown) = units.iter().find(|unit| unit.id != UNIT_ID) {
        return Err(OctoError::unit(&unknown.id));
    }
    let quantities = units.iter().map(|unit| unit.quantity);
    Ok(Some(quantities.fold(0, u32::saturating_add)))
}

/// The first and the last day of a request. `None` when it names no day.
fn days(asked: &AvailabilityRequest) -> OctoResult<Option<(NaiveDate, NaiveDate)>> {
    let (one, start, end) = (
        day("localDate", asked.local_date.as_deref())?,
        day("localDateStart", asked.local_date_start.as_deref())?,
        day("localDateEnd", asked.local_date_end.as_deref())?,
    );
    period(one, start, end)
}

/// One day, or a period of at most a year.
pub fn period(
    one: Option<NaiveDate>,
    start: Option<NaiveDate>,
    end: Option<NaiveDate>,
) -> OctoResult<Option<(NaiveDate, NaiveDate)>> {
    let (start, end) = match (one, start, end) {
        (None, None, None) => return Ok(None),
        (Some(day), None, None) => (day, day),
        (None, Some(start), Some(end)) => (start, end),
        (None, ..) => {
            let message = "localDateStart and localDateEnd are required together";
            return Err(OctoError::bad_request(message));
        }
        (Some(_), ..) => return Err(OctoError::bad_request(ONE_OF)),
    };
    if end < start {
        let message = "localDateEnd must not be before localDateStart";
        return Err(OctoError::bad_request(message));
    }
    if end.signed_duration_since(start).num_days() >= MAX_DAYS {
        let message = "cannot request more than 1 year of availability";
        return Err(OctoError::bad_request(message));
    }
    Ok(Some((start, end)))
}

pub fn day(field: &str, text: Option<&str>) -> OctoResult<Option<NaiveDate>> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    let message = || OctoError::bad_request(format!("{field} must be a day, as 2027-03-01"));
    text.map(|text| calendar_day(text).ok_or_else(message))
        .transpose()
}

/// The departures of an option that are not over and not cancelled.
async fn list(
    app: &App,
    (trek, route): (&Trek, &Route),
    days: Option<(NaiveDate, NaiveDate)>,
) -> OctoResult<Vec<Departure>> {
    let today = app.clock.today(app.config.timezone);
    let wanted = Wanted {
        from: Some(days.map_or(today, |(from, _)| from.max(today))),
        to: days.map(|(_, to)| to),
        trek_id: Some(trek.id),
        kind: Some(DepartureKind::Group),
        ..Wanted::default()
    };
    let mut found = departures::list(&app.db, &wanted, MAX_LISTED).await?;
    found.retain(|one| one.route_id == route.id && one.state != DepartureState::Cancelled);
    Ok(found)
}

/// Departures with their seats, in the same order.
pub(crate) async fn show(
    app: &App,
    found: &[Departure],
    guests: Option<u32>,
) -> OctoResult<Vec<Availability>> {
    let pools: Vec<Uuid> = found.iter().map(|departure| departure.pool_id).collect();
    let usage = seats::usage(&app.db, &pools, app.clock.now()).await?;
    let shown = found.iter().map(|departure| {
        let usage = usage.get(&departure.pool_id).copied().unwrap_or_default();
        Availability::new(app, departure, usage, guests)
    });
    Ok(shown.collect())
}

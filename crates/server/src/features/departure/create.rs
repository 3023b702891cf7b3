//! Staff create departures, one or a series (operations §2).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{NaiveDate, Weekday};
use domain::departure::{Departure, DepartureKind, DepartureState, Every, series_dates};
use domain::problem::Problem;
use domain::trek::Trek;
use serde::{Deserialize, Serialize};
use store::departures;
use store::seats::{self, Usage};
use utoipa::ToSchema;
use uuid::Uuid;

use super::manage::entry;
use super::on_sale::NOT_FOUND;
use super::staff::{answer, show_to_staff};
use super::terms::{INVALID, TermsDocument, last_day, route_of};
use super::wire::{StaffDepartureAnswer, StaffDepartureList, StaffDepartureListAnswer};
use crate::features::trek::read::NOT_FOUND as TREK_NOT_FOUND;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::Body;
use crate::http::idempotency::{KEY_REUSED, Request, key_of};
use crate::http::response::Success;
use crate::platform::app::App;

const MAX_DECIDE_DAYS: u32 = 365;

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewDeparture {
    pub trek_id: String,
    pub route_id: String,
    pub start_date: NaiveDate,
    /// Default: by the length of the route.
    pub end_date: Option<NaiveDate>,
    /// A departure whose seats this one shares. Its capacity counts for both.
    pub shares_seats_with: Option<String>,
    #[serde(flatten)]
    pub terms: TermsDocument,
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NewSeries {
    pub trek_id: String,
    pub route_id: String,
    pub from: NaiveDate,
    pub to: NaiveDate,
    #[schema(value_type = SeriesInterval)]
    pub every: Every,
    /// 1 Monday to 7 Sunday.
    pub weekday: u8,
    /// How many days before its start each date is decided. Without it and without `decideBy`: the setting
    /// `decide_days`.
    pub decide_days: Option<u32>,
    #[serde(flatten)]
    pub terms: TermsDocument,
}

/// How often a series starts.
#[derive(Serialize, ToSchema)]
pub enum SeriesInterval {
    #[serde(rename = "week")]
    Week,
    #[serde(rename = "2 weeks")]
    TwoWeeks,
    /// On the first such weekday of the month.
    #[serde(rename = "month")]
    Month,
}

/// Creates a group departure. Requests with the same key and body get the same departure for 24 hours.
#[utoipa::path(
    post, path = "/api/departures", tag = "departures", security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same departure for 24 hours")),
    request_body = NewDeparture,
    responses((status = 201, body = StaffDepartureAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn create_departure(
    State(app): State<App>,
    Staff(admin): Staff,
    headers: HeaderMap,
    Body(new): Body<NewDeparture>,
) -> ApiResult<(StatusCode, Json<StaffDepartureAnswer>)> {
    let request = Request::new(admin.id, key_of(&headers)?, &("departure", &new))?;
    if let Some(id) = request.earlier(&app).await? {
        return created(&app, id).await;
    }
    let trek = trek_of(&app, &new.trek_id).await?;
    let route_id = Uuid::parse_str(new.route_id.trim()).unwrap_or_default();
    let route = route_of(&trek, route_id)?;
    let shared = match new.shares_seats_with.as_deref().map(str::trim) {
        Some(id) if !id.is_empty() => Some(shared_departure(&app, id).await?),
        _ => None,
    };
    let today = app.clock.today(app.config.timezone);
    let end = last_day(new.start_date, new.end_date, route);
    let mut terms = new.terms.clone();
    if let Some((_, usage)) = &shared {
        terms.capacity = Some(usage.capacity);
    }
    let read = terms
        .read(
            (new.start_date, end),
            None,
            trek.currency,
            (today, app.config.decide_days),
        )
        .map_err(|problems| ApiError::invalid(INVALID, problems))?;
    let id = app.clock.new_id();
    let departure = Departure {
        id,
        pool_id: shared.as_ref().map_or(id, |(other, _)| other.pool_id),
        trek_id: trek.id,
        route_id,
        kind: DepartureKind::Group,
        start_date: read.terms.start_date,
        end_date: read.terms.end_date,
        minimum: read.terms.minimum,
        price_per_head: read.price_per_head,
        cutoff_days: read.terms.cutoff_days,
        decide_by: read.terms.decide_by,
        state: DepartureState::Open,
        is_guaranteed: false,
        notes: read.terms.notes,
        version: 1,
    };
    let now = app.clock.now();
    let is_new = app
        .in_transaction("create_departure", async |tx| -> ApiResult<_> {
            if !request.remember(&tx, id, now).await? {
                tx.roll_back();
                return Ok(false);
            }
            if shared.is_none() {
                let usage = Usage {
                    capacity: read.terms.capacity,
                    ..Usage::default()
                };
                seats::insert_pool(&tx, id, usage, now).await?;
            }
            departures::insert(&tx, &departure, now).await?;
            store::audit::add(
                &tx,
                &entry(&app, &admin, "create", &trek, &departure, Vec::new()),
            )
            .await?;
            Ok(true)
        })
        .await?;
    created(&app, first_made(&app, &request, is_new, id).await?).await
}

/// The id that a request stored: its own, or that of a concurrent request with the same key, which was first.
async fn first_made(app: &App, request: &Request<'_>, is_new: bool, id: Uuid) -> ApiResult<Uuid> {
    if is_new {
        return Ok(id);
    }
    let other = request.earlier(app).await?;
    other.ok_or_else(|| ApiError::conflict(KEY_REUSED))
}

async fn created(app: &App, id: Uuid) -> ApiResult<(StatusCode, Json<StaffDepartureAnswer>)> {
    let departure = departures::find(&app.db, id).await?;
    let departure = departure.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    Ok((StatusCode::CREATED, Json(answer(app, &departure).await?)))
}

/// Creates departures on every date of a series, at most 400. Requests with the same key and body get the same departures
/// for 24 hours.
#[utoipa::path(
    post, path = "/api/departures/series", tag = "departures", security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same departures for 24 hours")),
    request_body = NewSeries,
    responses((status = 201, body = StaffDepartureListAnswer), BodyErrors, AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn create_series(
    State(app): State<App>,
    Staff(admin): Staff,
    headers: HeaderMap,
    Body(new): Body<NewSeries>,
) -> ApiResult<(StatusCode, Json<StaffDepartureListAnswer>)> {
    let dates = dates_of(&new)?;
    let request = Request::new(admin.id, key_of(&headers)?, &("departure series", &new))?;
    if let Some(first) = request.earlier(&app).await? {
        return created_series(&app, first, dates.len()).await;
    }
    let trek = trek_of(&app, &new.trek_id).await?;
    let route_id = Uuid::parse_str(new.route_id.trim()).unwrap_or_default();
    let route = route_of(&trek, route_id)?;
    let decide_days = new.decide_days.unwrap_or(app.config.decide_days);
    if decide_days > MAX_DECIDE_DAYS {
        let message = "The decision must be at most 365 days before the start";
        let problem = Problem::new("decideDays", message);
        return Err(ApiError::invalid(INVALID, vec![problem]));
    }
    let (today, now) = (app.clock.today(app.config.timezone), app.clock.now());
    let (first, count) = (app.clock.new_id(), dates.len());
    let mut made = Vec::with_capacity(count);
    for (id, start) in ids_of_series(first, count).zip(dates) {
        let end = last_day(start, None, route);
        let read = new
            .terms
            .read((start, end), None, trek.currency, (today, decide_days))
            .map_err(|problems| ApiError::invalid(INVALID, problems))?;
        let departure = Departure {
            id,
            pool_id: id,
            trek_id: trek.id,
            route_id,
            kind: DepartureKind::Group,
            start_date: start,
            end_date: end,
            minimum: read.terms.minimum,
            price_per_head: read.price_per_head,
            cutoff_days: read.terms.cutoff_days,
            decide_by: read.terms.decide_by,
            state: DepartureState::Open,
            is_guaranteed: false,
            notes: read.terms.notes,
            version: 1,
        };
        let usage = Usage {
            capacity: read.terms.capacity,
            ..Usage::default()
        };
        made.push((departure, usage));
    }
    let is_new = app
        .in_transaction("create_series", async |tx| -> ApiResult<_> {
            if !request.remember(&tx, first, now).await? {
                tx.roll_back();
                return Ok(false);
            }
            for (departure, usage) in &made {
                seats::insert_pool(&tx, departure.id, *usage, now).await?;
                departures::insert(&tx, departure, now).await?;
                let line = entry(&app, &admin, "create", &trek, departure, Vec::new());
                store::audit::add(&tx, &line).await?;
            }
            Ok(true)
        })
        .await?;
    let first = first_made(&app, &request, is_new, first).await?;
    created_series(&app, first, count).await
}

/// The ids of a series follow its first one, so that the key of the request leads to all of them.
fn ids_of_series(first: Uuid, count: usize) -> impl Iterator<Item = Uuid> {
    (0..count as u128).map(move |number| Uuid::from_u128(first.as_u128().wrapping_add(number)))
}

fn dates_of(new: &NewSeries) -> ApiResult<Vec<NaiveDate>> {
    let weekday = new
        .weekday
        .checked_sub(1)
        .and_then(|day| Weekday::try_from(day).ok());
    let weekday = weekday.ok_or_else(|| {
        let problem = Problem::new("weekday", "weekday must be 1 (Monday) to 7 (Sunday)");
        ApiError::invalid(INVALID, vec![problem])
    })?;
    series_dates(new.from, new.to, new.every, weekday)
        .map_err(|problem| ApiError::invalid(INVALID, vec![problem]))
}

async fn created_series(
    app: &App,
    first: Uuid,
    count: usize,
) -> ApiResult<(StatusCode, Json<StaffDepartureListAnswer>)> {
    let ids: Vec<Uuid> = ids_of_series(first, count).collect();
    let mut found = departures::find_all(&app.db, &ids).await?;
    let made: Vec<Departure> = ids.iter().filter_map(|id| found.remove(id)).collect();
    let answer = StaffDepartureListAnswer {
        status: Success::Success,
        data: StaffDepartureList {
            departures: show_to_staff(app, &made).await?,
            total: made.len() as u64,
        },
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

async fn trek_of(app: &App, id: &str) -> ApiResult<Trek> {
    let id = Uuid::parse_str(id.trim()).unwrap_or_default();
    let trek = store::treks::find(&app.db, id).await?;
    trek.filter(|trek| !trek.is_archived())
        .ok_or_else(|| ApiError::invalid(INVALID, vec![Problem::new("trekId", TREK_NOT_FOUND)]))
}

async fn shared_departure(app: &App, id: &str) -> ApiResult<(Departure, Usage)> {
    let id = Uuid::parse_str(id).unwrap_or_default();
    let found = departures::find(&app.db, id).await?;
    let found = found.filter(|departure| departure.kind == DepartureKind::Group);
    let found = found.ok_or_else(|| {
        ApiError::invalid(INVALID, vec![Problem::new("sharesSeatsWith", NOT_FOUND)])
    })?;
    let usage = seats::usage(&app.db, &[found.pool_id], app.clock.now()).await?;
    let usage = usage.get(&found.pool_id).copied().unwrap_or_default();
    Ok((found, usage))
}

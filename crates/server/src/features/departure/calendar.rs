//! `GET /api/calendar`: departures and private bookings of a period, in rows by trek or by guide (operations §6).

use std::collections::{BTreeMap, HashMap};

use axum::Json;
use axum::extract::State;
use chrono::NaiveDate;
use domain::departure::{Departure, DepartureKind};
use serde::{Deserialize, Serialize};
use store::bookings::BookingSummary;
use store::{bookings, departures, guides, treks};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::assignment::guides_of;
use super::list::invalid_query;
use super::usage::{usage_in, usage_of};
use super::wire::{DepartureGuide, DepartureStatus};
use crate::features::booking::wire_status::BookingStatus;
use crate::http::auth::Staff;
use crate::http::day::calendar_day;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BadRequest, ServerError};
use crate::http::extract::Params;
use crate::http::response::Success;
use crate::platform::app::App;

/// Two months, and the days of other months beside them.
const MAX_DAYS: i64 = 70;
/// More do not fit on a screen. Private bookings are left out before departures of groups.
const MAX_ENTRIES: usize = 1000;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct CalendarPeriod {
    /// The first day, for example 2027-03-01.
    from: Option<String>,
    /// The last day, at most 70 days in all.
    to: Option<String>,
    /// `trek` or `guide`: what the rows list. Default: `trek`.
    by: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub struct CalendarAnswer {
    pub status: Success,
    pub data: Calendar,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Calendar {
    pub from: NaiveDate,
    pub to: NaiveDate,
    /// By name. Of guides: first the entries without a guide, then every guide in service.
    pub rows: Vec<CalendarRow>,
    /// The period has more than 1000 entries, of which these are the first.
    pub is_incomplete: bool,
}

#[derive(Serialize, ToSchema)]
pub struct CalendarRow {
    /// Of the trek or the guide. Null: no guide.
    #[serde(rename = "_id")]
    pub id: Option<Uuid>,
    /// Empty: no guide.
    pub name: String,
    /// By start date. An entry with several guides is in the row of each.
    pub entries: Vec<CalendarEntry>,
}

/// A departure of a group, or the private departure of a booking, which has the id of the booking.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CalendarEntry {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub trek_name: String,
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    pub status: DepartureStatus,
    pub is_guaranteed: bool,
    pub capacity: u32,
    pub seats_held: u32,
    pub seats_taken: u32,
    pub guides: Vec<DepartureGuide>,
    /// Of a private departure. Absent for a group.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub booking: Option<PrivateBooking>,
}

#[derive(Clone, Serialize, ToSchema)]
pub struct PrivateBooking {
    pub reference: String,
    /// The primary guest.
    pub name: String,
    pub status: BookingStatus,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Trek,
    Guide,
}

impl CalendarPeriod {
    fn read(&self) -> ApiResult<(NaiveDate, NaiveDate, By)> {
        let day = |name: &str, text: &Option<String>| {
            let day = text.as_deref().and_then(calendar_day);
            day.ok_or_else(|| invalid_query(name, &format!("{name} must be a day, as 2027-03-01")))
        };
        let (from, to) = (day("from", &self.from)?, day("to", &self.to)?);
        if to < from {
            return Err(invalid_query("to", "to must not be before from"));
        }
        if to.signed_duration_since(from).num_days() >= MAX_DAYS {
            let message = format!("The calendar covers at most {MAX_DAYS} days");
            return Err(invalid_query("to", &message));
        }
        let by = match self.by.as_deref().unwrap_or("trek") {
            "trek" => By::Trek,
            "guide" => By::Guide,
            _ => return Err(invalid_query("by", "by must be trek or guide")),
        };
        Ok((from, to, by))
    }
}

/// Returns the departures of groups and the private bookings that run on a day of the period.
#[utoipa::path(
    get, path = "/api/calendar", tag = "departures", security(("session" = [])), params(CalendarPeriod),
    responses((status = 200, body = CalendarAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn read_calendar(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<CalendarPeriod>,
) -> ApiResult<Json<CalendarAnswer>> {
    let (from, to, by) = query.read()?;
    let (found, is_incomplete) = list_departures(&app, (from, to)).await?;
    let entries = show(&app, &found).await?;
    let rows = match by {
        By::Trek => rows_by_trek(&found, entries),
        By::Guide => rows_by_guide(&app, entries).await?,
    };
    Ok(Json(CalendarAnswer {
        status: Success::Success,
        data: Calendar {
            from,
            to,
            rows,
            is_incomplete,
        },
    }))
}

/// The first departures of the period, and whether it has more.
async fn list_departures(
    app: &App,
    days: (NaiveDate, NaiveDate),
) -> ApiResult<(Vec<Departure>, bool)> {
    let limit = |used: usize| (MAX_ENTRIES + 1 - used) as u64;
    let mut found = Vec::new();
    for kind in [DepartureKind::Group, DepartureKind::Private] {
        let limit = limit(found.len());
        found.extend(departures::list_running(&app.db, kind, days, limit).await?);
    }
    let is_incomplete = found.len() > MAX_ENTRIES;
    found.truncate(MAX_ENTRIES);
    found.sort_by_key(|departure| (departure.start_date, departure.id));
    Ok((found, is_incomplete))
}

/// The entries of departures, in the same order.
async fn show(app: &App, found: &[Departure]) -> ApiResult<Vec<CalendarEntry>> {
    let today = app.clock.today(app.config.timezone);
    let usage = usage_of(app, found).await?;
    let trek_ids: Vec<Uuid> = found.iter().map(|departure| departure.trek_id).collect();
    let treks = treks::names(&app.db, &trek_ids).await?;
    let mut guides = guides_of(app, found).await?;
    let private = found
        .iter()
        .filter(|departure| departure.kind == DepartureKind::Private);
    let private: Vec<Uuid> = private.map(|departure| departure.id).collect();
    let booked = bookings::list_summaries(&app.db, &private)
        .await?
        .into_iter();
    let mut booked: HashMap<Uuid, BookingSummary> = booked.map(|one| (one.id, one)).collect();
    let entry = |departure: &Departure| {
        let usage = usage_in(&usage, departure);
        let booking = booked.remove(&departure.id);
        CalendarEntry {
            id: departure.id,
            trek_name: treks.get(&departure.trek_id).cloned().unwrap_or_default(),
            start_date: departure.start_date,
            end_date: departure.end_date,
            status: departure.status(today).into(),
            is_guaranteed: departure.is_guaranteed,
            capacity: usage.capacity,
            seats_held: usage.held,
            seats_taken: usage.taken,
            guides: guides.remove(&departure.id).unwrap_or_default(),
            booking: booking.map(|booking| PrivateBooking {
                reference: booking.reference,
                name: booking.name,
                status: booking.status.into(),
            }),
        }
    };
    Ok(found.iter().map(entry).collect())
}

fn rows_by_trek(found: &[Departure], entries: Vec<CalendarEntry>) -> Vec<CalendarRow> {
    let mut rows: BTreeMap<(String, Uuid), Vec<CalendarEntry>> = BTreeMap::new();
    for (departure, entry) in found.iter().zip(entries) {
        let key = (entry.trek_name.clone(), departure.trek_id);
        rows.entry(key).or_default().push(entry);
    }
    let row = |((name, id), entries)| CalendarRow {
        id: Some(id),
        name,
        entries,
    };
    rows.into_iter().map(row).collect()
}

async fn rows_by_guide(app: &App, entries: Vec<CalendarEntry>) -> ApiResult<Vec<CalendarRow>> {
    let mut rows: BTreeMap<(String, Option<Uuid>), Vec<CalendarEntry>> = BTreeMap::new();
    for guide in guides::list(&app.db).await? {
        if guide.is_active {
            rows.insert((guide.name, Some(guide.id)), Vec::new());
        }
    }
    for entry in entries {
        if entry.guides.is_empty() {
            let key = (String::new(), None);
            rows.entry(key).or_default().push(entry);
            continue;
        }
        for guide in &entry.guides {
            let key = (guide.name.clone(), Some(guide.id));
            rows.entry(key).or_default().push(entry.clone());
        }
    }
    let row = |((name, id), entries)| CalendarRow { id, name, entries };
    Ok(rows.into_iter().map(row).collect())
}

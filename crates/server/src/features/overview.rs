//! `GET /api/overview`: what an agency wants to know in the morning (issue "The agency's desk").

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use serde_json::Number;
use store::{bookings, jobs, ledger, treks};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::auth::Admin;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, ServerError};
use crate::http::response::Success;
use crate::platform::app::App;

const DEPARTURES: u64 = 5;
const DEPARTURE_GROUPS: u64 = 8;

#[derive(Serialize, ToSchema)]
pub struct OverviewAnswer {
    pub status: Success,
    pub data: Overview,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Overview {
    pub bookings: SoldBookings,
    pub income: Income,
    /// Confirmed ones, the next first.
    pub next_departures: Vec<Departure>,
    /// The next days on which treks start, one for each day and trek.
    pub departures: Vec<DepartureGroup>,
    /// That wait for their payment.
    pub unpaid_bookings: u64,
    pub failed_mails: u64,
}

/// Bookings that were made and are paid. Thirty days end with today, in the agency's time zone.
#[derive(Serialize, ToSchema)]
pub struct SoldBookings {
    #[serde(rename = "last30Days")]
    pub last_30_days: u64,
    /// In the 30 days before those.
    pub before: u64,
}

/// What came less what went back, in the currency that the agency keeps its prices in.
#[derive(Serialize, ToSchema)]
pub struct Income {
    #[serde(rename = "last30Days")]
    #[schema(value_type = f64)]
    pub last_30_days: Number,
    /// In the 30 days before those.
    #[schema(value_type = f64)]
    pub before: Number,
    pub currency: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Departure {
    pub booking_id: Uuid,
    pub trek_name: String,
    pub start_date: NaiveDate,
    pub guests: u32,
    pub name: String,
}

/// Everybody who starts one trek on one day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepartureGroup {
    pub start_date: NaiveDate,
    pub trek_id: Uuid,
    pub trek_name: String,
    /// Confirmed bookings and their guests.
    pub parties: u64,
    pub guests: u64,
    /// Bookings that still wait for their payment; not among the parties.
    pub unpaid: u64,
}

/// The last 30 days against those before, what starts next, and what waits for somebody.
#[utoipa::path(
    get, path = "/api/overview", tag = "site", security(("session" = [])),
    responses((status = 200, body = OverviewAnswer), AdminErrors, ServerError),
)]
pub async fn read_overview(
    State(app): State<App>,
    _admin: Admin,
) -> ApiResult<Json<OverviewAnswer>> {
    let zone = app.config.timezone;
    let today = app.clock.today(zone);
    let (first, recent, end) = (
        begin_of(today, 59, zone),
        begin_of(today, 29, zone),
        app.clock.now() + chrono::TimeDelta::seconds(1),
    );
    let currency = app.config.currency;
    let lately = ledger::income(&app.db, currency, recent, end).await?;
    let before = ledger::income(&app.db, currency, first, recent).await?;
    let groups = bookings::grouped_departures(&app.db, today, DEPARTURE_GROUPS).await?;
    let trek_ids: Vec<Uuid> = groups.iter().map(|group| group.trek_id).collect();
    let names = treks::names(&app.db, &trek_ids).await?;
    let departures = bookings::departures(&app.db, today, DEPARTURES).await?;
    let (_, failed_mails) = jobs::failed_mails(&app.db, 0, 1).await?;
    let data = Overview {
        bookings: SoldBookings {
            last_30_days: bookings::count_sold(&app.db, recent, end).await?,
            before: bookings::count_sold(&app.db, first, recent).await?,
        },
        income: Income {
            last_30_days: lately.to_number(currency),
            before: before.to_number(currency),
            currency: currency.code().to_owned(),
        },
        next_departures: departures
            .into_iter()
            .map(|booking| Departure {
                booking_id: booking.id,
                guests: booking.party.size(),
                trek_name: booking.trek.name,
                start_date: booking.start_date,
                name: booking.party.primary.name,
            })
            .collect(),
        departures: groups
            .into_iter()
            .map(|group| DepartureGroup {
                trek_name: names.get(&group.trek_id).cloned().unwrap_or_default(),
                start_date: group.start_date,
                trek_id: group.trek_id,
                parties: group.parties,
                guests: group.guests,
                unpaid: group.unpaid,
            })
            .collect(),
        unpaid_bookings: bookings::count_unpaid(&app.db).await?,
        failed_mails,
    };
    Ok(Json(OverviewAnswer {
        status: Success::Success,
        data,
    }))
}

/// When the day so many days ago began there. A midnight that a change of clocks passed over is noon UTC's day:
/// the first moment that there was.
fn begin_of(today: NaiveDate, days_ago: u64, zone: Tz) -> DateTime<Utc> {
    let day = today.checked_sub_days(Days::new(days_ago)).unwrap_or(today);
    let midnight = day.and_time(NaiveTime::MIN);
    midnight
        .and_local_timezone(zone)
        .earliest()
        .map_or_else(|| midnight.and_utc(), |moment| moment.with_timezone(&Utc))
}

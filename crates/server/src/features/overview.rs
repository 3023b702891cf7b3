//! `GET /api/overview`: the administration's start page (decisions §11).

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Days, NaiveDate, Utc};
use chrono_tz::Tz;
use serde::Serialize;
use serde_json::Number;
use store::bookings::{self, DueDays};
use store::{jobs, ledger, treks};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::report::period::start_of_day;
use crate::http::auth::Staff;
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
    /// Confirmed bookings, earliest first.
    pub next_departures: Vec<NextDeparture>,
    /// The next days on which treks start, grouped by day and trek.
    pub departures: Vec<DepartureGroup>,
    /// Bookings that wait for their payment.
    pub unpaid_bookings: u64,
    /// Balances whose due date has passed.
    pub overdue_balances: u64,
    pub failed_mails: u64,
}

/// Paid bookings by date of creation. The 30 days end today, in the agency's time zone.
#[derive(Serialize, ToSchema)]
pub struct SoldBookings {
    #[serde(rename = "last30Days")]
    pub last_30_days: u64,
    /// In the 30 days before.
    pub before: u64,
}

/// Payments minus refunds, in the currency of the agency's prices.
#[derive(Serialize, ToSchema)]
pub struct Income {
    #[serde(rename = "last30Days")]
    #[schema(value_type = f64)]
    pub last_30_days: Number,
    /// In the 30 days before.
    #[schema(value_type = f64)]
    pub before: Number,
    pub currency: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextDeparture {
    pub booking_id: Uuid,
    pub trek_name: String,
    pub start_date: NaiveDate,
    pub guests: u32,
    pub name: String,
}

/// All bookings that start the same trek on the same day.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepartureGroup {
    pub start_date: NaiveDate,
    pub trek_id: Uuid,
    pub trek_name: String,
    /// Number of confirmed bookings. `guests` counts their guests.
    pub parties: u64,
    pub guests: u64,
    /// Bookings that still wait for their payment. They are not counted in `parties`.
    pub unpaid: u64,
}

/// Returns the last 30 days compared with the 30 days before, the next departures, and open tasks.
#[utoipa::path(
    get, path = "/api/overview", tag = "site", security(("session" = [])),
    responses((status = 200, body = OverviewAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn read_overview(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<OverviewAnswer>> {
    let zone = app.config.timezone;
    let today = app.clock.today(zone);
    let (first, recent, end) = (
        begin_of(today, 59, zone),
        begin_of(today, 29, zone),
        app.clock.now() + chrono::TimeDelta::seconds(1),
    );
    let currency = app.config.currency;
    let lately = ledger::sum_income(&app.db, currency, recent, end).await?;
    let before = ledger::sum_income(&app.db, currency, first, recent).await?;
    let groups = bookings::grouped_departures(&app.db, today, DEPARTURE_GROUPS).await?;
    let trek_ids: Vec<Uuid> = groups.iter().map(|group| group.trek_id).collect();
    let names = treks::names(&app.db, &trek_ids).await?;
    let departures = bookings::departures(&app.db, today, DEPARTURES).await?;
    let overdue = DueDays {
        from: None,
        to: today.pred_opt(),
    };
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
            .map(|booking| NextDeparture {
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
        overdue_balances: bookings::count_due(&app.db, overdue).await?,
        failed_mails,
    };
    Ok(Json(OverviewAnswer {
        status: Success::Success,
        data,
    }))
}

/// The start of the day `days_ago` days ago in a time zone.
fn begin_of(today: NaiveDate, days_ago: u64, zone: Tz) -> DateTime<Utc> {
    let day = today.checked_sub_days(Days::new(days_ago)).unwrap_or(today);
    start_of_day(day, zone)
}

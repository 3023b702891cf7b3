//! `GET /api/today/months`: seats sold and income by month, as JSON and CSV (operations §6).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::{Datelike, Months, NaiveDate};
use domain::money::Money;
use serde::Serialize;
use serde_json::Number;
use store::{StoreResult, Tx, bookings, ledger};
use utoipa::ToSchema;

use crate::features::report::period::{moments, month_of};
use crate::http::auth::Staff;
use crate::http::csv::Csv;
use crate::http::csv_export::{self, Rows};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, ServerError, StoreErrors};
use crate::http::response::Success;
use crate::platform::app::App;

const MONTHS_BACK: u32 = 11;
const MONTHS_AHEAD: u32 = 6;
const COLUMNS: [&str; 4] = ["Month", "Guests", "Income", "Currency"];

#[derive(Serialize, ToSchema)]
pub struct MonthsAnswer {
    pub status: Success,
    pub data: MonthList,
}

#[derive(Serialize, ToSchema)]
pub struct MonthList {
    /// The last twelve months, this one included, and the next six.
    pub months: Vec<Month>,
    /// Of the income: the currency of the agency's prices.
    pub currency: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Month {
    /// For example 2027-03.
    pub month: String,
    /// Guests of paid bookings that start in the month.
    pub guests: u64,
    /// Payments minus refunds in the month. Absent for months ahead.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub income: Option<Number>,
}

/// Returns the guests and the income of each month.
#[utoipa::path(
    get, path = "/api/today/months", tag = "site", security(("session" = [])),
    responses((status = 200, body = MonthsAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_months(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<MonthsAnswer>> {
    let months = app.in_transaction("list_months", async |tx| read(&app, &tx).await);
    let currency = app.config.currency;
    let months = months.await?.into_iter().map(|sum| Month {
        month: month_of(sum.first_day),
        guests: sum.guests,
        income: sum.income.map(|income| income.to_number(currency)),
    });
    Ok(Json(MonthsAnswer {
        status: Success::Success,
        data: MonthList {
            months: months.collect(),
            currency: currency.code().to_owned(),
        },
    }))
}

/// Exports the guests and the income of each month as CSV.
#[utoipa::path(
    get, path = "/api/today/months.csv", tag = "site", security(("session" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), AdminErrors, StoreErrors),
)]
pub(crate) async fn export_months(State(app): State<App>, _staff: Staff) -> ApiResult<Response> {
    let rows = MonthRows { app: app.clone() };
    csv_export::send(&app, "months", &COLUMNS, rows).await
}

struct MonthRows {
    app: App,
}

impl Rows for MonthRows {
    async fn add_part(&mut self, tx: &Tx, table: &mut Csv) -> StoreResult<bool> {
        let currency = self.app.config.currency;
        for sum in read(&self.app, tx).await? {
            let income = sum.income.map(|income| income.to_major_string(currency));
            let cells: [String; COLUMNS.len()] = [
                month_of(sum.first_day),
                sum.guests.to_string(),
                income.unwrap_or_default(),
                currency.code().to_owned(),
            ];
            table.add(&cells);
        }
        Ok(false)
    }
}

struct MonthSum {
    first_day: NaiveDate,
    guests: u64,
    income: Option<Money>,
}

async fn read(app: &App, tx: &Tx) -> StoreResult<Vec<MonthSum>> {
    let zone = app.config.timezone;
    let today = app.clock.today(zone);
    let this_month = today.with_day(1).unwrap_or(today);
    let first = this_month - Months::new(MONTHS_BACK);
    let end = this_month + Months::new(MONTHS_AHEAD + 1);
    let last = end.pred_opt().unwrap_or(end);
    let mut guests: BTreeMap<String, u64> = BTreeMap::new();
    for (day, number) in bookings::guests_by_start_date(tx, (first, last)).await? {
        *guests.entry(month_of(day)).or_default() += number;
    }
    let mut months = Vec::new();
    for first_day in (0..=MONTHS_BACK + MONTHS_AHEAD).map(|number| first + Months::new(number)) {
        let next = first_day + Months::new(1);
        let income = if first_day > this_month {
            None
        } else {
            let last_day = next.pred_opt().unwrap_or(next);
            let (from, to) = moments((first_day, last_day), zone);
            Some(ledger::sum_income(tx, app.config.currency, from, to).await?)
        };
        months.push(MonthSum {
            first_day,
            guests: guests
                .get(&month_of(first_day))
                .copied()
                .unwrap_or_default(),
            income,
        });
    }
    Ok(months)
}

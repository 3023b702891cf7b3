//! `GET /api/reports/balances`: what customers still have to pay, by due month and by trek (operations §3).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::money::{Currency, Money};
use serde::Serialize;
use serde_json::Number;
use store::bookings::{OpenBalance, list_open_balances};
use store::{StoreResult, Tx};
use utoipa::ToSchema;
use uuid::Uuid;

use super::period::month_of;
use crate::http::auth::Staff;
use crate::http::csv::Csv;
use crate::http::csv_export::{self, Rows};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, ServerError, StoreErrors};
use crate::http::response::Success;
use crate::platform::app::App;

const COLUMNS: [&str; 6] = [
    "Due month",
    "Trek",
    "Count",
    "Balance",
    "Overdue",
    "Currency",
];

#[derive(Serialize, ToSchema)]
pub struct BalancesReportAnswer {
    pub status: Success,
    pub data: BalancesReport,
}

/// The balances as they are now.
#[derive(Serialize, ToSchema)]
pub struct BalancesReport {
    pub totals: Vec<BalanceTotal>,
    pub months: Vec<BalancesByMonth>,
    pub treks: Vec<BalancesByTrek>,
}

#[derive(Serialize, ToSchema)]
pub struct BalanceTotal {
    pub currency: String,
    pub count: u64,
    #[schema(value_type = f64)]
    pub balance: Number,
    /// Of bookings whose due date has passed.
    #[schema(value_type = f64)]
    pub overdue: Number,
}

#[derive(Serialize, ToSchema)]
pub struct BalancesByMonth {
    /// The month of the next due date, for example 2027-03.
    pub month: String,
    pub currency: String,
    pub count: u64,
    #[schema(value_type = f64)]
    pub balance: Number,
    #[schema(value_type = f64)]
    pub overdue: Number,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BalancesByTrek {
    pub trek_id: Uuid,
    pub trek_name: String,
    pub currency: String,
    pub count: u64,
    #[schema(value_type = f64)]
    pub balance: Number,
    #[schema(value_type = f64)]
    pub overdue: Number,
}

/// Sums of balances, in minor units.
struct Sum {
    currency: Currency,
    count: u64,
    balance: i64,
    overdue: i64,
}

impl Sum {
    fn balance(&self) -> Number {
        Money::from_minor(self.balance).to_number(self.currency)
    }

    fn overdue(&self) -> Number {
        Money::from_minor(self.overdue).to_number(self.currency)
    }

    fn code(&self) -> String {
        self.currency.code().to_owned()
    }
}

fn group<K: Ord>(
    balances: &[OpenBalance],
    today: NaiveDate,
    key_of: impl Fn(&OpenBalance) -> K,
) -> BTreeMap<(K, &'static str), Sum> {
    let mut groups = BTreeMap::new();
    for one in balances {
        let key = (key_of(one), one.currency.code());
        let sum = groups.entry(key).or_insert(Sum {
            currency: one.currency,
            count: 0,
            balance: 0,
            overdue: 0,
        });
        sum.count += 1;
        sum.balance += one.balance.minor();
        if one.is_overdue(today) {
            sum.overdue += one.balance.minor();
        }
    }
    groups
}

/// Reports the balances of all bookings, by the month in which the next part of each is due, and by trek.
#[utoipa::path(
    get, path = "/api/reports/balances", tag = "bookings", security(("session" = [])),
    responses((status = 200, body = BalancesReportAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn report_balances(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<BalancesReportAnswer>> {
    let today = app.clock.today(app.config.timezone);
    let all = list_open_balances(&app.db).await?;
    let totals = group(&all, today, |_| ()).into_values();
    let months = group(&all, today, |one| month_of(one.due_on)).into_iter();
    let treks = group(&all, today, |one| (one.trek.clone(), one.trek_id)).into_iter();
    let data = BalancesReport {
        totals: totals
            .map(|sum| BalanceTotal {
                currency: sum.code(),
                count: sum.count,
                balance: sum.balance(),
                overdue: sum.overdue(),
            })
            .collect(),
        months: months
            .map(|((month, _), sum)| BalancesByMonth {
                month,
                currency: sum.code(),
                count: sum.count,
                balance: sum.balance(),
                overdue: sum.overdue(),
            })
            .collect(),
        treks: treks
            .map(|(((trek_name, trek_id), _), sum)| BalancesByTrek {
                trek_id,
                trek_name,
                currency: sum.code(),
                count: sum.count,
                balance: sum.balance(),
                overdue: sum.overdue(),
            })
            .collect(),
    };
    Ok(Json(BalancesReportAnswer {
        status: Success::Success,
        data,
    }))
}

/// Exports the balances by due month and trek as CSV.
#[utoipa::path(
    get, path = "/api/reports/balances.csv", tag = "bookings", security(("session" = [])),
    responses((status = 200, body = String, content_type = "text/csv"), AdminErrors, StoreErrors),
)]
pub(crate) async fn export_balances_report(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Response> {
    let today = app.clock.today(app.config.timezone);
    csv_export::send(&app, "balances", &COLUMNS, BalanceRows { today }).await
}

struct BalanceRows {
    today: NaiveDate,
}

impl Rows for BalanceRows {
    async fn add_part(&mut self, tx: &Tx, table: &mut Csv) -> StoreResult<bool> {
        let all = list_open_balances(tx).await?;
        let groups = group(&all, self.today, |one| {
            (month_of(one.due_on), one.trek.clone(), one.trek_id)
        });
        for (((month, trek, _), _), sum) in groups {
            let amount = |minor| Money::from_minor(minor).to_major_string(sum.currency);
            let cells: [String; COLUMNS.len()] = [
                month,
                trek,
                sum.count.to_string(),
                amount(sum.balance),
                amount(sum.overdue),
                sum.code(),
            ];
            table.add(&cells);
        }
        Ok(false)
    }
}

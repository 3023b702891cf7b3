//! `GET /api/reports/payments`: what was received and refunded, by day and method (operations §3).

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::money::{Currency, Money};
use serde_json::Number;
use store::movements::Direction;
use store::{Connection, StoreResult, Tx, treks};
use uuid::Uuid;

use super::payment_sums::{Line, PaymentSums, Sum, sum_payments};
use super::period::{ReportDays, month_of};
use super::wire_payments::{
    CreditsTotal, MovementKind, PaymentsByMethod, PaymentsByMonth, PaymentsByTrek, PaymentsReport,
    PaymentsReportAnswer, PaymentsReportLine, PaymentsTotal, TenderedTotal,
};
use crate::http::auth::Staff;
use crate::http::csv::Csv;
use crate::http::csv_export::{self, Rows};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BadRequest, StoreErrors};
use crate::http::extract::Params;
use crate::http::response::Success;
use crate::platform::app::App;

const COLUMNS: [&str; 8] = [
    "Day",
    "Kind",
    "Method",
    "Count",
    "Amount",
    "Currency",
    "Tendered amount",
    "Tendered currency",
];

/// Reports the payments, reversals and refunds of up to 366 days.
#[utoipa::path(
    get, path = "/api/reports/payments", tag = "bookings", security(("session" = [])), params(ReportDays),
    responses((status = 200, body = PaymentsReportAnswer), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn report_payments(
    State(app): State<App>,
    _staff: Staff,
    Params(days): Params<ReportDays>,
) -> ApiResult<Json<PaymentsReportAnswer>> {
    let days = days.read()?;
    let zone = app.config.timezone;
    let tx = app.db.begin_snapshot().await?;
    let sums = sum_payments(&tx, zone, Some(days)).await?;
    let data = PaymentsReport {
        from: days.0,
        to: days.1,
        lines: sums
            .lines
            .iter()
            .chain(&sums.credits)
            .map(shown_line)
            .collect(),
        methods: by_method(&sums),
        months: by_month(&sums),
        treks: by_trek(&tx, &sums).await?,
        totals: totals(&sums),
        tendered: tendered(&sums),
        credits: credits(&sums),
    };
    Ok(Json(PaymentsReportAnswer {
        status: Success::Success,
        data,
    }))
}

fn number(minor: i64, currency: Currency) -> Number {
    Money::from_minor(minor).to_number(currency)
}

fn code(currency: Currency) -> String {
    currency.code().to_owned()
}

fn shown_line((line, sum): (&Line, &Sum)) -> PaymentsReportLine {
    PaymentsReportLine {
        day: line.day,
        kind: MovementKind::new(line.direction, line.method),
        method: line.method.into(),
        count: sum.count,
        amount: number(sum.amount, sum.currency),
        currency: code(sum.currency),
        tendered_amount: number(sum.tendered, sum.tendered_currency),
        tendered_currency: code(sum.tendered_currency),
    }
}

fn by_method(sums: &PaymentSums) -> Vec<PaymentsByMethod> {
    let groups = sums.group(|line| (line.codes.0, line.direction, line.method));
    let shown = groups
        .into_iter()
        .map(|((_, direction, method), sum)| PaymentsByMethod {
            kind: MovementKind::new(direction, method),
            method: method.into(),
            count: sum.count,
            amount: number(sum.amount, sum.currency),
            currency: code(sum.currency),
        });
    shown.collect()
}

fn by_month(sums: &PaymentSums) -> Vec<PaymentsByMonth> {
    let groups = sums.group(|line| (month_of(line.day), line.codes.0));
    let shown = groups.into_iter().map(|((month, _), sum)| PaymentsByMonth {
        month,
        count: sum.count,
        amount: number(sum.amount, sum.currency),
        currency: code(sum.currency),
    });
    shown.collect()
}

async fn by_trek(db: &impl Connection, sums: &PaymentSums) -> StoreResult<Vec<PaymentsByTrek>> {
    let ids: Vec<Uuid> = sums.treks.keys().map(|(id, _)| *id).collect();
    let names = treks::names(db, &ids).await?;
    let shown = sums.treks.iter().map(|((trek_id, _), sum)| PaymentsByTrek {
        trek_id: *trek_id,
        trek_name: names.get(trek_id).cloned().unwrap_or_default(),
        count: sum.count,
        amount: number(sum.amount, sum.currency),
        currency: code(sum.currency),
    });
    let mut shown: Vec<PaymentsByTrek> = shown.collect();
    shown.sort_by(|one, other| {
        (&one.trek_name, &one.currency).cmp(&(&other.trek_name, &other.currency))
    });
    Ok(shown)
}

fn totals(sums: &PaymentSums) -> Vec<PaymentsTotal> {
    let parts = sums.group(|line| (line.codes.0, line.direction));
    let groups = sums.group(|line| line.codes.0);
    let shown = groups.into_iter().map(|(key, sum)| {
        let part = |direction| {
            let part = parts.get(&(key, direction));
            number(part.map_or(0, |part| part.amount), sum.currency)
        };
        PaymentsTotal {
            currency: code(sum.currency),
            received: part(Direction::Payment),
            reversed: part(Direction::Reversal),
            refunded: part(Direction::Refund),
            total: number(sum.amount, sum.currency),
        }
    });
    shown.collect()
}

fn tendered(sums: &PaymentSums) -> Vec<TenderedTotal> {
    let groups = sums.group(|line| line.codes.1).into_values();
    let shown = groups.map(|sum| TenderedTotal {
        currency: code(sum.tendered_currency),
        total: number(sum.tendered, sum.tendered_currency),
    });
    shown.collect()
}

fn credits(sums: &PaymentSums) -> Vec<CreditsTotal> {
    let mut totals: BTreeMap<&str, Sum> = BTreeMap::new();
    for (line, sum) in &sums.credits {
        totals.entry(line.codes.0).or_insert(sum.empty()).add(sum);
    }
    let shown = totals.into_iter().map(|(code, sum)| CreditsTotal {
        currency: code.to_owned(),
        count: sum.count,
        amount: number(sum.amount, sum.currency),
    });
    shown.collect()
}

/// Exports the lines of the payments report as CSV.
#[utoipa::path(
    get, path = "/api/reports/payments.csv", tag = "bookings", security(("session" = [])), params(ReportDays),
    responses((status = 200, body = String, content_type = "text/csv"), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn export_payments_report(
    State(app): State<App>,
    _staff: Staff,
    Params(days): Params<ReportDays>,
) -> ApiResult<Response> {
    let rows = ReportRows {
        zone: app.config.timezone,
        days: days.read()?,
    };
    csv_export::send(&app, "payments-by-day", &COLUMNS, rows).await
}

struct ReportRows {
    zone: chrono_tz::Tz,
    days: (NaiveDate, NaiveDate),
}

impl Rows for ReportRows {
    async fn add_part(&mut self, tx: &Tx, table: &mut Csv) -> StoreResult<bool> {
        let sums = sum_payments(tx, self.zone, Some(self.days)).await?;
        for (line, sum) in sums.lines.iter().chain(&sums.credits) {
            let amount = |minor, currency| Money::from_minor(minor).to_major_string(currency);
            let cells: [String; COLUMNS.len()] = [
                line.day.to_string(),
                MovementKind::new(line.direction, line.method)
                    .as_str()
                    .to_owned(),
                line.method.as_str().to_owned(),
                sum.count.to_string(),
                amount(sum.amount, sum.currency),
                code(sum.currency),
                amount(sum.tendered, sum.tendered_currency),
                code(sum.tendered_currency),
            ];
            table.add(&cells);
        }
        Ok(false)
    }
}

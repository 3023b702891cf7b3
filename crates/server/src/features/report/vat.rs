//! `GET /api/reports/vat`: the sales of Nepal's mode by month and trek, from the invoices as they were issued
//! (operations §3).

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::money::Money;
use serde::Serialize;
use serde_json::Number;
use store::{StoreResult, Tx};
use utoipa::ToSchema;

use super::period::ReportDays;
use super::vat_sums::{Sum, group, sum_invoices};
use crate::http::auth::Staff;
use crate::http::csv::Csv;
use crate::http::csv_export::{self, Rows};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BadRequest, StoreErrors};
use crate::http::extract::Params;
use crate::http::response::Success;
use crate::platform::app::App;

const COLUMNS: [&str; 11] = [
    "Month",
    "Trek",
    "Invoices",
    "Taxable",
    "VAT",
    "Zero-rated",
    "Pass-through",
    "Total",
    "Credited",
    "VAT credited",
    "Currency",
];

#[derive(Serialize, ToSchema)]
pub struct VatReportAnswer {
    pub status: Success,
    pub data: VatReport,
}

/// Sums of invoices with VAT. Plain invoices are not in it.
#[derive(Serialize, ToSchema)]
pub struct VatReport {
    pub from: NaiveDate,
    pub to: NaiveDate,
    pub months: Vec<VatByMonth>,
    pub treks: Vec<VatByTrek>,
    pub totals: Vec<VatSums>,
}

#[derive(Serialize, ToSchema)]
pub struct VatByMonth {
    /// The month of the invoices, for example 2027-03.
    pub month: String,
    pub sums: VatSums,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VatByTrek {
    pub trek_name: String,
    pub sums: VatSums,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VatSums {
    pub currency: String,
    pub invoices: u64,
    /// Without the VAT.
    #[schema(value_type = f64)]
    pub taxable: Number,
    #[schema(value_type = f64)]
    pub vat: Number,
    #[schema(value_type = f64)]
    pub zero_rated: Number,
    /// Collected for others, such as permits.
    #[schema(value_type = f64)]
    pub pass_through: Number,
    #[schema(value_type = f64)]
    pub total: Number,
    /// What credit notes took back of these invoices until now, with VAT.
    #[schema(value_type = f64)]
    pub credited: Number,
    /// The VAT in what was credited.
    #[schema(value_type = f64)]
    pub credited_vat: Number,
}

impl From<Sum> for VatSums {
    fn from(sum: Sum) -> Self {
        let number = |minor| Money::from_minor(minor).to_number(sum.currency);
        Self {
            currency: sum.currency.code().to_owned(),
            invoices: sum.invoices,
            taxable: number(sum.taxable),
            vat: number(sum.vat),
            zero_rated: number(sum.zero_rated),
            pass_through: number(sum.pass_through),
            total: number(sum.total),
            credited: number(sum.credited),
            credited_vat: number(sum.credited_vat),
        }
    }
}

/// Reports taxable, zero-rated and pass-through sales and their VAT, for the invoices of up to 366 days.
#[utoipa::path(
    get, path = "/api/reports/vat", tag = "bookings", security(("session" = [])), params(ReportDays),
    responses((status = 200, body = VatReportAnswer), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn report_vat(
    State(app): State<App>,
    _staff: Staff,
    Params(days): Params<ReportDays>,
) -> ApiResult<Json<VatReportAnswer>> {
    let days = days.read()?;
    let tx = app.db.begin_snapshot().await?;
    let groups = sum_invoices(&tx, days).await?;
    let months = group(&groups, |month, _| month.to_owned()).into_iter();
    let treks = group(&groups, |_, trek| trek.to_owned()).into_iter();
    let totals = group(&groups, |_, _| ()).into_iter();
    let data = VatReport {
        from: days.0,
        to: days.1,
        months: months
            .map(|(month, sum)| VatByMonth {
                month,
                sums: sum.into(),
            })
            .collect(),
        treks: treks
            .map(|(trek_name, sum)| VatByTrek {
                trek_name,
                sums: sum.into(),
            })
            .collect(),
        totals: totals.map(|(_, sum)| sum.into()).collect(),
    };
    Ok(Json(VatReportAnswer {
        status: Success::Success,
        data,
    }))
}

/// Exports the VAT by month and trek as CSV.
#[utoipa::path(
    get, path = "/api/reports/vat.csv", tag = "bookings", security(("session" = [])), params(ReportDays),
    responses((status = 200, body = String, content_type = "text/csv"), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn export_vat_report(
    State(app): State<App>,
    _staff: Staff,
    Params(days): Params<ReportDays>,
) -> ApiResult<Response> {
    let rows = VatRows { days: days.read()? };
    csv_export::send(&app, "vat", &COLUMNS, rows).await
}

struct VatRows {
    days: (NaiveDate, NaiveDate),
}

impl Rows for VatRows {
    async fn add_part(&mut self, tx: &Tx, table: &mut Csv) -> StoreResult<bool> {
        for ((month, trek, code), sum) in sum_invoices(tx, self.days).await? {
            let amount = |minor| Money::from_minor(minor).to_major_string(sum.currency);
            let cells: [String; COLUMNS.len()] = [
                month,
                trek,
                sum.invoices.to_string(),
                amount(sum.taxable),
                amount(sum.vat),
                amount(sum.zero_rated),
                amount(sum.pass_through),
                amount(sum.total),
                amount(sum.credited),
                amount(sum.credited_vat),
                code.to_owned(),
            ];
            table.add(&cells);
        }
        Ok(false)
    }
}

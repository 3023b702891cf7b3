//! `GET /api/reports/vat`: the sales of Nepal's mode by month and trek, from the invoices as they were issued
//! (operations §3).

use std::collections::{BTreeMap, HashMap};

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::booking::Booking;
use domain::invoice::Invoice;
use domain::money::{Currency, Money};
use serde::Serialize;
use serde_json::Number;
use store::refunds::{self, Cause, State as RefundState};
use store::{StoreResult, Tx, bookings, invoices, travel_credits};
use utoipa::ToSchema;
use uuid::Uuid;

use super::period::{ReportDays, month_of};
use crate::http::auth::Staff;
use crate::http::csv::Csv;
use crate::http::csv_export::{self, BATCH_SIZE, Rows};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BadRequest, StoreErrors};
use crate::http::extract::Params;
use crate::http::response::Success;
use crate::platform::app::App;

const COLUMNS: [&str; 10] = [
    "Month",
    "Trek",
    "Invoices",
    "Taxable",
    "VAT",
    "Zero-rated",
    "Pass-through",
    "Total",
    "Credited",
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
}

/// In minor units.
#[derive(Clone, Copy)]
struct Sum {
    currency: Currency,
    invoices: u64,
    taxable: i64,
    vat: i64,
    zero_rated: i64,
    pass_through: i64,
    total: i64,
    credited: i64,
}

impl Sum {
    fn empty(currency: Currency) -> Self {
        Self {
            currency,
            invoices: 0,
            taxable: 0,
            vat: 0,
            zero_rated: 0,
            pass_through: 0,
            total: 0,
            credited: 0,
        }
    }

    fn add(&mut self, other: &Self) {
        self.invoices += other.invoices;
        self.taxable += other.taxable;
        self.vat += other.vat;
        self.zero_rated += other.zero_rated;
        self.pass_through += other.pass_through;
        self.total += other.total;
        self.credited += other.credited;
    }
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
        }
    }
}

/// By month, trek and currency.
type Groups = BTreeMap<(String, String, &'static str), Sum>;

async fn sum_invoices(tx: &Tx, (from, to): (NaiveDate, NaiveDate)) -> StoreResult<Groups> {
    let mut groups = Groups::new();
    let mut last: Option<Invoice> = None;
    loop {
        let part = invoices::list_with_vat(tx, from, to, last.as_ref(), BATCH_SIZE).await?;
        let credited = credited_amounts(tx, &part).await?;
        for invoice in &part {
            let Some(tax) = &invoice.tax else { continue };
            let key = (
                month_of(invoice.issued_on),
                invoice.trek.clone(),
                invoice.currency.code(),
            );
            let empty = Sum::empty(invoice.currency);
            groups.entry(key).or_insert(empty).add(&Sum {
                currency: invoice.currency,
                invoices: 1,
                taxable: tax.summary.taxable.minor(),
                vat: tax.summary.vat.minor(),
                zero_rated: tax.summary.zero_rated.minor(),
                pass_through: tax.summary.pass_through.minor(),
                total: invoice.total.minor(),
                credited: credited.get(&invoice.number).copied().unwrap_or_default(),
            });
        }
        last = part.into_iter().last();
        if last.is_none() {
            return Ok(groups);
        }
    }
}

/// What credit notes took back, by the number of the invoice. An invoice that a cheaper one replaced is credited in
/// full; otherwise the credit note is of what was refunded or kept as a travel credit.
async fn credited_amounts(tx: &Tx, part: &[Invoice]) -> StoreResult<HashMap<String, i64>> {
    let ids: Vec<Uuid> = part.iter().map(|invoice| invoice.booking_id).collect();
    let found = bookings::find_in_order(tx, &ids).await?;
    let mut taken_back: HashMap<Uuid, i64> = HashMap::new();
    for refund in refunds::list_for_bookings(tx, &ids).await? {
        let is_of_price = !matches!(refund.cause, Cause::Lowered | Cause::Late);
        if is_of_price && refund.state == RefundState::Made {
            *taken_back.entry(refund.booking_id).or_default() += refund.amount.minor();
        }
    }
    for credit in travel_credits::list_for_bookings(tx, &ids).await? {
        *taken_back.entry(credit.booking_id).or_default() += credit.amount.minor();
    }
    let found: HashMap<Uuid, Booking> = found.into_iter().map(|one| (one.id, one)).collect();
    let mut credited = HashMap::new();
    for invoice in part {
        let Some(booking) = found.get(&invoice.booking_id) else {
            continue;
        };
        let amount = if booking.invoice_number.as_deref() == Some(invoice.number.as_str()) {
            match booking.credit_note_number {
                Some(_) => taken_back.get(&booking.id).copied().unwrap_or_default(),
                None => 0,
            }
        } else {
            invoice.total.minor()
        };
        credited.insert(invoice.number.clone(), amount);
    }
    Ok(credited)
}

fn group<K: Ord>(groups: &Groups, key_of: impl Fn(&str, &str) -> K) -> Vec<(K, Sum)> {
    let mut sums: BTreeMap<(K, &'static str), Sum> = BTreeMap::new();
    for ((month, trek, code), sum) in groups {
        let entry = sums.entry((key_of(month, trek), code));
        entry.or_insert(Sum::empty(sum.currency)).add(sum);
    }
    sums.into_iter().map(|((key, _), sum)| (key, sum)).collect()
}

/// Reports taxable, zero-rated and pass-through sales and their VAT, for the invoices of up to 366 days.
#[utoipa::path(
    get, path = "/api/reports/vat", tag = "bookings", security(("session" = [])), params(ReportDays),
    responses((status = 200, body = VatReportAnswer), BadRequest, AdminErrors, StoreErrors),
)]
pub async fn report_vat(
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
pub async fn export_vat_report(
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
                code.to_owned(),
            ];
            table.add(&cells);
        }
        Ok(false)
    }
}

//! `GET /api/reports/sales-register.csv`: the invoices of Nepal's mode in the columns of the tax office (operations §3).

use std::collections::HashMap;

use axum::extract::State;
use axum::response::Response;
use chrono::NaiveDate;
use domain::booking::Booking;
use domain::invoice::Invoice;
use serde::Deserialize;
use store::{StoreResult, Tx, bookings, invoices};
use utoipa::IntoParams;
use uuid::Uuid;

use super::issue::customer_name;
use crate::features::report::period::parse_day;
use crate::http::auth::Staff;
use crate::http::csv::Csv;
use crate::http::csv_export::{self, BATCH_SIZE, Rows};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, StoreErrors};
use crate::http::extract::Params;
use crate::platform::app::App;

const COLUMNS: [&str; 14] = [
    "Fiscal year",
    "Invoice date (BS)",
    "Invoice date (AD)",
    "Invoice number",
    "Seller PAN",
    "Buyer name",
    "Buyer PAN",
    "Total sales",
    "Tax-exempt sales",
    "Export sales",
    "Taxable sales",
    "VAT",
    "Currency",
    "Credit note number",
];

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SalesRegisterDays {
    /// The first day, for example 2026-07-17.
    from: Option<String>,
    /// The last day.
    to: Option<String>,
}

/// Exports the invoices of Nepal's mode as CSV, by day and number. Plain invoices are not in it.
#[utoipa::path(
    get, path = "/api/reports/sales-register.csv", tag = "bookings", security(("session" = [])),
    params(SalesRegisterDays),
    responses((status = 200, body = String, content_type = "text/csv"), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn export_sales_register(
    State(app): State<App>,
    _staff: Staff,
    Params(days): Params<SalesRegisterDays>,
) -> ApiResult<Response> {
    let from = parse_day("from", days.from.as_deref())?;
    let to = parse_day("to", days.to.as_deref())?;
    if to < from {
        return Err(ApiError::bad_request("to must not be before from"));
    }
    let rows = RegisterRows {
        days: (from, to),
        last: None,
    };
    csv_export::send(&app, "sales-register", &COLUMNS, rows).await
}

struct RegisterRows {
    days: (NaiveDate, NaiveDate),
    last: Option<Invoice>,
}

impl Rows for RegisterRows {
    async fn add_part(&mut self, tx: &Tx, table: &mut Csv) -> StoreResult<bool> {
        let part = invoices::list_with_vat(tx, self.days, self.last.as_ref(), BATCH_SIZE).await?;
        let ids: Vec<Uuid> = part.iter().map(|invoice| invoice.booking_id).collect();
        let found = bookings::find_in_order(tx, &ids).await?;
        let found: HashMap<Uuid, Booking> = found.into_iter().map(|one| (one.id, one)).collect();
        for invoice in &part {
            if let Some(booking) = found.get(&invoice.booking_id) {
                add_line(table, invoice, booking);
            }
        }
        let has_more = part.len() as u64 == BATCH_SIZE;
        self.last = part.into_iter().last();
        Ok(has_more)
    }
}

fn add_line(table: &mut Csv, invoice: &Invoice, booking: &Booking) {
    let Some(tax) = &invoice.tax else {
        return;
    };
    let amount = |money: domain::money::Money| money.to_major_string(invoice.currency);
    let credit_note = booking.credit_note_of(&invoice.number);
    table.add(&[
        tax.fiscal_year.clone(),
        tax.nepali_date.clone(),
        invoice.issued_on.to_string(),
        invoice.number.clone(),
        tax.terms.seller_pan.clone(),
        customer_name(booking).to_owned(),
        tax.buyer_pan.clone().unwrap_or_default(),
        amount(invoice.total),
        amount(tax.summary.pass_through),
        amount(tax.summary.zero_rated),
        amount(tax.summary.taxable),
        amount(tax.summary.vat),
        invoice.currency.code().to_owned(),
        credit_note.unwrap_or_default().to_owned(),
    ]);
}

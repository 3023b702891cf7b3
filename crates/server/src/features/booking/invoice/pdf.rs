//! `GET /api/bookings/{id}/invoice.pdf`: the stored invoice of a booking, drawn as PDF (operations §3).

use std::slice;

use axum::extract::State;
use axum::http::Method;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::credit_note::credit_note_entries;
use domain::invoice::{Invoice, VatSummary};
use serde::Deserialize;
use store::invoices;
use store::payments::{self, Payment};
use utoipa::IntoParams;

use super::credit_note::Returned;
use super::issue::{customer_name, store_first};
use super::page::{CreditNote, InvoicePage};
use crate::features::booking::payment::rupees::payment_amount;
use crate::features::booking::read::{BOOKING_NOT_FOUND, visible_booking};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{Conflict, NotFound, SignInErrors, StoreErrors};
use crate::http::extract::{Params, PathId};
use crate::platform::app::{App, AppState as _};
use crate::platform::format;
use crate::platform::pdf::ExtraFonts;

const INVOICE_NOT_FOUND: &str = "This booking has no invoice with this number.";
const NO_INVOICE: &str = "This booking has no invoice yet. It gets one when it is paid.";

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReadInvoice {
    /// An invoice of the booking that another one replaced. The current one if absent.
    number: Option<String>,
}

/// Returns an invoice of a booking as PDF, with its credit note, to its owner and to staff. In Nepal's mode each call is a
/// print: from the second on the invoice says that it is a copy.
#[utoipa::path(
    get, path = "/api/bookings/{id}/invoice.pdf", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path), ReadInvoice),
    responses((status = 200, body = String, content_type = "application/pdf"), SignInErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn read_invoice(
    State(app): State<App>,
    me: SignedIn,
    method: Method,
    id: PathId,
    Params(query): Params<ReadInvoice>,
) -> ApiResult<Response> {
    let booking = visible_booking(&app, &me, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    let invoice = match query.number.as_deref() {
        Some(number) => replaced_or_current(&app, &booking, number).await?,
        None => stored_invoice(&app, &booking).await?,
    };
    let prints = if invoice.tax.is_some() && method == Method::GET {
        invoices::count_print(&app.db, &invoice.number).await?
    } else {
        1
    };
    let page = InvoicePage {
        customer_name: customer_name(&booking).to_owned(),
        customer_email: booking.customer.email.clone(),
        payment: payment_lines(&app, &booking, &invoice).await?,
        credit_note: credit_note(&app, &booking, &invoice).await?,
        copy: u32::try_from(prints - 1).unwrap_or_default(),
        invoice,
    };
    let name = format!("invoice-{}.pdf", page.invoice.number.replace('/', "-"));
    let extra = ExtraFonts::of(&app).as_ref().clone();
    let drawn = tokio::task::spawn_blocking(move || page.draw(extra).into_pdf()).await;
    let pdf = drawn.map_err(ApiError::internal)?;
    let headers = [
        (CONTENT_TYPE, "application/pdf".to_owned()),
        (CONTENT_DISPOSITION, format!("inline; filename=\"{name}\"")),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    Ok((headers, pdf.map_err(ApiError::internal)?).into_response())
}

async fn replaced_or_current(app: &App, booking: &Booking, number: &str) -> ApiResult<Invoice> {
    if booking.invoice_number.as_deref() == Some(number) {
        return stored_invoice(app, booking).await;
    }
    let is_own = booking.invoice_numbers().any(|own| own == number);
    let stored = match is_own {
        true => invoices::find(&app.db, number).await?,
        false => None,
    };
    stored.ok_or_else(|| ApiError::not_found(INVOICE_NOT_FOUND))
}

/// An invoice from before invoices were stored is stored when it is first read, dated when it was paid.
async fn stored_invoice(app: &App, booking: &Booking) -> ApiResult<Invoice> {
    let number = booking.invoice_number.as_deref();
    let number = number.ok_or_else(|| ApiError::conflict(NO_INVOICE))?;
    if let Some(invoice) = invoices::find(&app.db, number).await? {
        return Ok(invoice);
    }
    store_first(app, &app.db, booking).await?;
    let invoice = invoices::find(&app.db, number).await?;
    invoice.ok_or_else(|| ApiError::internal("an invoice was stored and is missing"))
}

/// A line for each payment, and what is left to pay. Payments belong to the invoice that the booking has now.
async fn payment_lines(app: &App, booking: &Booking, invoice: &Invoice) -> ApiResult<Vec<String>> {
    if booking.invoice_number.as_ref() != Some(&invoice.number) {
        return Ok(vec!["Replaced: see the credit note".to_owned()]);
    }
    let payments = payments::list_for_booking(&app.db, booking.id).await?;
    if payments.is_empty() {
        return Ok(vec!["Not paid yet".to_owned()]);
    }
    let mut lines: Vec<String> = payments
        .iter()
        .map(|payment| payment_line(app, booking, payment))
        .collect();
    let balance = booking.balance();
    if !balance.is_zero() {
        let left = format::amount(balance, booking.quote.currency);
        lines.push(format!("{left} left to pay"));
    }
    Ok(lines)
}

fn payment_line(app: &App, booking: &Booking, payment: &Payment) -> String {
    let day = payment.received_at.with_timezone(&app.config.timezone);
    let day = format::day(day.date_naive());
    if payment.reverses.is_some() {
        return format!("{} reversed on {day}", payment_amount(payment, booking));
    }
    let how = match payment.method {
        payments::Method::Card => match &booking.payment.card_last4 {
            Some(last4) if booking.payment.intent_id.as_ref() == Some(&payment.reference) => {
                let brand = booking.payment.card_brand.as_deref().unwrap_or("card");
                format!(" with {} ending {last4}", brand_name(brand))
            }
            _ => String::new(),
        },
        payments::Method::Cash => " in cash".to_owned(),
        payments::Method::Bank => " by bank transfer".to_owned(),
        payments::Method::Other => String::new(),
        payments::Method::Credit => format!(" with travel credit {}", payment.reference),
    };
    let amount = payment_amount(payment, booking);
    format!("{amount} paid on {day}{how}")
}

fn brand_name(brand: &str) -> &str {
    match brand {
        "visa" => "Visa",
        "mastercard" => "Mastercard",
        "amex" => "American Express",
        other => other,
    }
}

/// The credit note for the invoice.
async fn credit_note(
    app: &App,
    booking: &Booking,
    invoice: &Invoice,
) -> ApiResult<Option<CreditNote>> {
    let returned = Returned::read(&app.db, &[booking.id]).await?;
    let given = returned.of_price_with_promised(booking);
    let mut entries = credit_note_entries(booking, slice::from_ref(invoice), &given);
    entries.retain(|entry| entry.invoice_number == invoice.number);
    let Some(number) = booking.credit_note_of(&invoice.number) else {
        return Ok(None);
    };
    // A cancellation without a refund has a credit note of nothing.
    let at = entries.last().map_or(booking.updated_at, |last| last.at);
    let day = |at: DateTime<Utc>| at.with_timezone(&app.config.timezone).date_naive();
    let note = CreditNote {
        number: number.to_owned(),
        date: day(at),
        vat: entries
            .iter()
            .filter_map(|entry| entry.vat)
            .reduce(VatSummary::plus),
        lines: entries
            .into_iter()
            .map(|entry| {
                let text = format!("{}: {}", format::day(day(entry.at)), entry.reason);
                (text, entry.amount)
            })
            .collect(),
    };
    Ok(Some(note))
}

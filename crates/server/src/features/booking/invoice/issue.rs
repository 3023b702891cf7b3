//! Stores the invoice of a booking with its number (operations §3).

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::invoice::Invoice;
use store::{Connection, StoreError, Tx, bookings, invoices};
use uuid::Uuid;

use crate::platform::app::App;

/// Stores the invoice of a booking whose number was assigned in this transaction.
pub(crate) async fn issue_invoice(
    app: &App,
    tx: &Tx,
    booking_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    match bookings::find(tx, booking_id).await? {
        Some(booking) => store_invoice(app, tx, &booking, now).await,
        None => Ok(()),
    }
}

/// Stores an invoice from before invoices were stored, dated when it was paid.
pub(crate) async fn store_first(
    app: &App,
    db: &impl Connection,
    booking: &Booking,
) -> Result<(), StoreError> {
    let paid_at = booking.payment.paid_at.unwrap_or(booking.created_at);
    store_invoice(app, db, booking, paid_at).await
}

/// Stores the invoice of a booking that has its number, unless it is stored already.
pub(crate) async fn store_invoice(
    app: &App,
    db: &impl Connection,
    booking: &Booking,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let Some(number) = booking.invoice_number.clone() else {
        return Ok(());
    };
    let today = now.with_timezone(&app.config.timezone).date_naive();
    let mut terms = app.config.invoice_terms();
    // A number of a year belongs to an invoice that was issued before the mode was changed.
    if number.starts_with("INV-") {
        terms.vat = None;
    }
    invoices::insert(db, &Invoice::issue(booking, number, today, &terms)).await
}

/// The primary guest, otherwise the account (decisions §9, 143).
pub fn customer_name(booking: &Booking) -> &str {
    let guest = booking.party.primary.name.as_str();
    if guest.is_empty() {
        &booking.customer.name
    } else {
        guest
    }
}

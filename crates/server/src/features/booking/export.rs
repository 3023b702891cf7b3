//! CSV exports of the administration: the bookings of a search, their guests, and their payments.

use axum::extract::State;
use axum::response::Response;
use domain::booking::Booking;
use domain::guest::Guest;
use domain::money::Money;
use store::bookings::{self, BookingFilter};
use store::ledger::{self, Kind, Line};
use store::{StoreResult, Tx};
use uuid::Uuid;

use super::list::ListBookings;
use crate::http::auth::Staff;
use crate::http::csv::Csv;
use crate::http::csv_export::{self, Rows};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BadRequest, StoreErrors};
use crate::http::extract::Params;
use crate::platform::app::App;

/// Number of bookings in one batch.
const BATCH_SIZE: usize = 500;
const BOOKING_COLUMNS: [&str; 20] = [
    "Booking",
    "Booked on",
    "Status",
    "Payment",
    "Trek",
    "Route",
    "Start",
    "End",
    "Guests",
    "Name",
    "Email",
    "Phone",
    "Total",
    "Refunded",
    "Currency",
    "Invoice",
    "Notes",
    "Reference",
    "Meals",
    "Porter",
];
const GUEST_COLUMNS: [&str; 14] = [
    "Booking",
    "Status",
    "Trek",
    "Route",
    "Start",
    "End",
    "Guest",
    "Name",
    "Age",
    "Gender",
    "Phone",
    "Booked by",
    "Email",
    "Notes",
];
const PAYMENT_COLUMNS: [&str; 12] = [
    "Booking",
    "Invoice",
    "Trek",
    "Start",
    "Booked by",
    "Email",
    "Date",
    "Kind",
    "Amount",
    "Currency",
    "Reference",
    "Reason",
];

/// Exports the bookings of a search as CSV.
#[utoipa::path(
    get, path = "/api/bookings/export", tag = "bookings", security(("session" = [])), params(ListBookings),
    responses((status = 200, body = String, content_type = "text/csv"), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn export_bookings(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListBookings>,
) -> ApiResult<Response> {
    let rows = BookingRows::new(&app, &query, add_booking)?;
    csv_export::send(&app, "bookings", &BOOKING_COLUMNS, rows).await
}

/// Exports the guests of the bookings of a search as CSV, one line each.
#[utoipa::path(
    get, path = "/api/bookings/guests/export", tag = "bookings", security(("session" = [])), params(ListBookings),
    responses((status = 200, body = String, content_type = "text/csv"), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn export_guests(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListBookings>,
) -> ApiResult<Response> {
    let rows = BookingRows::new(&app, &query, add_guests)?;
    csv_export::send(&app, "guests", &GUEST_COLUMNS, rows).await
}

/// Exports the payments and refunds of the bookings of a search as CSV, one line per movement of the ledger. Refunds
/// are negative.
#[utoipa::path(
    get, path = "/api/bookings/payments/export", tag = "bookings", security(("session" = [])), params(ListBookings),
    responses((status = 200, body = String, content_type = "text/csv"), BadRequest, AdminErrors, StoreErrors),
)]
pub(crate) async fn export_payments(
    State(app): State<App>,
    _staff: Staff,
    Params(query): Params<ListBookings>,
) -> ApiResult<Response> {
    let mut rows = BookingRows::new(&app, &query, add_payments)?;
    rows.with_payments = true;
    csv_export::send(&app, "payments", &PAYMENT_COLUMNS, rows).await
}

/// Adds the lines of a booking. Loads the ledger lines only where the export needs them.
type AddLines = fn(&App, &mut Csv, &Booking, &[Line]);

struct BookingRows {
    app: App,
    wanted: BookingFilter,
    /// Ids of the remaining bookings, in reverse order. `None` before the first batch.
    ids: Option<Vec<Uuid>>,
    with_payments: bool,
    add_lines: AddLines,
}

impl BookingRows {
    fn new(app: &App, query: &ListBookings, add_lines: AddLines) -> ApiResult<Self> {
        Ok(Self {
            app: app.clone(),
            wanted: query.wanted(app)?,
            ids: None,
            with_payments: false,
            add_lines,
        })
    }
}

impl Rows for BookingRows {
    async fn add_part(&mut self, tx: &Tx, table: &mut Csv) -> StoreResult<bool> {
        let ids = match &mut self.ids {
            Some(ids) => ids,
            none => none.insert(
                bookings::list_matching_ids(tx, &self.wanted)
                    .await?
                    .into_iter()
                    .rev()
                    .collect(),
            ),
        };
        let rest = ids.len().saturating_sub(BATCH_SIZE);
        let part: Vec<Uuid> = ids.split_off(rest).into_iter().rev().collect();
        let has_more = !ids.is_empty();
        let found = bookings::find_in_order(tx, &part).await?;
        let mut payments = Vec::new();
        if self.with_payments {
            payments = ledger::list_for_bookings(tx, &part).await?;
        }
        payments.sort_by_key(|line| line.booking_id);
        for booking in &found {
            let start = payments.partition_point(|line| line.booking_id < booking.id);
            let end = payments.partition_point(|line| line.booking_id <= booking.id);
            (self.add_lines)(&self.app, table, booking, &payments[start..end]);
        }
        Ok(has_more)
    }
}

fn add_booking(app: &App, table: &mut Csv, booking: &Booking, _: &[Line]) {
    let currency = booking.quote.currency;
    let primary = &booking.party.primary;
    let booked = booking.created_at.with_timezone(&app.config.timezone);
    let cells: [String; BOOKING_COLUMNS.len()] = [
        booking.id.to_string(),
        booked.format("%Y-%m-%d").to_string(),
        booking.status.as_str().to_owned(),
        booking.payment.status.as_str().to_owned(),
        booking.trek.name.clone(),
        booking.route.name.clone(),
        booking.start_date.to_string(),
        booking.end_date.to_string(),
        booking.party.size().to_string(),
        primary.name.clone(),
        booking.customer.email.clone(),
        primary.phone_number.clone().unwrap_or_default(),
        booking.quote.total.to_major_string(currency),
        booking.payment.refunded.to_major_string(currency),
        currency.code().to_owned(),
        booking.invoice_number.clone().unwrap_or_default(),
        booking.notes.clone().unwrap_or_default(),
        booking.reference.clone(),
        yes_or_no(booking.include_meals),
        yes_or_no(booking.include_porter),
    ];
    table.add(&cells);
}

fn yes_or_no(is_wished: bool) -> String {
    if is_wished { "yes" } else { "no" }.to_owned()
}

fn add_guests(_: &App, table: &mut Csv, booking: &Booking, _: &[Line]) {
    let party = std::iter::once(&booking.party.primary).chain(&booking.party.additional);
    for (index, guest) in party.enumerate() {
        let Guest { name, age, .. } = guest;
        let cells: [String; GUEST_COLUMNS.len()] = [
            booking.id.to_string(),
            booking.status.as_str().to_owned(),
            booking.trek.name.clone(),
            booking.route.name.clone(),
            booking.start_date.to_string(),
            booking.end_date.to_string(),
            format!("{} of {}", index + 1, booking.party.size()),
            name.clone(),
            // An age of 0 is unknown.
            match age {
                0 => String::new(),
                age => age.to_string(),
            },
            guest.gender.as_str().to_owned(),
            guest.phone_number.clone().unwrap_or_default(),
            booking.customer.name.clone(),
            booking.customer.email.clone(),
            booking.notes.clone().unwrap_or_default(),
        ];
        table.add(&cells);
    }
}

fn add_payments(app: &App, table: &mut Csv, booking: &Booking, payments: &[Line]) {
    for line in payments {
        let day = line.at.with_timezone(&app.config.timezone);
        let kind = match line.kind {
            Kind::Capture => "Card payment",
            Kind::Manual => "Payment by other means",
            Kind::Credit => "Payment with a travel credit",
            Kind::Reversal | Kind::CreditReversal => "Reversal of a payment",
            Kind::Refund => "Refund",
        };
        let cells: [String; PAYMENT_COLUMNS.len()] = [
            booking.id.to_string(),
            booking.invoice_number.clone().unwrap_or_default(),
            booking.trek.name.clone(),
            booking.start_date.to_string(),
            booking.customer.name.clone(),
            booking.customer.email.clone(),
            day.format("%Y-%m-%d").to_string(),
            kind.to_owned(),
            Money::from_minor(line.signed()).to_major_string(line.currency),
            line.currency.code().to_owned(),
            line.reference.clone(),
            line.reason.clone(),
        ];
        table.add(&cells);
    }
}

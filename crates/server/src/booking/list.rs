//! `GET /api/bookings` and its CSV: all bookings, for administrators (decisions §3, §10).

use axum::Json;
use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::booking::{Booking, BookingStatus};
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use store::bookings::{self, Wanted};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::read::shown_all;
use super::wire;
use crate::access::Admin;
use crate::answer::Success;
use crate::app::App;
use crate::csv::{Csv, FILE_TYPE};
use crate::error::{ApiError, ApiResult, Failure};
use crate::extract::Params;
use crate::paging;

const AT_ONCE: u64 = 500;

/// As text, so that a wrong value is answered with its field and what it may be.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListBookings {
    /// From 1; the CSV has all.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// Pending, Confirmed, Completed or Cancelled.
    status: Option<String>,
    /// Words that stand in id, guest, e-mail, trek or invoice number.
    search: Option<String>,
    /// The id of a trek.
    trek: Option<String>,
    /// The first day on which they start.
    from: Option<String>,
    /// The last day on which they start.
    to: Option<String>,
}

impl ListBookings {
    fn wanted(&self) -> ApiResult<Wanted> {
        let mut problems = Vec::new();
        let field = |name: &str, text: &Option<String>, may_be: &str| {
            let text = text
                .as_deref()
                .map(str::trim)
                .filter(|text| !text.is_empty());
            let problem = Problem::new(name, format!("{name} must be {may_be}"));
            text.map(|text| (text.to_owned(), problem))
        };
        let status = field(
            "status",
            &self.status,
            "Pending, Confirmed, Completed or Cancelled",
        );
        let trek = field("trek", &self.trek, "the id of a trek");
        let from = field("from", &self.from, "a day, as 2027-03-01");
        let to = field("to", &self.to, "a day, as 2027-03-01");
        let day = |text: &str| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok();
        let wanted = Wanted {
            status: read(status, BookingStatus::parse, &mut problems),
            trek_id: read(trek, |text| Uuid::parse_str(text).ok(), &mut problems),
            from: read(from, day, &mut problems),
            to: read(to, day, &mut problems),
            search: self.search.clone().unwrap_or_default(),
        };
        if problems.is_empty() {
            Ok(wanted)
        } else {
            Err(ApiError::invalid("The query is not valid", problems))
        }
    }
}

/// What a field says, or a problem more.
fn read<T>(
    field: Option<(String, Problem)>,
    parse: impl Fn(&str) -> Option<T>,
    problems: &mut Vec<Problem>,
) -> Option<T> {
    let (text, problem) = field?;
    let value = parse(&text);
    if value.is_none() {
        problems.push(problem);
    }
    value
}

#[derive(Serialize, ToSchema)]
pub struct AllBookingsAnswer {
    pub status: Success,
    pub data: AllBookings,
}

#[derive(Serialize, ToSchema)]
pub struct AllBookings {
    pub bookings: Vec<wire::Booking>,
    /// On all pages.
    pub total: u64,
}

/// A page of all bookings, the newest first.
#[utoipa::path(
    get, path = "/api/bookings", tag = "bookings", security(("session" = [])), params(ListBookings),
    responses(
        (status = 200, body = AllBookingsAnswer), (status = 400, body = Failure), (status = 401, body = Failure),
        (status = 403, body = Failure), (status = 500, body = Failure),
    ),
)]
pub async fn list_bookings(
    State(app): State<App>,
    Admin(me): Admin,
    Params(query): Params<ListBookings>,
) -> ApiResult<Json<AllBookingsAnswer>> {
    let page = paging::read(query.page.as_deref(), query.limit.as_deref())?;
    let wanted = query.wanted()?;
    let (found, total) = bookings::list(&app.db, &wanted, page.offset, page.limit).await?;
    let bookings = shown_all(&app, &me, found).await?;
    Ok(Json(AllBookingsAnswer {
        status: Success::Success,
        data: AllBookings { bookings, total },
    }))
}

const HEAD: [&str; 17] = [
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
];

/// The bookings of a search as a table for a spreadsheet.
#[utoipa::path(
    get, path = "/api/bookings/export", tag = "bookings", security(("session" = [])), params(ListBookings),
    responses(
        (status = 200, body = String, content_type = "text/csv"), (status = 400, body = Failure),
        (status = 401, body = Failure), (status = 403, body = Failure), (status = 500, body = Failure),
    ),
)]
pub async fn export_bookings(
    State(app): State<App>,
    _admin: Admin,
    Params(query): Params<ListBookings>,
) -> ApiResult<Response> {
    let wanted = query.wanted()?;
    let mut table = Csv::with_head(&HEAD);
    let mut offset = 0;
    loop {
        let (found, total) = bookings::list(&app.db, &wanted, offset, AT_ONCE).await?;
        for booking in &found {
            table.add(&line(&app, booking));
        }
        offset += AT_ONCE;
        if offset >= total {
            break;
        }
    }
    let named = format!(
        "attachment; filename=\"bookings-{}.csv\"",
        app.clock.today(app.config.timezone)
    );
    let headers = [
        (CONTENT_TYPE, FILE_TYPE.to_owned()),
        (CONTENT_DISPOSITION, named),
    ];
    Ok((headers, table.finish()).into_response())
}

fn line(app: &App, booking: &Booking) -> [String; HEAD.len()] {
    let currency = booking.quote.currency;
    let primary = &booking.party.primary;
    let booked = booking.created_at.with_timezone(&app.config.timezone);
    [
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
    ]
}

//! `GET /api/bookings`: all bookings, for administrators (decisions §3, §10).

use axum::Json;
use axum::extract::State;
use chrono::Days;
use domain::booking::BookingStatus;
use domain::booking_tags::tidy_tag;
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use store::bookings::{self, BookingFilter, Order, SortBy};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::read::shown_all;
use super::wire;
use crate::http::auth::Staff;
use crate::http::day::calendar_day;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, ServerError};
use crate::http::extract::Params;
use crate::http::pagination;
use crate::http::response::Success;
use crate::platform::app::App;

/// "Leaving this week" means today and the following six days.
const DAYS_OF_A_WEEK: u64 = 7;

/// Text fields, so that the error for an invalid value names the field and the permitted values.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ListBookings {
    /// From 1. The CSV exports contain all pages.
    page: Option<String>,
    /// 1 to 100.
    limit: Option<String>,
    /// Pending, Confirmed, Completed or Cancelled.
    status: Option<String>,
    /// Words that must all be found in id, reference, invoice number, guests, phones, email, trek or notes. Phone
    /// numbers are found in any formatting.
    search: Option<String>,
    /// unpaid, leaving-this-week (confirmed ones) or refunds; combined with the other filters.
    view: Option<String>,
    /// created, start, amount or guest. The CSV exports are always sorted by date of booking, newest first.
    sort: Option<String>,
    /// asc or desc. Default: guests from A to Z, everything else descending.
    order: Option<String>,
    /// A tag of staff.
    tag: Option<String>,
    /// The id of a trek.
    trek: Option<String>,
    /// The first start date.
    from: Option<String>,
    /// The last start date.
    to: Option<String>,
}

#[derive(Clone, Copy)]
enum View {
    Unpaid,
    LeavingThisWeek,
    Refunds,
}

fn parse_view(text: &str) -> Option<View> {
    match text {
        "unpaid" => Some(View::Unpaid),
        "leaving-this-week" => Some(View::LeavingThisWeek),
        "refunds" => Some(View::Refunds),
        _ => None,
    }
}

fn parse_sort(text: &str) -> Option<SortBy> {
    match text {
        "created" => Some(SortBy::Created),
        "start" => Some(SortBy::Start),
        "amount" => Some(SortBy::Amount),
        "guest" => Some(SortBy::Guest),
        _ => None,
    }
}

fn parse_order(text: &str) -> Option<Order> {
    match text {
        "asc" => Some(Order::Asc),
        "desc" => Some(Order::Desc),
        _ => None,
    }
}

/// A query parameter with the problem to report for an invalid value. An empty parameter counts as absent.
fn field(name: &str, text: Option<&String>, may_be: &str) -> Option<(String, Problem)> {
    let text = text
        .map(|text| text.trim())
        .filter(|text| !text.is_empty())?;
    let problem = Problem::new(name, format!("{name} must be {may_be}"));
    Some((text.to_owned(), problem))
}

impl ListBookings {
    pub(super) fn wanted(&self, app: &App) -> ApiResult<BookingFilter> {
        let mut problems = Vec::new();
        let status = field(
            "status",
            self.status.as_ref(),
            "Pending, Confirmed, Completed or Cancelled",
        );
        let trek = field("trek", self.trek.as_ref(), "the id of a trek");
        let from = field("from", self.from.as_ref(), "a day, as 2027-03-01");
        let to = field("to", self.to.as_ref(), "a day, as 2027-03-01");
        let view = field(
            "view",
            self.view.as_ref(),
            "unpaid, leaving-this-week or refunds",
        );
        let mut wanted = BookingFilter {
            status: read(status, BookingStatus::parse, &mut problems),
            trek_id: read(trek, |text| Uuid::parse_str(text).ok(), &mut problems),
            from: read(from, calendar_day, &mut problems),
            to: read(to, calendar_day, &mut problems),
            tag: self
                .tag
                .as_deref()
                .map(tidy_tag)
                .filter(|tag| !tag.is_empty()),
            search: self.search.clone().unwrap_or_default(),
            ..BookingFilter::default()
        };
        match read(view, parse_view, &mut problems) {
            None => {}
            Some(View::Unpaid) => {
                wanted.waits_for_payment = true;
            }
            Some(View::LeavingThisWeek) => {
                let today = app.clock.today(app.config.timezone);
                let last = today + Days::new(DAYS_OF_A_WEEK - 1);
                wanted.is_confirmed = true;
                wanted.from = Some(wanted.from.map_or(today, |from| from.max(today)));
                wanted.to = Some(wanted.to.map_or(last, |to| to.min(last)));
            }
            Some(View::Refunds) => wanted.has_refund = true,
        }
        answer(wanted, problems)
    }

    fn sorted(&self) -> ApiResult<(SortBy, Order)> {
        let mut problems = Vec::new();
        let sort = field(
            "sort",
            self.sort.as_ref(),
            "created, start, amount or guest",
        );
        let order = field("order", self.order.as_ref(), "asc or desc");
        let sort = read(sort, parse_sort, &mut problems).unwrap_or_default();
        let order = read(order, parse_order, &mut problems);
        let usual = match sort {
            SortBy::Guest => Order::Asc,
            SortBy::Created | SortBy::Start | SortBy::Amount => Order::Desc,
        };
        answer((sort, order.unwrap_or(usual)), problems)
    }
}

fn answer<T>(value: T, problems: Vec<Problem>) -> ApiResult<T> {
    if problems.is_empty() {
        Ok(value)
    } else {
        Err(ApiError::invalid("The query is not valid", problems))
    }
}

/// Parses a parameter, or adds a problem.
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

/// Lists a page of all bookings, newest first unless `sort` is given.
#[utoipa::path(
    get, path = "/api/bookings", tag = "bookings", security(("session" = [])), params(ListBookings),
    responses((status = 200, body = AllBookingsAnswer), BadRequest, AdminErrors, ServerError),
)]
pub(crate) async fn list_bookings(
    State(app): State<App>,
    Staff(me): Staff,
    Params(query): Params<ListBookings>,
) -> ApiResult<Json<AllBookingsAnswer>> {
    let page = pagination::read(query.page.as_deref(), query.limit.as_deref())?;
    let (wanted, sorted) = (query.wanted(&app)?, query.sorted()?);
    let (found, total) = bookings::list(&app.db, &wanted, sorted, page.offset, page.limit).await?;
    let bookings = shown_all(&app, &me, found).await?;
    Ok(Json(AllBookingsAnswer {
        status: Success::Success,
        data: AllBookings { bookings, total },
    }))
}

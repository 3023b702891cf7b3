//! What a change makes of a booking: its place, dates and price. Computed without storing anything.

use chrono::{Months, NaiveDate};
use domain::booking::{
    Booking, BookingStatus, ChangedOrder, MAX_YEARS_AHEAD, RouteSnapshot, end_date,
};
use domain::departure::{Departure, DepartureKind, DepartureState, check_private_start};
use domain::money::Money;
use domain::pricing::Quote;
use domain::problem::Problem;
use domain::schedule::balance_due_on;
use domain::trek::{Route, Trek};
use store::departures;
use uuid::Uuid;

use super::request::{INVALID, Wanted};
use crate::features::booking::price::{departure_price, price};
use crate::features::departure::on_sale::NOT_FOUND;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

const NOT_CONFIRMED: &str = "Only the guests' names can be changed before the booking is paid.";
const ENDED: &str = "This booking has ended. It can't be changed.";
const BEGUN: &str = "This trek has begun. Only the guests' names can be changed.";
const RESOLD: &str = "A reseller sold this booking. Ask them to change it.";
const ERASED: &str = "The traveller deleted their account. The guests' names can't be changed.";
const TREK_GONE: &str = "This trek no longer exists. Only the guests' names can be changed.";
const OTHER_CURRENCY: &str =
    "This trek is now sold in another currency. Cancel the booking and book again.";
const NOT_OPEN: &str = "This departure is not open.";

/// A change that is possible, apart from the seats.
pub struct Plan {
    pub order: ChangedOrder,
    /// The group departure of the changed booking.
    pub departure: Option<Departure>,
    /// The part of the amount paid that goes back, because the price is lower.
    pub back: Money,
}

/// Where and when the changed party walks.
struct Place<'a> {
    departure: Option<Departure>,
    route: &'a Route,
    start_date: NaiveDate,
}

fn invalid(field: &str, message: &str) -> ApiError {
    ApiError::invalid(INVALID, vec![Problem::new(field, message)])
}

pub(crate) async fn plan(app: &App, booking: &Booking, wanted: &Wanted) -> ApiResult<Plan> {
    check_status(app, booking, wanted)?;
    let party = wanted
        .party
        .clone()
        .unwrap_or_else(|| booking.party.clone());
    let order = ChangedOrder {
        departure_id: booking.departure_id,
        start_date: booking.start_date,
        end_date: booking.end_date,
        route: booking.route.clone(),
        party,
        quote: booking.quote,
        due_on: None,
    };
    if wanted.is_names_alone(booking) {
        return Ok(Plan {
            order,
            departure: None,
            back: Money::ZERO,
        });
    }
    let today = app.clock.today(app.config.timezone);
    let trek = store::treks::find(&app.db, booking.trek.id).await?;
    let trek = trek.ok_or_else(|| ApiError::conflict(TREK_GONE))?;
    let place = find_place(app, booking, &trek, wanted).await?;
    let (price_per_head, quote) =
        new_price(app, booking, &trek, &place, order.party.size()).await?;
    let route = match place.route.id == booking.route.id {
        // What was sold stays as it was sold.
        true => booking.route.clone(),
        false => place.route.into(),
    };
    let route = RouteSnapshot {
        price_per_head,
        ..route
    };
    let order = ChangedOrder {
        departure_id: place.departure.as_ref().map(|departure| departure.id),
        start_date: place.start_date,
        end_date: match &place.departure {
            Some(departure) => departure.end_date,
            None => end_date(place.start_date, route.number_of_days),
        },
        route,
        quote,
        due_on: balance_due_on(trek.payment_details.terms.as_ref(), place.start_date, today),
        ..order
    };
    let step = app.payments.step(quote.currency);
    let back = booking.overpaid_at(quote.total).up_to_step(step);
    Ok(Plan {
        back: back.min(booking.refundable()),
        departure: place.departure,
        order,
    })
}

fn check_status(app: &App, booking: &Booking, wanted: &Wanted) -> ApiResult<()> {
    let today = app.clock.today(app.config.timezone);
    let is_names_alone = wanted.is_names_alone(booking);
    let refused = match booking.status {
        BookingStatus::Cancelled | BookingStatus::Completed => ENDED,
        _ if booking.reseller.is_some() => RESOLD,
        _ if wanted.party.is_some() && booking.customer.email.is_empty() => ERASED,
        BookingStatus::Pending if !(is_names_alone && booking.is_payable()) => NOT_CONFIRMED,
        BookingStatus::Confirmed if !is_names_alone && booking.start_date < today => BEGUN,
        BookingStatus::Pending | BookingStatus::Confirmed => return Ok(()),
    };
    Err(ApiError::conflict(refused))
}

async fn find_place<'a>(
    app: &App,
    booking: &Booking,
    trek: &'a Trek,
    wanted: &Wanted,
) -> ApiResult<Place<'a>> {
    let departure = match (wanted.departure_id, wanted.start_date) {
        (Some(id), _) if Some(id) != booking.departure_id => Some(open_group(app, trek, id).await?),
        (None, Some(_)) => None,
        (_, _) => match booking.departure_id {
            Some(id) => departures::find(&app.db, id).await?,
            None => None,
        },
    };
    let route_id = match &departure {
        Some(departure) => departure.route_id,
        None => wanted.route_id.unwrap_or(booking.route.id),
    };
    let mut routes = trek.routes.iter();
    let route = routes.find(|route| {
        // A group departure may run a route that is not sold by itself.
        let is_sold = route.is_visible || departure.is_some() || route.id == booking.route.id;
        route.id == route_id && is_sold
    });
    let route = route.ok_or_else(|| invalid("routeId", "Route not found."))?;
    let Some(departure) = departure else {
        let start_date = wanted.start_date.unwrap_or(booking.start_date);
        check_private(app, booking, trek, start_date).await?;
        return Ok(Place {
            departure: None,
            route,
            start_date,
        });
    };
    if wanted.route_id.is_some_and(|id| id != departure.route_id) {
        return Err(invalid("routeId", "The departure runs another route"));
    }
    let is_other_day = |start| start != departure.start_date;
    if wanted.start_date.is_some_and(is_other_day) {
        let message = "The departure starts on another date";
        return Err(invalid("startDate", message));
    }
    Ok(Place {
        start_date: departure.start_date,
        departure: Some(departure),
        route,
    })
}

/// A group departure of the trek that has not begun. Staff also sell seats after the sales of travellers have ended.
async fn open_group(app: &App, trek: &Trek, id: Uuid) -> ApiResult<Departure> {
    let found = departures::find(&app.db, id).await?;
    let found =
        found.filter(|found| found.trek_id == trek.id && found.kind == DepartureKind::Group);
    let found = found.ok_or_else(|| invalid("departureId", NOT_FOUND))?;
    let today = app.clock.today(app.config.timezone);
    match found.state == DepartureState::Open && found.start_date >= today {
        true => Ok(found),
        false => Err(ApiError::conflict(NOT_OPEN)),
    }
}

/// Whether the party may start by itself on a day. The notice that travellers have to give does not bind staff.
async fn check_private(
    app: &App,
    booking: &Booking,
    trek: &Trek,
    start: NaiveDate,
) -> ApiResult<()> {
    if booking.departure_id.is_none() && start == booking.start_date {
        return Ok(());
    }
    let today = app.clock.today(app.config.timezone);
    let last = today.checked_add_months(Months::new(12 * MAX_YEARS_AHEAD));
    if start < today {
        return Err(invalid("startDate", "Start date must be today or later"));
    }
    if last.is_some_and(|last| start > last) {
        let message = "Start date must be within three years";
        return Err(invalid("startDate", message));
    }
    if booking.departure_id.is_some() && !trek.sold_as.has_private_dates() {
        let message = "Choose one of the departures of this trek";
        return Err(invalid("startDate", message));
    }
    let closures = store::closures::list(&app.db, trek.id).await?;
    match check_private_start(start, today, 0, &closures) {
        None => Ok(()),
        Some(problem) => Err(invalid("startDate", &problem.message)),
    }
}

/// The price per head and the quote of the changed booking. A price that the agency changed since the booking counts only
/// for what the party did not book: another route, or a departure that costs more or less than the one it leaves.
async fn new_price(
    app: &App,
    booking: &Booking,
    trek: &Trek,
    place: &Place<'_>,
    guests: u32,
) -> ApiResult<(Money, Quote)> {
    let booked = booking.route.price_per_head;
    let departure_id = place.departure.as_ref().map(|departure| departure.id);
    let is_same = (departure_id, place.route.id) == (booking.departure_id, booking.route.id);
    let today = departure_price(place.departure.as_ref(), place.route);
    let price_per_head = match is_same || price_now(app, booking, trek).await? == Some(today) {
        true => booked,
        false => today,
    };
    if (price_per_head, guests) == (booked, booking.party.size()) {
        return Ok((booked, booking.quote));
    }
    if trek.currency != booking.quote.currency {
        return Err(ApiError::conflict(OTHER_CURRENCY));
    }
    let deduction = booking.promotion.as_ref().map(|applied| applied.deduction);
    let quote = price(trek, price_per_head, guests, "guestDetails", deduction)?;
    Ok((price_per_head, quote))
}

/// What one guest would pay today for what the booking has.
async fn price_now(app: &App, booking: &Booking, trek: &Trek) -> ApiResult<Option<Money>> {
    let mut routes = trek.routes.iter();
    let route = routes.find(|route| route.id == booking.route.id);
    let departure = match booking.departure_id {
        Some(id) => departures::find(&app.db, id).await?,
        None => None,
    };
    Ok(route.map(|route| departure_price(departure.as_ref(), route)))
}

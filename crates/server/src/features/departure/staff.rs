//! Departures as staff see them: with the names of trek and route, the use of their seats, and who is on them.

use std::collections::{HashMap, HashSet};

use axum::Json;
use axum::extract::State;
use domain::booking::{Booking, BookingStatus};
use domain::departure::Departure;
use domain::money::Currency;
use serde_json::Number;
use store::departures;
use store::seats;
use store::waitlist;
use uuid::Uuid;

use super::assignment::guides_of;
use super::on_sale::NOT_FOUND;
use super::usage::{usage_in, usage_of};
use super::wire::{
    self, DepartureBooking, DepartureBookings, DepartureBookingsAnswer, OneStaffDeparture,
    StaffDeparture, StaffDepartureAnswer,
};
use crate::features::trek::list::offered_treks;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, NotFound, ServerError};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

/// A departure has at most 1000 seats, so this is every booking that may have some.
const MAX_BOOKINGS: u64 = 1000;
/// Holds that end leave cancelled bookings behind, without a limit.
const MAX_CANCELLED: u64 = 200;

/// What the desk shows of the route of a departure.
#[derive(Clone)]
struct RouteFacts {
    trek_name: String,
    route_name: String,
    route_price: Number,
    currency: Currency,
}

/// A departure as staff see it.
pub(crate) async fn answer(app: &App, departure: &Departure) -> ApiResult<StaffDepartureAnswer> {
    let mut shown = show_to_staff(app, std::slice::from_ref(departure)).await?;
    let departure = shown
        .pop()
        .ok_or_else(|| ApiError::internal("one departure became none"))?;
    Ok(StaffDepartureAnswer {
        status: Success::Success,
        data: OneStaffDeparture { departure },
    })
}

/// Departures as staff see them, in the same order.
pub(crate) async fn show_to_staff(
    app: &App,
    found: &[Departure],
) -> ApiResult<Vec<StaffDeparture>> {
    let today = app.clock.today(app.config.timezone);
    let usage = usage_of(app, found).await?;
    let routes = route_facts(app, found).await?;
    let guides = guides_of(app, found).await?;
    let pools: Vec<Uuid> = found.iter().map(|departure| departure.pool_id).collect();
    let shared = departures::list_shared_pools(&app.db, &pools).await?;
    let ids: Vec<Uuid> = found.iter().map(|departure| departure.id).collect();
    let waiting = waitlist::count_waiting(&app.db, &ids).await?;
    let show = |departure: &Departure| {
        let usage = usage_in(&usage, departure);
        let facts = routes.get(&departure.route_id).cloned();
        let facts = facts.unwrap_or_else(|| RouteFacts {
            trek_name: String::new(),
            route_name: String::new(),
            route_price: Number::from(0),
            currency: app.config.currency,
        });
        StaffDeparture {
            departure: wire::Departure::new(departure, usage, facts.currency, today)
                .with_guides(&guides),
            trek_name: facts.trek_name,
            route_name: facts.route_name,
            route_price: facts.route_price,
            currency: facts.currency.code().to_owned(),
            shares_seats: shared.contains(&departure.pool_id),
            seats_held: usage.held,
            seats_taken: usage.taken,
            waiting: waiting.get(&departure.id).copied().unwrap_or_default(),
            notes: departure.notes.clone(),
        }
    };
    Ok(found.iter().map(show).collect())
}

/// The facts of the routes of departures, by route. Most are in the cached list of treks on offer; hidden routes and
/// archived treks are read with one query.
async fn route_facts(app: &App, found: &[Departure]) -> ApiResult<HashMap<Uuid, RouteFacts>> {
    let treks: HashSet<Uuid> = found.iter().map(|departure| departure.trek_id).collect();
    let mut facts = HashMap::new();
    let offered = offered_treks(app).await?;
    for trek in offered.treks.iter().filter(|trek| treks.contains(&trek.id)) {
        let currency = Currency::parse(&trek.currency).unwrap_or(app.config.currency);
        for route in &trek.routes {
            let route_facts = RouteFacts {
                trek_name: trek.name.clone(),
                route_name: route.name.clone(),
                route_price: route.price_per_head.clone(),
                currency,
            };
            facts.insert(route.id, route_facts);
        }
    }
    let is_unknown = |departure: &&Departure| !facts.contains_key(&departure.route_id);
    let unknown: HashSet<Uuid> = found
        .iter()
        .filter(is_unknown)
        .map(|departure| departure.trek_id)
        .collect();
    if unknown.is_empty() {
        return Ok(facts);
    }
    let unknown: Vec<Uuid> = unknown.into_iter().collect();
    for trek in store::treks::find_many(&app.db, &unknown).await? {
        for route in &trek.routes {
            let route_facts = RouteFacts {
                trek_name: trek.name.clone(),
                route_name: route.name.clone(),
                route_price: route.price_per_head.to_number(trek.currency),
                currency: trek.currency,
            };
            facts.insert(route.id, route_facts);
        }
        // A route that was removed since.
        for departure in found.iter().filter(|one| one.trek_id == trek.id) {
            facts
                .entry(departure.route_id)
                .or_insert_with(|| RouteFacts {
                    trek_name: trek.name.clone(),
                    route_name: String::new(),
                    route_price: Number::from(0),
                    currency: trek.currency,
                });
        }
    }
    Ok(facts)
}

/// Returns the bookings on a departure: those with seats, then the last cancelled ones.
#[utoipa::path(
    get, path = "/api/departures/{id}/bookings", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = DepartureBookingsAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn list_departure_bookings(
    State(app): State<App>,
    _staff: Staff,
    id: PathId,
) -> ApiResult<Json<DepartureBookingsAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let found = departures::find(&app.db, id).await?;
    found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let mut bookings = store::bookings::list_of_departure(&app.db, id, false, MAX_BOOKINGS).await?;
    let cancelled = store::bookings::list_of_departure(&app.db, id, true, MAX_CANCELLED).await?;
    bookings.extend(cancelled);
    let ids: Vec<Uuid> = bookings.iter().map(|booking| booking.id).collect();
    let holds = seats::list_hold_ends(&app.db, &ids).await?;
    let show = |booking: &Booking| DepartureBooking {
        id: booking.id,
        reference: booking.reference.clone(),
        name: booking.party.primary.name.clone(),
        email: booking.customer.email.clone(),
        guests: booking.party.size(),
        status: booking.status.into(),
        payment_status: booking.payment.status.into(),
        amount: booking.quote.total.to_number(booking.quote.currency),
        currency: booking.quote.currency.code().to_owned(),
        hold_expires_at: holds
            .get(&booking.id)
            .copied()
            .filter(|_| booking.status == BookingStatus::Pending),
    };
    Ok(Json(DepartureBookingsAnswer {
        status: Success::Success,
        data: DepartureBookings {
            bookings: bookings.iter().map(show).collect(),
        },
    }))
}

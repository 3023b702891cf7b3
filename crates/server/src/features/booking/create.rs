//! `POST /api/bookings`: creates a booking (document 2 §4, §7; decisions §5, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::booking::{Booking, Customer, NewBooking};
use domain::guest::BookingFlow;
use domain::pricing::{self, PriceError, Quote};
use domain::problem::Problem;
use domain::trek::{Route, RouteChoice, Trek};
use serde_json::json;
use uuid::Uuid;

use super::record::{Recorded, find_recorded, record};
use super::request::{BookingRequest, RouteDetails};
use super::settle::close;
use super::wire::{self, PriceBreakdown};
use super::wire_response::{BookingOpened, BookingOpenedAnswer};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, Forbidden, SignInErrors, StoreErrors, TooManyRequests,
};
use crate::http::extract::Body;
use crate::http::idempotency::{self, Request};
use crate::http::response::Success;
use crate::platform::adapters::payments::Intent;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::kill_points::kill_point;

pub const INVALID: &str = "Invalid booking data";
pub const PRICE_CHANGED: &str = "The price has changed. Please check the new price and try again.";
pub const NOT_OFFERED: &str = "This trek or route is no longer offered.";
const NOT_YOURS: &str = "You can only book for yourself.";

/// Books a route of a trek: validates, prices and stores the booking, then opens the payment. The server calculates
/// the price; the amounts in the request are only compared with it (409 if they are outdated).
#[utoipa::path(
    post, path = "/api/bookings", tag = "bookings",
    security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same booking for 24 hours")),
    request_body = BookingRequest,
    responses(
        (status = 201, body = BookingOpenedAnswer), BodyErrors, SignInErrors, Forbidden, Conflict,
        TooManyRequests, StoreErrors,
    ),
)]
pub async fn create_booking(
    State(app): State<App>,
    me: SignedIn,
    headers: HeaderMap,
    Body(ask): Body<BookingRequest>,
) -> ApiResult<(StatusCode, Json<BookingOpenedAnswer>)> {
    let key = idempotency::key_of(&headers)?;
    let how = How {
        key,
        flow: BookingFlow::Current,
        payment_method: "",
    };
    let booking = place(&app, &me, &ask, how).await?;
    let answer = open_payment(&app, &me, booking).await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Context of a booking request.
#[derive(Clone, Copy)]
pub struct How<'a> {
    pub key: Option<&'a str>,
    pub flow: BookingFlow,
    /// Payment method of the legacy flow, which pays in the same call. A different card makes it a different request.
    pub payment_method: &'a str,
}

/// Validates, prices and stores a booking. The same key and request return the same booking.
pub async fn place(
    app: &App,
    me: &SignedIn,
    ask: &BookingRequest,
    how: How<'_>,
) -> ApiResult<Booking> {
    if ask
        .user_id
        .as_ref()
        .is_some_and(|id| *id != me.id.to_string())
    {
        return Err(ApiError::forbidden(NOT_YOURS));
    }
    let request = Request::new(me.id, how.key, &(ask, how.payment_method))?;
    if let Some(booking) = find_recorded(app, &request).await? {
        return Ok(booking);
    }
    let (now, timezone) = (app.clock.now(), app.config.timezone);
    let asked = ask
        .read(app.clock.today(timezone), timezone, how.flow)
        .map_err(|problems| ApiError::invalid(INVALID, problems))?;
    let trek = offered_trek(app, asked.trek_id).await?;
    let route = chosen_route(&trek, &ask.route_details)?;
    let quote = price(
        &trek,
        route,
        asked.party.size(),
        "bookingDetails.totalGuests",
    )?;
    check_step(app, &quote)?;
    if !ask.matches(&quote, route.price_per_head) {
        return Err(price_changed(&quote));
    }
    let order = NewBooking {
        id: app.clock.new_id(),
        user_id: me.id,
        customer: Customer {
            name: me.account.name.clone(),
            email: me.account.email.as_str().to_owned(),
        },
        trek: &trek,
        route,
        start_date: asked.start_date,
        party: asked.party,
        quote,
        notes: asked.notes,
        include_meals: ask.include_meals.unwrap_or(true),
        include_porter: ask.include_porter.unwrap_or(true),
    };
    let mut booking = Booking::pending(order, now);
    let kept = match record(app, &mut booking, &request).await? {
        Recorded::Stored => booking,
        // A concurrent request with the same key was first: return its booking.
        Recorded::KeyTaken => find_recorded(app, &request)
            .await?
            .ok_or_else(|| ApiError::internal("an idempotency key exists without its booking"))?,
    };
    close_replaced(app, me, ask.replaces.as_deref(), kept.id).await;
    Ok(kept)
}

/// Cancels the booking that this one replaces, after the traveller went back and changed the guests, so that no
/// second unpaid booking and payment stay open. The new booking is kept even if that fails.
async fn close_replaced(app: &App, me: &SignedIn, replaces: Option<&str>, kept: Uuid) {
    let Some(id) = replaces.and_then(|id| Uuid::parse_str(id.trim()).ok()) else {
        return;
    };
    let earlier = match store::bookings::find(&app.db, id).await {
        Ok(found) => found.filter(|earlier| earlier.user_id == me.id && earlier.id != kept),
        Err(error) => {
            tracing::warn!(booking = %id, error = error_chain(&error), "failed to cancel a replaced booking");
            None
        }
    };
    if let Some(earlier) = earlier
        && let Err(error) = close(app, earlier).await
    {
        tracing::warn!(booking = %id, error = error_chain(&error), "failed to cancel a replaced booking");
    }
}

/// Opens the payment at the provider, or returns the open one. The booking is already stored: if the process dies
/// here, the same request or the payment-intent call continues.
pub async fn open_payment(
    app: &App,
    me: &SignedIn,
    mut booking: Booking,
) -> ApiResult<BookingOpenedAnswer> {
    let intent = match &booking.payment.intent_id {
        // The provider forgets idempotency keys after a day. Opening by key again would create a second payment.
        Some(id) => app.payments.retrieve(id).await?,
        None => app.payments.open(&booking).await?,
    };
    kill_point("payment-opened");
    store::bookings::set_intent(&app.db, booking.id, &intent.id, app.clock.now()).await?;
    kill_point("payment-noted");
    booking.payment.intent_id = Some(intent.id.clone());
    Ok(opened(app, me, booking, intent))
}

fn opened(app: &App, me: &SignedIn, booking: Booking, intent: Intent) -> BookingOpenedAnswer {
    let data = BookingOpened {
        client_secret: intent.client_secret,
        payment_intent_id: intent.id,
        payment_breakdown: PriceBreakdown::from(&booking.quote),
        booking: wire::Booking::new(app, me, booking),
    };
    BookingOpenedAnswer {
        status: Success::Success,
        data,
    }
}

pub async fn offered_trek(app: &App, id: Uuid) -> ApiResult<Trek> {
    let trek = store::treks::find(&app.db, id).await?.ok_or_else(|| {
        ApiError::invalid(INVALID, vec![Problem::new("trekId", "Trek not found.")])
    })?;
    if trek.is_archived() {
        Err(ApiError::conflict(NOT_OFFERED))
    } else {
        Ok(trek)
    }
}

/// Finds the visible route of the request. A route that was hidden since the traveller loaded it is a conflict, not a
/// bad request.
pub fn chosen_route<'a>(trek: &'a Trek, details: &RouteDetails) -> ApiResult<&'a Route> {
    let choice = details.choice().unwrap_or(RouteChoice {
        route_id: Some(Uuid::nil()),
        ..RouteChoice::default()
    });
    trek.find_visible_route(&choice).map_err(|invalid| {
        let is_meant = |route: &Route| match (choice.route_id, &choice.name) {
            (Some(id), _) => route.id == id,
            (None, Some(name)) => route.name == name.trim(),
            (None, None) => false,
        };
        let mut hidden = trek.routes.iter().filter(|route| !route.is_visible);
        if hidden.any(is_meant) && !trek.visible_routes().any(is_meant) {
            ApiError::conflict(NOT_OFFERED)
        } else {
            let message = invalid.to_string();
            ApiError::invalid(message.clone(), vec![Problem::new("routeDetails", message)])
        }
    })
}

/// `guests_field` is the path of the number of guests in the request.
pub fn price(trek: &Trek, route: &Route, guests: u32, guests_field: &str) -> ApiResult<Quote> {
    pricing::quote(
        route.price_per_head,
        guests,
        &trek.payment_details,
        trek.currency,
    )
    .map_err(|error| {
        let field = match error {
            PriceError::Guests => guests_field,
            PriceError::ZeroOrTooSmall | PriceError::Overflow => "payment.finalAmount",
        };
        ApiError::invalid(
            error.to_string(),
            vec![Problem::new(field, error.to_string())],
        )
    })
}

/// Stripe does not accept every fils of a dinar amount. The check runs before anything is booked.
fn check_step(app: &App, quote: &Quote) -> ApiResult<()> {
    if quote.total.up_to_step(app.payments.step(quote.currency)) == quote.total {
        return Ok(());
    }
    let message = "The total is finer than what can be paid by card";
    let problem = Problem::new("payment.finalAmount", message);
    Err(ApiError::invalid(message, vec![problem]))
}

fn price_changed(quote: &Quote) -> ApiError {
    ApiError::conflict(PRICE_CHANGED)
        .with_data(json!({ "priceBreakdown": PriceBreakdown::from(quote) }))
}

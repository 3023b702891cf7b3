//! How a booking is made: `POST /api/bookings` (document 2 §4, §7; decisions §5, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::booking::{Booking, Customer, Order};
use domain::guest::BookingFlow;
use domain::pricing::{self, PriceError, Quote};
use domain::problem::Problem;
use domain::trek::{Route, RouteChoice, Trek};
use serde_json::json;
use sha2::{Digest, Sha256};
use store::StoreError;
use store::idempotency::{self, Used};
use uuid::Uuid;

use super::request::{BookingRequest, RouteDetails};
use super::wire::{self, BookingOpened, BookingOpenedAnswer, PriceBreakdown};
use crate::access::SignedIn;
use crate::answer::Success;
use crate::app::App;
use crate::error::{ApiError, ApiResult, Failure};
use crate::extract::Body;
use crate::kill_points::kill_point;
use crate::limits::Limit;
use crate::ports::payments::Intent;

pub const INVALID: &str = "Invalid booking data";
pub const PRICE_CHANGED: &str = "The price has changed. Please check the new price and try again.";
pub const NOT_OFFERED: &str = "This trek or route is no longer offered.";
const NOT_YOURS: &str = "You can only book for yourself.";
pub const KEY_REUSED: &str = "This Idempotency-Key was used for another request.";
const MAX_KEY_LENGTH: usize = 255;

/// Books a route of a trek: checks, prices, remembers, then opens the payment.
/// The price is ours: the client's figures are only compared (409 when they are stale).
#[utoipa::path(
    post, path = "/api/bookings", tag = "bookings",
    security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same booking for 24 hours")),
    request_body = BookingRequest,
    responses(
        (status = 201, body = BookingOpenedAnswer), (status = 400, body = Failure),
        (status = 401, body = Failure), (status = 403, body = Failure), (status = 409, body = Failure),
        (status = 413, body = Failure), (status = 415, body = Failure), (status = 429, body = Failure),
        (status = 500, body = Failure), (status = 503, body = Failure),
    ),
)]
pub async fn create_booking(
    State(app): State<App>,
    me: SignedIn,
    headers: HeaderMap,
    Body(ask): Body<BookingRequest>,
) -> ApiResult<(StatusCode, Json<BookingOpenedAnswer>)> {
    let key = idempotency_key(&headers)?;
    let how = How {
        key,
        flow: BookingFlow::Current,
        payment_method: "",
    };
    let booking = place(&app, &me, &ask, how).await?;
    let answer = open_payment(&app, booking).await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// How a request came.
#[derive(Clone, Copy)]
pub struct How<'a> {
    pub key: Option<&'a str>,
    pub flow: BookingFlow,
    /// Of the older flow, which pays in the same call: another card is another request.
    pub payment_method: &'a str,
}

/// Checks, prices and remembers a booking; the same key and request give the same one.
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
    let (key, fingerprint) = (how.key, fingerprint(ask, how.payment_method)?);
    if let Some(booking) = already_made(app, me.id, key, &fingerprint).await? {
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
    if !ask.agrees_with(&quote, route.price_per_head) {
        return Err(price_changed(&quote));
    }
    if let Some((most, window)) = app.config.limits.rule(Limit::BookingsOfUser)
        && store::bookings::count_of_user_since(&app.db, me.id, now - window).await?
            >= u64::from(most)
    {
        return Err(ApiError::too_many(
            "Too many bookings. Please try again later.",
            window.num_seconds().unsigned_abs(),
        ));
    }
    let order = Order {
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
    let booking = Booking::pending(order, now);
    match remember(app, &booking, key, &fingerprint).await {
        // Of two requests with one key the other was first: its booking is the answer to both.
        Err(StoreError::Taken(_)) => already_made(app, me.id, key, &fingerprint)
            .await?
            .ok_or_else(|| ApiError::internal(&"an idempotency key is taken by nobody")),
        kept => kept.map(|()| booking).map_err(ApiError::from),
    }
}

/// Opens the payment at the provider, or finds it open. The booking is stored by now: if the process
/// dies anywhere below, the same request or the payment-intent call goes on from here.
pub async fn open_payment(app: &App, mut booking: Booking) -> ApiResult<BookingOpenedAnswer> {
    let intent = app.payments.open(&booking).await?;
    kill_point("payment-opened");
    store::bookings::set_intent(&app.db, booking.id, &intent.id, app.clock.now()).await?;
    kill_point("payment-noted");
    booking.payment.intent_id = Some(intent.id.clone());
    Ok(opened(booking, intent))
}

fn opened(booking: Booking, intent: Intent) -> BookingOpenedAnswer {
    let data = BookingOpened {
        client_secret: intent.client_secret,
        payment_intent_id: intent.id,
        payment_breakdown: PriceBreakdown::from(&booking.quote),
        booking: wire::Booking::from(booking),
    };
    BookingOpenedAnswer {
        status: Success::Success,
        data,
    }
}

/// Booking and key are stored together, so a key never stands without its booking.
async fn remember(
    app: &App,
    booking: &Booking,
    key: Option<&str>,
    fingerprint: &str,
) -> Result<(), StoreError> {
    let tx = app.db.begin().await?;
    if let Some(key) = key {
        let used = Used {
            fingerprint: fingerprint.to_owned(),
            booking_id: booking.id,
        };
        idempotency::remember(&tx, booking.user_id, key, &used, booking.created_at).await?;
    }
    store::bookings::insert(&tx, booking).await?;
    tx.commit().await?;
    kill_point("booking-stored");
    Ok(())
}

async fn already_made(
    app: &App,
    user_id: Uuid,
    key: Option<&str>,
    fingerprint: &str,
) -> ApiResult<Option<Booking>> {
    let Some(key) = key else { return Ok(None) };
    match idempotency::find(&app.db, user_id, key, app.clock.now()).await? {
        None => Ok(None),
        Some(used) if used.fingerprint != fingerprint => Err(ApiError::conflict(KEY_REUSED)),
        Some(used) => Ok(store::bookings::find(&app.db, used.booking_id).await?),
    }
}

/// A digest of what was asked, without the fields that we ignore and the way it was written.
fn fingerprint(ask: &BookingRequest, payment_method: &str) -> ApiResult<String> {
    let bytes =
        serde_json::to_vec(&(ask, payment_method)).map_err(|error| ApiError::internal(&error))?;
    Ok(Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

pub fn idempotency_key(headers: &HeaderMap) -> ApiResult<Option<&str>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .map(str::trim)
        .filter(|key| !key.is_empty() && key.len() <= MAX_KEY_LENGTH);
    key.map(Some).ok_or_else(|| {
        let message = "Idempotency-Key must be 1 to 255 plain characters";
        ApiError::invalid(message, vec![Problem::new("Idempotency-Key", message)])
    })
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

/// The visible route that is meant. One that was hidden since the traveller saw it is a conflict, not a mistake.
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

/// `guests_field` is where the number of guests stands in the request.
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

fn price_changed(quote: &Quote) -> ApiError {
    ApiError::conflict(PRICE_CHANGED)
        .with_data(json!({ "priceBreakdown": PriceBreakdown::from(quote) }))
}

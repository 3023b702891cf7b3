//! `POST /api/bookings`: creates a booking (document 2 §4, §7; decisions §5, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::NaiveDate;
use domain::booking::{Booking, Customer, NewBooking};
use domain::departure::{Departure, check_private_start};
use domain::guest::BookingFlow;
use domain::money::Money;
use domain::pricing::{self, PriceError, Quote};
use domain::problem::Problem;
use domain::schedule::{Installment, Pay, Priced, schedule};
use domain::trek::{Route, RouteChoice, Trek};
use domain::way::Way;
use serde_json::json;
use uuid::Uuid;

use super::payment::order::first_payment;
use super::payment::settle::close;
use super::payment::wallet::{self, Charge};
use super::payment::ways;
use super::read::shown;
use super::record::{Recorded, Seats, find_recorded, record};
use super::request::{BookingRequest, RouteDetails};
use super::wire::PriceBreakdown;
use super::wire_response::{BookingOpened, BookingOpenedAnswer};
use crate::features::departure::on_sale::find_on_sale;
use crate::features::npr_rate::find_current_rate;
use crate::features::waitlist::offer::find_own;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, Forbidden, Gone, NotFound, SignInErrors, StoreErrors, TooManyRequests,
};
use crate::http::extract::Body;
use crate::http::idempotency::{self, Request};
use crate::http::response::Success;
use crate::platform::adapters::payments::{Intent, Wallet};
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::kill_points::kill_point;

pub const INVALID: &str = "Invalid booking data";
pub const PRICE_CHANGED: &str = "The price has changed. Please check the new price and try again.";
pub const NOT_OFFERED: &str = "This trek or route is no longer offered.";
const START_DATE: &str = "bookingDetails.startDate";
const NOT_YOURS: &str = "You can only book for yourself.";

/// Books a route of a trek: validates, prices and stores the booking, then opens the payment. The server calculates
/// the price; the amounts in the request are only compared with it (409 if they are outdated).
#[utoipa::path(
    post, path = "/api/bookings", tag = "bookings",
    security(("session" = [])),
    params(("Idempotency-Key" = Option<String>, Header, description = "The same key gives the same booking for 24 hours")),
    request_body = BookingRequest,
    responses(
        (status = 201, body = BookingOpenedAnswer), BodyErrors, SignInErrors, Forbidden, NotFound, Conflict, Gone,
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
    let choice = match how.flow {
        BookingFlow::Legacy => ways::choose(app, Some(Way::Card), false).await,
        BookingFlow::Current => {
            ways::choose(app, asked.pay_with, ask.choose_way_later == Some(true)).await
        }
    };
    let choice = choice?.map_err(|problem| ApiError::invalid(INVALID, vec![problem]))?;
    let trek = offered_trek(app, asked.trek_id).await?;
    let offer = offered_seats(app, me, ask, asked.departure_id).await?;
    let departure = match asked.departure_id {
        Some(id) => Some(find_on_sale(app, &trek, id).await?),
        None => None,
    };
    let route = match &departure {
        Some(departure) => departure_route(&trek, departure, &ask.route_details)?,
        None => chosen_route(&trek, &ask.route_details)?,
    };
    let start_date = check_start(app, &trek, departure.as_ref(), asked.start_date).await?;
    let price_per_head = departure_price(departure.as_ref(), route);
    let guests = asked.party.size();
    let quote = price(&trek, price_per_head, guests, "bookingDetails.totalGuests")?;
    if choice.way == Way::Card {
        check_step(app, &quote)?;
    }
    if !ask.matches(&quote, price_per_head) {
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
        departure: departure.as_ref(),
        start_date,
        party: asked.party,
        quote,
        schedule: schedule_of(app, &trek, &quote, guests, start_date, asked.pay),
        notes: asked.notes,
        include_meals: ask.include_meals.unwrap_or(true),
        include_porter: ask.include_porter.unwrap_or(true),
    };
    let mut booking = Booking::pending(order, now);
    booking.payment.way = choice.way;
    if choice.is_made {
        booking.payment.pay_by = ways::pay_by(app, choice.way, &booking);
    }
    booking.rate = find_current_rate(app).await?;
    wallet_charge(app, &booking, choice.way)?;
    let seats = departure.as_ref().map(|departure| Seats {
        departure,
        offer,
        replaces: ask.replaces.as_deref(),
    });
    let kept = match record(app, &mut booking, &request, seats).await? {
        Recorded::Stored => booking,
        // A concurrent request with the same key was first: return its booking.
        Recorded::KeyTaken => find_recorded(app, &request)
            .await?
            .ok_or_else(|| ApiError::internal("an idempotency key exists without its booking"))?,
    };
    close_replaced(app, me, ask.replaces.as_deref(), kept.id).await;
    Ok(kept)
}

/// The traveller's waitlist entry whose offer the request names.
async fn offered_seats(
    app: &App,
    me: &SignedIn,
    ask: &BookingRequest,
    departure_id: Option<Uuid>,
) -> ApiResult<Option<Uuid>> {
    let token = ask.offer.as_deref().map(str::trim);
    let Some(token) = token.filter(|token| !token.is_empty()) else {
        return Ok(None);
    };
    let entry = find_own(app, token, me.id).await?;
    if departure_id == Some(entry.departure_id) {
        return Ok(Some(entry.id));
    }
    let problem = Problem::new("offer", "This offer is for another departure");
    Err(ApiError::invalid(INVALID, vec![problem]))
}

/// What one guest pays for a route, on a departure that has a price of its own or without one.
#[must_use]
pub fn departure_price(departure: Option<&Departure>, route: &Route) -> Money {
    domain::departure::price_per_head(departure, route)
}

/// The route of a departure. A request that names another one is refused.
pub fn departure_route<'a>(
    trek: &'a Trek,
    departure: &Departure,
    details: &RouteDetails,
) -> ApiResult<&'a Route> {
    let details = match details.names_route() {
        true => details,
        false => &RouteDetails {
            route_id: Some(departure.route_id.to_string()),
            ..RouteDetails::default()
        },
    };
    let route = chosen_route(trek, details)?;
    if route.id == departure.route_id {
        return Ok(route);
    }
    let message = "This departure runs another route";
    Err(ApiError::invalid(
        INVALID,
        vec![Problem::new("routeDetails", message)],
    ))
}

/// The start date of a booking: that of its departure, or a date on which the party may start by itself.
async fn check_start(
    app: &App,
    trek: &Trek,
    departure: Option<&Departure>,
    asked: Option<NaiveDate>,
) -> ApiResult<NaiveDate> {
    let problem = match (departure, asked) {
        (Some(departure), None) => return Ok(departure.start_date),
        (Some(departure), Some(start)) if start == departure.start_date => return Ok(start),
        (Some(_), Some(_)) => Problem::new(START_DATE, "The departure starts on another date"),
        (None, None) => Problem::new(START_DATE, "Please select a date"),
        (None, Some(_)) if !trek.sold_as.has_private_dates() => {
            Problem::new(START_DATE, "Choose one of the departures of this trek")
        }
        (None, Some(start)) => {
            let today = app.clock.today(app.config.timezone);
            let closures = store::closures::list(&app.db, trek.id).await?;
            match check_private_start(start, today, trek.minimum_notice_days, &closures) {
                None => return Ok(start),
                Some(problem) => problem,
            }
        }
    };
    Err(ApiError::invalid(INVALID, vec![problem]))
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

/// What a wallet is asked for, if the booking is to be paid at one. 400 if it cannot be.
pub fn wallet_charge(
    app: &App,
    booking: &Booking,
    way: Way,
) -> ApiResult<Option<(Wallet, Charge)>> {
    ways::wallet_charge(app, booking, way)
        .map_err(|problem| ApiError::invalid(INVALID, vec![problem]))
}

/// Opens the payment at the provider, or returns the open one. The booking is already stored: if the process dies
/// here, the same request or the payment-intent call continues.
pub async fn open_payment(
    app: &App,
    me: &SignedIn,
    mut booking: Booking,
) -> ApiResult<BookingOpenedAnswer> {
    if let Some((wallet, charge)) = wallet_charge(app, &booking, booking.payment.way)? {
        let payment = wallet::open(app, &booking, wallet, &charge).await?;
        booking.payment.intent_id = Some(payment.intent_id.clone());
        booking.payment.last_error = None;
        let mut answer = opened(app, me, booking, None).await?;
        answer.data.payment_intent_id = payment.intent_id;
        answer.data.redirect = Some(payment.page.into());
        return Ok(answer);
    }
    // Without a card provider or the wallet any more, the traveller chooses another way.
    let is_by_card = booking.payment.way == Way::Card && app.payments.takes_cards();
    if !is_by_card {
        return opened(app, me, booking, None).await;
    }
    let intent = match &booking.payment.intent_id {
        // The provider forgets idempotency keys after a day. Opening by key again would create a second payment.
        Some(id) => app.payments.retrieve(id).await?,
        None => app.payments.open(&first_payment(app, &booking)).await?,
    };
    kill_point("payment-opened");
    store::bookings::set_intent(&app.db, booking.id, &intent.id, app.clock.now()).await?;
    kill_point("payment-noted");
    booking.payment.intent_id = Some(intent.id.clone());
    opened(app, me, booking, Some(intent)).await
}

/// The response to a booking, without a card payment for a booking whose payment staff record.
async fn opened(
    app: &App,
    me: &SignedIn,
    booking: Booking,
    intent: Option<Intent>,
) -> ApiResult<BookingOpenedAnswer> {
    let (payment_intent_id, client_secret) = intent
        .map(|intent| (intent.id, intent.client_secret))
        .unwrap_or_default();
    let data = BookingOpened {
        client_secret,
        payment_intent_id,
        pay_with: booking.payment.way.into(),
        pay_by: Some(booking.pay_by(app.config.unpaid_for)),
        bank_details: ways::bank_details(app, &booking),
        redirect: None,
        payment_breakdown: PriceBreakdown::from(&booking.quote),
        amount_due: booking
            .amount_to_confirm()
            .to_number(booking.quote.currency),
        booking: shown(app, me, booking).await?,
    };
    Ok(BookingOpenedAnswer {
        status: Success::Success,
        data,
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
pub fn price(
    trek: &Trek,
    price_per_head: Money,
    guests: u32,
    guests_field: &str,
) -> ApiResult<Quote> {
    pricing::quote(price_per_head, guests, &trek.payment_details, trek.currency).map_err(|error| {
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

/// The installments of a booking; empty if everything is due at once.
fn schedule_of(
    app: &App,
    trek: &Trek,
    quote: &Quote,
    guests: u32,
    start_date: NaiveDate,
    pay: Pay,
) -> Vec<Installment> {
    let parts = installments(app, trek, quote, guests, start_date, pay);
    match parts.len() {
        1 => Vec::new(),
        _ => parts,
    }
}

/// What of a price is due when, if it is booked now.
pub fn installments(
    app: &App,
    trek: &Trek,
    quote: &Quote,
    guests: u32,
    start_date: NaiveDate,
    pay: Pay,
) -> Vec<Installment> {
    let priced = Priced {
        total: quote.total,
        currency: quote.currency,
        guests,
        start_date,
    };
    let today = app.clock.today(app.config.timezone);
    schedule(&priced, trek.payment_details.terms.as_ref(), pay, today)
}

fn price_changed(quote: &Quote) -> ApiError {
    ApiError::conflict(PRICE_CHANGED)
        .with_data(json!({ "priceBreakdown": PriceBreakdown::from(quote) }))
}

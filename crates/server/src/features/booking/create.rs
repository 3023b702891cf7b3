//! `POST /api/bookings`: creates a booking (document 2 §4, §7; decisions §5, §10).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::booking::{Booking, NewBooking};
use domain::guest::BookingFlow;
use domain::problem::Problem;
use domain::way::Way;
use uuid::Uuid;

use super::offered::{check_start, chosen_route, departure_route, offered_trek};
use super::on_behalf::{Booker, find_booker};
use super::payment::capture::SettleError;
use super::payment::close::close;
use super::payment::credit;
use super::payment::open::{open_payment, opened, wallet_charge};
use super::payment::settle::settle;
use super::payment::ways;
use super::price::{check_step, departure_price, price, price_changed, schedule_of};
use super::record::{Needed, Recorded, Seats, find_recorded, record};
use super::request::{BookingRequest, INVALID, RouteDetails};
use super::wire_response::BookingOpenedAnswer;
use crate::features::departure::on_sale::find_on_sale;
use crate::features::npr_rate::find_current_rate;
use crate::features::promotion::applied;
use crate::features::proposal::accept::find_open;
use crate::features::waitlist::offer::find_own;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, Forbidden, Gone, NotFound, SignInErrors, StoreErrors, TooManyRequests,
};
use crate::http::extract::Body;
use crate::http::idempotency::{self, Request};
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;

/// The private trek of a proposal has one route.
const FIRST_ROUTE: RouteDetails = RouteDetails {
    route_id: None,
    route_index: Some(0),
    name: None,
    route_name: None,
    number_of_days: None,
    price_per_head: None,
};
const NO_PROMOTION: &str = "A promotion code cannot be used with a proposal.";
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
pub(crate) async fn create_booking(
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
    let answer = match ask.on_behalf_of {
        Some(_) => opened(&app, &me, booking, None).await?,
        None => open_payment(&app, &me, booking).await?,
    };
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

/// Validates, prices and stores a booking, and confirms it if a travel credit pays what is due. The same key and request
/// return the same booking.
pub(crate) async fn place(
    app: &App,
    me: &SignedIn,
    ask: &BookingRequest,
    how: How<'_>,
) -> ApiResult<Booking> {
    let booking = store_order(app, me, ask, how).await?;
    match booking.is_covered_by_credit() {
        true => Ok(settle(app, booking).await?),
        false => Ok(booking),
    }
}

async fn store_order(
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
    let booker = find_booker(app, me, ask).await?;
    let request = Request::new(me.id, how.key, &(ask, how.payment_method))?;
    let kept = match find_recorded(app, &request).await? {
        Some(booking) => booking,
        None => match make_order(app, me, ask, how, (&booker, &request)).await {
            Ok(booking) => booking,
            // A concurrent request with the same key may have taken the proposal, the offer or the credit meanwhile.
            Err(refused) => find_recorded(app, &request).await?.ok_or(refused)?,
        },
    };
    // A repeated request does so too: the first may have ended right after its commit.
    close_replaced(app, me, ask.replaces.as_deref(), kept.id).await;
    Ok(kept)
}

async fn make_order(
    app: &App,
    me: &SignedIn,
    ask: &BookingRequest,
    how: How<'_>,
    (booker, request): (&Booker, &Request<'_>),
) -> ApiResult<Booking> {
    let (now, timezone) = (app.clock.now(), app.config.timezone);
    let asked = ask
        .read(app.clock.today(timezone), timezone, how.flow)
        .map_err(|problems| ApiError::invalid(INVALID, problems))?;
    let choice = match how.flow {
        BookingFlow::Legacy => ways::choose(app, Some(Way::Card), false).await,
        BookingFlow::Current => {
            let is_later = ask.choose_way_later == Some(true) || ask.on_behalf_of.is_some();
            ways::choose(app, asked.pay_with, is_later).await
        }
    };
    let choice = choice?.map_err(|problem| ApiError::invalid(INVALID, vec![problem]))?;
    let proposal = match ask.proposal.as_deref() {
        Some(token) => Some(find_open(app, me, token, ask.replaces.as_deref()).await?),
        None => None,
    };
    let trek = match &proposal {
        Some(accepting) => accepting.proposal.private_trek(now),
        None => offered_trek(app, asked.trek_id).await?,
    };
    let offer = offered_seats(app, me, ask, asked.departure_id).await?;
    let departure = match asked.departure_id {
        Some(id) => Some(find_on_sale(app, &trek, id).await?),
        None => None,
    };
    let route = match (&departure, &proposal) {
        (Some(departure), _) => departure_route(&trek, departure, &ask.route_details)?,
        (None, None) => chosen_route(&trek, &ask.route_details)?,
        (None, Some(_)) => chosen_route(&trek, &FIRST_ROUTE)?,
    };
    let price_per_head = departure_price(departure.as_ref(), route);
    let guests = asked.party.size();
    let (start_date, quote, promotion) = match &proposal {
        Some(accepting) => {
            if applied::asked_code(ask.promotion_code.as_deref()).is_some() {
                let problem = Problem::new("promotionCode", NO_PROMOTION);
                return Err(ApiError::invalid(INVALID, vec![problem]));
            }
            let quote = accepting.proposal.content.quote();
            (accepting.check(&asked)?, quote, None)
        }
        None => {
            let start_date = check_start(app, &trek, departure.as_ref(), asked.start_date).await?;
            let promotion = match applied::asked_code(ask.promotion_code.as_deref()) {
                Some(code) => {
                    let traveller = me.id.to_string();
                    let found = applied::find_applicable(app, &traveller, &code, &trek).await?;
                    Some(found.applied())
                }
                None => None,
            };
            let deduction = promotion.as_ref().map(|applied| applied.deduction);
            let field = "bookingDetails.totalGuests";
            let quote = price(&trek, price_per_head, guests, field, deduction)?;
            (start_date, quote, promotion)
        }
    };
    if choice.way == Way::Card {
        check_step(app, &quote)?;
    }
    if !ask.matches(&quote, price_per_head) {
        return Err(price_changed(&quote));
    }
    let order = NewBooking {
        id: app.clock.new_id(),
        user_id: booker.account.id,
        customer: booker.customer.clone(),
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
    booking.promotion = promotion;
    booking.buyer_pan = asked.buyer_pan;
    if let Some(accepting) = &proposal {
        booking.trek.coordinates = accepting.proposal.content.coordinates;
    }
    booking.payment.way = choice.way;
    booking.rate = find_current_rate(app).await?;
    let credit = match &ask.travel_credit {
        Some(number) => Some(credit::find_own(app, me, number, quote.currency).await?),
        None => None,
    };
    if let Some(credit) = &credit {
        credit::apply(&mut booking, credit)?;
    }
    if !booking.is_covered_by_credit() {
        if ask.on_behalf_of.is_some() && choice.way == Way::Card {
            booking.payment.pay_by = Some(ways::pay_by_link(app, &booking));
        } else if choice.is_made {
            booking.payment.pay_by = ways::pay_by(app, choice.way, &booking);
        }
        wallet_charge(app, &booking, choice.way)?;
    }
    let seats = departure
        .as_ref()
        .map(|departure| Seats { departure, offer });
    let needed = Needed {
        seats,
        credit: credit.as_ref(),
        proposal: proposal.as_ref(),
        replaces: ask.replaces.as_deref(),
        booked_by_staff: ask.on_behalf_of.as_ref().map(|_| (me, booker)),
    };
    match record(app, &booking, request, needed).await? {
        Recorded::Stored(booking) => Ok(*booking),
        // A concurrent request with the same key was first: return its booking.
        Recorded::KeyTaken => find_recorded(app, request)
            .await?
            .ok_or_else(|| ApiError::internal("an idempotency key exists without its booking")),
    }
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
    let Some(earlier) = earlier else {
        return;
    };
    let closed = match close(app, earlier).await {
        // Its hold may have ended before.
        Ok(_) => store::bookings::give_up_seats(&app.db, id, app.clock.now())
            .await
            .map_err(SettleError::from)
            .map(|_| ()),
        Err(error) => Err(error),
    };
    if let Err(error) = closed {
        tracing::warn!(booking = %id, error = error_chain(&error), "failed to cancel a replaced booking");
    }
}

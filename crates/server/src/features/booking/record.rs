//! Stores a booking once, together with its Idempotency-Key and the count for the traveller's rate limit (decisions
//! §10 "Idempotency-Key", "Limits"), and holds its seats (operations §2).

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::departure::Departure;
use domain::waitlist::{WaitlistEntry, WaitlistState};
use serde_json::json;
use store::seats::{self, Claim, ClaimState, Seating};
use store::travel_credits::TravelCredit;
use store::{Tx, waitlist};
use uuid::Uuid;

use super::audit_entry;
use super::on_behalf::{Booker, insert_account};
use super::payment::credit::reserve;
use super::payment::instructions_mail;
use crate::features::departure::on_sale::NOT_ON_SALE;
use crate::features::promotion::applied;
use crate::features::proposal::accept::{Accepting, accept};
use crate::features::waitlist::offer;
use crate::features::waitlist::offers::{offer_free_seats, offer_if_awaited};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::idempotency::Request;
use crate::http::rate_limit::{Limit, count_in};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const TOO_MANY: &str = "Too many bookings.";

pub enum Recorded {
    Stored(Box<Booking>),
    /// A concurrent request used the key first.
    KeyTaken,
}

/// The seats of a group departure that a booking needs.
#[derive(Clone, Copy)]
pub struct Seats<'a> {
    pub departure: &'a Departure,
    /// The waitlist entry whose offer the request names.
    pub offer: Option<Uuid>,
}

/// What a booking reserves.
#[derive(Clone, Copy)]
pub struct Needed<'a> {
    pub seats: Option<Seats<'a>>,
    pub credit: Option<&'a TravelCredit>,
    pub proposal: Option<&'a Accepting>,
    /// The traveller's own unpaid booking that this one replaces: its seats, its travel credit and the use of its
    /// promotion code are free for this one.
    pub replaces: Option<&'a str>,
    /// Staff who book for a caller, and the caller.
    pub booked_by_staff: Option<(&'a SignedIn, &'a Booker)>,
}

enum Outcome {
    Stored(Box<Booking>),
    KeyTaken,
    /// Why, and the pool whose free seats were offered to those who wait, in the transaction that rolls back.
    NoSeats(ApiError, Option<Uuid>),
}

/// Stores booking, reference, key and count, holds the seats, reserves the travel credit and takes a use of the
/// promotion code, in one transaction: a key never exists without its booking, and concurrent requests exceed neither
/// the limit, nor the seats, nor the uses.
pub(crate) async fn record(
    app: &App,
    booking: &Booking,
    request: &Request<'_>,
    needed: Needed<'_>,
) -> ApiResult<Recorded> {
    let outcome = app
        .in_transaction("create_booking", async |tx| -> ApiResult<_> {
            let mut booking = booking.clone();
            if !request
                .remember(&tx, booking.id, booking.created_at)
                .await?
            {
                tx.roll_back();
                return Ok(Outcome::KeyTaken);
            }
            if let Some((staff, booker)) = needed.booked_by_staff {
                insert_account(&tx, booker).await?;
                audit_entry::note(app, &tx, staff, "create", &booking, &[]).await?;
            }
            let counted = (Limit::BookingsOfUser, &*booking.user_id.to_string());
            if let Some(ends_at) = count_in(app, &tx, counted).await? {
                let left = (ends_at - app.clock.now()).num_milliseconds();
                let seconds = u64::try_from(left).unwrap_or_default().div_ceil(1000);
                return Err(ApiError::too_many(TOO_MANY, seconds));
            }
            let replaced = find_replaced(&tx, &booking, needed.replaces).await?;
            if let Some(seats) = needed.seats {
                // Holds and offers that ended by the clock go to those who wait first.
                let pool_id = seats.departure.pool_id;
                let offers = offer_if_awaited(app, &tx, pool_id).await?;
                if let Err(refused) = hold_seats(app, &tx, &booking, seats, replaced).await {
                    tx.roll_back();
                    let offered = (offers > 0).then_some(pool_id);
                    return Ok(Outcome::NoSeats(refused, offered));
                }
            }
            if let Some(credit) = needed.credit {
                reserve(&tx, &booking, credit, replaced).await?;
                kill_point("credit-reserved");
            }
            applied::take_use(&tx, &booking, replaced).await?;
            booking.cancellation_policy = Some(app.config.cancellation_policy.clone());
            if let Some(proposal) = needed.proposal {
                accept(app, &tx, &booking, proposal).await?;
            }
            // Last, because concurrent bookings wait for the counter until the commit.
            booking.reference =
                store::bookings::next_reference(&tx, &app.config.reference_prefix).await?;
            store::bookings::insert(&tx, &booking).await?;
            let now = app.clock.now();
            match (booking.payment.pay_by, needed.booked_by_staff) {
                (Some(_), None) => instructions_mail::add(app, &tx, booking.id, now).await?,
                (Some(_), Some(_)) => {
                    instructions_mail::add_mail(app, &tx, booking.id, now).await?
                }
                (None, _) => {}
            }
            kill_point("seats-held");
            Ok(Outcome::Stored(Box::new(booking)))
        })
        .await?;
    let booking = match outcome {
        Outcome::Stored(booking) => booking,
        Outcome::KeyTaken => return Ok(Recorded::KeyTaken),
        Outcome::NoSeats(refused, offered) => {
            if let Some(pool_id) = offered {
                offer_free_seats(app, pool_id).await?;
            }
            return Err(refused);
        }
    };
    kill_point("booking-stored");
    if booking.payment.pay_by.is_some() {
        app.wake_worker();
    }
    Ok(Recorded::Stored(booking))
}

async fn hold_seats(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    needed: Seats<'_>,
    replaced: Option<Uuid>,
) -> ApiResult<()> {
    let now = app.clock.now();
    if let Some(replaced) = replaced {
        seats::release(tx, replaced, now).await?;
    }
    let offer = find_offer(tx, booking, needed, replaced, now).await?;
    if let Some(offer) = &offer {
        seats::release(tx, offer.id, now).await?;
    }
    let claim = Claim {
        owner_id: booking.id,
        pool_id: needed.departure.pool_id,
        departure_id: needed.departure.id,
        seats: booking.party.size(),
        state: ClaimState::Held,
        expires_at: Some(booking.payment.pay_by.unwrap_or(now + app.config.hold_for)),
    };
    if let Seating::TooFew { left } = seats::hold(tx, &claim, now).await? {
        return Err(too_few(left));
    }
    // The pool is locked now. Staff may have closed or moved the departure since this request read it.
    let current = store::departures::find(tx, needed.departure.id).await?;
    let is_same = current.is_some_and(|current| {
        (current.state, current.start_date) == (needed.departure.state, needed.departure.start_date)
    });
    if !is_same {
        return Err(ApiError::conflict(NOT_ON_SALE));
    }
    if let Some(offer) = &offer {
        waitlist::book(tx, offer.id, booking.id, now).await?;
        kill_point("offer-booked");
    }
    // A smaller party than before leaves seats over.
    if offer.is_some() || replaced.is_some() {
        offer_if_awaited(app, tx, needed.departure.pool_id).await?;
    }
    Ok(())
}

/// The traveller's own unpaid booking that a new one replaces.
async fn find_replaced(
    tx: &Tx,
    booking: &Booking,
    replaces: Option<&str>,
) -> ApiResult<Option<Uuid>> {
    let Some(id) = replaces.and_then(|id| Uuid::parse_str(id.trim()).ok()) else {
        return Ok(None);
    };
    let earlier = store::bookings::find(tx, id).await?;
    let is_own = earlier.is_some_and(|it| it.user_id == booking.user_id && it.is_payable());
    Ok(is_own.then_some(id))
}

/// The offer whose seats the booking takes over: the one that the request names, or else the traveller's own on this
/// departure. It must not have ended; the booking that took it over may be replaced.
async fn find_offer(
    tx: &Tx,
    booking: &Booking,
    needed: Seats<'_>,
    replaced: Option<Uuid>,
    now: DateTime<Utc>,
) -> ApiResult<Option<WaitlistEntry>> {
    let Some(id) = needed.offer else {
        let own = waitlist::find_active(tx, needed.departure.id, booking.user_id).await?;
        return Ok(own.filter(|entry| entry.state_at(now) == WaitlistState::Offered));
    };
    let entry = waitlist::find(tx, id).await?;
    let entry = entry.ok_or_else(|| ApiError::not_found(offer::NOT_FOUND))?;
    match entry.state_at(now) {
        WaitlistState::Offered => Ok(Some(entry)),
        WaitlistState::Booked if replaced.is_some() && entry.booking_id == replaced => {
            Ok(Some(entry))
        }
        state => Err(offer::ended(state)),
    }
}

/// The response to a booking of more seats than are left.
#[must_use]
pub fn too_few(left: u32) -> ApiError {
    let message = match left {
        0 => "This departure is sold out.".to_owned(),
        1 => "Only 1 seat is left on this departure.".to_owned(),
        left => format!("Only {left} seats are left on this departure."),
    };
    ApiError::conflict(message).with_data(json!({ "seatsLeft": left }))
}

/// The booking that an earlier identical request created.
pub(crate) async fn find_recorded(app: &App, request: &Request<'_>) -> ApiResult<Option<Booking>> {
    match request.earlier(app).await? {
        Some(id) => Ok(store::bookings::find(&app.db, id).await?),
        None => Ok(None),
    }
}

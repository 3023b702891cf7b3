//! `GET /api/bookings/{id}` and `GET /api/bookings/my-bookings` (decisions §3, §5).

use std::collections::{HashMap, HashSet};

use axum::Json;
use axum::extract::State;
use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::money::{Currency, Money};
use domain::review::{ReviewState, can_review};
use uuid::Uuid;

use super::invoice::credit_note::Returned;
use super::payment::capture::SettleError;
use super::payment::settle::settle_or_end;
use super::refund::wire::BookedRefund;
use super::wire::{self};
use super::wire_response::{BookingAnswer, BookingList, BookingListAnswer};
use crate::features::departure::choice_link;
use crate::features::review::link as review_link;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{NotFound, ServerError, SignInErrors};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::adapters::payments::{IntentStatus, PaymentError};
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;

pub const BOOKING_NOT_FOUND: &str = "Booking not found.";
pub const NO_SUCH_PAYMENT: &str = "Payment not found.";

/// Returns a booking to its owner and to administrators. For others it does not exist.
#[utoipa::path(
    get, path = "/api/bookings/{id}", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = BookingAnswer), SignInErrors, NotFound, ServerError),
)]
pub(crate) async fn read_booking(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
) -> ApiResult<Json<BookingAnswer>> {
    let booking = visible_booking(&app, &me, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    Ok(Json(current(&app, &me, booking).await?.into()))
}

/// Finds a booking for staff.
pub(super) async fn found(app: &App, id: PathId) -> ApiResult<Booking> {
    let id = id.or_not_found(BOOKING_NOT_FOUND)?;
    let booking = store::bookings::find(&app.db, id).await?;
    booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))
}

/// Finds a booking for its owner or staff.
pub(crate) async fn visible_booking(app: &App, me: &SignedIn, id: Uuid) -> ApiResult<Booking> {
    store::bookings::find(&app.db, id)
        .await?
        .filter(|booking| booking.user_id == me.id || me.is_staff())
        .ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))
}

/// Settles the booking before returning it, because the confirmation page polls every two seconds and should not wait
/// for the reconciler. If the provider fails or the result cannot be stored, returns the stored state.
async fn current(app: &App, me: &SignedIn, booking: Booking) -> ApiResult<wire::Booking> {
    if !booking.is_payable() && booking.balance().is_zero() {
        return shown(app, me, booking).await;
    }
    match settle_or_end(app, booking.clone()).await {
        Ok(settled) => shown(app, me, settled).await,
        Err(SettleError::Payment(PaymentError::Unavailable(_))) => shown(app, me, booking).await,
        Err(error) => {
            tracing::error!(booking = %booking.id, error = error_chain(&error), "failed to settle a booking");
            let stored = store::bookings::find(&app.db, booking.id).await?;
            let booking = stored.unwrap_or(booking);
            let received = booking.is_payable() && provider_has_the_money(app, &booking).await;
            let mut shown = shown(app, me, booking).await?;
            shown.payment.received = received;
            if received {
                // A second payment would be a second charge.
                shown
                    .allowed_actions
                    .retain(|action| *action != wire::BookingAction::Pay);
            }
            Ok(shown)
        }
    }
}

async fn provider_has_the_money(app: &App, booking: &Booking) -> bool {
    let Some(intent_id) = &booking.payment.intent_id else {
        return false;
    };
    let intent = app.payments.retrieve(intent_id).await;
    intent.is_ok_and(|intent| intent.status == IntentStatus::Succeeded)
}

/// A booking with its refunds, as `me` may see it.
pub(crate) async fn shown(app: &App, me: &SignedIn, booking: Booking) -> ApiResult<wire::Booking> {
    let mut all = shown_all(app, me, vec![booking]).await?;
    all.pop()
        .ok_or_else(|| ApiError::internal("one booking became none"))
}

/// Bookings with their refunds. Failed refunds are left out.
pub(crate) async fn shown_all(
    app: &App,
    me: &SignedIn,
    bookings: Vec<Booking>,
) -> ApiResult<Vec<wire::Booking>> {
    let ids: Vec<Uuid> = bookings.iter().map(|booking| booking.id).collect();
    let has_credit_note = bookings
        .iter()
        .filter(|booking| booking.credit_note_number.is_some());
    let credited: Vec<Uuid> = has_credit_note.map(|booking| booking.id).collect();
    let returned = Returned {
        refunds: store::refunds::list_for_bookings(&app.db, &ids).await?,
        lines: store::ledger::list_for_bookings(&app.db, &credited).await?,
        credits: store::travel_credits::list_for_bookings(&app.db, &ids).await?,
    };
    let holds = hold_ends(app, &bookings).await?;
    let choices = store::departure_changes::list_open_for_bookings(&app.db, &ids).await?;
    let mut answer_days = HashMap::new();
    for choice in &choices {
        if !answer_days.contains_key(&choice.change_id) {
            let change = store::departure_changes::find(&app.db, choice.change_id).await?;
            answer_days.extend(change.map(|change| (change.id, change.answer_by)));
        }
    }
    let guaranteed = guaranteed_departures(app, &bookings).await?;
    let mut reviews = open_reviews(app, me, &bookings).await?;
    let mut tags = match me.is_staff() {
        true => store::booking_tags::list_for_bookings(&app.db, &ids).await?,
        false => HashMap::new(),
    };
    let with_refunds = |booking: Booking| {
        let (is_own, currency) = (booking.user_id == me.id, booking.quote.currency);
        let rate = booking.rate;
        let credit_note_lines = returned.credit_note_lines(&booking);
        let mut shown = wire::Booking::new(app, me, booking);
        let mut credits = returned.credits.iter();
        let credit = credits.find(|credit| credit.booking_id == shown.id);
        shown.travel_credit = credit.map(wire::TravelCredit::from);
        let choice = choices.iter().find(|choice| choice.booking_id == shown.id);
        shown.open_choice = choice.and_then(|choice| {
            Some(wire::OpenChoice {
                token: is_own.then(|| choice_link::sign(app, choice.id)),
                answer_by: *answer_days.get(&choice.change_id)?,
            })
        });
        shown.open_review = reviews.remove(&shown.id);
        let own = returned.refunds.iter().filter(|refund| {
            refund.booking_id == shown.id && refund.state != store::refunds::State::Failed
        });
        let own: Vec<_> = own.collect();
        let owed = own
            .iter()
            .filter(|it| it.state == store::refunds::State::Owed);
        let owed = Money::from_minor(owed.map(|refund| refund.amount.minor()).sum());
        shown.owed_by_hand = owed.to_number(currency);
        let owed = rate.map(|rate| rate.to_rupees(owed, currency));
        shown.owed_by_hand_in_rupees = owed.map(|owed| owed.to_number(Currency::NPR));
        shown.credit_note_lines = credit_note_lines;
        shown.refunds = own.into_iter().map(BookedRefund::from).collect();
        shown.hold_expires_at = holds.get(&shown.id).copied();
        shown.tags = tags.remove(&shown.id).unwrap_or_default();
        shown.is_guaranteed = shown.departure_id.map(|id| guaranteed.contains(&id));
        shown
    };
    Ok(bookings.into_iter().map(with_refunds).collect())
}

async fn guaranteed_departures(app: &App, bookings: &[Booking]) -> ApiResult<HashSet<Uuid>> {
    let ids: Vec<Uuid> = bookings
        .iter()
        .filter_map(|booking| booking.departure_id)
        .collect();
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let found = store::departures::find_all(&app.db, &ids).await?;
    let guaranteed = found
        .into_values()
        .filter(|departure| departure.is_guaranteed);
    Ok(guaranteed.map(|departure| departure.id).collect())
}

/// The reviews that `me` can write or change, by booking.
async fn open_reviews(
    app: &App,
    me: &SignedIn,
    bookings: &[Booking],
) -> ApiResult<HashMap<Uuid, wire::OpenReview>> {
    let today = app.clock.today(app.config.timezone);
    let walked = bookings
        .iter()
        .filter(|booking| booking.user_id == me.id && can_review(booking, today));
    let walked: Vec<Uuid> = walked.map(|booking| booking.id).collect();
    if walked.is_empty() {
        return Ok(HashMap::new());
    }
    let written = store::reviews::list_for_bookings(&app.db, &walked).await?;
    let open = walked.into_iter().filter_map(|id| {
        let review = written.iter().find(|review| review.booking_id == id);
        let is_published = review.is_some_and(|review| review.state == ReviewState::Approved);
        let open = wire::OpenReview {
            token: review_link::sign(app, id),
            is_written: review.is_some(),
        };
        (!is_published).then_some((id, open))
    });
    Ok(open.collect())
}

/// When the holds of the unpaid bookings of group departures end.
async fn hold_ends(app: &App, bookings: &[Booking]) -> ApiResult<HashMap<Uuid, DateTime<Utc>>> {
    let unpaid = bookings
        .iter()
        .filter(|booking| booking.departure_id.is_some() && booking.is_payable());
    let ids: Vec<Uuid> = unpaid.map(|booking| booking.id).collect();
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    Ok(store::seats::list_hold_ends(&app.db, &ids).await?)
}

pub(crate) async fn own_booking(app: &App, me: &SignedIn, id: Uuid) -> ApiResult<Booking> {
    store::bookings::find(&app.db, id)
        .await?
        .filter(|booking| booking.user_id == me.id)
        .ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))
}

/// Most accounts have a few bookings. Older ones are in the export of the account.
pub(crate) const MAX_OWN_BOOKINGS: u64 = 500;

/// Lists the newest 500 bookings of the traveller, newest first.
#[utoipa::path(
    get, path = "/api/bookings/my-bookings", tag = "bookings",
    security(("session" = [])),
    responses((status = 200, body = BookingListAnswer), SignInErrors, ServerError),
)]
pub(crate) async fn list_my_bookings(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<BookingListAnswer>> {
    let bookings = store::bookings::list_newest_for_user(&app.db, me.id, MAX_OWN_BOOKINGS).await?;
    let bookings = shown_all(&app, &me, bookings).await?;
    Ok(Json(BookingListAnswer {
        status: Success::Success,
        data: BookingList { bookings },
    }))
}

pub(crate) async fn reread(app: &App, booking: &Booking) -> ApiResult<Booking> {
    let stored = store::bookings::find(&app.db, booking.id).await?;
    stored.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))
}

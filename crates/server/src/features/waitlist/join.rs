//! A traveller joins the waitlist of a departure, changes the size of the party, and leaves it (operations §2).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::departure::{Departure, DepartureKind, check_waiting_party};
use domain::waitlist::{WaitlistEntry, WaitlistState};
use serde_json::json;
use store::seats::{self, Seating};
use store::{Tx, departures, waitlist};
use uuid::Uuid;

use super::offers::offer_seats;
use super::wire::{self, JoinWaitlistRequest, OneWaitlistEntry, WaitlistEntryAnswer};
use crate::features::booking::record::too_few;
use crate::features::departure::on_sale::{NOT_FOUND, NOT_ON_SALE};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, NotFound, ServerError, SignInErrors};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

const INVALID: &str = "Invalid waitlist entry. Please check your input.";
const NOT_WAITING: &str = "You are not on the waitlist of this departure.";

/// Puts the caller's party on the waitlist of a departure. A party that waits already keeps its place, and gets the new
/// number of guests. 409 with `data.seatsLeft` while there are enough seats to book.
#[utoipa::path(
    post, path = "/api/departures/{id}/waitlist", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)), request_body = JoinWaitlistRequest,
    responses((status = 201, body = WaitlistEntryAnswer), BodyErrors, SignInErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn join_waitlist(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
    Body(ask): Body<JoinWaitlistRequest>,
) -> ApiResult<(StatusCode, Json<WaitlistEntryAnswer>)> {
    let departure = find_sold(&app, id.or_not_found(NOT_FOUND)?).await?;
    let (now, entry, queue) = app
        .in_transaction("join_waitlist", async |tx| -> ApiResult<_> {
            // Those who wait already come first.
            let left = offer_seats(&app, &tx, departure.pool_id).await?.seats_left;
            let now = app.clock.now();
            let usage = seats::usage(&tx, &[departure.pool_id], now).await?;
            let capacity = usage.get(&departure.pool_id).map_or(0, |one| one.capacity);
            if let Some(problem) = check_waiting_party(ask.guests, capacity) {
                return Err(ApiError::invalid(INVALID, vec![problem]));
            }
            match waitlist::find_active(&tx, departure.id, me.id).await? {
                Some(stored) => change_guests(&app, &tx, &departure, &stored, ask.guests).await?,
                None if left >= ask.guests => return Err(seats_are_free(left)),
                None => {
                    waitlist::delete_left(&tx, departure.id, me.id).await?;
                    let entry = WaitlistEntry {
                        id: app.clock.new_id(),
                        departure_id: departure.id,
                        user_id: me.id,
                        guests: ask.guests,
                        state: WaitlistState::Waiting,
                        offer_expires_at: None,
                        booking_id: None,
                        created_at: now,
                    };
                    waitlist::insert(&tx, &entry).await?;
                }
            }
            let entry = waitlist::find_active(&tx, departure.id, me.id).await?;
            let entry =
                entry.ok_or_else(|| ApiError::internal("a waitlist entry was not stored"))?;
            let queue = waitlist::list_active_in_pool(&tx, departure.pool_id).await?;
            Ok((now, entry, queue))
        })
        .await?;
    app.wake_worker();
    let entry = wire::WaitlistEntry::new(&entry, &queue, now);
    Ok((StatusCode::CREATED, Json(answer(entry))))
}

/// Takes the caller's party off the waitlist. Seats that were offered to it go to the next party.
#[utoipa::path(
    delete, path = "/api/departures/{id}/waitlist", tag = "departures", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = WaitlistEntryAnswer), SignInErrors, NotFound, ServerError),
)]
pub(crate) async fn leave_waitlist(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
) -> ApiResult<Json<WaitlistEntryAnswer>> {
    let departure = departures::find(&app.db, id.or_not_found(NOT_FOUND)?).await?;
    let departure = departure.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let (entry, now) = app
        .in_transaction("leave_waitlist", async |tx| -> ApiResult<_> {
            offer_seats(&app, &tx, departure.pool_id).await?;
            let entry = waitlist::find_active(&tx, departure.id, me.id).await?;
            let entry = entry.ok_or_else(|| ApiError::not_found(NOT_WAITING))?;
            let now = app.clock.now();
            seats::release(&tx, entry.id, now).await?;
            waitlist::leave(&tx, entry.id, now).await?;
            offer_seats(&app, &tx, departure.pool_id).await?;
            Ok((entry, now))
        })
        .await?;
    app.wake_worker();
    let left = WaitlistEntry {
        state: WaitlistState::Left,
        ..entry
    };
    Ok(Json(answer(wire::WaitlistEntry::new(&left, &[], now))))
}

/// A group departure that is sold today.
async fn find_sold(app: &App, id: Uuid) -> ApiResult<Departure> {
    let found = departures::find(&app.db, id).await?;
    let found = found.filter(|departure| departure.kind == DepartureKind::Group);
    let found = found.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let trek = store::treks::find(&app.db, found.trek_id).await?;
    let is_offered = trek.is_some_and(|trek| !trek.is_archived() && trek.sold_as.has_departures());
    let today = app.clock.today(app.config.timezone);
    if is_offered && found.is_on_sale(today) {
        Ok(found)
    } else {
        Err(ApiError::conflict(NOT_ON_SALE))
    }
}

/// A smaller party frees seats of its offer; a larger one needs more of them. A party that fits now gets its offer.
async fn change_guests(
    app: &App,
    tx: &Tx,
    departure: &Departure,
    stored: &WaitlistEntry,
    guests: u32,
) -> ApiResult<()> {
    if stored.guests == guests {
        return Ok(());
    }
    let now = app.clock.now();
    if stored.state == WaitlistState::Offered
        && let Seating::TooFew { left } = seats::resize(tx, stored.id, guests, now).await?
    {
        return Err(too_few(left + stored.guests));
    }
    waitlist::set_guests(tx, stored.id, guests, now).await?;
    offer_seats(app, tx, departure.pool_id).await?;
    Ok(())
}

fn seats_are_free(left: u32) -> ApiError {
    let message = match left {
        1 => "1 seat is free on this departure. Book it now.".to_owned(),
        left => format!("{left} seats are free on this departure. Book them now."),
    };
    ApiError::conflict(message).with_data(json!({ "seatsLeft": left }))
}

fn answer(waitlist_entry: wire::WaitlistEntry) -> WaitlistEntryAnswer {
    WaitlistEntryAnswer {
        status: Success::Success,
        data: OneWaitlistEntry { waitlist_entry },
    }
}

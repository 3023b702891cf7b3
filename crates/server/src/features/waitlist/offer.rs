//! `GET /api/offers/{token}`: the seats behind the link of an offer (operations §2), and the check of an offer that a
//! booking takes over.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use domain::waitlist::{WaitlistEntry, WaitlistState};
use store::{departures, waitlist};
use uuid::Uuid;

use super::token;
use super::wire::{OneSeatOffer, SeatOffer, SeatOfferAnswer};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{Gone, NotFound, ServerError};
use crate::http::response::Success;
use crate::platform::app::App;

pub const NOT_FOUND: &str = "This offer does not exist.";
const EXPIRED: &str = "This offer has expired. The seats have gone to the next party.";
const USED: &str = "This offer has been booked already.";
const LEFT: &str = "You have left the waitlist, so this offer has ended.";

/// Returns the seats that are held for a waiting party. Whoever has the link can read it; only the traveller who waited
/// can book it. 410 when it is over or used.
#[utoipa::path(
    get, path = "/api/offers/{token}", tag = "departures", params(("token" = String, Path)),
    responses((status = 200, body = SeatOfferAnswer), NotFound, Gone, ServerError),
)]
pub(crate) async fn read_offer(
    State(app): State<App>,
    Path(token): Path<String>,
) -> ApiResult<Json<SeatOfferAnswer>> {
    let unknown = || ApiError::not_found(NOT_FOUND);
    let entry_id = token::read(&app, &token).ok_or_else(unknown)?;
    let entry = waitlist::find(&app.db, entry_id).await?;
    let entry = entry.ok_or_else(unknown)?;
    let now = app.clock.now();
    let (WaitlistState::Offered, Some(expires_at)) = (entry.state_at(now), entry.offer_expires_at)
    else {
        return Err(ended(entry.state_at(now)));
    };
    let departure = departures::find(&app.db, entry.departure_id).await?;
    let departure = departure.ok_or_else(unknown)?;
    let trek = store::treks::find(&app.db, departure.trek_id).await?;
    let trek = trek.ok_or_else(unknown)?;
    if !departure.is_on_sale(app.clock.today(app.config.timezone)) {
        return Err(ended(WaitlistState::Lapsed));
    }
    let offer = SeatOffer {
        departure_id: departure.id,
        trek_id: departure.trek_id,
        route_id: departure.route_id,
        trek_name: trek.name,
        start_date: departure.start_date,
        end_date: departure.end_date,
        guests: entry.guests,
        expires_at,
        state: entry.state.into(),
    };
    Ok(Json(SeatOfferAnswer {
        status: Success::Success,
        data: OneSeatOffer { offer },
    }))
}

/// The entry of an offer in a booking request. The offer of another traveller is not found.
pub(crate) async fn find_own(app: &App, token: &str, user_id: Uuid) -> ApiResult<WaitlistEntry> {
    let entry = match token::read(app, token) {
        Some(id) => waitlist::find(&app.db, id).await?,
        None => None,
    };
    let entry = entry.filter(|entry| entry.user_id == user_id);
    entry.ok_or_else(|| ApiError::not_found(NOT_FOUND))
}

/// 410 for an offer that cannot be booked.
#[must_use]
pub fn ended(state: WaitlistState) -> ApiError {
    let message = match state {
        WaitlistState::Booked => USED,
        WaitlistState::Left => LEFT,
        WaitlistState::Waiting | WaitlistState::Offered | WaitlistState::Lapsed => EXPIRED,
    };
    ApiError::new(StatusCode::GONE, message)
}

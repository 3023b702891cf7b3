//! `POST /api/bookings/{id}/payment-intent`: the payment of an unpaid booking, or of the balance of a confirmed one, from
//! My Bookings or after a reload (decisions §5).

use axum::Json;
use axum::extract::State;
use domain::booking::Booking;
use domain::booking_action::BookingAction;
use domain::way::Way;
use serde::Deserialize;
use store::{bookings, seats};
use utoipa::ToSchema;

use super::open::{open_payment, wallet_charge};
use super::open_wallet::NOT_PAYABLE;
use super::order::end_after_commit;
use super::settle::settle_or_end;
use super::{instructions_mail, ways};
use crate::features::balance::request::open_balance;
use crate::features::booking::read::{BOOKING_NOT_FOUND, own_booking, reread, shown};
use crate::features::booking::request::{INVALID, read_way};
use crate::features::booking::wire_price::PriceBreakdown;
use crate::features::booking::wire_response::{BookingOpened, BookingOpenedAnswer};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, NotFound, SignInErrors, StoreErrors};
use crate::http::extract::{OptionalBody, PathId};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const HOLD_ENDED: &str = "The hold of your seats has ended. Please book them again.";
const TOO_LATE: &str = "There is not enough time left to pay this way.";

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaymentIntentRequest {
    /// Another way to pay, of `waysToPay` in `GET /api/config`. Absent: that of the booking.
    #[serde(default)]
    pub pay_with: Option<String>,
}

/// Opens the payment of an unpaid booking or of the balance of a confirmed one, or returns the open one. With another
/// way to pay, it replaces the payment: the booking then waits as long as that way allows, counted from its creation.
#[utoipa::path(
    post, path = "/api/bookings/{id}/payment-intent", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    request_body = Option<PaymentIntentRequest>,
    responses((status = 200, body = BookingOpenedAnswer), BodyErrors, SignInErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn open_payment_intent(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
    OptionalBody(ask): OptionalBody<PaymentIntentRequest>,
) -> ApiResult<Json<BookingOpenedAnswer>> {
    let booking = own_booking(&app, &me, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    let mut problems = Vec::new();
    let way = read_way(ask.pay_with.as_deref(), &mut problems);
    if let Some(way) = way {
        problems.extend(ways::choose(&app, Some(way), false).await?.err());
    }
    if !problems.is_empty() {
        return Err(ApiError::invalid(INVALID, problems));
    }
    // It may have been paid in another tab.
    let booking = settle_or_end(&app, booking).await?;
    if booking.allows(BookingAction::PayBalance) && way.is_none_or(|way| way == Way::Card) {
        return open_balance_of(&app, &me, booking).await;
    }
    if booking.payment.hold_ended_at.is_some() {
        return Err(ApiError::conflict(HOLD_ENDED));
    }
    if !booking.is_payable() {
        return Err(ApiError::conflict(NOT_PAYABLE));
    }
    let booking = match way {
        Some(way) => {
            wallet_charge(&app, &booking, way)?;
            change_way(&app, booking, way).await?
        }
        None => booking,
    };
    Ok(Json(open_payment(&app, &me, booking).await?))
}

async fn open_balance_of(
    app: &App,
    me: &SignedIn,
    booking: Booking,
) -> ApiResult<Json<BookingOpenedAnswer>> {
    let (booking, intent) = open_balance(app, booking).await?;
    let data = BookingOpened {
        client_secret: intent.client_secret,
        payment_intent_id: intent.id,
        pay_with: Way::Card.into(),
        pay_by: None,
        bank_details: None,
        redirect: None,
        payment_breakdown: PriceBreakdown::from(&booking.quote),
        amount_due: intent.amount.to_number(intent.currency),
        booking: shown(app, me, booking).await?,
    };
    Ok(Json(BookingOpenedAnswer {
        status: Success::Success,
        data,
    }))
}

/// Changes the way to pay of an unpaid booking. Its seats are held for as long as it waits.
async fn change_way(app: &App, booking: Booking, way: Way) -> ApiResult<Booking> {
    let (now, payment) = (app.clock.now(), &booking.payment);
    let is_chosen = payment.pay_by.is_some() || !way.is_by_hand();
    if payment.way == way && is_chosen {
        return Ok(booking);
    }
    // Neither extends a wait beyond what the ways allow, nor shortens one that was promised.
    let pay_by = payment.pay_by.max(ways::pay_by(app, way, &booking));
    if pay_by.is_some_and(|end| end <= now) {
        return Err(ApiError::conflict(TOO_LATE));
    }
    app.in_transaction("change_way", async |tx| -> ApiResult<()> {
        let change = bookings::change_way(&tx, booking.id, way, pay_by, now).await?;
        let change = change.ok_or_else(|| ApiError::conflict(NOT_PAYABLE))?;
        if let (Some(_), Some(end)) = (booking.departure_id, pay_by)
            && !seats::extend(&tx, booking.id, Some(end), now).await?
        {
            return Err(ApiError::conflict(HOLD_ENDED));
        }
        end_after_commit(app, &tx, booking.id, change.replaced_intent).await?;
        if way.is_by_hand() {
            instructions_mail::add(app, &tx, booking.id, now).await?;
        }
        Ok(())
    })
    .await?;
    kill_point("way-changed");
    app.wake_worker();
    reread(app, &booking).await
}

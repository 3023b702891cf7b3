//! `PATCH /api/bookings/{id}`: staff change the status of a booking (decisions §5, §10): to Confirmed if the money came
//! another way, to Completed, or to Cancelled within their limit of refunds.

use axum::Json;
use axum::extract::State;
use domain::booking::{Booking, BookingStatus, ByHand};
use domain::problem::Problem;
use serde::Deserialize;
use serde_json::json;
use store::bookings;
use store::seats::{self, Seating};
use utoipa::ToSchema;

use super::cancel::{CancelRequest, PAYMENT_IN_PROGRESS, cancel};
use super::payment::capture::SettleError;
use super::payment::close::close;
use super::payment::settle::settle;
use super::read::{BOOKING_NOT_FOUND, reread, shown};
use super::record::too_few;
use super::refund::create::parse_reason;
use super::wire_response::BookingAnswer;
use super::{audit_entry, wire};
use crate::features::balance::settle::close_balance;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::platform::adapters::payments::PaymentError;
use crate::platform::app::App;

const ILLEGAL: &str = "A booking cannot move from its status to this one.";
const WAITING: &str =
    "The payment provider does not answer. The booking is confirmed as soon as it does.";

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StatusRequest {
    #[schema(value_type = wire::BookingStatus)]
    pub status: String,
    /// Required to confirm by hand.
    pub reason: Option<String>,
}

/// Changes the status of a booking. Confirmed needs a reason, because the money did not come through the provider.
#[utoipa::path(
    patch, path = "/api/bookings/{id}", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)), request_body = StatusRequest,
    responses((status = 200, body = BookingAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn move_booking(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<StatusRequest>,
) -> ApiResult<Json<BookingAnswer>> {
    let id = id.or_not_found(BOOKING_NOT_FOUND)?;
    let Some(status) = BookingStatus::parse(&ask.status) else {
        let message = "Status must be Pending, Confirmed, Completed or Cancelled";
        return Err(ApiError::invalid(
            message,
            vec![Problem::new("status", message)],
        ));
    };
    let booking = bookings::find(&app.db, id).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    let moved = match status {
        BookingStatus::Pending => return Err(ApiError::conflict(ILLEGAL)),
        BookingStatus::Confirmed => confirm(&app, &me, booking, ask.reason.as_deref()).await?,
        BookingStatus::Completed => complete(&app, &me, booking).await?,
        BookingStatus::Cancelled => {
            let how = CancelRequest {
                amount: None,
                reason: ask.reason,
                internal_reason: None,
            };
            cancel(&app, &me, booking, &how).await?.0
        }
    };
    Ok(Json(shown(&app, &me, moved).await?.into()))
}

/// Confirms by hand, unless the provider has captured the payment: then it is an ordinary confirmation.
async fn confirm(
    app: &App,
    me: &SignedIn,
    booking: Booking,
    reason: Option<&str>,
) -> ApiResult<Booking> {
    if !booking.is_payable() {
        return Err(ApiError::conflict(ILLEGAL));
    }
    let by_hand = ByHand {
        account_id: me.id,
        reason: parse_reason(reason.unwrap_or_default())?,
    };
    let booking = match settle(app, booking.clone()).await {
        // Unknown means unpaid; the payment is closed below before the booking is confirmed. A mismatched payment
        // does not pay the booking either: all of it is refunded.
        Err(SettleError::Payment(PaymentError::Unavailable(_)) | SettleError::Mismatch(..)) => {
            booking
        }
        settled => settled?,
    };
    if booking.status == BookingStatus::Confirmed {
        return Ok(booking);
    }
    // Recorded first: a crash after the payment is closed must not leave a booking that looks unpaid for ever.
    app.in_transaction("request_confirmation", async |tx| -> ApiResult<()> {
        if !bookings::request_confirmation_by_hand(&tx, booking.id, &by_hand, app.clock.now())
            .await?
        {
            return Err(ApiError::conflict(ILLEGAL));
        }
        if let Seating::TooFew { left } = seats::keep(&tx, booking.id, app.clock.now()).await? {
            return Err(too_few(left));
        }
        let said = [("reason", json!(by_hand.reason))];
        audit_entry::note(app, &tx, me, "confirm", &booking, &said).await?;
        Ok(())
    })
    .await?;
    let booking = reread(app, &booking).await?;
    match close(app, booking).await {
        Ok(booking) if booking.status == BookingStatus::Confirmed => Ok(booking),
        Ok(booking) if booking.is_payable() => Err(ApiError::conflict(PAYMENT_IN_PROGRESS)),
        Ok(_) => Err(ApiError::conflict(ILLEGAL)),
        Err(SettleError::Payment(PaymentError::Unavailable(seconds))) => {
            Err(ApiError::retry_later(WAITING, seconds))
        }
        Err(error) => Err(error.into()),
    }
}

async fn complete(app: &App, me: &SignedIn, booking: Booking) -> ApiResult<Booking> {
    let booking = close_balance(app, settle(app, booking).await?).await?;
    app.in_transaction("complete_booking", async |tx| -> ApiResult<()> {
        if !bookings::complete(&tx, booking.id, app.clock.now()).await? {
            return Err(ApiError::conflict(ILLEGAL));
        }
        audit_entry::note(app, &tx, me, "complete", &booking, &[]).await?;
        Ok(())
    })
    .await?;
    reread(app, &booking).await
}

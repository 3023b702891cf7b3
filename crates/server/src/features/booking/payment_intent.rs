//! `POST /api/bookings/{id}/payment-intent`: the payment of an unpaid booking, from My Bookings or after a reload
//! (decisions §5).

use axum::Json;
use axum::extract::State;

use super::create::open_payment;
use super::read::{BOOKING_NOT_FOUND, own_booking};
use super::settle::settle;
use super::wire_response::BookingOpenedAnswer;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{Conflict, NotFound, SignInErrors, StoreErrors};
use crate::http::extract::PathId;
use crate::platform::app::App;

const NOT_PAYABLE: &str = "This booking cannot be paid any more.";

/// Opens the payment of an unpaid booking, or returns the open one.
#[utoipa::path(
    post, path = "/api/bookings/{id}/payment-intent", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = BookingOpenedAnswer), SignInErrors, NotFound, Conflict, StoreErrors),
)]
pub async fn open_payment_intent(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
) -> ApiResult<Json<BookingOpenedAnswer>> {
    let booking = own_booking(&app, &me, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    // It may have been paid in another tab.
    let booking = settle(&app, booking).await?;
    if !booking.is_payable() {
        return Err(ApiError::conflict(NOT_PAYABLE));
    }
    Ok(Json(open_payment(&app, &me, booking).await?))
}

//! `POST /api/bookings/verify-payment`: the browser reports that the traveller has paid, and the server checks with
//! the provider (document 2 §4, §7; decisions §10).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::{Booking, PaymentStatus};
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::legacy_flow::{Action, book_and_pay};
use super::settle::settle;
use crate::features::balance::page::{find_request, verify_request};
use crate::features::booking::read::{NO_SUCH_PAYMENT, shown};
use crate::features::booking::wire_response::BookingAnswer;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, NotFound, PaymentRequired, SignInErrors, StoreErrors,
};
use crate::http::extract::{Body, read_value};
use crate::platform::app::App;

const NOT_PAID: &str = "Payment verification failed";

/// The current flow sends the ids of the payment and the booking.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyPaymentRequest {
    pub payment_intent_id: String,
    /// The id of the booking.
    pub id: String,
}

/// Confirms a booking whose payment the provider has captured. 402 with the status of the payment until then.
#[utoipa::path(
    post, path = "/api/bookings/verify-payment", tag = "bookings",
    security(("session" = [])), request_body = VerifyPaymentRequest,
    responses(
        (status = 200, body = BookingAnswer), BodyErrors, SignInErrors, PaymentRequired, NotFound, Conflict,
        StoreErrors,
    ),
)]
pub(crate) async fn verify_payment(
    State(app): State<App>,
    me: SignedIn,
    headers: HeaderMap,
    Body(ask): Body<Value>,
) -> ApiResult<Json<BookingAnswer>> {
    let (booking, action) = if ask.get("paymentMethodId").is_some() {
        book_and_pay(&app, &me, &headers, ask).await?
    } else {
        (named(&app, &me, read_value(&ask)?).await?, None)
    };
    let booking = settle(&app, booking).await?;
    match booking.payment.status {
        PaymentStatus::Confirmed | PaymentStatus::Refunded => {
            Ok(Json(shown(&app, &me, booking).await?.into()))
        }
        PaymentStatus::Pending | PaymentStatus::Failed => Err(not_paid(&booking, action)),
    }
}

/// Includes the next action if the card's bank requires one.
fn not_paid(booking: &Booking, action: Option<Action>) -> ApiError {
    let message = booking.payment.last_error.as_deref().unwrap_or(NOT_PAID);
    let mut data = json!({ "paymentStatus": booking.payment.status.as_str() });
    if let Some(action) = action {
        data["bookingId"] = json!(booking.id);
        data["paymentIntent"] = json!(action);
    }
    ApiError::payment_required(message).with_data(data)
}

/// Finds the traveller's booking and checks that the payment belongs to it. That of its balance is settled here.
async fn named(app: &App, me: &SignedIn, ask: VerifyPaymentRequest) -> ApiResult<Booking> {
    let unknown = || ApiError::not_found(NO_SUCH_PAYMENT);
    let id = Uuid::parse_str(ask.id.trim()).map_err(|_| unknown())?;
    let intent_id = ask.payment_intent_id.as_str();
    let booking = store::bookings::find(&app.db, id).await?;
    let booking = booking.filter(|booking| booking.user_id == me.id);
    let booking = booking.ok_or_else(unknown)?;
    if booking.payment.intent_id.as_deref() == Some(intent_id) {
        return Ok(booking);
    }
    let request = find_request(app, booking.id, intent_id).await?;
    verify_request(app, booking, &request.ok_or_else(unknown)?, intent_id).await
}

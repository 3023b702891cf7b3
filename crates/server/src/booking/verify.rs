//! `POST /api/bookings/verify-payment`: the traveller's browser says that it has paid; we ask the
//! provider (document 2 §4, §7; decisions §10).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::{Booking, PaymentStatus};
use domain::guest::BookingFlow;
use domain::problem::Problem;
use serde::Deserialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::create::{How, idempotency_key, open_payment, place};
use super::read::shown;
use super::request::BookingRequest;
use super::settle::settle;
use super::wire::BookingAnswer;
use crate::access::SignedIn;
use crate::app::App;
use crate::error::{ApiError, ApiResult, Failure};
use crate::extract::{Body, read_json};
use crate::ports::card_number::CardNumber;
use crate::ports::payments::Payments;
use crate::ports::sandbox::ConfirmError;

pub const NO_SUCH_PAYMENT: &str = "Payment not found.";
const NOT_PAID: &str = "Payment verification failed";

/// The current flow names the payment and the booking.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct VerifyPaymentRequest {
    pub payment_intent_id: String,
    /// Of the booking.
    pub id: String,
}

/// The older flow books, pays and confirms in one call.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct OlderRequest {
    payment_method_id: String,
}

/// Confirms a booking whose payment the provider has. 402 with the payment's status until it has.
#[utoipa::path(
    post, path = "/api/bookings/verify-payment", tag = "bookings",
    security(("session" = [])), request_body = VerifyPaymentRequest,
    responses(
        (status = 200, body = BookingAnswer), (status = 400, body = Failure), (status = 401, body = Failure),
        (status = 402, body = Failure), (status = 404, body = Failure), (status = 409, body = Failure),
        (status = 413, body = Failure), (status = 415, body = Failure), (status = 500, body = Failure),
        (status = 503, body = Failure),
    ),
)]
pub async fn verify_payment(
    State(app): State<App>,
    me: SignedIn,
    headers: HeaderMap,
    Body(ask): Body<Value>,
) -> ApiResult<Json<BookingAnswer>> {
    let booking = if ask.get("paymentMethodId").is_some() {
        book_and_pay(&app, &me, &headers, ask).await?
    } else {
        named(&app, &me, reread(&ask)?).await?
    };
    let booking = settle(&app, booking).await?;
    match booking.payment.status {
        PaymentStatus::Confirmed | PaymentStatus::Refunded => {
            Ok(Json(shown(&app, booking).await?.into()))
        }
        PaymentStatus::Pending | PaymentStatus::Failed => Err(not_paid(&booking)),
    }
}

fn not_paid(booking: &Booking) -> ApiError {
    let message = booking.payment.last_error.as_deref().unwrap_or(NOT_PAID);
    ApiError::payment_required(message)
        .with_data(json!({ "paymentStatus": booking.payment.status.as_str() }))
}

/// The traveller's own booking, and the payment is that booking's.
async fn named(app: &App, me: &SignedIn, ask: VerifyPaymentRequest) -> ApiResult<Booking> {
    let unknown = || ApiError::not_found(NO_SUCH_PAYMENT);
    let id = Uuid::parse_str(ask.id.trim()).map_err(|_| unknown())?;
    store::bookings::find(&app.db, id)
        .await?
        .filter(|booking| booking.user_id == me.id)
        .filter(|booking| {
            booking.payment.intent_id.as_deref() == Some(ask.payment_intent_id.as_str())
        })
        .ok_or_else(unknown)
}

async fn book_and_pay(
    app: &App,
    me: &SignedIn,
    headers: &HeaderMap,
    ask: Value,
) -> ApiResult<Booking> {
    let method: OlderRequest = reread(&ask)?;
    let request: BookingRequest = match ask.get("bookingData") {
        Some(inner) => reread(inner)?,
        None => reread(&ask)?,
    };
    let Payments::Sandbox(sandbox) = &app.payments;
    let card = CardNumber::of_payment_method(&method.payment_method_id, app.clock.now())
        .ok_or_else(|| {
            let message = format!(
                "No such PaymentMethod: '{}'",
                method
                    .payment_method_id
                    .chars()
                    .take(64)
                    .collect::<String>()
            );
            ApiError::invalid(
                message.clone(),
                vec![Problem::new("paymentMethodId", message)],
            )
        })?;
    let how = How {
        key: idempotency_key(headers)?,
        flow: BookingFlow::Older,
        payment_method: &method.payment_method_id,
    };
    let booking = place(app, me, &request, how).await?;
    if !booking.is_payable() {
        return Ok(booking);
    }
    let opened = open_payment(app, booking.clone()).await?.data;
    match sandbox
        .confirm(&opened.payment_intent_id, &opened.client_secret, &card)
        .await
    {
        // A decline is what settling finds and says; the booking stays and can be paid again.
        Ok(_) | Err(ConfirmError::Declined(_)) => {}
        Err(error) => return Err(error.into()),
    }
    let stored = store::bookings::find(&app.db, booking.id).await?;
    Ok(stored.unwrap_or(booking))
}

/// Reads a part of a body with the same answers as a whole one.
fn reread<T: serde::de::DeserializeOwned>(value: &Value) -> ApiResult<T> {
    read_json(value.to_string().as_bytes())
}

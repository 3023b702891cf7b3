//! `GET /api/bookings/{id}/payments`: the payments of a booking, and how responses show them (operations §3).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, Utc};
use domain::booking::Booking;
use serde::Serialize;
use serde_json::Number;
use store::ledger::Actor;
use store::payments::{self, Method};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::booking::read::{
    BOOKING_NOT_FOUND, NO_SUCH_PAYMENT, reread, shown, visible_booking,
};
use crate::features::booking::wire;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{NotFound, ServerError, SignInErrors};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PaymentMethod {
    Card,
    Cash,
    Bank,
    Other,
}

impl From<Method> for PaymentMethod {
    fn from(method: Method) -> Self {
        match method {
            Method::Card => Self::Card,
            Method::Cash => Self::Cash,
            Method::Bank => Self::Bank,
            // The contract has no method of its own for travel credits.
            Method::Other | Method::Credit => Self::Other,
        }
    }
}

/// A payment, or with a negative amount the reversal of one.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedPayment {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub method: PaymentMethod,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    /// Units of `currency` for one unit of the booking's currency. Null if they are the same.
    #[schema(value_type = Option<f64>)]
    pub rate: Option<Number>,
    #[schema(value_type = f64)]
    pub amount_in_booking_currency: Number,
    pub reference: String,
    /// True for a payment with a travel credit, whose number is the reference. Else absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    pub is_travel_credit: bool,
    /// The name of the member of staff who took it. Null for a payment through a provider.
    pub received_by: Option<String>,
    pub received_at: DateTime<Utc>,
    /// For example `R-2026-00042`. Null for reversals, and for payments from before there were receipts.
    pub receipt_number: Option<String>,
    /// The payment that this one reverses.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reverses: Option<Uuid>,
    /// Why it was reversed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<String>,
    /// Whether another payment reverses this one.
    pub is_reversed: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReceivedPaymentsAnswer {
    pub status: Success,
    pub data: ReceivedPayments,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReceivedPayments {
    /// Oldest first.
    pub payments: Vec<ReceivedPayment>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReceivedPaymentAnswer {
    pub status: Success,
    pub data: OneReceivedPayment,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneReceivedPayment {
    pub payment: ReceivedPayment,
    pub booking: wire::Booking,
}

/// Returns the payments of a booking to its owner and staff.
#[utoipa::path(
    get, path = "/api/bookings/{id}/payments", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = ReceivedPaymentsAnswer), SignInErrors, NotFound, ServerError),
)]
pub(crate) async fn list_booking_payments(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
) -> ApiResult<Json<ReceivedPaymentsAnswer>> {
    let booking = visible_booking(&app, &me, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    let payments = shown_payments(&app, &booking).await?;
    Ok(Json(ReceivedPaymentsAnswer {
        status: Success::Success,
        data: ReceivedPayments { payments },
    }))
}

pub(super) async fn answer(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    payment_id: Uuid,
) -> ApiResult<(StatusCode, Json<ReceivedPaymentAnswer>)> {
    let booking = reread(app, booking).await?;
    let mut all = shown_payments(app, &booking).await?;
    let index = all.iter().position(|payment| payment.id == payment_id);
    let index = index.ok_or_else(|| ApiError::not_found(NO_SUCH_PAYMENT))?;
    let data = OneReceivedPayment {
        payment: all.swap_remove(index),
        booking: shown(app, me, booking).await?,
    };
    let answer = ReceivedPaymentAnswer {
        status: Success::Success,
        data,
    };
    Ok((StatusCode::CREATED, Json(answer)))
}

async fn shown_payments(app: &App, booking: &Booking) -> ApiResult<Vec<ReceivedPayment>> {
    let all = payments::list_for_booking(&app.db, booking.id).await?;
    let mut shown = Vec::new();
    for payment in &all {
        let received_by = match payment.received_by {
            Actor::System => None,
            Actor::Account(id) => store::accounts::find(&app.db, id)
                .await?
                .map(|account| account.name),
        };
        shown.push(ReceivedPayment {
            id: payment.id,
            method: payment.method.into(),
            amount: payment.amount.to_number(payment.currency),
            currency: payment.currency.code().to_owned(),
            rate: payment.rate.as_deref().and_then(|rate| rate.parse().ok()),
            amount_in_booking_currency: payment.booking_amount.to_number(booking.quote.currency),
            reference: payment.reference.clone(),
            is_travel_credit: payment.method == Method::Credit,
            received_by,
            received_at: payment.received_at,
            receipt_number: payment.receipt_number.clone(),
            reverses: payment.reverses,
            reason: payment.reason.clone(),
            is_reversed: all.iter().any(|other| other.reverses == Some(payment.id)),
        });
    }
    Ok(shown)
}

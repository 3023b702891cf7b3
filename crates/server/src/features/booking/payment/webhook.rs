//! `POST /api/payments/stripe/webhook`: events of Stripe about payments and refunds (decisions §3, §5). An event only
//! triggers a check: the state is always retrieved from Stripe's API, so that order, repetition and loss of events do
//! not matter.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use domain::booking::Booking;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::{bookings, payment_requests, refunds, stripe_events};
use utoipa::ToSchema;
use uuid::Uuid;

use super::capture::SettleError;
use super::settle::settle_with;
use crate::features::booking::refund::steps::finish;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, NotFound, StoreErrors};
use crate::http::extract::read_bytes;
use crate::http::middleware::NO_SUCH_CALL;
use crate::http::response::Success;
use crate::platform::adapters::payments::PaymentError;
use crate::platform::adapters::stripe_signature::is_signed;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::kill_points::kill_point;

const NOT_SIGNED: &str = "The signature is not valid.";
const NO_EVENT: &str = "The body is not a Stripe event.";

#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookAnswer {
    pub status: Success,
}

#[derive(Debug, Deserialize)]
struct Event {
    id: String,
    #[serde(rename = "type")]
    kind: String,
    data: EventData,
}

#[derive(Debug, Deserialize)]
struct EventData {
    object: EventObject,
}

/// The ids in a payment, refund or charge object.
#[derive(Debug, Deserialize)]
struct EventObject {
    id: Option<String>,
    #[serde(default)]
    payment_intent: Option<Value>,
    #[serde(default)]
    metadata: Option<Value>,
}

/// Accepts an event of Stripe. Responds 200 once its effect is stored, also for events without a meaning here.
#[utoipa::path(
    post, path = "/api/payments/stripe/webhook", tag = "payments",
    params(("Stripe-Signature" = String, Header)),
    request_body(content = String, content_type = "application/json"),
    responses((status = 200, body = WebhookAnswer), BodyErrors, NotFound, StoreErrors),
)]
pub(crate) async fn take_stripe_event(
    State(app): State<App>,
    headers: HeaderMap,
    request: Request,
) -> ApiResult<Json<WebhookAnswer>> {
    let Some(keys) = &app.config.stripe else {
        return Err(ApiError::not_found(NO_SUCH_CALL));
    };
    let body = read_bytes(request, &app).await?;
    let signature = headers
        .get("stripe-signature")
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    // The signature covers the raw bytes of the body; serialising the body again could change them.
    if !is_signed(signature, &body, &keys.webhook_secret, app.clock.now()) {
        return Err(ApiError::bad_request(NOT_SIGNED));
    }
    let event: Event =
        serde_json::from_slice(&body).map_err(|_| ApiError::bad_request(NO_EVENT))?;
    if !stripe_events::is_processed(&app.db, &event.id).await? {
        process_event(&app, &event).await?;
        kill_point("event-worked-off");
        // Last, so that Stripe retries the event if the process dies before.
        stripe_events::mark_processed(&app.db, &event.id, &event.kind, app.clock.now()).await?;
    }
    Ok(Json(WebhookAnswer {
        status: Success::Success,
    }))
}

async fn process_event(app: &App, event: &Event) -> ApiResult<()> {
    let object = &event.data.object;
    let done = if event.kind.starts_with("payment_intent.") {
        settle_payment(app, object.id.as_deref(), object).await
    } else if event.kind.starts_with("refund.") || event.kind.starts_with("charge.refund") {
        settle_refunds(app, object).await
    } else {
        Ok(())
    };
    match done {
        // An administrator must check it; a retry by Stripe would not help.
        Err(error @ SettleError::Mismatch(..)) => {
            tracing::error!(event = %event.id, error = error_chain(&error), "a Stripe event does not match its booking");
            Ok(())
        }
        // The payment belongs to another program that uses the same Stripe account.
        Err(SettleError::Payment(PaymentError::Unknown(_))) => Ok(()),
        done => Ok(done?),
    }
}

async fn settle_payment(
    app: &App,
    intent_id: Option<&str>,
    object: &EventObject,
) -> Result<(), SettleError> {
    let Some(intent_id) = intent_id else {
        return Ok(());
    };
    if let Some(booking) = booking_of(app, intent_id, object).await? {
        settle_with(app, booking, intent_id).await?;
    }
    Ok(())
}

/// Finds the booking by the metadata of the payment, or by its recorded intent.
async fn booking_of(
    app: &App,
    intent_id: &str,
    object: &EventObject,
) -> Result<Option<Booking>, SettleError> {
    let carried = object
        .metadata
        .as_ref()
        .and_then(|metadata| metadata["booking_id"].as_str())
        .and_then(|id| Uuid::parse_str(id).ok());
    Ok(match carried {
        Some(id) => bookings::find(&app.db, id).await?,
        None => match payment_requests::find_by_intent(&app.db, intent_id).await? {
            Some(request) => bookings::find(&app.db, request.booking_id).await?,
            None => bookings::find_by_intent(&app.db, intent_id).await?,
        },
    })
}

/// Checks all pending refunds of the booking. A refund that was made in Stripe's dashboard is not in the ledger;
/// `chautari ledger check` reports it.
async fn settle_refunds(app: &App, object: &EventObject) -> Result<(), SettleError> {
    let intent_id = object.payment_intent.as_ref().and_then(Value::as_str);
    let mut open = Vec::new();
    if let Some(id) = &object.id
        && let Some(refund) = refunds::find_by_reference(&app.db, id).await?
    {
        open.push(refund);
    }
    if let Some(intent_id) = intent_id
        && let Some(booking) = booking_of(app, intent_id, object).await?
    {
        open.extend(refunds::list_for_booking(&app.db, booking.id).await?);
    }
    for refund in open {
        finish(app, refund.id).await?;
    }
    Ok(())
}

//! The legacy payload of verify-payment: books, pays and confirms in one call, with a payment method that the browser
//! created at the provider (document 2 §7, decisions §5, §10).

use axum::http::HeaderMap;
use domain::booking::Booking;
use domain::guest::BookingFlow;
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::open::open_payment;
use super::order::return_url;
use super::sandbox_confirm::NextAction;
use crate::features::booking::create::{How, place};
use crate::features::booking::request::BookingRequest;
use crate::features::booking::wire_response::BookingOpened;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::read_value;
use crate::http::idempotency;
use crate::platform::adapters::card_number::CardNumber;
use crate::platform::adapters::payments::{CardProvider, Intent, IntentStatus, PaymentError};
use crate::platform::adapters::sandbox::{ConfirmError, Sandbox};
use crate::platform::adapters::stripe::{Confirmed, Stripe};
use crate::platform::app::App;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct LegacyRequest {
    payment_method_id: String,
}

/// The next action for the card's bank. The browser continues with it as in the current flow.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Action {
    id: String,
    client_secret: String,
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    next_action: Option<NextAction>,
}

/// Returns the booking with its card charged or declined, or with the next action.
pub(crate) async fn book_and_pay(
    app: &App,
    me: &SignedIn,
    headers: &HeaderMap,
    ask: Value,
) -> ApiResult<(Booking, Option<Action>)> {
    let method = read_value::<LegacyRequest>(&ask)?.payment_method_id;
    let request: BookingRequest = match ask.get("bookingData") {
        Some(inner) => read_value(inner)?,
        None => read_value(&ask)?,
    };
    if !is_method(app, &method) {
        return Err(no_such_method(&method));
    }
    let how = How {
        key: idempotency::key_of(headers)?,
        flow: BookingFlow::Legacy,
        payment_method: &method,
    };
    let booking = place(app, me, &request, how).await?;
    if !booking.is_payable() {
        return Ok((booking, None));
    }
    let opened = open_payment(app, me, booking.clone()).await?.data;
    let intent = match &app.payments.cards {
        CardProvider::Sandbox(sandbox) => in_sandbox(app, sandbox, &opened, &method).await?,
        CardProvider::Stripe(stripe) => at_stripe(app, stripe, &opened, &method).await?,
        CardProvider::None => return Err(no_such_method(&method)),
    };
    let action = intent
        .filter(|intent| intent.status == IntentStatus::RequiresAction)
        .map(|intent| Action {
            next_action: super::sandbox_confirm::next_action(app, &intent),
            id: opened.payment_intent_id,
            client_secret: opened.client_secret,
            status: "requires_action",
        });
    let stored = store::bookings::find(&app.db, booking.id).await?;
    Ok((stored.unwrap_or(booking), action))
}

/// Checks the format before anything is booked. Stripe validates the method when the card is charged.
fn is_method(app: &App, name: &str) -> bool {
    match &app.payments.cards {
        CardProvider::Sandbox(_) => CardNumber::of_payment_method(name, app.clock.now()).is_some(),
        CardProvider::Stripe(_) => {
            name.strip_prefix("pm_")
                .is_some_and(|rest| !rest.is_empty())
                && name.len() <= 255
                && name
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
        }
        CardProvider::None => false,
    }
}

fn no_such_method(name: &str) -> ApiError {
    let name: String = name.chars().take(64).collect();
    let message = format!("No such PaymentMethod: '{name}'");
    ApiError::invalid(
        message.clone(),
        vec![Problem::new("paymentMethodId", message)],
    )
}

/// Settling finds and reports a decline. The booking remains and can be paid again.
async fn in_sandbox(
    app: &App,
    sandbox: &Sandbox,
    opened: &BookingOpened,
    method: &str,
) -> ApiResult<Option<Intent>> {
    let Some(card) = CardNumber::of_payment_method(method, app.clock.now()) else {
        return Err(no_such_method(method));
    };
    match sandbox
        .confirm(&opened.payment_intent_id, &opened.client_secret, &card)
        .await
    {
        Ok(intent) => Ok(Some(intent)),
        Err(ConfirmError::Declined(_)) => Ok(None),
        Err(error) => Err(error.into()),
    }
}

async fn at_stripe(
    app: &App,
    stripe: &Stripe,
    opened: &BookingOpened,
    method: &str,
) -> ApiResult<Option<Intent>> {
    let back = return_url(app, opened.booking.id);
    match stripe
        .confirm(&opened.payment_intent_id, method, &back)
        .await
    {
        Ok(Confirmed::Intent(intent)) => Ok(Some(*intent)),
        Ok(Confirmed::Declined) => Ok(None),
        Err(PaymentError::Refused(_)) => Err(no_such_method(method)),
        Err(error) => Err(error.into()),
    }
}

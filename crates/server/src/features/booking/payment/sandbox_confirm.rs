//! The HTTP calls of the sandbox provider, which the card form uses while no Stripe key is set (decisions §5, §10).
//! As at Stripe, the client secret authorises the call; no session is needed.

use axum::Json;
use axum::extract::{FromRequestParts, Path, State};
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::features::booking::read::NO_SUCH_PAYMENT;
use crate::http::client_address::is_forwarded;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, Forbidden, NotFound, PaymentRequired, ServerError, StoreErrors,
};
use crate::http::extract::Body;
use crate::http::middleware::NO_SUCH_CALL;
use crate::http::response::Success;
use crate::platform::adapters::card_number::CardNumber;
use crate::platform::adapters::payments::{CardProvider, Intent, IntentStatus};
use crate::platform::adapters::sandbox::{ConfirmError, Sandbox};
use crate::platform::app::App;
use domain::account::Email;
use domain::problem::Problem;

const MAX_BILLING_LENGTH: usize = 300;
const NOT_THROUGH_PROXY: &str = "The payment sandbox takes no requests through a proxy. Set CHAUTARI_ALLOW_SANDBOX=1 to allow them.";

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxConfirmRequest {
    pub client_secret: String,
    pub card: AskedCard,
    pub billing: Billing,
}

/// Never stored or logged; its `Debug` output hides the number.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AskedCard {
    pub number: String,
    pub exp_month: u32,
    pub exp_year: i32,
    pub cvc: String,
}

/// Validated as a provider would, and not stored.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Billing {
    pub name: String,
    pub email: String,
    pub phone: Option<String>,
    pub address: Option<String>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxAuthenticateRequest {
    pub client_secret: String,
    pub outcome: AuthenticationOutcome,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AuthenticationOutcome {
    Succeed,
    Fail,
}

#[derive(Serialize, ToSchema)]
pub struct SandboxIntentAnswer {
    pub status: Success,
    pub data: SandboxIntentData,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxIntentData {
    pub payment_intent: SandboxIntent,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SandboxIntent {
    pub id: String,
    pub status: SandboxIntentStatus,
    /// Present if the card's bank requires authentication.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next_action: Option<NextAction>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SandboxIntentStatus {
    RequiresPaymentMethod,
    RequiresAction,
    Processing,
    Succeeded,
    Canceled,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct NextAction {
    pub url: String,
}

/// The paths exist only while the sandbox takes cards.
fn sandbox(app: &App) -> ApiResult<&Sandbox> {
    match &app.payments.cards {
        CardProvider::Sandbox(sandbox) => Ok(sandbox),
        CardProvider::Stripe(_) | CardProvider::None => Err(ApiError::not_found(NO_SUCH_CALL)),
    }
}

/// The payment id of a path. A path segment that is not UTF-8 matches no payment.
pub struct IntentId(String);

impl FromRequestParts<App> for IntentId {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        // Runs before the body is read, so that a missing path is 404 whatever the body is.
        sandbox(app)?;
        // Test cards pay here. The server does not start with the sandbox on a public address, but it cannot detect a
        // proxy at start.
        if is_forwarded(&parts.headers) && !app.config.allow_sandbox {
            return Err(ApiError::forbidden(NOT_THROUGH_PROXY));
        }
        let text = Path::<String>::from_request_parts(parts, app).await;
        let text = text.ok().filter(|Path(id)| !id.contains('\0'));
        text.map(|Path(id)| Self(id))
            .ok_or_else(|| ApiError::not_found(NO_SUCH_PAYMENT))
    }
}

impl From<ConfirmError> for ApiError {
    fn from(error: ConfirmError) -> Self {
        match error {
            ConfirmError::Unknown => Self::not_found(NO_SUCH_PAYMENT),
            ConfirmError::Declined(message) => Self::payment_required(message),
            ConfirmError::Over => Self::conflict("This payment can no longer be made."),
            ConfirmError::Payment(error) => error.into(),
        }
    }
}

/// Charges a test card, once even if repeated. A declined card is a 402 with the provider's message.
#[utoipa::path(
    post, path = "/api/payments/sandbox/{paymentIntentId}/confirm", tag = "payments",
    params(("paymentIntentId" = String, Path)), request_body = SandboxConfirmRequest,
    responses(
        (status = 200, body = SandboxIntentAnswer), BodyErrors, PaymentRequired, Forbidden, NotFound, Conflict,
        StoreErrors,
    ),
)]
pub(crate) async fn confirm_sandbox_payment(
    State(app): State<App>,
    IntentId(id): IntentId,
    Body(ask): Body<SandboxConfirmRequest>,
) -> ApiResult<Json<SandboxIntentAnswer>> {
    let problems = ask.billing.check();
    if !problems.is_empty() {
        return Err(ApiError::invalid("Invalid billing details", problems));
    }
    let sandbox = sandbox(&app)?;
    let card = CardNumber::new(
        &ask.card.number,
        ask.card.exp_month,
        ask.card.exp_year,
        &ask.card.cvc,
    );
    let intent = sandbox.confirm(&id, &ask.client_secret, &card).await?;
    Ok(answer(&app, intent))
}

/// Completes the authentication of a card, as the bank's page would.
#[utoipa::path(
    post, path = "/api/payments/sandbox/{paymentIntentId}/authenticate", tag = "payments",
    params(("paymentIntentId" = String, Path)), request_body = SandboxAuthenticateRequest,
    responses(
        (status = 200, body = SandboxIntentAnswer), BodyErrors, PaymentRequired, Forbidden, NotFound, Conflict,
        ServerError,
    ),
)]
pub(crate) async fn authenticate_sandbox_payment(
    State(app): State<App>,
    IntentId(id): IntentId,
    Body(ask): Body<SandboxAuthenticateRequest>,
) -> ApiResult<Json<SandboxIntentAnswer>> {
    let sandbox = sandbox(&app)?;
    let succeed = matches!(ask.outcome, AuthenticationOutcome::Succeed);
    let intent = sandbox
        .authenticate(&id, &ask.client_secret, succeed)
        .await?;
    Ok(answer(&app, intent))
}

impl Billing {
    fn check(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        if self.name.trim().is_empty() {
            problems.push(Problem::new("billing.name", "Name is required"));
        }
        if Email::parse(&self.email).is_err() {
            problems.push(Problem::new(
                "billing.email",
                "Please enter a valid email address",
            ));
        }
        let texts = [
            ("name", Some(&self.name)),
            ("phone", self.phone.as_ref()),
            ("address", self.address.as_ref()),
        ];
        for (field, text) in texts {
            if text.is_some_and(|text| text.chars().count() > MAX_BILLING_LENGTH) {
                problems.push(Problem::new(
                    format!("billing.{field}"),
                    "Must be at most 300 characters",
                ));
            }
        }
        problems
    }
}

/// The next action if the card's bank requires authentication.
pub fn next_action(app: &App, intent: &Intent) -> Option<NextAction> {
    if intent.status != IntentStatus::RequiresAction {
        return None;
    }
    let url = match &app.payments.cards {
        CardProvider::Sandbox(_) => format!(
            "{}/api/payments/sandbox/{}/authenticate",
            app.config.public_url, intent.id
        ),
        CardProvider::Stripe(_) | CardProvider::None => intent.next_action.as_ref()?.url.clone(),
    };
    Some(NextAction { url })
}

fn answer(app: &App, intent: Intent) -> Json<SandboxIntentAnswer> {
    let next_action = next_action(app, &intent);
    let status = match intent.status {
        IntentStatus::RequiresPaymentMethod => SandboxIntentStatus::RequiresPaymentMethod,
        IntentStatus::RequiresAction => SandboxIntentStatus::RequiresAction,
        IntentStatus::Processing => SandboxIntentStatus::Processing,
        IntentStatus::Succeeded => SandboxIntentStatus::Succeeded,
        IntentStatus::Canceled => SandboxIntentStatus::Canceled,
    };
    let payment_intent = SandboxIntent {
        id: intent.id,
        status,
        next_action,
    };
    Json(SandboxIntentAnswer {
        status: Success::Success,
        data: SandboxIntentData { payment_intent },
    })
}

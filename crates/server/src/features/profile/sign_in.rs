//! Sign-in providers that are linked to an account: `/api/users/me/sign-ins` (decisions §4).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::problem::Problem;
use store::identities::{self, Identity};

use super::wire::{SignIn, SignInList, SignInListAnswer, UnlinkSignInRequest};
use crate::features::account::linked_account::provider_name;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, NotFound, SignInErrors};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

const NOT_LINKED: &str = "This sign-in is not linked to your account.";
const NEEDS_PASSWORD: &str =
    "Your account has no password. Set one first, so that you can still log in.";

/// Lists the third parties that the user signs in through, oldest first.
#[utoipa::path(
    get, path = "/api/users/me/sign-ins", tag = "account", security(("session" = [])),
    responses((status = 200, body = SignInListAnswer), SignInErrors),
)]
pub(crate) async fn list_sign_ins(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<SignInListAnswer>> {
    let sign_ins = identities::list_for_account(&app.db, me.id).await?;
    Ok(Json(SignInListAnswer {
        status: Success::Success,
        data: SignInList {
            sign_ins: sign_ins.into_iter().map(SignIn::from).collect(),
        },
    }))
}

/// Unlinks a sign-in. Refused for an account without a password, which could no longer sign in.
#[utoipa::path(
    delete, path = "/api/users/me/sign-ins", tag = "account", security(("session" = [])),
    request_body = UnlinkSignInRequest,
    responses((status = 204), BodyErrors, SignInErrors, NotFound, Conflict),
)]
pub(crate) async fn unlink_sign_in(
    State(app): State<App>,
    me: SignedIn,
    Body(ask): Body<UnlinkSignInRequest>,
) -> ApiResult<StatusCode> {
    let fields = [("issuer", &ask.issuer), ("subject", &ask.subject)];
    let missing = fields.into_iter().filter(|(_, text)| text.is_empty());
    let problems: Vec<_> = missing
        .map(|(field, _)| Problem::new(field, format!("{field} is required")))
        .collect();
    if let Some(first) = problems.first() {
        return Err(ApiError::invalid(first.message.clone(), problems));
    }
    // An account never loses its password, so this check needs no lock.
    if !me.account.has_password {
        return Err(ApiError::conflict(NEEDS_PASSWORD));
    }
    if !identities::remove(&app.db, me.id, &ask.issuer, &ask.subject).await? {
        return Err(ApiError::not_found(NOT_LINKED));
    }
    let detail = provider_name(&ask.issuer);
    security_log::record(
        &app,
        Event::IdentityUnlinked,
        Subject::Account(me.id),
        &detail,
    );
    Ok(StatusCode::NO_CONTENT)
}

impl From<Identity> for SignIn {
    fn from(identity: Identity) -> Self {
        Self {
            provider: provider_name(&identity.issuer),
            issuer: identity.issuer,
            subject: identity.subject,
            created_at: identity.created_at,
        }
    }
}

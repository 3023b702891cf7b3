//! Sign-in through Google or any OpenID Connect provider (document 1 §4, decisions §4 and §10). Every response is a
//! redirect, to the provider or to a page of this site.

use axum::extract::{Query, State};
use axum::http::header::{CACHE_CONTROL, LOCATION, REFERRER_POLICY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;
use store::identities;

use super::linked_account::{self, NotLinked};
use super::second_step::{self, FirstStep};
use super::sign_in_attempt::{LIFE, SIGN_IN, SignInAttempt};
use super::wire::SignedInAnswer;
use crate::http::error::ApiError;
use crate::http::user_agent::UserAgent;
use crate::platform::adapters::identity::{Identity, IdentityError};
use crate::platform::adapters::openid_provider::Provider;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::security_log::{self, Event, Subject};

/// Why a sign-in failed, as in `/auth/callback?error=…`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    /// No provider is configured.
    NotConfigured,
    /// The provider does not respond as it should.
    Unavailable,
    /// The person declined at the provider.
    Cancelled,
    /// Started in another browser, too old, or used already.
    Expired,
    /// The provider has not verified the email address.
    EmailNotVerified,
    Failed,
}

impl Failure {
    fn word(self) -> &'static str {
        match self {
            Self::NotConfigured => "not_configured",
            Self::Unavailable => "unavailable",
            Self::Cancelled => "cancelled",
            Self::Expired => "expired",
            Self::EmailNotVerified => "email_not_verified",
            Self::Failed => "failed",
        }
    }
}

impl From<IdentityError> for Failure {
    fn from(error: IdentityError) -> Self {
        tracing::warn!(
            error = error_chain(&error),
            "a sign-in through a third party failed"
        );
        match error {
            IdentityError::Unreachable(_) => Self::Unavailable,
            IdentityError::Refused(_) => Self::Failed,
        }
    }
}

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Self {
        tracing::error!(
            cause = error_chain(&error.into_cause()),
            "a sign-in through a third party failed"
        );
        Self::Failed
    }
}

impl From<store::StoreError> for Failure {
    fn from(error: store::StoreError) -> Self {
        ApiError::from(error).into()
    }
}

impl From<NotLinked> for Failure {
    fn from(reason: NotLinked) -> Self {
        match reason {
            NotLinked::EmailNotVerified => Self::EmailNotVerified,
            NotLinked::Store(error) => error.into(),
        }
    }
}

/// Redirects the browser to the provider and binds the attempt to the browser with a cookie.
#[utoipa::path(
    get, path = "/api/auth/google", tag = "account",
    responses((status = 302, description = "To the provider, or to /auth/callback?error=…",
        headers(("location" = String), ("set-cookie" = String)))),
)]
pub(crate) async fn begin_google_sign_in(State(app): State<App>) -> Response {
    let Identity::OpenIdConnect(provider) = &app.identity else {
        return fail(Failure::NotConfigured);
    };
    let attempt = SignInAttempt::new(app.secrets.sign_in_key(), app.clock.now());
    match provider.begin(attempt.secrets()).await {
        Ok(url) => {
            let cookie = SIGN_IN.set(&app.config, &attempt.cookie(), LIFE);
            (cookie, to(&url)).into_response()
        }
        Err(error) => fail(error.into()),
    }
}

/// Query parameters from the provider. A duplicate or missing one is rejected like a wrong one.
#[derive(Deserialize, Default)]
struct Returned {
    code: Option<String>,
    state: Option<String>,
    error: Option<String>,
    iss: Option<String>,
}

/// Completes the sign-in after the provider has redirected the browser back.
#[utoipa::path(
    get, path = "/api/auth/google/callback", tag = "account",
    params(("code" = Option<String>, Query), ("state" = Option<String>, Query), ("error" = Option<String>, Query)),
    responses((status = 302, headers(("location" = String)),
        description = "To /login?accessToken=…&refreshToken=…&user=…, /login?secondStep=… or /auth/callback?error=…")),
)]
pub(crate) async fn finish_google_sign_in(
    State(app): State<App>,
    user_agent: UserAgent,
    headers: HeaderMap,
    uri: Uri,
) -> Response {
    let Identity::OpenIdConnect(provider) = &app.identity else {
        return fail(Failure::NotConfigured);
    };
    let cookie = SIGN_IN.read(&headers).unwrap_or_default();
    let query = Query::<Returned>::try_from_uri(&uri).map(|query| query.0);
    let answer = match query {
        Ok(returned) => sign_in(&app, provider, &cookie, returned, user_agent).await,
        Err(_) => Err(Failure::Failed),
    };
    let response = match answer {
        Ok(FirstStep::SignedIn(answer)) => succeed(&answer),
        Ok(FirstStep::Challenge(challenge)) => {
            let page = format!("/login?secondStep={}", challenge.id);
            challenge.bind(&app, to(&page))
        }
        Err(failure) => {
            security_log::record(&app, Event::LoginFailed, Subject::Unknown, failure.word());
            fail(failure)
        }
    };
    (SIGN_IN.clear(&app.config), response).into_response()
}

async fn sign_in(
    app: &App,
    provider: &Provider,
    cookie: &str,
    returned: Returned,
    user_agent: UserAgent,
) -> Result<FirstStep, Failure> {
    let attempt = SignInAttempt::read(app.secrets.sign_in_key(), cookie, app.clock.now())
        .ok_or(Failure::Expired)?;
    let state = returned.state.ok_or(Failure::Failed)?;
    if !attempt.has_state(&state) {
        return Err(Failure::Expired);
    }
    // The response comes from another provider: a mix-up attack (RFC 9207).
    if returned
        .iss
        .is_some_and(|issuer| issuer != provider.issuer())
    {
        return Err(Failure::Failed);
    }
    // A state can be used once, whatever the outcome.
    if !identities::mark_state_used(&app.db, &state, attempt.ends_at).await? {
        return Err(Failure::Expired);
    }
    let code = match (returned.code, returned.error.as_deref()) {
        (_, Some("access_denied")) => return Err(Failure::Cancelled),
        (Some(code), None) => code,
        _ => return Err(Failure::Failed),
    };
    let person = provider.finish(code, attempt.secrets()).await?;
    let account = linked_account::of(app, &person).await?;
    app.in_transaction("begin_session", async |tx| -> Result<_, Failure> {
        Ok(second_step::begin(app, &tx, account.clone(), user_agent.clone()).await?)
    })
    .await
}

/// The URL contains both tokens: the response must not be cached, and the page must not send it as referrer.
fn succeed(answer: &SignedInAnswer) -> Response {
    let user = serde_json::to_string(&answer.user).unwrap_or_default();
    let encoded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
    to(&format!(
        "/login?accessToken={}&refreshToken={}&user={}",
        encoded(&answer.access_token),
        encoded(&answer.refresh_token),
        encoded(&user)
    ))
}

fn fail(failure: Failure) -> Response {
    to(&format!("/auth/callback?error={}", failure.word()))
}

fn to(address: &str) -> Response {
    let headers = [
        (LOCATION, address),
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ];
    (StatusCode::FOUND, headers).into_response()
}

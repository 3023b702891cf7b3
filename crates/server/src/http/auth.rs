//! Authentication of requests. The extractor in the signature of a handler is its permission: [`Visitor`], [`SignedIn`],
//! [`StaffOrGuide`], [`Staff`] or [`Admin`].
//!
//! Every request looks up session and role, so that logout, deletion and loss of a role take effect immediately
//! (decisions §4).

use std::sync::{Arc, OnceLock};

use axum::extract::{FromRequestParts, MatchedPath};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use domain::account::Role;
use store::accounts::Account;
use store::sessions::LiveSession;
use store::{Connection, StoreResult, second_steps};
use uuid::Uuid;

use crate::http::access_token::{self, AccessToken};
use crate::http::error::{ApiError, ApiResult};
use crate::http::last_use::LastUses;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::security_log::{self, Event, Subject};

pub const NOT_SIGNED_IN: &str = "Please log in to continue.";
/// For staff without a second step, where `staff_second_step` requires it.
const SECOND_STEP_REQUIRED: &str =
    "Set up a second step for your login first. It is required for staff.";
/// For every call that the role of a person does not permit.
pub const ADMINS_ONLY: &str = "You are not authorized to do this.";

/// A person with a live session.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// Id of the account.
    pub id: Uuid,
    pub session_id: Uuid,
    pub account: Account,
    /// Staff who must set up a second step first. Until then they have the rights of a traveller.
    pub lacks_second_step: bool,
}

impl SignedIn {
    async fn by(app: &App, session: LiveSession) -> ApiResult<Self> {
        LastUses::of(app).note(&session, app.clock.now());
        let account = session.account;
        let lacks_second_step = lacks_second_step(app, &app.db, &account).await?;
        Ok(Self {
            id: account.id,
            session_id: session.id,
            account,
            lacks_second_step,
        })
    }

    #[must_use]
    pub fn is_admin(&self) -> bool {
        self.account.role == Role::Admin && !self.lacks_second_step
    }

    /// Staff or an administrator.
    #[must_use]
    pub fn is_staff(&self) -> bool {
        self.account.role.is_staff() && !self.lacks_second_step
    }
}

/// Whether a person must set up a second step before working as staff.
pub(crate) async fn lacks_second_step(
    app: &App,
    db: &impl Connection,
    account: &Account,
) -> StoreResult<bool> {
    if !app.config.staff_needs_second_step || !account.role.is_staff() {
        return Ok(false);
    }
    let step = second_steps::find_confirmed(db, account.id).await?;
    Ok(step.is_none())
}

/// A person with a live session and the role staff or admin. Others get 401 without a session, 403 with one.
#[derive(Debug, Clone)]
pub struct Staff(pub SignedIn);

/// As [`Staff`], and guides. The handler decides what a guide may read.
#[derive(Debug, Clone)]
pub struct StaffOrGuide(pub SignedIn);

/// A person with a live session and the role admin. Others get 401 without a session, 403 with one.
#[derive(Debug, Clone)]
pub struct Admin(pub SignedIn);

/// Anyone, with the person if there is a live session. An ended session is treated as none; the request does not fail.
#[derive(Debug, Clone)]
pub struct Visitor(pub Option<SignedIn>);

impl Visitor {
    #[must_use]
    pub fn is_staff(&self) -> bool {
        self.0.as_ref().is_some_and(SignedIn::is_staff)
    }

    /// The member of staff, else 401 with the message that the documents fix for this call. People without the role
    /// get 401 too.
    pub fn staff_or_401(self, app: &App, otherwise: &str) -> ApiResult<SignedIn> {
        match self.0 {
            Some(person) if person.is_staff() => Ok(person),
            Some(person) if person.lacks_second_step => {
                Err(second_step_required(app, &person, otherwise))
            }
            Some(person) => {
                note_refusal(app, &person, otherwise);
                Err(ApiError::unauthorized(otherwise))
            }
            None => Err(ApiError::unauthorized(otherwise)),
        }
    }
}

/// Slot for a fresh access token. An extractor fills it, and the middleware sends the token as `x-access-token`.
#[derive(Clone, Default)]
pub struct FreshToken(Arc<OnceLock<String>>);

impl FreshToken {
    #[must_use]
    pub fn get(&self) -> Option<&str> {
        self.0.get().map(String::as_str)
    }
}

impl FromRequestParts<App> for SignedIn {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        identify(parts, app)
            .await?
            .ok_or_else(|| ApiError::unauthorized(NOT_SIGNED_IN))
    }
}

impl FromRequestParts<App> for Admin {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        Ok(Self(with_role(parts, app, SignedIn::is_admin).await?))
    }
}

impl FromRequestParts<App> for Staff {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        Ok(Self(with_role(parts, app, SignedIn::is_staff).await?))
    }
}

impl FromRequestParts<App> for StaffOrGuide {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        let may_read = |me: &SignedIn| me.is_staff() || me.account.role == Role::Guide;
        Ok(Self(with_role(parts, app, may_read).await?))
    }
}

async fn with_role(
    parts: &mut Parts,
    app: &App,
    is_permitted: impl Fn(&SignedIn) -> bool,
) -> ApiResult<SignedIn> {
    let person = SignedIn::from_request_parts(parts, app).await?;
    if is_permitted(&person) {
        return Ok(person);
    }
    let route = parts.extensions.get::<MatchedPath>();
    let route = route.map_or("", MatchedPath::as_str);
    if person.lacks_second_step {
        return Err(second_step_required(app, &person, route));
    }
    note_refusal(app, &person, route);
    Err(ApiError::forbidden(ADMINS_ONLY))
}

fn second_step_required(app: &App, person: &SignedIn, what: &str) -> ApiError {
    note_refusal(app, person, what);
    ApiError::forbidden(SECOND_STEP_REQUIRED).with_code("second-step-required")
}

fn note_refusal(app: &App, person: &SignedIn, what: &str) {
    security_log::record(app, Event::RoleRefused, Subject::Account(person.id), what);
}

impl FromRequestParts<App> for Visitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> ApiResult<Self> {
        Ok(Self(identify(parts, app).await?))
    }
}

async fn identify(parts: &Parts, app: &App) -> ApiResult<Option<SignedIn>> {
    let Some(bearer) = bearer_token(&parts.headers) else {
        return Ok(None);
    };
    match access_token::read(app, bearer) {
        AccessToken::Live(session_id) => {
            let now = app.clock.now();
            let session = store::sessions::find_live(&app.db, session_id, now).await?;
            match session {
                Some(session) => Ok(Some(SignedIn::by(app, session).await?)),
                None => Ok(None),
            }
        }
        AccessToken::Expired(session_id) => rescue(parts, app, session_id).await,
        AccessToken::Broken => Ok(None),
    }
}

/// Accepts an expired access token with a live refresh token of the same session, and issues a new access token.
async fn rescue(parts: &Parts, app: &App, expired: Uuid) -> ApiResult<Option<SignedIn>> {
    let Some(refresh) = refresh_token(&parts.headers) else {
        return Ok(None);
    };
    let hash = access_token::refresh_hash(refresh);
    match store::sessions::find_by_refresh(&app.db, &hash, app.clock.now()).await? {
        Some(session) if session.id == expired => {
            if let Some(slot) = parts.extensions.get::<FreshToken>() {
                let _ = slot.0.set(access_token::sign(app, session.id)?);
            }
            Ok(Some(SignedIn::by(app, session).await?))
        }
        _ => Ok(None),
    }
}

pub fn bearer_token(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The client sends the refresh token with every request.
#[must_use]
pub fn refresh_token(headers: &HeaderMap) -> Option<&str> {
    headers
        .get("x-refresh-token")?
        .to_str()
        .ok()
        .map(str::trim)
        .filter(|token| !token.is_empty())
}

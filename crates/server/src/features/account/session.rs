//! Sessions from start to end: verifyUser, refresh, logout (document 1 §4, decisions §4).

use axum::Json;
use axum::extract::State;
use chrono::Duration;
use domain::problem::Problem;
use store::Connection;
use store::accounts::Account;
use store::sessions::{self, Session};
use store::{identities, jobs, one_time_codes, second_step_challenges, staff_invitations};

use super::wire::{MessageAnswer, RefreshAnswer, RefreshRequest, SignedInAnswer, User, UserAnswer};
use crate::http::access_token;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, SignInErrors};
use crate::http::extract::Body;
use crate::http::last_use::LastUses;
use crate::http::response::Success;
use crate::http::user_agent::UserAgent;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::job_runner::JobError;

/// How long a failed mail is stored for inspection.
const FAILED_MAILS_KEPT: Duration = Duration::days(30);
/// How long an invitation that was accepted, withdrawn or not used is kept.
const INVITATIONS_KEPT: Duration = Duration::days(90);
const SESSION_OVER: &str = "Your session has expired. Please log in again.";

/// Starts a session for a user who has just proved their identity.
pub async fn start(
    app: &App,
    account: Account,
    user_agent: UserAgent,
    message: &'static str,
) -> ApiResult<SignedInAnswer> {
    start_in(app, &app.db, account, user_agent, message).await
}

/// Like [`start`], within the transaction of the caller.
pub(crate) async fn start_in(
    app: &App,
    db: &impl Connection,
    account: Account,
    user_agent: UserAgent,
    message: &'static str,
) -> ApiResult<SignedInAnswer> {
    let now = app.clock.now();
    let (refresh_token, refresh_hash) = access_token::new_refresh_token();
    let session = Session {
        id: app.clock.new_id(),
        account_id: account.id,
        refresh_hash,
        user_agent: user_agent.0,
        created_at: now,
        expires_at: now + Duration::days(access_token::REFRESH_DAYS),
    };
    sessions::insert(db, &session).await?;
    Ok(SignedInAnswer {
        access_token: access_token::sign(app, session.id)?,
        refresh_token,
        user: User::of(app, db, account).await?,
        message,
    })
}

/// Returns the signed-in user.
#[utoipa::path(
    get, path = "/api/auth/verifyUser", tag = "account", security(("session" = [])),
    responses((status = 200, body = UserAnswer), SignInErrors),
)]
pub(crate) async fn verify_user(me: SignedIn) -> Json<UserAnswer> {
    Json(UserAnswer {
        status: Success::Success,
        user: me.into(),
        message: None,
    })
}

/// Issues a new access token for a valid refresh token, which stays the same.
#[utoipa::path(
    post, path = "/api/auth/refresh", tag = "account", request_body = RefreshRequest,
    responses((status = 200, body = RefreshAnswer), BadRequest, SignInErrors),
)]
pub(crate) async fn refresh(
    State(app): State<App>,
    Body(ask): Body<RefreshRequest>,
) -> ApiResult<Json<RefreshAnswer>> {
    let token = ask.refresh_token.trim();
    if token.is_empty() {
        let problem = Problem::new("refreshToken", "refreshToken is required");
        return Err(ApiError::invalid(problem.message.clone(), vec![problem]));
    }
    let hash = access_token::refresh_hash(token);
    match sessions::find_by_refresh(&app.db, &hash, app.clock.now()).await? {
        Some(session) => {
            LastUses::of(&app).note(&session, app.clock.now());
            Ok(Json(RefreshAnswer {
                status: Success::Success,
                access_token: access_token::sign(&app, session.id)?,
            }))
        }
        None => Err(ApiError::unauthorized(SESSION_OVER)),
    }
}

/// Ends the session: its access token and its refresh token become invalid.
#[utoipa::path(
    post, path = "/api/auth/logout", tag = "account", security(("session" = [])),
    responses((status = 200, body = MessageAnswer), SignInErrors),
)]
pub(crate) async fn logout(State(app): State<App>, me: SignedIn) -> ApiResult<Json<MessageAnswer>> {
    sessions::end(&app.db, me.session_id).await?;
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "Logout successful".to_owned(),
    }))
}

/// Deletes expired sessions, codes and other records. The names and addresses in them are no longer needed.
pub(crate) async fn drop_expired(app: &App) -> Result<(), JobError> {
    let now = app.clock.now();
    let sessions = sessions::drop_expired(&app.db, now).await?;
    let codes = one_time_codes::drop_expired(&app.db, now).await?;
    let challenges = second_step_challenges::drop_expired(&app.db, now).await?;
    let sign_ins = identities::drop_expired(&app.db, now).await?;
    let limits = store::limits::drop_expired(&app.db, now).await?;
    let invitations =
        staff_invitations::delete_ended_before(&app.db, now - INVITATIONS_KEPT).await?;
    let failed_mails = jobs::delete_failed_mails_before(&app.db, now - FAILED_MAILS_KEPT).await?;
    tracing::debug!(
        sessions,
        codes,
        challenges,
        sign_ins,
        limits,
        invitations,
        failed_mails,
        "dropped what has run out"
    );
    Ok(())
}

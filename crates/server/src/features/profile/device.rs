//! The sessions of a user and how to end them: `/api/users/me/sessions` (decisions §4).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::device::device_name;
use store::sessions::{self, ActiveSession};
use uuid::Uuid;

use super::wire::{Session, SessionList, SessionListAnswer};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{NotFound, SignInErrors};
use crate::http::extract::PathId;
use crate::http::last_use;
use crate::http::response::Success;
use crate::platform::app::App;

const SESSION_NOT_FOUND: &str = "Session not found.";

/// Lists the sessions of the user, last used first.
#[utoipa::path(
    get, path = "/api/users/me/sessions", tag = "account", security(("session" = [])),
    responses((status = 200, body = SessionListAnswer), SignInErrors),
)]
pub(crate) async fn list_sessions(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<SessionListAnswer>> {
    let sessions = places(&app, &me).await?;
    let sessions = sessions
        .into_iter()
        .map(|place| to_wire(&place, me.session_id))
        .collect();
    Ok(Json(SessionListAnswer {
        status: Success::Success,
        data: SessionList { sessions },
    }))
}

pub(super) async fn places(app: &App, me: &SignedIn) -> ApiResult<Vec<ActiveSession>> {
    last_use::write_down(app).await?;
    Ok(sessions::list_for_account(&app.db, me.id, app.clock.now()).await?)
}

pub(super) fn to_wire(place: &ActiveSession, current: Uuid) -> Session {
    Session {
        id: place.id,
        current: place.id == current,
        device: device_name(place.user_agent.as_deref()),
        created_at: place.created_at,
        last_used_at: place.last_used_at,
    }
}

/// Ends one session of the user, which may be the current one.
#[utoipa::path(
    delete, path = "/api/users/me/sessions/{id}", tag = "account", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 204), SignInErrors, NotFound),
)]
pub(crate) async fn end_session(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
) -> ApiResult<StatusCode> {
    let id = id.or_not_found(SESSION_NOT_FOUND)?;
    if sessions::end_for_account(&app.db, me.id, id).await? {
        Ok(StatusCode::NO_CONTENT)
    } else {
        Err(ApiError::not_found(SESSION_NOT_FOUND))
    }
}

/// Ends every session of the user except the current one.
#[utoipa::path(
    delete, path = "/api/users/me/sessions", tag = "account", security(("session" = [])),
    responses((status = 204), SignInErrors),
)]
pub(crate) async fn end_other_sessions(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<StatusCode> {
    sessions::end_others(&app.db, me.id, me.session_id).await?;
    Ok(StatusCode::NO_CONTENT)
}

//! Removes treks from the lists and restores them: delete, archive, restore (decisions §3).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::trek::Trek;
use uuid::Uuid;

use super::read::NOT_FOUND;
use super::save::{answer, entry, replace};
use super::wire::TrekAnswer;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, Conflict, NotFound};
use crate::http::extract::PathId;
use crate::platform::app::App;

/// Deletes a trek. A trek with bookings or departures is archived: its bookings keep their snapshot, and its name is
/// free.
#[utoipa::path(
    delete, path = "/api/treks/{id}", tag = "treks", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 204), AdminErrors, NotFound),
)]
pub(crate) async fn delete_trek(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
) -> ApiResult<StatusCode> {
    let id = id.or_not_found(NOT_FOUND)?;
    let trek = stored(&app, id).await?;
    let bookings = store::bookings::count_by_trek(&app.db, Some(id)).await?;
    if bookings.is_empty() && !store::departures::exist_for_trek(&app.db, id).await? {
        app.in_transaction("delete_trek", async |tx| -> ApiResult<()> {
            store::closures::replace(&tx, id, &[]).await?;
            match store::treks::remove(&tx, id).await? {
                true => {
                    store::audit::add(&tx, &entry(&app, &admin, "delete", Some(&trek), None))
                        .await?
                }
                false => tx.roll_back(),
            }
            Ok(())
        })
        .await?;
        return Ok(StatusCode::NO_CONTENT);
    }
    turn(&app, &admin, id, Turn::Archive).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Removes a trek from the public lists. It can be restored.
#[utoipa::path(
    post, path = "/api/treks/{id}/archive", tag = "treks", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = TrekAnswer), AdminErrors, NotFound),
)]
pub(crate) async fn archive_trek(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
) -> ApiResult<Json<TrekAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    Ok(answer(turn(&app, &admin, id, Turn::Archive).await?))
}

/// Restores an archived trek. Returns 409 if another trek has its name now.
#[utoipa::path(
    post, path = "/api/treks/{id}/restore", tag = "treks", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = TrekAnswer), AdminErrors, NotFound, Conflict),
)]
pub(crate) async fn restore_trek(
    State(app): State<App>,
    Staff(admin): Staff,
    id: PathId,
) -> ApiResult<Json<TrekAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    Ok(answer(turn(&app, &admin, id, Turn::Restore).await?))
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Turn {
    Archive,
    Restore,
}

/// Archives or restores a trek. A trek that is in the requested state already stays as it is.
async fn turn(app: &App, admin: &SignedIn, id: Uuid, turn: Turn) -> ApiResult<Trek> {
    loop {
        let stored = stored(app, id).await?;
        if stored.is_archived() == (turn == Turn::Archive) {
            return Ok(stored);
        }
        let now = app.clock.now();
        let (archived_at, action) = match turn {
            Turn::Archive => (Some(now), "archive"),
            Turn::Restore => (None, "restore"),
        };
        let trek = Trek {
            version: stored.version + 1,
            archived_at,
            updated_at: now,
            ..stored.clone()
        };
        if replace(app, admin, action, &stored, &trek).await? {
            return Ok(trek);
        }
        // Somebody saved in the meantime: read the trek again.
    }
}

async fn stored(app: &App, id: Uuid) -> ApiResult<Trek> {
    let trek = store::treks::find(&app.db, id).await?;
    trek.filter(|trek| !trek.is_private)
        .ok_or_else(|| ApiError::not_found(NOT_FOUND))
}

//! `GET`, `POST /api/saved-replies`, `PATCH`, `DELETE /api/saved-replies/{id}`: texts that staff use in answers.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use domain::enquiry::SavedReply;
use serde::Deserialize;
use serde_json::json;
use store::{audit as audit_log, saved_replies};
use utoipa::ToSchema;

use super::wire::{SavedReplyAnswer, SavedReplyList, SavedReplyListAnswer};
use crate::features::audit;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_FOUND: &str = "Saved reply not found.";
const INVALID: &str = "Please check your saved reply.";
const STALE: &str = "Somebody else changed this saved reply. Reload and try again.";
const SUBJECT: &str = "saved reply";

#[derive(Deserialize, ToSchema)]
pub struct NewSavedReply {
    #[serde(default)]
    #[schema(required)]
    title: String,
    #[serde(default)]
    #[schema(required)]
    text: String,
}

/// Absent fields keep their values.
#[derive(Deserialize, ToSchema)]
pub struct SavedReplyChange {
    /// The version that this change is based on.
    version: i64,
    title: Option<String>,
    text: Option<String>,
}

fn checked(reply: SavedReply) -> ApiResult<SavedReply> {
    let problems = reply.check();
    if problems.is_empty() {
        Ok(reply)
    } else {
        Err(ApiError::invalid(INVALID, problems))
    }
}

/// Lists all saved replies.
#[utoipa::path(
    get, path = "/api/saved-replies", tag = "enquiries", security(("session" = [])),
    responses((status = 200, body = SavedReplyListAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_saved_replies(
    State(app): State<App>,
    _staff: Staff,
) -> ApiResult<Json<SavedReplyListAnswer>> {
    let found = saved_replies::list(&app.db).await?;
    Ok(Json(SavedReplyListAnswer {
        status: Success::Success,
        data: SavedReplyList {
            saved_replies: found.into_iter().map(Into::into).collect(),
        },
    }))
}

/// Adds a saved reply.
#[utoipa::path(
    post, path = "/api/saved-replies", tag = "enquiries", security(("session" = [])), request_body = NewSavedReply,
    responses((status = 201, body = SavedReplyAnswer), BodyErrors, AdminErrors, ServerError),
)]
pub(crate) async fn create_saved_reply(
    State(app): State<App>,
    Staff(me): Staff,
    Body(new): Body<NewSavedReply>,
) -> ApiResult<(StatusCode, Json<SavedReplyAnswer>)> {
    let reply = checked(SavedReply {
        id: app.clock.new_id(),
        title: new.title.trim().to_owned(),
        text: new.text.trim().to_owned(),
        version: 1,
    })?;
    app.in_transaction("create_saved_reply", async |tx| -> ApiResult<()> {
        saved_replies::insert(&tx, &reply, app.clock.now()).await?;
        let subject = (SUBJECT, reply.id.to_string(), &*reply.title);
        let line = audit::note(&app, &me, "create", subject, Vec::new());
        audit_log::add(&tx, &line).await?;
        Ok(())
    })
    .await?;
    Ok((StatusCode::CREATED, Json(reply.into())))
}

/// Changes a saved reply.
#[utoipa::path(
    patch, path = "/api/saved-replies/{id}", tag = "enquiries", security(("session" = [])),
    params(("id" = String, Path)), request_body = SavedReplyChange,
    responses((status = 200, body = SavedReplyAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn update_saved_reply(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(change): Body<SavedReplyChange>,
) -> ApiResult<Json<SavedReplyAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("update_saved_reply", async |tx| -> ApiResult<_> {
        let stored = saved_replies::find(&tx, id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        if change.version != stored.version {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version));
        }
        let trimmed = |text: &Option<String>| text.as_deref().map(|it| it.trim().to_owned());
        let changed = checked(SavedReply {
            title: trimmed(&change.title).unwrap_or_else(|| stored.title.clone()),
            text: trimmed(&change.text).unwrap_or_else(|| stored.text.clone()),
            ..stored
        })?;
        if changed == stored {
            return Ok(Json(stored.into()));
        }
        if !saved_replies::update(&tx, &changed, app.clock.now()).await? {
            return Err(ApiError::conflict(STALE).with_current_version(stored.version + 1));
        }
        let said = |reply: &SavedReply| json!({"title": reply.title, "text": reply.text});
        let changes = audit::changes(&said(&stored), &said(&changed));
        let subject = (SUBJECT, id.to_string(), &*changed.title);
        let line = audit::note(&app, &me, "update", subject, changes);
        audit_log::add(&tx, &line).await?;
        let changed = SavedReply {
            version: stored.version + 1,
            ..changed
        };
        Ok(Json(changed.into()))
    })
    .await
}

/// Deletes a saved reply.
#[utoipa::path(
    delete, path = "/api/saved-replies/{id}", tag = "enquiries", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 204), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn delete_saved_reply(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
) -> ApiResult<StatusCode> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("delete_saved_reply", async |tx| -> ApiResult<()> {
        let stored = saved_replies::find(&tx, id).await?;
        let stored = stored.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
        if !saved_replies::delete(&tx, id).await? {
            return Err(ApiError::not_found(NOT_FOUND));
        }
        let subject = (SUBJECT, id.to_string(), &*stored.title);
        let line = audit::note(&app, &me, "delete", subject, Vec::new());
        audit_log::add(&tx, &line).await?;
        Ok(())
    })
    .await?;
    Ok(StatusCode::NO_CONTENT)
}

//! `POST /api/upload/complete`: checks an uploaded picture, converts and publishes it (decisions §3, §6).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bytes::Bytes;
use serde::{Deserialize, Serialize};
use store::pictures;
use utoipa::ToSchema;

use super::convert::{Converted, convert};
use super::key::Key;
use crate::features::audit;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_ASKED: &str = "Upload failed: no such upload was begun.";
const NOT_ARRIVED: &str = "Upload failed: the picture has not arrived.";

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadToComplete {
    public_url: String,
}

#[derive(Serialize, ToSchema)]
pub struct UploadCompletedAnswer {
    pub status: Success,
    pub data: UploadCompleted,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadCompleted {
    pub public_url: String,
}

/// Publishes an uploaded picture. A repeated request gets the same response.
#[utoipa::path(
    post, path = "/api/upload/complete", tag = "uploads", security(("session" = [])),
    request_body = UploadToComplete,
    responses((status = 200, body = UploadCompletedAnswer), BodyErrors, AdminErrors, NotFound, Conflict),
)]
pub(crate) async fn complete_upload(
    State(app): State<App>,
    Staff(admin): Staff,
    Body(asked): Body<UploadToComplete>,
) -> ApiResult<Json<UploadCompletedAnswer>> {
    let not_asked = || ApiError::not_found(NOT_ASKED);
    let key = Key::of_address(&app, &asked.public_url).ok_or_else(not_asked)?;
    let state = pictures::find(&app.db, &key.text()).await?;
    if state.ok_or_else(not_asked)? == pictures::State::Requested {
        finish(&app, &admin, &key).await?;
    }
    Ok(Json(UploadCompletedAnswer {
        status: Success::Success,
        data: UploadCompleted {
            public_url: key.address(),
        },
    }))
}

async fn finish(app: &App, admin: &SignedIn, key: &Key) -> ApiResult<()> {
    let arrived = app
        .files
        .get(&key.incoming())
        .await
        .map_err(ApiError::internal)?;
    let arrived = arrived.ok_or_else(|| ApiError::conflict(NOT_ARRIVED))?;
    let bytes = arrived.len();
    let converted = convert(arrived, Some(key.form)).await;
    app.metrics.upload(bytes, converted.is_ok());
    let placeholder = match converted {
        Ok((_, converted)) => keep(app, key, converted).await?,
        Err(error) => {
            if error.status != StatusCode::INTERNAL_SERVER_ERROR {
                app.files
                    .delete(&key.incoming())
                    .await
                    .map_err(ApiError::internal)?;
            }
            return Err(error);
        }
    };
    app.in_transaction("complete_upload", async |tx| -> ApiResult<()> {
        if pictures::mark_stored(&tx, &key.text(), &placeholder).await? {
            note(app, &tx, admin, "upload", key).await?;
        }
        Ok(())
    })
    .await?;
    app.files
        .delete(&key.incoming())
        .await
        .map_err(ApiError::internal)
}

/// Stores the copies first, so that every visible picture has them. Returns the placeholder, for the picture's row.
pub(crate) async fn keep(app: &App, key: &Key, converted: Converted) -> ApiResult<String> {
    let put = async |name: String, bytes: Bytes| {
        let kept = app.files.put(&name, bytes).await;
        kept.map_err(ApiError::internal)
    };
    for (width, bytes) in converted.copies {
        put(key.copy(width), bytes).await?;
    }
    put(key.text(), converted.picture).await?;
    Ok(converted.placeholder)
}

pub(crate) async fn note(
    app: &App,
    tx: &store::Tx,
    admin: &SignedIn,
    action: &str,
    key: &Key,
) -> ApiResult<()> {
    let name = key.text();
    let entry = audit::note(
        app,
        admin,
        action,
        ("picture", name.clone(), &name),
        Vec::new(),
    );
    Ok(store::audit::add(tx, &entry).await?)
}

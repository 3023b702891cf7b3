//! `DELETE /api/upload/delete`: deletes an uploaded picture that nothing shows (document 2 §7, decisions §3).

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use store::pictures;
use utoipa::{IntoParams, ToSchema};

use super::complete::note;
use super::key::Key;
use super::usage;
use crate::features::account::wire::MessageAnswer;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BadRequest, Conflict, NotFound};
use crate::http::extract::{OptionalBody, Params};
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_OURS: &str = "Upload failed: this picture is not in our storage.";
const NOT_FOUND: &str = "Picture not found.";
const IN_USE: &str = "This picture is in use.";

#[derive(Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PictureToDelete {
    /// In the body or the query.
    url: Option<String>,
}

/// Removes a picture and its smaller copies.
#[utoipa::path(
    delete, path = "/api/upload/delete", tag = "uploads", security(("session" = [])),
    params(PictureToDelete), request_body = PictureToDelete,
    responses((status = 200, body = MessageAnswer), BadRequest, AdminErrors, NotFound, Conflict),
)]
pub(crate) async fn delete_upload(
    State(app): State<App>,
    Staff(admin): Staff,
    Params(query): Params<PictureToDelete>,
    OptionalBody(body): OptionalBody<PictureToDelete>,
) -> ApiResult<Json<MessageAnswer>> {
    let url = body.url.or(query.url).unwrap_or_default();
    let key = Key::of_address(&app, &url).ok_or_else(|| ApiError::bad_request(NOT_OURS))?;
    app.in_transaction("delete_upload", async |tx| -> ApiResult<()> {
        if usage::used(&tx).await?.contains(&key.text()) {
            return Err(ApiError::conflict(IN_USE));
        }
        if !pictures::withdraw(&tx, &key.text()).await? {
            return Err(ApiError::not_found(NOT_FOUND));
        }
        note(&app, &tx, &admin, "delete", &key).await?;
        Ok(())
    })
    .await?;
    usage::erase(&app, &key).await?;
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "Picture deleted.".to_owned(),
    }))
}

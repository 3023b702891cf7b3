//! `POST /api/upload/single` and `/multiple`: pictures in multipart forms (document 2 §7).

use axum::Json;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::StatusCode;
use bytes::{Bytes, BytesMut};
use serde::Serialize;
use store::pictures;
use utoipa::ToSchema;

use super::complete::{keep, note};
use super::convert::convert;
use super::key::Key;
use super::sign::prefix;
use super::{MAX_BYTES, too_large};
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors};
use crate::http::extract::refuse_oversized;
use crate::http::response::Success;
use crate::platform::app::App;

/// Also the maximum number of secondary images of a trek.
pub const MAX_FILES: usize = 20;
const MAX_PREFIX_BYTES: usize = 100;
const NO_FILE: &str = "Upload failed: no image was sent";
pub const TOO_MANY: &str = "Upload failed: maximum 20 images at once";
const BROKEN: &str = "Upload failed: the form could not be read";

#[derive(ToSchema)]
#[expect(dead_code, reason = "says what the form holds")]
#[schema(rename_all = "camelCase")]
pub struct SingleForm {
    #[schema(value_type = String, format = Binary)]
    image: Vec<u8>,
    key_prefix: String,
}

#[derive(ToSchema)]
#[expect(dead_code, reason = "says what the form holds")]
#[schema(rename_all = "camelCase")]
pub struct MultipleForm {
    #[schema(value_type = Vec<String>, format = Binary)]
    images: Vec<Vec<u8>>,
    key_prefix: String,
}

#[derive(Serialize, ToSchema)]
pub struct UploadedAnswer {
    pub status: Success,
    pub url: String,
}

#[derive(Serialize, ToSchema)]
pub struct UploadedManyAnswer {
    pub status: Success,
    /// In the order of the form.
    pub urls: Vec<String>,
}

/// Stores one picture.
#[utoipa::path(
    post, path = "/api/upload/single", tag = "uploads", security(("session" = [])),
    request_body(content = SingleForm, content_type = "multipart/form-data"),
    responses((status = 200, body = UploadedAnswer), BodyErrors, AdminErrors),
)]
pub(crate) async fn upload_single(
    State(app): State<App>,
    Staff(admin): Staff,
    request: Request,
) -> ApiResult<Json<UploadedAnswer>> {
    let mut urls = store_all(&app, &admin, request, "image").await?;
    Ok(Json(UploadedAnswer {
        status: Success::Success,
        url: urls.remove(0),
    }))
}

/// Stores several pictures, or none if one of them cannot be used.
#[utoipa::path(
    post, path = "/api/upload/multiple", tag = "uploads", security(("session" = [])),
    request_body(content = MultipleForm, content_type = "multipart/form-data"),
    responses((status = 200, body = UploadedManyAnswer), BodyErrors, AdminErrors),
)]
pub(crate) async fn upload_multiple(
    State(app): State<App>,
    Staff(admin): Staff,
    request: Request,
) -> ApiResult<Json<UploadedManyAnswer>> {
    Ok(Json(UploadedManyAnswer {
        status: Success::Success,
        urls: store_all(&app, &admin, request, "images").await?,
    }))
}

async fn store_all(
    app: &App,
    admin: &SignedIn,
    request: Request,
    field: &str,
) -> ApiResult<Vec<String>> {
    let (files, key_prefix) = read(request, field).await?;
    let prefix = prefix(&key_prefix)?;
    let files = files.into_iter().map(|file| (prefix, file)).collect();
    store(app, admin, files).await
}

/// Checks files and publishes them, each under its prefix. Publishes none if one of them cannot be used.
pub(crate) async fn store(
    app: &App,
    admin: &SignedIn,
    files: Vec<(&'static str, Bytes)>,
) -> ApiResult<Vec<String>> {
    let mut pictures = Vec::new();
    for (prefix, file) in files {
        let bytes = file.len();
        let converted = convert(file, None).await;
        app.metrics.upload(bytes, converted.is_ok());
        let (form, converted) = converted?;
        pictures.push((Key::new(prefix, app.clock.new_id(), form), converted));
    }
    let mut urls = Vec::new();
    for (key, converted) in pictures {
        // The row is inserted before the files are stored, so that the sweep finds and deletes the remains of a crash.
        let (name, now) = (key.text(), app.clock.now());
        pictures::insert(&app.db, &name, pictures::State::Requested, now).await?;
        let placeholder = keep(app, &key, converted).await?;
        app.in_transaction("store_upload", async |tx| -> ApiResult<()> {
            pictures::mark_stored(&tx, &name, &placeholder).await?;
            note(app, &tx, admin, "upload", &key).await?;
            Ok(())
        })
        .await?;
        urls.push(key.address());
    }
    Ok(urls)
}

/// Reads the files of a form, at least one, and their key prefix.
async fn read(request: Request, wanted: &str) -> ApiResult<(Vec<Bytes>, String)> {
    refuse_oversized(&request).map_err(|_| too_large())?;
    let form = Multipart::from_request(request, &()).await;
    let mut form = form.map_err(|_| {
        let message = "The content type must be multipart/form-data";
        ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message)
    })?;
    let (mut files, mut key_prefix) = (Vec::new(), String::new());
    while let Some(field) = form.next_field().await.map_err(broken)? {
        let name = field.name().unwrap_or_default().to_owned();
        if name == "keyPrefix" {
            let text = limited(field, MAX_PREFIX_BYTES).await?;
            key_prefix = String::from_utf8_lossy(&text).trim().to_owned();
        } else if name == wanted || name.strip_suffix("[]") == Some(wanted) {
            if files.len() == MAX_FILES {
                return Err(ApiError::bad_request(TOO_MANY));
            }
            files.push(limited(field, MAX_BYTES).await?);
        }
    }
    if files.is_empty() {
        return Err(ApiError::bad_request(NO_FILE));
    }
    Ok((files, key_prefix))
}

pub(crate) async fn limited(mut field: Field<'_>, most: usize) -> ApiResult<Bytes> {
    let mut bytes = BytesMut::new();
    while let Some(part) = field.chunk().await.map_err(broken)? {
        if bytes.len() + part.len() > most {
            return Err(too_large());
        }
        bytes.extend_from_slice(&part);
    }
    Ok(bytes.freeze())
}

#[expect(clippy::needless_pass_by_value, reason = "map_err gives it away")]
fn broken(error: MultipartError) -> ApiError {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => ApiError::bad_request(BROKEN),
    }
}

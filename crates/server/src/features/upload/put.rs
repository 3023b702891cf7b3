//! `PUT /api/upload/put`: receives a picture at its signed URL. The picture is not served until `complete` has checked
//! it.

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use bytes::Bytes;
use serde::Deserialize;
use store::pictures;
use utoipa::IntoParams;

use super::key::Key;
use super::sign::Terms;
use super::too_large;
use crate::features::account::wire::MessageAnswer;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BodyErrors, Conflict, Forbidden};
use crate::http::extract::Params;
use crate::http::response::Success;
use crate::platform::app::App;

const NOT_SIGNED: &str = "Upload failed: this address is not valid or has expired.";
const TAKEN: &str = "Upload failed: the picture is there already.";
const OTHER_TYPE: &str = "File type error: the type is not the one that was announced.";
const OTHER_SIZE: &str = "File size error: the size is not the one that was announced.";

/// Query of the signed URL.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SignedPut {
    key: Option<String>,
    expires: Option<i64>,
    size: Option<u64>,
    #[serde(rename = "type")]
    content_type: Option<String>,
    signature: Option<String>,
}

/// Receives a picture. The signature is the permission: no login is needed.
#[utoipa::path(
    put, path = "/api/upload/put", tag = "uploads", params(SignedPut),
    request_body(content = String, content_type = "image/*"),
    responses((status = 200, body = MessageAnswer), BodyErrors, Forbidden, Conflict),
)]
pub(crate) async fn put_upload(
    State(app): State<App>,
    Params(asked): Params<SignedPut>,
    request: Request,
) -> ApiResult<Json<MessageAnswer>> {
    let (terms, key) = permitted(&app, asked).ok_or_else(|| ApiError::forbidden(NOT_SIGNED))?;
    check_headers(request.headers(), &terms)?;
    match pictures::find(&app.db, &key.text()).await? {
        Some(pictures::State::Requested) => {}
        Some(pictures::State::Stored) => return Err(ApiError::conflict(TAKEN)),
        None => return Err(ApiError::forbidden(NOT_SIGNED)),
    }
    let bytes = read(request).await?;
    if bytes.len() as u64 != terms.size {
        return Err(ApiError::bad_request(OTHER_SIZE));
    }
    let kept = app.files.put(&key.incoming(), bytes).await;
    kept.map_err(ApiError::internal)?;
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "The picture has arrived.".to_owned(),
    }))
}

fn permitted(app: &App, asked: SignedPut) -> Option<(Terms, Key)> {
    let terms = Terms {
        key: asked.key?,
        expires: asked.expires?,
        size: asked.size?,
        content_type: asked.content_type?,
    };
    let signed = terms.are_signed(app, &asked.signature?);
    let key = Key::parse(&terms.key)?;
    (signed && terms.expires >= app.clock.now().timestamp()).then_some((terms, key))
}

/// Rejects a wrong type or size before the body is read.
fn check_headers(headers: &HeaderMap, terms: &Terms) -> ApiResult<()> {
    let header = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let said = header(CONTENT_TYPE).unwrap_or_default();
    if !said.eq_ignore_ascii_case(&terms.content_type) {
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(ApiError::new(status, OTHER_TYPE));
    }
    let announced = header(CONTENT_LENGTH).and_then(|length| length.parse::<u64>().ok());
    if announced.is_some_and(|length| length > terms.size) {
        return Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, OTHER_SIZE));
    }
    Ok(())
}

/// Reads the body. The route limits it to the size of the largest picture.
async fn read(request: Request) -> ApiResult<Bytes> {
    Bytes::from_request(request, &())
        .await
        .map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_large(),
            _ => ApiError::bad_request("Upload failed: the file did not arrive whole."),
        })
}

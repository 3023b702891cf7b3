//! `POST /api/upload/sign`: returns a URL to which the browser can upload one picture of this size and type for 15
//! minutes (decisions §3, §10 "Uploads").

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::ORIGIN;
use chrono::{DateTime, TimeDelta, Utc};
use domain::problem::Problem;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use store::pictures;
use utoipa::ToSchema;

use super::key::{Form, Key, PREFIXES, allowed};
use super::{MAX_BYTES, UNKNOWN, too_large, type_error, vector};
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;

const LIFE: TimeDelta = TimeDelta::minutes(15);

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadAsked {
    /// Name of the file on the user's disk. Ignored.
    #[expect(dead_code, reason = "the documents' client sends it")]
    file_name: Option<String>,
    content_type: String,
    /// Bytes.
    size: u64,
    /// images/banner, images/secondary, blogs/thumbnails, blogs/banners or blogs/images.
    key_prefix: String,
}

#[derive(Serialize, ToSchema)]
pub struct UploadSignedAnswer {
    pub status: Success,
    pub data: UploadSigned,
}

/// How to upload the picture, and its URL after `POST /api/upload/complete`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UploadSigned {
    pub upload_url: String,
    pub method: String,
    pub headers: BTreeMap<String, String>,
    pub public_url: String,
    pub expires_at: DateTime<Utc>,
}

/// Returns a signed URL for the upload of one picture.
#[utoipa::path(
    post, path = "/api/upload/sign", tag = "uploads", security(("session" = [])),
    request_body = UploadAsked,
    responses((status = 200, body = UploadSignedAnswer), BodyErrors, AdminErrors),
)]
pub(crate) async fn sign_upload(
    State(app): State<App>,
    _staff: Staff,
    headers: HeaderMap,
    Body(asked): Body<UploadAsked>,
) -> ApiResult<Json<UploadSignedAnswer>> {
    let prefix = prefix(&asked.key_prefix)?;
    let content_type = asked.content_type.to_ascii_lowercase();
    let form = form(&content_type, asked.size)?;
    let now = app.clock.now();
    let key = Key::new(prefix, app.clock.new_id(), form);
    pictures::insert(&app.db, &key.text(), pictures::State::Requested, now).await?;
    let expires_at = now + LIFE;
    let terms = Terms {
        key: key.text(),
        expires: expires_at.timestamp(),
        size: asked.size,
        content_type: content_type.clone(),
    };
    let host = sender(&headers).unwrap_or(&app.config.public_url);
    Ok(Json(UploadSignedAnswer {
        status: Success::Success,
        data: UploadSigned {
            upload_url: format!("{host}/api/upload/put?{}", terms.query(&app)),
            method: "PUT".to_owned(),
            headers: BTreeMap::from([("content-type".to_owned(), content_type)]),
            public_url: key.address(),
            expires_at,
        },
    }))
}

/// Rejects early what [`super::complete`] would reject whatever the content.
fn form(content_type: &str, size: u64) -> ApiResult<Form> {
    let form = Form::of_type(content_type).ok_or_else(|| type_error(UNKNOWN))?;
    if form == Form::Svg && size > vector::MAX_BYTES as u64 {
        return Err(vector::too_large());
    }
    if size > MAX_BYTES as u64 {
        return Err(too_large());
    }
    Ok(form)
}

pub fn prefix(given: &str) -> ApiResult<&'static str> {
    allowed(given).ok_or_else(|| {
        let message = format!("keyPrefix must be one of {}", PREFIXES.join(", "));
        let problem = Problem::new("keyPrefix", message.clone());
        ApiError::invalid(format!("Upload failed: {message}"), vec![problem])
    })
}

/// Origin of the page, which may differ from the public URL. A browser uploads only to its own origin.
fn sender(headers: &HeaderMap) -> Option<&str> {
    let origin = headers.get(ORIGIN)?.to_str().ok()?;
    origin.starts_with("http").then_some(origin)
}

/// The signed values.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Terms {
    pub key: String,
    /// Seconds since 1970.
    pub expires: i64,
    pub size: u64,
    #[serde(rename = "type")]
    pub content_type: String,
}

impl Terms {
    fn query(&self, app: &App) -> String {
        let signature = hex::encode(self.mac(app).finalize().into_bytes());
        // The key is not encoded: it contains no reserved characters, and clients read the folder from the URL.
        form_urlencoded::Serializer::new(format!("key={}", self.key))
            .append_pair("expires", &self.expires.to_string())
            .append_pair("size", &self.size.to_string())
            .append_pair("type", &self.content_type)
            .append_pair("signature", &signature)
            .finish()
    }

    fn mac(&self, app: &App) -> Hmac<Sha256> {
        let key = app.secrets.key_for("picture-upload");
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).expect("HMAC takes keys of any length");
        let Self {
            key,
            expires,
            size,
            content_type,
        } = self;
        mac.update(format!("PUT\n{key}\n{expires}\n{size}\n{content_type}").as_bytes());
        mac
    }

    /// Whether this server signed the values.
    pub fn are_signed(&self, app: &App, signature: &str) -> bool {
        hex::decode(signature).is_ok_and(|bytes| self.mac(app).verify_slice(&bytes).is_ok())
    }
}

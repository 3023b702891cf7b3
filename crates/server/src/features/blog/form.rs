//! Parses an updated article: JSON, or the form of the documents, whose lists are JSON texts and whose pictures are
//! addresses or files (document 2 §7, decisions §9 questions 44, 45).

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use bytes::Bytes;
use domain::problem::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::document::BlogDocument;
use super::pictures::Place;
use crate::features::upload::form::{MAX_FILES, TOO_MANY, limited};
use crate::features::upload::{MAX_BYTES, MAX_FORM_BYTES, too_large};
use crate::http::error::{ApiError, ApiResult};
use crate::http::extract::{Body, refuse_oversized, set_body_limit};
use crate::platform::app::App;

/// The multipart form of the documents.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogForm {
    title: Option<String>,
    description: Option<String>,
    /// A JSON list of texts.
    content: Option<String>,
    /// An address, or a file.
    thumbnail: Option<String>,
    /// An address, or a file.
    banner: Option<String>,
    /// A JSON list of addresses. Files in fields of the same name are appended.
    images: Option<String>,
    /// A JSON list of texts.
    tags: Option<String>,
    category: Option<String>,
    /// true or false.
    publish_now: Option<String>,
    /// The version that the update replaces. Without it, the update is unconditional.
    version: Option<i64>,
}

/// The document that was sent, and the pictures sent as files.
#[derive(Default)]
pub struct Sent {
    pub document: BlogDocument,
    pub files: Vec<(Place, Bytes)>,
}

pub(crate) async fn read(app: &App, mut request: Request) -> ApiResult<Sent> {
    let mut sent = Sent::default();
    if !is_form(&request) {
        sent.document = Body::<BlogDocument>::from_request(request, app).await?.0;
        return Ok(sent);
    }
    set_body_limit(&mut request, MAX_FORM_BYTES);
    refuse_oversized(&request).map_err(|_| too_large())?;
    let form = Multipart::from_request(request, app).await;
    let mut form = form.map_err(|_| unreadable())?;
    while let Some(field) = form.next_field().await.map_err(broken)? {
        sent.take(field).await?;
    }
    Ok(sent)
}

fn is_form(request: &Request) -> bool {
    let kind = request.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("multipart/form-data")
}

impl Sent {
    /// Reads one field of the form. Unknown fields are skipped.
    async fn take(&mut self, field: Field<'_>) -> ApiResult<()> {
        let name = field.name().unwrap_or_default().to_owned();
        let is_file = field.file_name().is_some();
        let bytes = limited(field, MAX_BYTES).await?;
        if is_file {
            return self.take_file(&name, bytes);
        }
        let text = String::from_utf8(bytes.to_vec());
        let text = text.map_err(|_| wrong(&name, format!("{name} must be text")))?;
        let document = &mut self.document;
        match name.as_str() {
            "title" => document.title = Some(text),
            "description" => document.description = Some(text),
            "thumbnail" => document.thumbnail = Some(text),
            "banner" => document.banner = Some(text),
            "category" => document.category = Some(text),
            "content" => document.content = Some(json(&name, &text, "a list of texts")?),
            "images" => document.images = Some(json(&name, &text, "a list of addresses")?),
            "tags" => document.tags = Some(json(&name, &text, "a list of texts")?),
            "publishNow" => document.publish_now = Some(json(&name, &text, "true or false")?),
            "version" => document.version = Some(json(&name, &text, "a number")?),
            _ => {}
        }
        Ok(())
    }

    fn take_file(&mut self, name: &str, bytes: Bytes) -> ApiResult<()> {
        // Browsers send an empty file for an unused file input.
        if bytes.is_empty() {
            return Ok(());
        }
        let place = Place::of(name);
        let place = place.ok_or_else(|| wrong(name, format!("{name} takes no file")))?;
        if self.files.len() == MAX_FILES {
            return Err(ApiError::bad_request(TOO_MANY));
        }
        self.files.push((place, bytes));
        Ok(())
    }
}

fn json<T: DeserializeOwned>(field: &str, text: &str, what: &str) -> ApiResult<T> {
    serde_json::from_str(text).map_err(|_| wrong(field, format!("{field} must be {what}")))
}

fn wrong(field: &str, message: String) -> ApiError {
    ApiError::invalid(message.clone(), vec![Problem::new(field, message)])
}

fn unreadable() -> ApiError {
    ApiError::bad_request("The form could not be read")
}

fn broken(error: MultipartError) -> ApiError {
    match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        _ => unreadable(),
    }
}

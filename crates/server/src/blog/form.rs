//! How a changed article is read: JSON, or the form of the documents, whose lists are JSON in a field and
//! whose pictures are addresses (document 2 §7, decisions §9 questions 44, 45).

use axum::extract::multipart::{Field, Multipart, MultipartError};
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use domain::problem::Problem;
use serde::Serialize;
use serde::de::DeserializeOwned;
use utoipa::ToSchema;

use super::document::BlogDocument;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::extract::Body;

/// The form of the documents.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BlogForm {
    title: Option<String>,
    description: Option<String>,
    /// A JSON list of texts.
    content: Option<String>,
    thumbnail: Option<String>,
    banner: Option<String>,
    /// A JSON list of addresses.
    images: Option<String>,
    /// A JSON list of texts.
    tags: Option<String>,
    category: Option<String>,
    /// true or false.
    publish_now: Option<String>,
}

pub async fn read(app: &App, request: Request) -> ApiResult<BlogDocument> {
    if !is_form(&request) {
        return Ok(Body::<BlogDocument>::from_request(request, app).await?.0);
    }
    let form = Multipart::from_request(request, app).await;
    let mut form = form.map_err(|_| unreadable())?;
    let mut document = BlogDocument::default();
    while let Some(field) = form.next_field().await.map_err(broken)? {
        take(&mut document, field).await?;
    }
    Ok(document)
}

fn is_form(request: &Request) -> bool {
    let kind = request.headers().get(CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("multipart/form-data")
}

/// One field of the form; one that we do not know is not read.
async fn take(document: &mut BlogDocument, field: Field<'_>) -> ApiResult<()> {
    let name = field.name().unwrap_or_default().to_owned();
    let is_file = field.file_name().is_some();
    let bytes = field.bytes().await.map_err(broken)?;
    if is_file {
        // What a browser sends for a file input that was left alone.
        if bytes.is_empty() {
            return Ok(());
        }
        let message = format!("{name} must be the address that the upload gave");
        return Err(wrong(&name, message));
    }
    let text = String::from_utf8(bytes.to_vec());
    let text = text.map_err(|_| wrong(&name, format!("{name} must be text")))?;
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
        _ => {}
    }
    Ok(())
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
        StatusCode::PAYLOAD_TOO_LARGE => {
            ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "The request is too large")
        }
        _ => unreadable(),
    }
}

//! `GET /uploads/…`: stored pictures and their smaller copies. Keys are never reused, so browsers cache them.

use axum::extract::{Path, State};
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};

use super::key::WIDTHS;
use super::key::{Form, Key};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

pub const FOR_A_YEAR: &str = "public, max-age=31536000, immutable";

/// A drawing that is opened by its URL is a page of this site: it must not run, load or access anything.
pub const DRAWING_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

pub(crate) async fn serve_picture(
    State(app): State<App>,
    Path(path): Path<String>,
) -> ApiResult<Response> {
    let not_found = || ApiError::not_found("Picture not found.");
    let (key, width) = asked(&path).ok_or_else(not_found)?;
    let stored = store::pictures::find(&app.db, &key.text()).await?;
    if stored != Some(store::pictures::State::Stored) {
        return Err(not_found());
    }
    if let Some(width) = width
        && let Some(bytes) = app
            .files
            .get(&key.copy(width))
            .await
            .map_err(ApiError::internal)?
    {
        return Ok(answer(Form::Webp, bytes));
    }
    // Drawings, AVIF and pictures that are not wider than the copy have no copy: the picture itself is sent.
    let bytes = app
        .files
        .get(&key.text())
        .await
        .map_err(ApiError::internal)?;
    Ok(answer(key.form, bytes.ok_or_else(not_found)?))
}

/// `<id>.jpg` is the picture, `<id>.jpg/480` its copy of that width.
fn asked(path: &str) -> Option<(Key, Option<u32>)> {
    if let Some(key) = Key::parse(path) {
        return Some((key, None));
    }
    let (path, width) = path.rsplit_once('/')?;
    let width = WIDTHS
        .into_iter()
        .find(|known| known.to_string() == width)?;
    Some((Key::parse(path)?, Some(width)))
}

fn answer(form: Form, bytes: bytes::Bytes) -> Response {
    let headers = [
        (CONTENT_TYPE, form.content_type()),
        (CACHE_CONTROL, FOR_A_YEAR),
    ];
    let mut response = (headers, bytes).into_response();
    if form == Form::Svg {
        let policy = HeaderValue::from_static(DRAWING_POLICY);
        response
            .headers_mut()
            .insert(CONTENT_SECURITY_POLICY, policy);
    }
    response
}

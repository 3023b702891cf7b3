//! Responses from files that are embedded in the binary: type, validator, cache and content coding.

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::EmbeddedFile;

pub const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

pub fn file_response(
    name: &str,
    file: EmbeddedFile,
    encoding: Option<&'static str>,
    cache: HeaderValue,
    asked: &HeaderMap,
    status: StatusCode,
) -> Response {
    let tag = etag(&file, encoding);
    let unchanged =
        status == StatusCode::OK && tag.is_some() && asked.get(IF_NONE_MATCH) == tag.as_ref();
    let mut response = if unchanged {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let mut response = Response::new(match file.data {
            std::borrow::Cow::Borrowed(bytes) => Body::from(bytes),
            std::borrow::Cow::Owned(bytes) => Body::from(bytes),
        });
        *response.status_mut() = status;
        response
            .headers_mut()
            .insert(CONTENT_TYPE, content_type(name));
        response
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, cache);
    headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
    if let Some(tag) = tag {
        headers.insert(ETAG, tag);
    }
    if let (Some(encoding), false) = (encoding, unchanged) {
        headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding));
    }
    response
}

fn etag(file: &EmbeddedFile, encoding: Option<&str>) -> Option<HeaderValue> {
    let hash: String = file
        .metadata
        .sha256_hash()
        .iter()
        .take(12)
        .map(|byte| format!("{byte:02x}"))
        .collect();
    HeaderValue::try_from(format!("\"{hash}{}\"", encoding.unwrap_or_default())).ok()
}

fn content_type(name: &str) -> HeaderValue {
    HeaderValue::from_static(match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}

//! Responses from files that are embedded in the binary.

use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::Response;
use rust_embed::EmbeddedFile;

use super::conditional::{EntityTag, Representation};
use super::content_coding::Coding;

pub const A_DAY: HeaderValue = HeaderValue::from_static("public, max-age=86400");

/// Responds with `file`, the content of `name` in this coding.
pub fn file_response(
    name: &str,
    file: EmbeddedFile,
    coding: Coding,
    cache_control: HeaderValue,
    asked: &HeaderMap,
    status: StatusCode,
) -> Response {
    let representation = Representation {
        content_type: content_type(name),
        cache_control,
        coding,
        tag: EntityTag::new(&file.metadata.sha256_hash(), coding),
    };
    representation.respond(asked, status, || Ok(file.data))
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
        "woff" => "font/woff",
        "woff2" => "font/woff2",
        "ttf" => "font/ttf",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    })
}

//! Serves the web app, which is embedded in the binary in compressed form (document 1 §2). Each file is embedded once, as
//! Brotli where the build compressed it; gzip and the plain file are derived at the first request for them.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::{LazyLock, PoisonError, RwLock};

use axum::http::header::{ALLOW, CACHE_CONTROL, ETAG, REFERRER_POLICY};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::features::demo;
use crate::http::content_coding::Coding;
use crate::http::error::ApiError;
use crate::http::file_response::file_response;
use crate::http::middleware;
use crate::platform::pdf::fonts;
use crate::site::routes;

/// The output of `vite build`; empty if only the server is built. Of text, only the compressed form is embedded, and not
/// the fonts that `platform/pdf/fonts.rs` embeds.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
#[exclude = "*.js"]
#[exclude = "*.mjs"]
#[exclude = "*.css"]
#[exclude = "*.html"]
#[exclude = "*.json"]
#[exclude = "*.svg"]
#[exclude = "*.ttf"]
#[exclude = "*.txt"]
#[exclude = "*.webmanifest"]
#[exclude = "assets/noto-sans-??-*.woff2"]
struct WebApp;

type Derived = HashMap<(String, Coding), &'static [u8]>;

/// Codings of embedded files that a client has asked for: at most 7 MB, and in practice a few scripts for old clients.
static DERIVED: LazyLock<RwLock<Derived>> = LazyLock::new(RwLock::default);

/// The HTML of the app, as the build wrote it.
const INDEX: &str = "index.html";
pub const ROBOTS: HeaderName = HeaderName::from_static("x-robots-tag");
const FOREVER: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// The page links to the hashed files of one build, so browsers revalidate it on each use.
const ASK_AGAIN: HeaderValue = HeaderValue::from_static("no-cache");

/// The result for a path without an API handler.
pub enum Served {
    File(Response),
    /// The app renders a page, or its page for unknown paths.
    Screen(StatusCode),
}

/// Serves paths without an API handler: a file, or a page of the app.
pub(crate) async fn serve(asked: &Parts) -> Served {
    let path = asked.uri.path();
    match file(path, &asked.method, &asked.headers).await {
        Some(response) => Served::File(response),
        None => Served::Screen(screen_status(path)),
    }
}

async fn file(path: &str, method: &Method, asked: &HeaderMap) -> Option<Response> {
    if middleware::is_api(path) {
        return Some(middleware::no_such_call().await.into_response());
    }
    if !matches!(*method, Method::GET | Method::HEAD) {
        let mut response = middleware::method_not_allowed().await.into_response();
        response
            .headers_mut()
            .insert(ALLOW, HeaderValue::from_static("GET, HEAD"));
        return Some(response);
    }
    if let Some(name) = path.strip_prefix(demo::pictures::SERVED) {
        let missing = || ApiError::not_found("There is no such picture").into_response();
        return Some(demo::pictures::serve(name, asked).unwrap_or_else(missing));
    }
    let name = path.trim_start_matches('/');
    // `index.html` is rendered as a page, so that its offline copy contains the name of the agency.
    let is_file = !name.is_empty() && name != INDEX && !is_compressed_sibling(name);
    if is_file && let Some(response) = web_file(name, asked) {
        return Some(response);
    }
    // A missing file is a 404, not a page: a page in the place of a script causes misleading errors.
    let last = path.rsplit('/').next().unwrap_or_default();
    let is_missing = path.starts_with("/assets/") || (last.contains('.') && !routes::is_page(path));
    (is_missing && name != INDEX)
        .then(|| (StatusCode::NOT_FOUND, "There is no such file").into_response())
}

/// The return from a third-party sign-in has tokens in its URL (decisions §4): the page sends no referrer and is not
/// cached.
pub fn keep_address_to_itself(headers: &mut HeaderMap) {
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.remove(ETAG);
}

fn web_file(name: &str, asked: &HeaderMap) -> Option<Response> {
    let cache = if name.starts_with("assets/") {
        FOREVER
    } else {
        ASK_AGAIN
    };
    let (file, coding) = best(name, asked)?;
    Some(file_response(
        name,
        file,
        coding,
        cache,
        asked,
        StatusCode::OK,
    ))
}

/// The HTML of the app.
pub fn index() -> Option<String> {
    text(INDEX)
}

/// A file of the build as text.
pub fn text(name: &str) -> Option<String> {
    let file = coded(name, Coding::Identity)?;
    String::from_utf8(file.data.into_owned()).ok()
}

fn screen_status(path: &str) -> StatusCode {
    match routes::is_page(path) || path.trim_start_matches('/') == INDEX {
        true => StatusCode::OK,
        false => StatusCode::NOT_FOUND,
    }
}

/// The HTML of the app without content. Search engines do not index it.
pub fn app(status: StatusCode, asked: &HeaderMap) -> Response {
    match best(INDEX, asked) {
        Some((file, coding)) => {
            let mut response = file_response(INDEX, file, coding, ASK_AGAIN, asked, status);
            response
                .headers_mut()
                .insert(ROBOTS, HeaderValue::from_static("noindex"));
            response
        }
        None => (
            StatusCode::NOT_FOUND,
            "The web app is not part of this build. `make run` builds both.",
        )
            .into_response(),
    }
}

fn is_compressed_sibling(name: &str) -> bool {
    name.ends_with(".br") || name.ends_with(".gz")
}

/// The file in the coding that the browser prefers.
fn best(name: &str, asked: &HeaderMap) -> Option<(EmbeddedFile, Coding)> {
    Coding::accepted(asked).find_map(|coding| Some((coded(name, coding)?, coding)))
}

/// The file in this coding. Pictures and fonts have only one.
fn coded(name: &str, coding: Coding) -> Option<EmbeddedFile> {
    let Some(mut packed) = WebApp::get(&format!("{name}.br")) else {
        return of_build(name).filter(|_| coding == Coding::Identity);
    };
    if coding != Coding::Brotli {
        packed.data = Cow::Borrowed(derived(name, coding, &packed.data)?);
    }
    Some(packed)
}

fn of_build(name: &str) -> Option<EmbeddedFile> {
    WebApp::get(name).or_else(|| fonts::of_web_app(name))
}

/// Leaks the bytes: each file of the build is derived once, and kept.
fn derived(name: &str, coding: Coding, packed: &[u8]) -> Option<&'static [u8]> {
    let key = (name.to_owned(), coding);
    let known = DERIVED.read().unwrap_or_else(PoisonError::into_inner);
    if let Some(bytes) = known.get(&key) {
        return Some(bytes);
    }
    drop(known);
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &packed[..], &mut plain).ok()?;
    let bytes = coding.encode(&plain).ok()?;
    let mut known = DERIVED.write().unwrap_or_else(PoisonError::into_inner);
    Some(known.entry(key).or_insert_with(|| bytes.leak()))
}

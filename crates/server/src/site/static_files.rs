//! Serves the web app, which is embedded in the binary in compressed form (document 1 §2).

use axum::extract::Request;
use axum::http::header::{ALLOW, CACHE_CONTROL, ETAG, REFERRER_POLICY};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::features::demo;
use crate::http::content_coding::Coding;
use crate::http::error::ApiError;
use crate::http::file_response::file_response;
use crate::http::middleware;
use crate::site::routes;

/// The output of `vite build`; empty if only the server is built.
#[derive(RustEmbed)]
#[folder = "../../web/dist"]
#[allow_missing = true]
struct WebApp;

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
pub async fn serve(request: Request) -> Served {
    let path = request.uri().path();
    match file(path, request.method(), request.headers()).await {
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
    let file = WebApp::get(name)?;
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

/// The file in the coding that the browser prefers, among those that the build wrote.
fn best(name: &str, asked: &HeaderMap) -> Option<(EmbeddedFile, Coding)> {
    Coding::accepted(asked).find_map(|coding| {
        let file = match coding {
            Coding::Brotli => WebApp::get(&format!("{name}.br")),
            Coding::Gzip => WebApp::get(&format!("{name}.gz")),
            Coding::Identity => WebApp::get(name),
        };
        Some((file?, coding))
    })
}

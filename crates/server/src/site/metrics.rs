//! Counts and traces requests, and serves the metrics to permitted clients.

use std::net::SocketAddr;
use std::time::Instant;

use axum::Router;
use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tracing::Instrument as _;

use crate::http::client_address::is_forwarded;
use crate::http::error::ApiError;
use crate::platform::app::App;
use crate::platform::metrics::scrape;
use crate::platform::traces;
use crate::site::page;
use crate::site::routes::{self, Html};

/// The outermost layer, so that every response is counted.
pub(crate) async fn count(State(app): State<App>, request: Request, next: Next) -> Response {
    let matched = request.extensions().get::<MatchedPath>().cloned();
    let unmatched = match matched {
        Some(_) => "",
        None => page_of(request.uri().path()),
    };
    let method = method_of(request.method());
    let _in_flight = app.metrics.begin_request();
    let began = Instant::now();
    let route = matched.as_ref().map_or(unmatched, MatchedPath::as_str);
    let span = traces::request_span(method, route, request.headers());
    let response = Box::pin(next.run(request)).instrument(span.clone()).await;
    traces::record_status(&span, response.status());
    let seconds = began.elapsed().as_secs_f64();
    let labels = [route, method, class_of(response.status())];
    app.metrics.end_request(labels, seconds);
    response
}

/// Label of a path without a route: a page, a file of the build, or `other`. The path itself is never a label, because
/// clients can request any path.
fn page_of(path: &str) -> &'static str {
    match path {
        _ if path.starts_with("/assets/") => "/assets/{file}",
        _ if path.starts_with("/pictures/") => "/pictures/{file}",
        _ => match routes::find(path) {
            Some((page, _)) if page.html != Html::Shell => &page.template,
            Some(_) => "screen",
            None => "other",
        },
    }
}

fn method_of(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn class_of(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Serves metrics on the address of the site to clients on this machine. The check uses the socket, because any client
/// can send a header. A request through a proxy may come from anywhere, so it gets 404.
pub(crate) async fn serve_to_loopback(State(app): State<App>, request: Request) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let is_near = peer.is_some_and(|peer| peer.0.ip().to_canonical().is_loopback());
    match is_near && !is_forwarded(request.headers()) {
        true => serve(State(app)).await,
        false => page::serve(State(app), request).await,
    }
}

/// The router of `CHAUTARI_METRICS_LISTEN`, which serves only metrics.
pub fn router(app: App) -> Router {
    Router::new()
        .route("/metrics", get(serve))
        .fallback(async || StatusCode::NOT_FOUND)
        .with_state(app)
}

async fn serve(State(app): State<App>) -> Response {
    let headers = [
        (CONTENT_TYPE, prometheus::TEXT_FORMAT),
        (CACHE_CONTROL, "no-store"),
    ];
    match scrape::text(&app).await {
        Ok(text) => (headers, text).into_response(),
        Err(error) => ApiError::internal(error).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_that_nobody_routes_has_one_of_few_labels() {
        for (path, label) in [
            ("/", "/"),
            (
                "/package/019a0000-0000-7000-8000-000000000001",
                "/package/{id}",
            ),
            ("/package/anything", "/package/{id}"),
            ("/assets/index-x.js", "/assets/{file}"),
            ("/assets/../../etc/passwd", "/assets/{file}"),
            ("/login", "/login"),
            ("/checkout", "screen"),
            ("/wp-admin/setup.php", "other"),
            ("/metrics", "other"),
        ] {
            assert_eq!(page_of(path), label, "{path}");
        }
    }
}

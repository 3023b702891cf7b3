//! Middleware applied to every request: request id, log line, time limit, security headers, a fresh access token in the
//! response, and JSON for errors.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_EXPOSE_HEADERS, AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY,
    REFERRER_POLICY, RETRY_AFTER, STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;
use uuid::Uuid;

use crate::http::auth::FreshToken;
use crate::http::client_address::address_of;
use crate::http::error::{ApiError, Cause, RETRY_AFTER_SECONDS, UNAVAILABLE};
use crate::platform::adapters::esewa::EsewaKeys;
use crate::platform::app::{App, AppState};
use crate::platform::config::{Config, Mode};
use crate::platform::error_chain::error_chain;
use crate::platform::security_log::{ORIGIN, Origin};
use crate::platform::traces;

/// Longer than any handler takes; clients time out after ten seconds.
const TIME_LIMIT: Duration = Duration::from_secs(30);
/// Enough for an image of 5 MB on a slow connection.
const UPLOAD_TIME_LIMIT: Duration = Duration::from_secs(600);

const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
pub const ACCESS_TOKEN: HeaderName = HeaderName::from_static("x-access-token");
pub const REFRESH_TOKEN: HeaderName = HeaderName::from_static("x-refresh-token");
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
/// Isolates the page from windows that opened it. Popups that the page opens keep their opener: 3-D Secure and sign-in
/// pages may need it.
const OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
/// One year. Without `includeSubDomains`, because we do not control other hosts of the domain.
const HSTS: &str = "max-age=31536000";

/// The card form of Stripe runs in an iframe, and its script must be loaded from Stripe
/// (https://docs.stripe.com/security/guide#content-security-policy).
const STRIPE_POLICY: &str = "; script-src 'self' https://js.stripe.com https://*.js.stripe.com; \
     frame-src https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com";

/// The security headers that depend on the settings, written once for each version of them.
struct SecurityHeaders(ArcSwap<WrittenHeaders>);

struct WrittenHeaders {
    config: Arc<Config>,
    content_policy: HeaderValue,
    /// Whether browsers are instructed to use https only.
    sends_hsts: bool,
}

impl AppState for SecurityHeaders {
    fn new(app: &App) -> Self {
        Self(ArcSwap::from_pointee(WrittenHeaders::new(&app.config)))
    }
}

impl SecurityHeaders {
    fn current(&self, app: &App) -> Arc<WrittenHeaders> {
        let written = self.0.load_full();
        if Arc::ptr_eq(&written.config, &app.config) {
            return written;
        }
        let written = Arc::new(WrittenHeaders::new(&app.config));
        self.0.store(written.clone());
        written
    }
}

impl WrittenHeaders {
    fn new(config: &Arc<Config>) -> Self {
        Self {
            config: config.clone(),
            content_policy: content_policy(
                &config.map_tiles.origins(),
                config.stripe.is_some(),
                config.esewa.as_ref().and_then(EsewaKeys::form_origins),
            ),
            sends_hsts: config.mode == Mode::Production
                && config.public_url.starts_with("https://"),
        }
    }
}

/// The content security policy: our own origin, map tiles from the hosts in the setting, and Stripe and the form of
/// eSewa if they are configured.
fn content_policy(
    tile_origins: &[String],
    with_stripe: bool,
    form_origins: Option<String>,
) -> HeaderValue {
    let tiles: String = tile_origins
        .iter()
        .map(|origin| format!(" {origin}"))
        .collect();
    let (stripe_api, stripe) = match with_stripe {
        true => (" https://api.stripe.com", STRIPE_POLICY),
        false => ("", ""),
    };
    let forms = form_origins.map_or(String::new(), |origins| format!(" {origins}"));
    let policy = format!(
        "default-src 'self'; img-src 'self' data: blob:{tiles}; style-src 'self' 'unsafe-inline'; \
         connect-src 'self'{tiles}{stripe_api}; worker-src 'self' blob:; object-src 'none'; base-uri 'self'; \
         frame-ancestors 'none'; form-action 'self'{forms}{stripe}"
    );
    // The origins contain only letters, digits and '.-:[]'.
    HeaderValue::try_from(policy).unwrap_or(HeaderValue::from_static("default-src 'self'"))
}

pub async fn frame(State(app): State<App>, mut request: Request, next: Next) -> Response {
    let id = app.clock.new_id();
    // A fresh token is issued only to a request that names a session.
    let fresh = request
        .headers()
        .contains_key(AUTHORIZATION)
        .then(FreshToken::default);
    if let Some(fresh) = &fresh {
        request.extensions_mut().insert(fresh.clone());
    }
    let asked = (request.method().clone(), request.uri().clone());
    let is_api = is_api(asked.1.path());
    let origin = Origin {
        request_id: id,
        client: address_of(request.extensions(), request.headers(), &app),
    };
    traces::record_request_id(id);
    let answer = ORIGIN.scope(origin, Box::pin(next.run(request)));
    let answer = AssertUnwindSafe(answer).catch_unwind();
    let limit = match asked.1.path().starts_with("/api/upload/") {
        true => UPLOAD_TIME_LIMIT,
        false => TIME_LIMIT,
    };
    let mut response = match tokio::time::timeout(limit, answer).await {
        Ok(Ok(response)) => response,
        Ok(Err(_)) => ApiError::internal("a handler panicked").into_response(),
        Err(_) => {
            let (method, path) = (&asked.0, asked.1.path());
            tracing::warn!(request_id = %id, %method, path, "a request took too long");
            ApiError::retry_later(UNAVAILABLE, RETRY_AFTER_SECONDS).into_response()
        }
    };
    write_log(id, &asked, &mut response, app.db.is_away());
    add_headers(response.headers_mut(), is_api, &app);
    let mut text = Uuid::encode_buffer();
    if let Ok(id) = HeaderValue::from_str(id.hyphenated().encode_lower(&mut text)) {
        response.headers_mut().insert(REQUEST_ID, id);
    }
    if let Some(token) = fresh.as_ref().and_then(FreshToken::get)
        && let Ok(token) = HeaderValue::from_str(token)
    {
        let headers = response.headers_mut();
        headers.insert(ACCESS_TOKEN, token);
        // Even if the content is public.
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(
            ACCESS_CONTROL_EXPOSE_HEADERS,
            HeaderValue::from_static("x-access-token"),
        );
    }
    response
}

/// Logs failed requests; others only at level debug, because a line for each costs a tenth of the throughput. Logs the
/// path without its query, which may contain a token.
fn write_log(
    request_id: Uuid,
    (method, uri): &(Method, Uri),
    response: &mut Response,
    is_database_away: bool,
) {
    let (status, path) = (response.status().as_u16(), uri.path());
    // Responses with Retry-After are expected under load, when a log line for each would fill the disk.
    let is_meant = response.headers().contains_key(RETRY_AFTER);
    if response.status().is_server_error() && !is_meant {
        let cause = response.extensions_mut().remove::<Cause>();
        let cause = cause.map_or_else(String::new, |cause| error_chain(&cause));
        tracing::error!(%request_id, %method, path, status, cause, "a request failed");
    } else if let Some(cause) = response.extensions_mut().remove::<Cause>()
        && !is_database_away
    {
        let cause = error_chain(&cause);
        // The store logs an unreachable database once.
        tracing::warn!(%request_id, %method, path, status, cause, "a request can be tried again");
    } else {
        tracing::debug!(%request_id, %method, path, status, "answered");
    }
}

fn add_headers(headers: &mut HeaderMap, is_api: bool, app: &App) {
    let site = SecurityHeaders::of(app).current(app);
    headers.reserve(10);
    headers
        .entry(CONTENT_SECURITY_POLICY)
        .or_insert_with(|| site.content_policy.clone());
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers
        .entry(REFERRER_POLICY)
        .or_insert(HeaderValue::from_static("strict-origin-when-cross-origin"));
    headers.insert(
        PERMISSIONS_POLICY,
        HeaderValue::from_static("camera=(), microphone=(), geolocation=()"),
    );
    headers.insert(
        OPENER_POLICY,
        HeaderValue::from_static("same-origin-allow-popups"),
    );
    if site.sends_hsts {
        headers.insert(STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }
    if is_api {
        // Responses may be personal, so they are not cached unless the handler sets another policy.
        headers
            .entry(CACHE_CONTROL)
            .or_insert(HeaderValue::from_static("no-store"));
    }
}

/// Whether a path belongs to the API, not to the web app.
#[must_use]
pub fn is_api(path: &str) -> bool {
    ["/api", "/octo"].into_iter().any(|root| {
        path.strip_prefix(root)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

pub const NO_SUCH_CALL: &str = "There is no such call";

pub(crate) async fn no_such_call() -> ApiError {
    ApiError::not_found(NO_SUCH_CALL)
}

pub(crate) async fn method_not_allowed() -> ApiError {
    ApiError::new(
        StatusCode::METHOD_NOT_ALLOWED,
        "This method is not allowed here",
    )
}

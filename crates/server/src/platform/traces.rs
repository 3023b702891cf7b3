//! Traces by OpenTelemetry, off without an endpoint: spans of requests, jobs, periodic tasks, calls of payment providers
//! and emails. Their attributes are route templates, kinds, ids and statuses, never what a person typed.
//!
//! The exporter has a thread and a bounded queue of its own. A collector that is slow or down costs spans, never a
//! request.

use std::fmt;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::{HeaderMap, StatusCode};
use opentelemetry::propagation::TextMapPropagator;
use opentelemetry::trace::TracerProvider;
use opentelemetry_http::{
    Bytes, HeaderExtractor, HeaderInjector, HttpClient, HttpError, Request, Response,
};
use opentelemetry_otlp::{SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::SdkTracerProvider;
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Span, Subscriber};
use tracing_opentelemetry::OpenTelemetrySpanExt;
use tracing_subscriber::Layer;
use tracing_subscriber::filter::FilterFn;
use tracing_subscriber::registry::LookupSpan;
use uuid::Uuid;

use crate::platform::error_chain::error_chain;

/// Target of the spans. They are in traces only, and never add to log lines.
pub const TARGET: &str = "chautari::trace";
const SERVICE: &str = "chautari";
/// Time limit of sending one batch.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(5);
/// How long a shutdown waits for the last spans.
const FLUSH_TIMEOUT: Duration = Duration::from_secs(2);

/// Sends spans until it is dropped, and then those that are left.
pub struct Traces(SdkTracerProvider);

impl Traces {
    /// Must be called outside of the async runtime. `endpoint` is the address of the collector without `/v1/traces`.
    pub fn start(endpoint: &str) -> Result<Self, Box<dyn std::error::Error>> {
        let exporter = SpanExporter::builder()
            .with_http()
            .with_http_client(CollectorClient::new()?)
            .with_endpoint(format!("{}/v1/traces", endpoint.trim_end_matches('/')))
            .with_timeout(EXPORT_TIMEOUT)
            .build()?;
        let mut resource = Resource::builder();
        if std::env::var_os("OTEL_SERVICE_NAME").is_none() {
            resource = resource.with_service_name(SERVICE);
        }
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource.build())
            .build();
        Ok(Self(provider))
    }

    /// The layer that turns the spans of [`TARGET`] into traces.
    pub fn layer<S>(&self) -> impl Layer<S> + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a>,
    {
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer(SERVICE))
            .with_location(false)
            .with_threads(false)
            .with_level(false)
            .with_target(false)
            .with_tracked_inactivity(false)
            .with_filter(FilterFn::new(is_trace).with_max_level_hint(LevelFilter::INFO))
    }
}

impl Drop for Traces {
    fn drop(&mut self) {
        if let Err(error) = self.0.shutdown_with_timeout(FLUSH_TIMEOUT) {
            tracing::warn!(error = error_chain(&error), "the last traces were not sent");
        }
    }
}

/// Whether a span belongs to traces. Events do not: log lines may name a person.
fn is_trace(metadata: &Metadata<'_>) -> bool {
    metadata.target() == TARGET && metadata.is_span()
}

/// The filter of log lines.
#[must_use]
pub fn is_log(metadata: &Metadata<'_>) -> bool {
    metadata.target() != TARGET
}

/// The span of a request. It continues the trace of the client's `traceparent`.
pub fn request_span(method: &str, route: &str, headers: &HeaderMap) -> Span {
    let span = tracing::info_span!(
        target: TARGET,
        "request",
        otel.name = tracing::field::Empty,
        otel.kind = "server",
        otel.status_code = tracing::field::Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = tracing::field::Empty,
        request.id = tracing::field::Empty,
    );
    if !span.is_disabled() {
        span.record("otel.name", format!("{method} {route}"));
        let parent = TraceContextPropagator::new().extract(&HeaderExtractor(headers));
        // Fails only for a span that has begun.
        let _ = span.set_parent(parent);
    }
    span
}

/// Names the request of the current span.
pub fn record_request_id(id: Uuid) {
    Span::current().record("request.id", tracing::field::display(id));
}

pub fn record_status(span: &Span, status: StatusCode) {
    span.record("http.response.status_code", status.as_u16());
    if status.is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
}

/// `traceparent` of the current span, for a request to another service. Empty without one.
#[must_use]
pub fn headers() -> HeaderMap {
    let mut headers = HeaderMap::new();
    let span = Span::current();
    if !span.is_disabled() {
        TraceContextPropagator::new()
            .inject_context(&span.context(), &mut HeaderInjector(&mut headers));
    }
    headers
}

/// Sends batches on the exporter's thread, with a runtime of its own.
struct CollectorClient {
    client: reqwest::Client,
    runtime: tokio::runtime::Runtime,
    /// Whether the last batch failed: an outage is one log line.
    is_failing: AtomicBool,
}

impl CollectorClient {
    fn new() -> Result<Self, Box<dyn std::error::Error>> {
        Ok(Self {
            client: reqwest::Client::builder().timeout(EXPORT_TIMEOUT).build()?,
            runtime: tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()?,
            is_failing: AtomicBool::new(false),
        })
    }

    async fn exchange(&self, request: Request<Bytes>) -> Result<Response<Bytes>, reqwest::Error> {
        let request = reqwest::Request::try_from(request)?;
        let answer = self.client.execute(request).await?.error_for_status()?;
        let mut response = Response::new(Bytes::new());
        *response.status_mut() = answer.status();
        *response.body_mut() = answer.bytes().await?;
        Ok(response)
    }

    fn note(&self, result: &Result<Response<Bytes>, reqwest::Error>) {
        let was_failing = self.is_failing.swap(result.is_err(), Ordering::Relaxed);
        match result {
            Err(error) if !was_failing => {
                tracing::warn!(
                    error = error_chain(error),
                    "traces cannot be sent and are lost"
                );
            }
            Ok(_) if was_failing => tracing::info!("traces are sent again"),
            _ => {}
        }
    }
}

impl fmt::Debug for CollectorClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CollectorClient")
    }
}

impl HttpClient for CollectorClient {
    fn send_bytes<'life0, 'async_trait>(
        &'life0 self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'async_trait>>
    where
        'life0: 'async_trait,
        Self: 'async_trait,
    {
        Box::pin(async move {
            let result = self.runtime.block_on(self.exchange(request));
            self.note(&result);
            result.map_err(Into::into)
        })
    }
}

//! Traces: what a collector receives, and what it costs when the collector is down or silent. The collector is a small
//! HTTP server that decodes OTLP.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use bytes::Bytes;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::any_value::Value;
use opentelemetry_proto::tonic::trace::v1::Span;
use prost::Message;
use tempfile::TempDir;
use tokio::net::TcpListener;

use crate::program::{Running, chautari, folder};
use crate::time_limit::TimeLimit;

const PASSWORD: &str = "trail-of-many-stones";
const EMAIL: &str = "maya.gurung@example.com";
/// An example of the standard (<https://www.w3.org/TR/trace-context/>).
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

#[derive(Clone, Default)]
struct Collector(Arc<Mutex<Vec<ExportTraceServiceRequest>>>);

impl Collector {
    async fn start() -> (Self, String) {
        let collector = Self::default();
        let routes = Router::new()
            .route("/v1/traces", post(Self::receive))
            .with_state(collector.clone());
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("bound");
        let address = listener.local_addr().expect("an address");
        tokio::spawn(async move { axum::serve(listener, routes).await });
        (collector, format!("http://{address}"))
    }

    async fn receive(State(collector): State<Self>, body: Bytes) -> StatusCode {
        let batch = ExportTraceServiceRequest::decode(body).expect("OTLP");
        collector.0.lock().expect("a lock").push(batch);
        StatusCode::OK
    }

    fn spans(&self) -> Vec<Span> {
        let batches = self.0.lock().expect("a lock").clone();
        let resources = batches.into_iter().flat_map(|batch| batch.resource_spans);
        let scopes = resources.flat_map(|resource| resource.scope_spans);
        scopes.flat_map(|scope| scope.spans).collect()
    }

    async fn span(&self, name: &str) -> Span {
        self.span_of(|span| span.name == name).await
    }

    /// Waits for a span: a parent ends after its children, and may be in a later batch.
    async fn span_of(&self, is_it: impl Fn(&Span) -> bool) -> Span {
        loop {
            let found = self.spans().into_iter().find(&is_it);
            if let Some(span) = found {
                return span;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

fn attribute(span: &Span, name: &str) -> Option<String> {
    let found = span.attributes.iter().find(|one| one.key == name)?;
    match found.value.as_ref()?.value.as_ref()? {
        Value::StringValue(text) => Some(text.clone()),
        Value::IntValue(number) => Some(number.to_string()),
        other => Some(format!("{other:?}")),
    }
}

fn server(folder: &TempDir, endpoint: &str) -> Running {
    let mut command = chautari(folder, &["serve"]);
    command
        .env("CHAUTARI_OTLP_ENDPOINT", endpoint)
        .env("OTEL_BSP_SCHEDULE_DELAY", "100");
    Running::start(command)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_jobs_and_mails_are_traced_without_personal_data() {
    let _limit = TimeLimit::of_test();
    let (collector, endpoint) = Collector::start().await;
    let folder = folder();
    let server = server(&folder, &endpoint);
    // A client of reqwest needs one, also for plain HTTP.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let client = reqwest::Client::builder().build().expect("a client");
    let id = "019a0000-0000-7000-8000-000000000001";
    let url = format!("{}/api/treks/{id}?note=confidential", server.address());
    let call = client.get(url);
    let call = call.header("traceparent", format!("00-{TRACE}-{PARENT}-01"));
    let answer = call.send().await.expect("an answer");
    let request_id = answer.headers()["x-request-id"].to_str().expect("text");
    let span = collector.span("GET /api/treks/{id}").await;
    assert_eq!(hex::encode(&span.trace_id), TRACE);
    assert_eq!(hex::encode(&span.parent_span_id), PARENT);
    assert_eq!(attribute(&span, "request.id").as_deref(), Some(request_id));
    let status = attribute(&span, "http.response.status_code");
    assert_eq!(status.as_deref(), Some("404"));

    let body = format!(
        r#"{{"name": "Maya Gurung", "email": "{EMAIL}", "password": "{PASSWORD}", "confirmPassword": "{PASSWORD}"}}"#
    );
    let signed_up = server.post("/api/auth/signup", &body);
    assert!(signed_up.starts_with("HTTP/1.1 20"), "{signed_up}");
    server.login(EMAIL, PASSWORD);
    collector.span("POST /api/auth/login").await;
    let mail = collector.span("mail").await;
    let job = collector.span_of(|span| span.span_id == mail.parent_span_id);
    assert!(attribute(&job.await, "job.id").is_some());
    let seen = format!("{:?}", collector.0.lock().expect("a lock"));
    for secret in [EMAIL, PASSWORD, "Gurung", "confidential", id, "127.0.0.1"] {
        assert!(!seen.contains(secret), "{secret}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_collector_that_is_down_or_silent_costs_no_request() {
    let _limit = TimeLimit::of_test();
    // Accepts connections and never responds.
    let silent = TcpListener::bind("127.0.0.1:0").await.expect("bound");
    let silent = format!("http://{}", silent.local_addr().expect("an address"));
    for endpoint in [silent.as_str(), "http://127.0.0.1:9"] {
        let folder = folder();
        let mut server = server(&folder, endpoint);
        for _ in 0..100 {
            assert!(server.get("/healthz").starts_with("HTTP/1.1 200"));
        }
        let began = Instant::now();
        assert!(server.terminate().success());
        assert!(began.elapsed() < Duration::from_secs(20), "it hangs");
    }
}

#[test]
fn the_address_of_the_collector_is_checked() {
    crate::program_settings::refused(&[(
        &[("CHAUTARI_OTLP_ENDPOINT", "collector:4317")],
        "http://",
        "CHAUTARI_OTLP_ENDPOINT",
    )]);
}

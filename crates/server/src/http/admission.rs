//! Admission of requests: a bounded number of each kind is worked on at the same time. Further ones wait for a short
//! time and then get 503 with `Retry-After`, so that the admitted ones are answered within a second however many
//! arrive. Liveness, metrics and the files of the web app are never queued.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{AUTHORIZATION, CONTENT_LENGTH};
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use bytes::BytesMut;
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::{App, AppState};
use crate::platform::turn::in_turn;

/// How long a request waits for its turn. Together with the work itself, and with what a client on a busy machine takes
/// to read the answer, it stays below a second.
const MAX_WAIT: Duration = Duration::from_millis(300);
/// Requests of a kind in progress. SQLite has 8 connections and PostgreSQL 16: enough to keep them busy, and few enough
/// that each gets a connection soon.
const MAX_IN_PROGRESS: usize = 32;
/// Requests of a kind that wait. Further ones are refused at once.
const MAX_WAITING: usize = 256;
/// Uploads in progress, each with its picture in memory. Pictures are converted one at a time.
const MAX_UPLOADS: usize = 8;
/// Memory for the bodies of requests that wait, in KiB.
const MAX_BODIES_KIB: usize = 32 * 1024;
/// A longer body is read by its handler, after it has checked who sends it.
const MAX_READ_AHEAD_BYTES: usize = 1024 * 1024;
const BUSY: &str = "We're very busy right now. Please try again in a few seconds.";
/// `Retry-After` in seconds.
const RETRY_AFTER_SECONDS: u64 = 2;
const TOO_SLOW: &str = "The request took too long to arrive. Please try again.";

/// Kinds of requests. Each has its own queue, so that one cannot displace the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Reads without a session. Most are served from memory.
    Public,
    /// All other calls.
    Work,
    Upload,
}

/// The queues of one server.
pub struct Admission {
    public: Queue,
    work: Queue,
    uploads: Queue,
    bodies: Arc<Semaphore>,
}

struct Queue {
    name: &'static str,
    turns: Arc<Semaphore>,
    places: Arc<Semaphore>,
}

impl AppState for Admission {
    fn new(_: &App) -> Self {
        Self {
            public: Queue::new("public", MAX_IN_PROGRESS, MAX_WAITING),
            work: Queue::new("work", MAX_IN_PROGRESS, MAX_WAITING),
            uploads: Queue::new("upload", MAX_UPLOADS, 0),
            bodies: Arc::new(Semaphore::new(MAX_BODIES_KIB)),
        }
    }
}

impl Queue {
    fn new(name: &'static str, in_progress: usize, waiting: usize) -> Self {
        Self {
            name,
            turns: Arc::new(Semaphore::new(in_progress)),
            places: Arc::new(Semaphore::new(waiting)),
        }
    }

    /// Waits for a turn. None if too many wait already, or if it takes too long.
    async fn take_turn(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(turn) = self.turns.clone().try_acquire_owned() {
            return Some(turn);
        }
        let _place = self.places.try_acquire().ok()?;
        let turn = timeout(MAX_WAIT, self.turns.clone().acquire_owned());
        turn.await.ok()?.ok()
    }
}

pub(crate) async fn admit(State(app): State<App>, request: Request, next: Next) -> Response {
    let Some(kind) = kind_of(&request) else {
        return next.run(request).await;
    };
    let admission = Admission::of(&app);
    let read = match kind {
        Kind::Work => read_ahead(request, &admission.bodies).await,
        Kind::Public | Kind::Upload => Ok((request, None)),
    };
    // The permit counts the body until the response.
    let (request, _body) = match read {
        Ok(read) => read,
        Err(error) => return error.into_response(),
    };
    let queue = match kind {
        Kind::Public => &admission.public,
        Kind::Work => &admission.work,
        Kind::Upload => &admission.uploads,
    };
    let asked_at = Instant::now();
    let Some(turn) = queue.take_turn().await else {
        app.metrics.overload_refusal(queue.name);
        return ApiError::retry_later(BUSY, RETRY_AFTER_SECONDS).into_response();
    };
    in_turn(turn, asked_at.elapsed(), Box::pin(next.run(request))).await
}

fn kind_of(request: &Request) -> Option<Kind> {
    let path = request.uri().path();
    let is_read = matches!(*request.method(), Method::GET | Method::HEAD);
    match path {
        "/healthz" | "/readyz" | "/metrics" => None,
        _ if path.starts_with("/assets/") || path.starts_with("/pictures/") => None,
        _ if path.starts_with("/api/upload/") => Some(Kind::Upload),
        _ if is_read && !request.headers().contains_key(AUTHORIZATION) => Some(Kind::Public),
        _ => Some(Kind::Work),
    }
}

type ReadAhead = (Request, Option<OwnedSemaphorePermit>);

/// Reads the body before the request takes its turn: a client that sends slowly would otherwise keep it.
async fn read_ahead(request: Request, budget: &Arc<Semaphore>) -> ApiResult<ReadAhead> {
    use axum::body::HttpBody;
    let announced = request.headers().get(CONTENT_LENGTH);
    let announced = announced.and_then(|length| length.to_str().ok()?.parse::<usize>().ok());
    let is_long = announced.is_some_and(|bytes| bytes > MAX_READ_AHEAD_BYTES);
    if is_long || request.body().is_end_stream() {
        return Ok((request, None));
    }
    let (parts, mut body) = request.into_parts();
    let mut bytes = BytesMut::new();
    let mut counted: Option<OwnedSemaphorePermit> = None;
    while let Some(frame) = body.frame().await {
        let frame = frame.map_err(|_| ApiError::new(StatusCode::REQUEST_TIMEOUT, TOO_SLOW))?;
        let Some(data) = frame.data_ref() else {
            continue;
        };
        bytes.extend_from_slice(data);
        if bytes.len() > MAX_READ_AHEAD_BYTES {
            // A body without an announced length: the handler reads the rest, and rejects it where it is too long.
            let rest = http_body_util::BodyStream::new(body);
            return Ok((Request::from_parts(parts, resume(bytes, rest)), counted));
        }
        count(&mut counted, bytes.len(), budget)?;
    }
    let request = Request::from_parts(parts, Body::from(bytes.freeze()));
    Ok((request, counted))
}

/// The part of a body that was read, and the rest of it.
fn resume(read: BytesMut, rest: http_body_util::BodyStream<Body>) -> Body {
    use futures_util::{StreamExt, stream};
    let rest = rest.filter_map(async |frame| match frame {
        Ok(frame) => frame.into_data().ok().map(Ok),
        Err(error) => Some(Err(error)),
    });
    Body::from_stream(stream::once(async { Ok(read.freeze()) }).chain(rest))
}

/// Counts a body of `bytes` against the memory for all bodies.
fn count(
    counted: &mut Option<OwnedSemaphorePermit>,
    bytes: usize,
    budget: &Arc<Semaphore>,
) -> ApiResult<()> {
    let has = counted
        .as_ref()
        .map_or(0, OwnedSemaphorePermit::num_permits);
    let more = u32::try_from(bytes.div_ceil(1024).saturating_sub(has)).unwrap_or(u32::MAX);
    if more == 0 {
        return Ok(());
    }
    let more = budget.clone().try_acquire_many_owned(more);
    let more = more.map_err(|_| ApiError::retry_later(BUSY, RETRY_AFTER_SECONDS))?;
    match counted {
        Some(counted) => counted.merge(more),
        None => *counted = Some(more),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures_util::FutureExt;

    fn request(method: &str, path: &str, session: bool) -> Request {
        let request = Request::builder().method(method).uri(path);
        let request = match session {
            true => request.header(AUTHORIZATION, "Bearer x"),
            false => request,
        };
        request.body(Body::empty()).unwrap()
    }

    #[test]
    fn health_and_files_are_never_queued() {
        for path in ["/healthz", "/readyz", "/metrics", "/assets/index-x.js"] {
            assert_eq!(kind_of(&request("GET", path, false)), None, "{path}");
        }
        for (method, path, session, kind) in [
            ("GET", "/", false, Kind::Public),
            ("HEAD", "/api/treks/getall", false, Kind::Public),
            ("GET", "/api/bookings", true, Kind::Work),
            ("POST", "/api/auth/login", false, Kind::Work),
            ("PUT", "/octo/bookings/1", true, Kind::Work),
            ("POST", "/api/upload/image", true, Kind::Upload),
        ] {
            let asked = request(method, path, session);
            assert_eq!(kind_of(&asked), Some(kind), "{method} {path}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_request_waits_for_a_turn_and_only_for_a_short_time() {
        let queue = Queue::new("work", 1, 1);
        let first = queue.take_turn().await.expect("free");
        let began = tokio::time::Instant::now();
        assert!(queue.take_turn().await.is_none());
        assert_eq!(began.elapsed().as_millis(), MAX_WAIT.as_millis());
        let mut second = Box::pin(queue.take_turn());
        assert!(second.as_mut().now_or_never().is_none(), "it waits");
        let third = queue.take_turn().now_or_never();
        assert!(third.expect("at once").is_none(), "the queue is full");
        drop(first);
        assert!(second.await.is_some());
    }

    #[tokio::test]
    async fn bodies_share_a_bounded_memory() {
        let budget = Arc::new(Semaphore::new(2));
        let post = |bytes: usize| {
            let body = Body::from(vec![b'x'; bytes]);
            Request::post("/api/bookings").body(body).unwrap()
        };
        let (_request, counted) = read_ahead(post(1500), &budget).await.expect("it fits");
        let refused = read_ahead(post(1), &budget).await.expect_err("no memory");
        assert_eq!(refused.status, StatusCode::SERVICE_UNAVAILABLE);
        drop(counted);
        assert!(read_ahead(post(1), &budget).await.is_ok());
    }

    #[tokio::test]
    async fn a_long_body_reaches_the_handler_whole() {
        let budget = Arc::new(Semaphore::new(MAX_BODIES_KIB));
        let part = bytes::Bytes::from(vec![b'x'; 300 * 1024]);
        let parts =
            futures_util::stream::iter((0..5).map(move |_| Ok::<_, std::io::Error>(part.clone())));
        let long = Request::post("/").body(Body::from_stream(parts)).unwrap();
        let (request, _counted) = read_ahead(long, &budget).await.expect("read");
        let bytes = request
            .into_body()
            .collect()
            .await
            .expect("whole")
            .to_bytes();
        assert_eq!(bytes.len(), 5 * 300 * 1024);
    }
}

//! The body of a request: rejects one that arrives too slowly, and drains the unread rest of a rejected one, so that the
//! client receives the response instead of a connection reset.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::BoxError;
use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};

use crate::http::pace::Pace;

/// Limits of draining. The connection of a client that sends more, or for longer, is closed.
const MAX_BYTES: usize = 64 * 1024 * 1024;
const TIME_LIMIT: Duration = Duration::from_secs(20);
/// How long a body may take, and the time that every byte adds: 1 KiB/s is a bad mobile connection.
const GRACE: Duration = Duration::from_secs(10);
const TIME_PER_KIB: Duration = Duration::from_secs(1);

/// An incoming request body.
pub struct RequestBody {
    body: Option<Incoming>,
    pace: Pace,
}

impl RequestBody {
    #[must_use]
    pub fn new(body: Incoming) -> Self {
        Self {
            body: Some(body),
            pace: Pace::new(GRACE, TIME_PER_KIB),
        }
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let Some(body) = &mut self.body else {
            return Poll::Ready(None);
        };
        let frame = Pin::new(body).poll_frame(context);
        if let Poll::Ready(Some(Ok(frame))) = &frame {
            let bytes = frame.data_ref().map_or(0, Bytes::len);
            self.pace.moved(bytes);
        }
        if frame.is_pending() && self.pace.poll_too_slow(context).is_ready() {
            // It is not drained either.
            self.body = None;
            return Poll::Ready(Some(Err("the body arrives too slowly".into())));
        }
        frame.map_err(Into::into)
    }

    fn is_end_stream(&self) -> bool {
        self.body.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.body.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let Some(body) = self.body.take().filter(|body| !body.is_end_stream()) else {
            return;
        };
        // Without a runtime there is no open connection to drain.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(tokio::time::timeout(TIME_LIMIT, throw_away(body)));
        }
    }
}

async fn throw_away(mut body: Incoming) {
    let mut bytes = 0;
    while let Some(Ok(frame)) = body.frame().await {
        bytes += frame.data_ref().map_or(0, Bytes::len);
        if bytes > MAX_BYTES {
            return;
        }
    }
}

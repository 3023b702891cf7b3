//! Drains the unread rest of a rejected request body, so that the client receives the response instead of a connection
//! reset.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use http_body_util::BodyExt;
use hyper::body::{Body, Frame, Incoming, SizeHint};

/// Limits of draining. The connection of a client that sends more, or for longer, is closed.
const MAX_BYTES: usize = 64 * 1024 * 1024;
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// An incoming request body.
pub struct RequestBody(Option<Incoming>);

impl RequestBody {
    #[must_use]
    pub fn new(body: Incoming) -> Self {
        Self(Some(body))
    }
}

impl Body for RequestBody {
    type Data = Bytes;
    type Error = hyper::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, hyper::Error>>> {
        match &mut self.0 {
            Some(body) => Pin::new(body).poll_frame(context),
            None => Poll::Ready(None),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.0.as_ref().is_none_or(Body::is_end_stream)
    }

    fn size_hint(&self) -> SizeHint {
        self.0.as_ref().map(Body::size_hint).unwrap_or_default()
    }
}

impl Drop for RequestBody {
    fn drop(&mut self) {
        let Some(body) = self.0.take().filter(|body| !body.is_end_stream()) else {
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

//! Closes a connection whose client does not read, or reads too slowly, because it would occupy its file handle without
//! end.

use std::io::{Error, ErrorKind, IoSlice, Result};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

use crate::http::pace::Pace;

/// 1 KiB/s is a bad mobile connection.
const TIME_PER_KIB: Duration = Duration::from_secs(1);

/// A stream whose writes fail when they make no progress for a time, or are too slow on the whole.
pub struct WriteTimeout<S> {
    stream: S,
    pace: Pace,
}

impl<S> WriteTimeout<S> {
    pub fn new(stream: S, limit: Duration) -> Self {
        Self {
            stream,
            pace: Pace::new(limit, TIME_PER_KIB),
        }
    }

    fn watch<T>(
        &mut self,
        context: &mut Context<'_>,
        poll: Poll<Result<T>>,
        bytes: impl FnOnce(&T) -> usize,
    ) -> Poll<Result<T>> {
        match &poll {
            Poll::Ready(Ok(moved)) => self.pace.moved(bytes(moved)),
            Poll::Ready(Err(_)) => {}
            Poll::Pending => {
                let is_slow = self.pace.poll_too_slow(context);
                return is_slow.map(|()| {
                    Err(Error::new(
                        ErrorKind::TimedOut,
                        "the client reads too slowly",
                    ))
                });
            }
        }
        poll
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for WriteTimeout<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_read(context, buffer);
        // The next request.
        if poll.is_ready() {
            self.pace.restart();
        }
        poll
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for WriteTimeout<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.watch(context, poll, |bytes| *bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<Result<usize>> {
        let poll = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.watch(context, poll, |bytes| *bytes)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_flush(context);
        self.watch(context, poll, |()| 0)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Result<()>> {
        let poll = Pin::new(&mut self.stream).poll_shutdown(context);
        self.watch(context, poll, |()| 0)
    }
}

//! CSV exports of all rows of a search. The rows are read in one snapshot of the database, by key, and sent while they
//! are read: a long table needs little memory and contains each row once, despite concurrent writes.

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt};
use store::{StoreError, StoreResult, Tx};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::http::csv::{Csv, FILE_TYPE};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::{App, AppState};
use crate::platform::error_chain::error_chain;

/// Each export holds a database connection; SQLite has 8.
const MAX_CONCURRENT: usize = 2;
/// An export ends when its client reads nothing for this long, because its snapshot holds a connection.
const CLIENT_TIMEOUT: Duration = Duration::from_secs(30);
/// Total time of an export, even if the client keeps reading.
const EXPORT_TIMEOUT: Duration = Duration::from_secs(600);
/// Number of parts read ahead of the client.
const BUFFERED_PARTS: usize = 2;
const BUSY: &str = "Two exports are running already. Please try again in a minute.";
/// Number of rows in a part.
pub const BATCH_SIZE: u64 = 500;

/// The running exports; part of [`App`].
#[derive(Clone)]
pub struct Exports(Arc<Semaphore>);

impl Default for Exports {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(MAX_CONCURRENT)))
    }
}

impl AppState for Exports {
    fn new(_: &App) -> Self {
        Self::default()
    }
}

impl Exports {
    /// Fails while two exports are running. The export ends when its permit is dropped.
    pub fn begin(&self) -> ApiResult<OwnedSemaphorePermit> {
        let permit = self.0.clone().try_acquire_owned();
        permit.map_err(|_| ApiError::retry_later(BUSY, 60))
    }
}

/// The rows of an export, read part by part.
pub trait Rows: Send + 'static {
    /// Adds the next part to the table. Returns `false` after the last one.
    fn add_part(
        &mut self,
        tx: &Tx,
        table: &mut Csv,
    ) -> impl Future<Output = StoreResult<bool>> + Send;
}

/// Responds with the file `NAME-DATE.csv`. The first part is read before the response begins, so that a failing
/// database results in an error response, not in a truncated file.
pub(crate) async fn send(
    app: &App,
    name: &str,
    head: &[&str],
    mut rows: impl Rows,
) -> ApiResult<Response> {
    let permit = Exports::of(app).begin()?;
    let tx = app.db.begin_snapshot().await?;
    let mut table = Csv::with_head(head);
    let has_more = rows.add_part(&tx, &mut table).await?;
    let (sender, receiver) = mpsc::channel(BUFFERED_PARTS);
    let first = Part {
        text: table.take(),
        is_last: !has_more,
    };
    let snapshot = Snapshot {
        tx,
        rows,
        table,
        _permit: permit,
    };
    tokio::spawn(pump(first, snapshot, sender));
    let today = app.clock.today(app.config.timezone);
    let headers = [
        (CONTENT_TYPE, FILE_TYPE.to_owned()),
        (
            CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}-{today}.csv\""),
        ),
    ];
    Ok((headers, body(receiver)).into_response())
}

struct Part {
    text: String,
    is_last: bool,
}

trait Parts: Send {
    fn next(&mut self) -> impl Future<Output = StoreResult<Part>> + Send;
}

/// A running export. Dropping it releases its connection and its permit.
struct Snapshot<R> {
    tx: Tx,
    rows: R,
    table: Csv,
    _permit: OwnedSemaphorePermit,
}

impl<R: Rows> Parts for Snapshot<R> {
    async fn next(&mut self) -> StoreResult<Part> {
        let has_more = self.rows.add_part(&self.tx, &mut self.table).await?;
        Ok(Part {
            text: self.table.take(),
            is_last: !has_more,
        })
    }
}

/// Sends parts until the last one, a failure, a disconnect or a timeout.
async fn pump(first: Part, mut parts: impl Parts, sender: Sender<Part>) {
    let sending = async {
        let mut part = first;
        loop {
            let is_last = part.is_last;
            let sent = tokio::time::timeout(CLIENT_TIMEOUT, sender.send(part)).await;
            if is_last || !matches!(sent, Ok(Ok(()))) {
                return Ok::<(), StoreError>(());
            }
            part = parts.next().await?;
        }
    };
    if let Ok(Err(error)) = tokio::time::timeout(EXPORT_TIMEOUT, sending).await {
        tracing::error!(error = error_chain(&error), "an export failed");
    }
}

/// The body of an export. If it ends before its last part, it ends with an error, so that the client rejects the
/// truncated file.
fn body(receiver: Receiver<Part>) -> Body {
    let parts = stream::unfold(Some(receiver), |receiver| async {
        let mut receiver = receiver?;
        match receiver.recv().await {
            Some(part) => {
                let rest = (!part.is_last).then_some(receiver);
                Some((Ok(Bytes::from(part.text)), rest))
            }
            None => Some((Err("the export was broken off"), None)),
        }
    });
    // The compression layer polls once more after the end, and `unfold` panics then.
    Body::from_stream(parts.fuse())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Never ends. The tests count the references to its field.
    struct Endless(#[expect(dead_code, reason = "it is dropped")] Arc<()>);

    impl Parts for Endless {
        async fn next(&mut self) -> StoreResult<Part> {
            Ok(part(false))
        }
    }

    struct Failing;

    impl Parts for Failing {
        async fn next(&mut self) -> StoreResult<Part> {
            Err(StoreError::Missing)
        }
    }

    fn part(is_last: bool) -> Part {
        Part {
            text: "a line\r\n".to_owned(),
            is_last,
        }
    }

    async fn read(receiver: Receiver<Part>) -> Result<Bytes, axum::Error> {
        axum::body::to_bytes(body(receiver), usize::MAX).await
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_that_stops_reading_loses_its_connection_to_the_database() {
        let connection = Arc::new(());
        let (sender, receiver) = mpsc::channel(BUFFERED_PARTS);
        pump(part(false), Endless(connection.clone()), sender).await;
        assert_eq!(Arc::strong_count(&connection), 1);
        assert!(
            read(receiver).await.is_err(),
            "it is not taken for the whole"
        );
    }

    #[tokio::test]
    async fn a_client_that_is_gone_ends_its_export() {
        let connection = Arc::new(());
        let (sender, receiver) = mpsc::channel(BUFFERED_PARTS);
        drop(receiver);
        pump(part(false), Endless(connection.clone()), sender).await;
        assert_eq!(Arc::strong_count(&connection), 1);
    }

    #[tokio::test]
    async fn a_file_is_whole_only_with_its_last_part() {
        let (sender, receiver) = mpsc::channel(BUFFERED_PARTS);
        pump(part(true), Failing, sender).await;
        assert_eq!(read(receiver).await.expect("whole"), "a line\r\n");
        let (sender, receiver) = mpsc::channel(BUFFERED_PARTS);
        pump(part(false), Failing, sender).await;
        assert!(read(receiver).await.is_err());
    }

    #[tokio::test]
    async fn a_body_that_has_ended_may_be_asked_again() {
        let (sender, receiver) = mpsc::channel(BUFFERED_PARTS);
        pump(part(true), Failing, sender).await;
        let mut parts = body(receiver).into_data_stream();
        assert!(parts.next().await.expect("a part").is_ok());
        assert!(parts.next().await.is_none());
        assert!(parts.next().await.is_none());
    }

    #[test]
    fn a_third_export_at_once_is_told_to_come_back() {
        let exports = Exports::default();
        let (first, second) = (exports.begin().expect("one"), exports.begin().expect("two"));
        assert_eq!(exports.begin().expect_err("three").status, 503);
        drop((first, second));
        assert!(exports.begin().is_ok());
    }
}

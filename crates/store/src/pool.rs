//! The connection pool: its limits, its time-outs, and when a connection is closed instead of reused.
//!
//! sqlx counts the open transactions of a connection itself. SQLite rolls back by itself when the disk is full or
//! fails; then the ROLLBACK of sqlx fails, its count stays at 1, and every later transaction of that connection
//! would be a savepoint in one that never commits. So a connection that returns to the pool within a transaction
//! is closed.
//!
//! A server that stops answering without closing its connections keeps a statement waiting for hours. So every
//! statement has a time limit here, beside the limits of the server's own sessions.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::sqlx::pool::{PoolConnectionMetadata, PoolOptions};
use sea_orm::sqlx::{self, Connection as _, Executor as _, SqliteConnection};
use sea_orm::{ConnectOptions, DatabaseConnection, DbBackend, DbErr, RuntimeErr};

use crate::fault::{Fault, fault_of};

/// How long SQLite waits for another writer.
const SQLITE_BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Longer than the busy time-out: a disk that hangs.
const SQLITE_STATEMENT_LIMIT: Duration = Duration::from_secs(15);
/// A little longer than the server's own limit of a statement, which leaves the connection usable.
const POSTGRES_STATEMENT_LIMIT: Duration = Duration::from_secs(12);
const SQLITE_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
const POSTGRES_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// For the ping of a connection that was idle, and of one that is given back.
const PING_TIMEOUT: Duration = Duration::from_secs(2);
/// A connection used this recently is not pinged before its next use.
const PING_AFTER_IDLE: Duration = Duration::from_secs(1);
/// For how long after a failure the database counts as away, unless it answers.
const AWAY_FOR: Duration = Duration::from_secs(5);
/// A wait that was given up after this long counts as a failure.
const AWAY_AFTER: Duration = Duration::from_millis(500);

/// Limits that PostgreSQL applies to our sessions. A server of ours whose machine vanishes within a transaction loses
/// its locks after 10 seconds, not after two hours.
///
/// Set by a statement: connection poolers refuse them among the parameters of a connection.
const POSTGRES_SESSION: &str = "SET statement_timeout = '10s'; SET lock_timeout = '5s'; \
    SET idle_in_transaction_session_timeout = '10s'; SET tcp_keepalives_idle = 10; \
    SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '20s'";

/// Whether the database answers, shared by all handles on one pool.
#[derive(Debug)]
pub(crate) struct Health {
    started: Instant,
    /// Connections opened before this moment are closed instead of reused; microseconds since `started`.
    retired_at: AtomicU64,
    /// The last failure since the database last answered, in microseconds since `started`; 0 while it answers.
    failed_at: AtomicU64,
}

impl Health {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            retired_at: AtomicU64::new(0),
            failed_at: AtomicU64::new(0),
        }
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Whether the last try failed, no longer ago than [`AWAY_FOR`].
    pub(crate) fn is_away(&self) -> bool {
        let failed_at = self.failed_at.load(Ordering::Relaxed);
        let away_for = u64::try_from(AWAY_FOR.as_micros()).unwrap_or(u64::MAX);
        failed_at > 0 && self.elapsed().saturating_sub(failed_at) < away_for
    }

    /// Closes every connection that is open now before it is used again.
    fn retire(&self) {
        self.retired_at.store(self.elapsed(), Ordering::Relaxed);
    }

    fn is_retired(&self, connection: &PoolConnectionMetadata) -> bool {
        let age = u64::try_from(connection.age.as_micros()).unwrap_or(u64::MAX);
        let opened_at = self.elapsed().saturating_sub(age);
        let retired_at = self.retired_at.load(Ordering::Relaxed);
        retired_at > 0 && opened_at <= retired_at
    }

    /// Waits for the database no longer than `limit`, and notes whether it answered.
    pub(crate) async fn watch<T>(
        &self,
        limit: Option<Duration>,
        answer: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, DbErr> {
        let mut waiting = Waiting {
            health: self,
            since: Instant::now(),
            is_answered: false,
        };
        let result = match limit {
            None => answer.await,
            Some(limit) => match tokio::time::timeout(limit, answer).await {
                Ok(result) => result,
                Err(_) => {
                    // The connection is in the middle of a statement; others may hang in the same way.
                    self.retire();
                    Err(no_answer(limit))
                }
            },
        };
        waiting.is_answered = true;
        self.note(&result);
        result
    }

    /// Whether this is the first failure since the database last answered.
    fn note_failure(&self) -> bool {
        let now = self.elapsed().max(1);
        self.failed_at.swap(now, Ordering::Relaxed) == 0
    }

    fn note<T>(&self, result: &Result<T, DbErr>) {
        let fault = result.as_ref().err().and_then(fault_of);
        if let (Err(error), Some(Fault::Away)) = (result, fault) {
            if self.note_failure() {
                tracing::error!(%error, "the database does not answer");
            }
            return;
        }
        if fault == Some(Fault::Broken) {
            self.retire();
        }
        if self.failed_at.load(Ordering::Relaxed) > 0
            && self.failed_at.swap(0, Ordering::Relaxed) > 0
        {
            tracing::info!("the database answers again");
        }
    }
}

/// One wait for the database. Where the caller gives up sooner than the limit, that counts as a failure too.
struct Waiting<'a> {
    health: &'a Health,
    since: Instant,
    is_answered: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if !self.is_answered && self.since.elapsed() >= AWAY_AFTER && self.health.note_failure() {
            tracing::error!("the database does not answer");
        }
    }
}

fn no_answer(limit: Duration) -> DbErr {
    let text = format!("no answer within {} s", limit.as_secs());
    let error = std::io::Error::new(std::io::ErrorKind::TimedOut, text);
    connection_error(sqlx::Error::Io(error))
}

/// The time limit of one statement.
pub(crate) fn statement_limit(backend: DbBackend) -> Duration {
    match backend {
        DbBackend::Postgres => POSTGRES_STATEMENT_LIMIT,
        _ => SQLITE_STATEMENT_LIMIT,
    }
}

/// The options of the pool behind `url`.
pub(crate) fn options(url: &str, health: &Arc<Health>) -> ConnectOptions {
    let mut options = ConnectOptions::new(url.to_owned());
    let (max_connections, acquire_timeout) = match url.starts_with("sqlite:") {
        true => (8, SQLITE_ACQUIRE_TIMEOUT),
        false => (16, POSTGRES_ACQUIRE_TIMEOUT),
    };
    options
        .max_connections(max_connections)
        .acquire_timeout(acquire_timeout)
        .connect_timeout(acquire_timeout)
        .sqlx_logging(false);
    let is_file = !url.contains("memory");
    options.map_sqlx_sqlite_opts(move |sqlite| {
        if is_file {
            crate::keep_private(sqlite.get_filename());
        }
        sqlite
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(SQLITE_BUSY_TIMEOUT)
            .pragma("journal_mode", "WAL")
            .pragma("synchronous", "FULL")
    });
    let watched = health.clone();
    options.map_sqlx_sqlite_pool_opts(move |pool| watch_connections(pool, &watched));
    let watched = health.clone();
    options.map_sqlx_postgres_pool_opts(move |pool| {
        watch_connections(pool, &watched).after_connect(|connection, _| {
            Box::pin(async move {
                connection.execute(POSTGRES_SESSION).await?;
                Ok(())
            })
        })
    });
    options
}

/// A connection to SQLite beside the pool, which nobody uses. SQLite deletes the files beside the database with the
/// last connection and writes them anew with the next one: on a full disk, where the pool closes what failed, nothing
/// could be read any more.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeptOpen(Arc<Mutex<Option<SqliteConnection>>>);

impl KeptOpen {
    pub(crate) async fn close(&self) -> Result<(), DbErr> {
        let connection = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match connection {
            None => Ok(()),
            Some(connection) => connection.close().await.map_err(connection_error),
        }
    }
}

pub(crate) async fn keep_open(connection: &DatabaseConnection) -> Result<KeptOpen, DbErr> {
    if connection.get_database_backend() != DbBackend::Sqlite {
        return Ok(KeptOpen::default());
    }
    let pool = connection.get_sqlite_connection_pool();
    let mut kept = pool.acquire().await.map_err(connection_error)?.detach();
    // Its first read opens those files.
    let read = kept.execute("SELECT count(*) FROM sqlite_schema").await;
    read.map_err(connection_error)?;
    Ok(KeptOpen(Arc::new(Mutex::new(Some(kept)))))
}

fn connection_error(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

/// Tests connections where they leave the pool and where they return to it.
fn watch_connections<DB: sqlx::Database>(
    pool: PoolOptions<DB>,
    health: &Arc<Health>,
) -> PoolOptions<DB> {
    let (leaving, returning) = (health.clone(), health.clone());
    pool.test_before_acquire(false)
        .before_acquire(move |connection, data| {
            let health = leaving.clone();
            Box::pin(async move {
                if health.is_retired(&data) {
                    return Ok(false);
                }
                if data.idle_for >= PING_AFTER_IDLE {
                    ping(connection, &health).await?;
                }
                Ok(true)
            })
        })
        .after_release(move |connection, data| {
            let health = returning.clone();
            Box::pin(async move {
                if health.is_retired(&data) {
                    return Ok(false);
                }
                // A rollback that was begun when the transaction was dropped ends before the ping does.
                ping(connection, &health).await?;
                let is_in_transaction = connection.is_in_transaction();
                if is_in_transaction {
                    tracing::warn!("a database connection whose transaction did not end is closed");
                }
                Ok(!is_in_transaction)
            })
        })
}

async fn ping(connection: &mut impl sqlx::Connection, health: &Health) -> Result<(), sqlx::Error> {
    match tokio::time::timeout(PING_TIMEOUT, connection.ping()).await {
        Ok(answer) => answer,
        Err(_) => {
            health.retire();
            Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into()))
        }
    }
}

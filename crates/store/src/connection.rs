//! How many connections are open, their time-outs, and when a connection is closed instead of reused.
//!
//! sqlx counts the open transactions of a connection. SQLite rolls back by itself when the disk is full or fails. The
//! ROLLBACK of sqlx then fails, its count stays at 1, and every later transaction of that connection would be a
//! savepoint in a transaction that never commits. A connection that returns to the pool within a transaction is
//! therefore closed.
//!
//! A server that stops responding without closing its connections would block a statement for hours. Every statement
//! therefore has a time limit here, in addition to the session limits of the database server.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sea_orm::sqlx::pool::PoolOptions;
use sea_orm::sqlx::{self, Connection as _, Executor as _, SqliteConnection};
use sea_orm::{ConnectOptions, DatabaseConnection, DbBackend, DbErr, RuntimeErr};

use crate::health::Health;

/// How long SQLite waits for another writer.
pub(crate) const SQLITE_BUSY_TIMEOUT: Duration = Duration::from_secs(10);
/// Longer than the busy time-out, to detect a disk that hangs.
const SQLITE_STATEMENT_LIMIT: Duration = Duration::from_secs(15);
/// Slightly longer than the server-side statement limit, which leaves the connection usable.
const POSTGRES_STATEMENT_LIMIT: Duration = Duration::from_secs(12);
/// `statement_timeout` of [`POSTGRES_SESSION`].
pub(crate) const POSTGRES_STATEMENT_TIMEOUT: Duration = Duration::from_secs(10);
const SQLITE_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(10);
const POSTGRES_ACQUIRE_TIMEOUT: Duration = Duration::from_secs(5);
/// For the ping of an idle connection, and of one that is returned to the pool.
const PING_TIMEOUT: Duration = Duration::from_secs(2);
/// A connection that was used within this time is not pinged before its next use.
const PING_AFTER_IDLE: Duration = Duration::from_secs(1);

/// Session limits in PostgreSQL. If the machine of this server disappears during a transaction, its locks are
/// released after 10 seconds instead of two hours.
///
/// Just-in-time compilation is off: the planner overestimates subqueries that few rows need, and compiling took 40 of
/// the 114 ms of a report (docs/benchmarks.md).
///
/// All are set by a statement, because connection poolers reject them as connection parameters.
const POSTGRES_SESSION: &str = "SET statement_timeout = '10s'; SET lock_timeout = '5s'; \
    SET idle_in_transaction_session_timeout = '10s'; SET tcp_keepalives_idle = 10; \
    SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3; SET tcp_user_timeout = '20s'; SET jit = off";

/// The time limit of one statement.
pub(crate) fn statement_limit(backend: DbBackend) -> Duration {
    match backend {
        DbBackend::Postgres => POSTGRES_STATEMENT_LIMIT,
        _ => SQLITE_STATEMENT_LIMIT,
    }
}

/// The options of the pool for `url`.
pub(crate) fn options(url: &str, health: &Arc<Health>) -> ConnectOptions {
    let mut options = ConnectOptions::new(url.to_owned());
    let (max_connections, acquire_timeout) = match url.starts_with("sqlite:") {
        // And one to write.
        true => (7, SQLITE_ACQUIRE_TIMEOUT),
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
            crate::restrict_access(sqlite.get_filename());
        }
        sqlite
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(SQLITE_BUSY_TIMEOUT)
            .pragma("journal_mode", "WAL")
            .pragma("synchronous", "FULL")
    });
    let watched = health.clone();
    options.map_sqlx_postgres_opts(move |postgres| {
        watched.set_server(postgres.get_host(), postgres.get_port());
        postgres
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

/// An unused SQLite connection outside the pool. SQLite deletes the `-wal` and `-shm` files when the last connection
/// closes, and creates them again with the next one. On a full disk, where the pool closes failed connections, the
/// database could then no longer be read.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeepAlive(Arc<Mutex<Option<SqliteConnection>>>);

impl KeepAlive {
    pub(crate) async fn close(&self) -> Result<(), DbErr> {
        let connection = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        match connection {
            None => Ok(()),
            Some(connection) => connection.close().await.map_err(connection_error),
        }
    }
}

pub(crate) async fn open_keep_alive(connection: &DatabaseConnection) -> Result<KeepAlive, DbErr> {
    if connection.get_database_backend() != DbBackend::Sqlite {
        return Ok(KeepAlive::default());
    }
    let pool = connection.get_sqlite_connection_pool();
    let mut kept = pool.acquire().await.map_err(connection_error)?.detach();
    // The first read opens those files.
    let read = kept.execute("SELECT count(*) FROM sqlite_schema").await;
    read.map_err(connection_error)?;
    Ok(KeepAlive(Arc::new(Mutex::new(Some(kept)))))
}

fn connection_error(error: sqlx::Error) -> DbErr {
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(error)))
}

/// Checks connections when they leave the pool and when they return to it.
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
                // The driver pings as well, without a time limit. A rollback that started when the transaction was dropped
                // completes before the ping.
                if health.is_in_doubt() || connection.is_in_transaction() {
                    ping(connection, &health).await?;
                }
                let is_in_transaction = connection.is_in_transaction();
                if is_in_transaction {
                    tracing::warn!("closing a database connection with an unfinished transaction");
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

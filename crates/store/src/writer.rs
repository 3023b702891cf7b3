//! The writer of SQLite, which has one at a time.
//!
//! All writes of this process run on one connection, in the order of their turns. Writers on several connections would wait
//! within SQLite, which tries again at intervals of up to 100 ms, and each connection drops the pages it has read after a write
//! of another one. Writers of other processes (the command line) still meet in SQLite.

use std::sync::Arc;

use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{ConnectOptions, DbErr, RuntimeErr};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::connection::SQLITE_BUSY_TIMEOUT;
use crate::health::Health;
use crate::pool::Pool;

#[derive(Clone, Debug)]
pub(crate) struct Writer {
    /// Of one connection, which it opens again after a failure.
    pub pool: Pool,
    turns: Arc<Semaphore>,
}

/// Ends when it is dropped. None on PostgreSQL.
pub(crate) type Turn = Option<OwnedSemaphorePermit>;

impl Writer {
    /// None if `url` is not that of SQLite.
    pub(crate) async fn open(
        url: &str,
        mut options: ConnectOptions,
        health: &Arc<Health>,
    ) -> Result<Option<Self>, DbErr> {
        if !url.starts_with("sqlite:") {
            return Ok(None);
        }
        options.max_connections(1);
        Ok(Some(Self {
            pool: Pool::connect(options, health).await?,
            turns: Arc::new(Semaphore::new(1)),
        }))
    }

    /// Waits as long as SQLite would.
    pub(crate) async fn turn(&self) -> Result<Turn, DbErr> {
        match timeout(SQLITE_BUSY_TIMEOUT, self.turns.clone().acquire_owned()).await {
            Ok(turn) => Ok(turn.ok()),
            Err(_) => {
                let error = Arc::new(SqlxError::PoolTimedOut);
                Err(DbErr::Conn(RuntimeErr::SqlxError(error)))
            }
        }
    }
}

//! The turns of writers on SQLite, which has one at a time.
//!
//! A writer that waits within SQLite holds a connection of the pool, which readers then lack, and tries again at intervals of
//! up to 100 ms. Transactions of this process therefore wait here, in their order. Those of other
//! processes (the command line) still meet in SQLite.

use std::sync::Arc;

use sea_orm::sqlx::Error as SqlxError;
use sea_orm::{DbErr, RuntimeErr};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::pool::SQLITE_BUSY_TIMEOUT;

#[derive(Clone, Debug)]
pub(crate) struct Writers(Option<Arc<Semaphore>>);

/// Ends when it is dropped. None on PostgreSQL.
pub(crate) type Turn = Option<OwnedSemaphorePermit>;

impl Writers {
    pub(crate) fn of(is_sqlite: bool) -> Self {
        Self(is_sqlite.then(|| Arc::new(Semaphore::new(1))))
    }

    /// Waits as long as SQLite would.
    pub(crate) async fn turn(&self) -> Result<Turn, DbErr> {
        let Some(writers) = &self.0 else {
            return Ok(None);
        };
        match timeout(SQLITE_BUSY_TIMEOUT, writers.clone().acquire_owned()).await {
            Ok(turn) => Ok(turn.ok()),
            Err(_) => {
                let error = Arc::new(SqlxError::PoolTimedOut);
                Err(DbErr::Conn(RuntimeErr::SqlxError(error)))
            }
        }
    }
}

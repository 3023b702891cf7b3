//! Transactions: commit, time limits, and detection of transactions that the database has ended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr};

use crate::fault::{Fault, fault_of};
use crate::health::Health;
use crate::{StoreResult, delegate_connection};

/// An open transaction. It rolls back when it is dropped without [`Tx::commit`].
pub struct Tx {
    pub(crate) transaction: DatabaseTransaction,
    pub(crate) health: Arc<Health>,
    /// Time limit of one statement; `None` for a transaction that may take as long as necessary.
    pub(crate) limit: Option<Duration>,
    /// Whether the database may have ended the transaction. Further statements would then run outside of it.
    pub(crate) is_lost: AtomicBool,
}

impl Tx {
    pub async fn commit(self) -> StoreResult<()> {
        self.fail_if_lost()?;
        let committed = self.transaction.commit();
        Ok(self.health.watch(self.limit, committed).await?)
    }

    fn inner(&self) -> &DatabaseTransaction {
        &self.transaction
    }

    /// Rejects statements of a transaction that the database has ended or that does not respond. SQLite would
    /// otherwise run the next statement outside of the transaction and commit it.
    async fn watch<T>(&self, answer: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        self.fail_if_lost()?;
        let result = self.health.watch(self.limit, answer).await;
        if let Err(error) = &result
            && matches!(
                fault_of(error),
                Some(Fault::Disk | Fault::Away | Fault::Broken)
            )
        {
            self.is_lost.store(true, Ordering::Relaxed);
            if fault_of(error) == Some(Fault::Disk) {
                // The rollback of the driver then finds no transaction, and the pool closes the connection.
                let ended = self.transaction.execute_unprepared("ROLLBACK");
                let _ = tokio::time::timeout(Duration::from_secs(1), ended).await;
            }
        }
        result
    }

    fn fail_if_lost(&self) -> Result<(), DbErr> {
        match self.is_lost.load(Ordering::Relaxed) {
            false => Ok(()),
            true => Err(DbErr::Conn(sea_orm::RuntimeErr::Internal(
                "the transaction was lost".to_owned(),
            ))),
        }
    }

    /// Removes the time limits: the duration of a snapshot, a migration or a restore grows with the data.
    pub(crate) async fn lift_limits(&mut self) -> StoreResult<()> {
        if self.get_database_backend() == DbBackend::Postgres {
            let sql = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
                       SET LOCAL lock_timeout = '60s'";
            self.execute_unprepared(sql).await?;
        }
        self.limit = None;
        Ok(())
    }
}

delegate_connection!(Tx);

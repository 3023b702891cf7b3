//! Transactions: commit, time limits, and detection of transactions that the database has ended.

use std::future::{Ready, ready};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sea_orm::{ConnectionTrait, DatabaseTransaction, DbBackend, DbErr};

use crate::fault::{Fault, fault_of};
use crate::health::Health;
use crate::public_content::{self, Announcement, Generations, Kind, Run, Writes};
use crate::writer::Turn;
use crate::{Db, StoreResult, delegate_connection, injected, pass};

/// An open transaction. It rolls back when it is dropped without a commit.
///
/// [`crate::Db::in_transaction`] keeps one handle to commit with, and passes another one to the closure.
pub struct Tx(Arc<Open>);

struct Open {
    transaction: DatabaseTransaction,
    health: Arc<Health>,
    generations: Arc<Generations>,
    writes: Writes,
    /// Time limit of one statement; `None` for a transaction that may take as long as necessary.
    limit: Option<Duration>,
    /// Whether the caller can run the transaction again. Only such a transaction gets injected conflicts.
    is_repeatable: bool,
    /// Whether the database may have ended the transaction. Further statements would then run outside of it.
    is_lost: AtomicBool,
    /// The first conflict with another transaction. Nothing of this transaction can be committed after it.
    conflict: OnceLock<DbErr>,
    /// Whether the closure asked for a rollback instead of the commit.
    is_rolled_back: AtomicBool,
    /// Ends after the transaction, because fields are dropped in their order.
    _turn: Turn,
}

impl Tx {
    pub(crate) fn new(
        db: &Db,
        transaction: DatabaseTransaction,
        limit: Duration,
        is_repeatable: bool,
        turn: Turn,
    ) -> Self {
        Self(Arc::new(Open {
            transaction,
            health: db.health.clone(),
            generations: db.generations.clone(),
            writes: Writes::default(),
            limit: Some(limit),
            is_repeatable,
            is_lost: AtomicBool::new(false),
            conflict: OnceLock::new(),
            is_rolled_back: AtomicBool::new(false),
            _turn: turn,
        }))
    }

    /// A second handle of the same transaction.
    pub(crate) fn handle(&self) -> Self {
        Self(self.0.clone())
    }

    /// Ends the transaction without its changes, although the closure of [`crate::Db::in_transaction`] succeeds.
    pub fn roll_back(&self) {
        self.0.is_rolled_back.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_rolled_back(&self) -> bool {
        self.0.is_rolled_back.load(Ordering::Relaxed)
    }

    /// Why the transaction must be run again, if it must.
    pub(crate) fn conflict(&self) -> Option<&DbErr> {
        self.0.conflict.get()
    }

    pub async fn commit(self) -> StoreResult<()> {
        self.fail_if_lost()?;
        self.inject_conflict()?;
        // A transaction without a limit fills a database that no other server uses yet.
        let is_counted = self.0.writes.has(Kind::Content) && self.0.limit.is_some();
        let counter = match is_counted {
            true => Some(public_content::count_save(&self).await?),
            false => None,
        };
        let open = self.into_open()?;
        let announcement = Announcement::of(&open.generations, &open.writes);
        let committed = open.transaction.commit();
        open.health.watch(open.limit, committed).await?;
        announcement.counted(counter);
        Ok(())
    }

    /// Waits until the locks of a transaction that failed are free. The result does not matter: a connection that
    /// fails here is closed by the pool.
    pub(crate) async fn release(self) {
        if let Ok(open) = self.into_open() {
            let rolled_back = open.transaction.rollback();
            let _ = open.health.watch(open.limit, rolled_back).await;
        }
    }

    fn into_open(self) -> Result<Open, DbErr> {
        Arc::try_unwrap(self.0)
            .map_err(|_| DbErr::Custom("the transaction is still in use".to_owned()))
    }

    pub(crate) fn inner(&self) -> &DatabaseTransaction {
        &self.0.transaction
    }

    fn backend(&self) -> DbBackend {
        self.inner().get_database_backend()
    }

    /// The same for reads and writes, unlike that of [`Db`].
    fn inner_for(&self, _sql: &str) -> &DatabaseTransaction {
        self.inner()
    }

    /// A statement of a transaction needs no turn of its own.
    fn turn(&self, _sql: &str) -> Ready<Result<Turn, DbErr>> {
        ready(Ok(None))
    }

    fn run(&self, sql: &str) -> Run<'_> {
        self.0.writes.note(sql);
        Run::Directly(None)
    }

    /// Rejects statements of a transaction that the database has ended or that does not respond. SQLite would
    /// otherwise run the next statement outside of the transaction and commit it.
    async fn watch<T, Fut>(&self, mut ask: impl FnMut() -> Fut + Send) -> Result<T, DbErr>
    where
        Fut: Future<Output = Result<T, DbErr>> + Send,
    {
        self.fail_if_lost()?;
        self.inject_conflict()?;
        let result = self.0.health.watch(self.0.limit, ask()).await;
        if let Err(error) = &result {
            self.note(error).await;
        }
        result
    }

    async fn note(&self, error: &DbErr) {
        let fault = fault_of(error);
        if fault == Some(Fault::Conflict) {
            let _ = self.0.conflict.set(error.clone());
        }
        if matches!(fault, Some(Fault::Disk | Fault::Away | Fault::Broken)) {
            self.0.is_lost.store(true, Ordering::Relaxed);
        }
        if fault == Some(Fault::Disk) {
            // The rollback of the driver then finds no transaction, and the pool closes the connection.
            let ended = self.0.transaction.execute_unprepared("ROLLBACK");
            let _ = tokio::time::timeout(Duration::from_secs(1), ended).await;
        }
    }

    /// Fails in place of a statement or of the commit where the tests ask for it. What the transaction does afterwards
    /// fails as well, as in PostgreSQL.
    fn inject_conflict(&self) -> Result<(), DbErr> {
        match self.0.is_repeatable.then(injected::conflict).flatten() {
            None => Ok(()),
            Some(error) => {
                let _ = self.0.conflict.set(error.clone());
                self.0.is_lost.store(true, Ordering::Relaxed);
                Err(error)
            }
        }
    }

    fn fail_if_lost(&self) -> Result<(), DbErr> {
        match self.0.is_lost.load(Ordering::Relaxed) {
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
        if let Some(open) = Arc::get_mut(&mut self.0) {
            open.limit = None;
        }
        Ok(())
    }
}

delegate_connection!(Tx);

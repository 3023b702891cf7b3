//! The storage layer, and the only crate that accesses the database: one file per table. Row types stay private to
//! their file; functions take and return domain types.
//!
//! The same code and SQL runs on SQLite and PostgreSQL. The databases differ in how a write transaction begins, which
//! [`Db::begin`] handles. Functions take `&impl Connection`, so that they run inside a [`Tx`] or on their own. A
//! change of state is a conditional update that returns `true` only to the caller that made the change.

pub mod accounts;
pub mod achievements;
pub mod admins;
pub mod agency_events;
pub mod audit;
pub mod blogs;
pub mod booking_mails;
pub mod bookings;
pub mod counters;
pub mod custom_treks;
pub mod dump;
mod fault;
mod health;
pub mod idempotency;
pub mod identities;
pub mod jobs;
pub mod ledger;
pub mod limits;
pub mod metadata;
pub mod migrations;
pub mod one_time_codes;
pub mod pictures;
mod pool;
pub mod rates;
pub mod refunds;
pub mod sandbox_intents;
pub mod sandbox_refunds;
mod search;
pub mod sessions;
pub mod statistics;
pub mod stripe_events;
pub mod subscribers;
pub mod treks;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use sea_orm::{
    ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbBackend, DbErr, SqlErr,
    SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;

use fault::{Fault, fault_of};
use health::Health;
use pool::KeptOpen;

/// Anything that a store function can run on: the database or an open transaction.
pub trait Connection: ConnectionTrait {}
impl Connection for Db {}
impl Connection for Tx {}

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique value exists already. Contains the table and column.
    #[error("{0} is taken")]
    Taken(String),
    /// The row to change does not exist.
    #[error("not found")]
    Missing,
    /// The database is unreachable or busy. The same call may succeed later.
    #[error("database: {0}")]
    Unavailable(#[source] DbErr),
    /// The database rejected a statement.
    #[error("database: {0}")]
    Database(#[source] DbErr),
    /// A row contains a value that violates a rule of the domain.
    #[error("database: {0}")]
    Failed(String),
    /// As `Failed`, with the error that says why.
    #[error("database: {0}")]
    Unreadable(String, #[source] Box<dyn std::error::Error + Send + Sync>),
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(what)) => Self::Taken(what),
            _ if fault_of(&error).is_some() => Self::Unavailable(error),
            _ => Self::Database(error),
        }
    }
}

impl From<serde_json::Error> for StoreError {
    fn from(error: serde_json::Error) -> Self {
        let what = "a stored document does not read back".to_owned();
        Self::Unreadable(what, error.into())
    }
}

pub type StoreResult<T> = Result<T, StoreError>;

/// The database: a pool of connections to SQLite or PostgreSQL.
#[derive(Clone, Debug)]
pub struct Db {
    connection: DatabaseConnection,
    health: Arc<Health>,
    kept_open: KeptOpen,
}

/// An open transaction. It rolls back when it is dropped without [`Tx::commit`].
pub struct Tx {
    transaction: DatabaseTransaction,
    health: Arc<Health>,
    /// Time limit of one statement; `None` for a transaction that may take as long as necessary.
    limit: Option<Duration>,
    /// Whether the database may have ended the transaction. Further statements would then run outside of it.
    is_lost: AtomicBool,
}

/// Opens `url`: `sqlite://path/to/file.db` (created if missing) or `postgres://…`.
///
/// SQLite runs in WAL mode with `synchronous=FULL`: a confirmed payment must survive a power failure, and WAL with
/// the default `NORMAL` may lose the latest commits.
pub async fn connect(url: &str) -> StoreResult<Db> {
    let sqlite = url.starts_with("sqlite:");
    let health = Arc::new(Health::new());
    let options = pool::options(url, &health);
    // Switching a new SQLite file to WAL mode needs an exclusive lock and ignores the busy timeout. If two servers
    // start at the same time, the second would fail with "database is locked".
    let mut tries = 0;
    loop {
        match Database::connect(options.clone()).await {
            Err(error) if sqlite && tries < 100 && fault_of(&error) == Some(Fault::Busy) => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            connected => {
                let connection = connected?;
                let kept_open = pool::keep_open(&connection).await?;
                return Ok(Db {
                    connection,
                    health,
                    kept_open,
                });
            }
        }
    }
}

/// Makes a database file readable by its owner only, regardless of the permissions of its folder. SQLite creates
/// `-wal` and `-shm` files with the permissions of the database file. Errors are ignored here, because opening the
/// connection reports them.
pub(crate) fn keep_private(file: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if options.open(file).is_err() {
        return;
    }
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt;
        let mut path = file.as_os_str().to_owned();
        path.push(ending);
        let _ = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600));
    }
}

impl Db {
    /// Runs the pending migrations. Called at every start.
    ///
    /// Two servers may start at the same time. SQLite makes the second one wait. PostgreSQL rejects its migration,
    /// because the first server has just run it; the second attempt then finds nothing to do.
    pub async fn migrate(&self) -> StoreResult<()> {
        match self.migrate_once().await {
            Ok(()) => Ok(()),
            Err(_) => self.migrate_once().await,
        }
    }

    /// Runs all pending migrations in one transaction, so that a killed server cannot leave a half-migrated database.
    async fn migrate_once(&self) -> StoreResult<()> {
        let tx = self.begin_long().await?;
        migrations::Migrator::up(&tx.transaction, None).await?;
        tx.commit().await
    }

    /// Begins a write transaction. On SQLite it is immediate: a deferred one that reads first and requests the write
    /// lock later fails with "database is locked".
    pub async fn begin(&self) -> StoreResult<Tx> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        self.begin_with(options).await
    }

    /// Like [`Db::begin`], but without time limits, for a migration or a restore.
    pub async fn begin_long(&self) -> StoreResult<Tx> {
        let mut tx = self.begin().await?;
        tx.lift_limits().await?;
        Ok(tx)
    }

    async fn begin_with(&self, options: TransactionOptions) -> StoreResult<Tx> {
        let limit = pool::statement_limit(self.get_database_backend());
        let begun = self.connection.begin_with_options(options);
        Ok(Tx {
            transaction: self.health.reach(limit, begun).await?,
            health: self.health.clone(),
            limit: Some(limit),
            is_lost: AtomicBool::new(false),
        })
    }

    /// Checks that the database responds.
    pub async fn ping(&self) -> StoreResult<()> {
        Ok(self.watch(self.connection.ping()).await?)
    }

    /// Whether the database failed to respond recently. A caller that can do without the database need not wait for
    /// another failure.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.health.is_away()
    }

    /// Closes all connections. For an orderly shutdown and for tests.
    pub async fn close(self) -> StoreResult<()> {
        self.connection.close().await?;
        Ok(self.kept_open.close().await?)
    }

    fn inner(&self) -> &DatabaseConnection {
        &self.connection
    }

    async fn watch<T>(&self, answer: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        let limit = pool::statement_limit(self.get_database_backend());
        self.health.reach(limit, answer).await
    }
}

impl Tx {
    pub async fn commit(self) -> StoreResult<()> {
        self.refuse_if_lost()?;
        let committed = self.transaction.commit();
        Ok(self.health.watch(self.limit, committed).await?)
    }

    fn inner(&self) -> &DatabaseTransaction {
        &self.transaction
    }

    /// Rejects statements of a transaction that the database has ended or that does not respond. SQLite would
    /// otherwise run the next statement outside of the transaction and commit it.
    async fn watch<T>(&self, answer: impl Future<Output = Result<T, DbErr>>) -> Result<T, DbErr> {
        self.refuse_if_lost()?;
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

    fn refuse_if_lost(&self) -> Result<(), DbErr> {
        match self.is_lost.load(Ordering::Relaxed) {
            false => Ok(()),
            true => Err(DbErr::Conn(sea_orm::RuntimeErr::Internal(
                "the transaction was lost".to_owned(),
            ))),
        }
    }

    /// Removes the time limits: the duration of a snapshot, a migration or a restore grows with the data.
    async fn lift_limits(&mut self) -> StoreResult<()> {
        if self.get_database_backend() == DbBackend::Postgres {
            let sql = "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; \
                       SET LOCAL lock_timeout = '60s'";
            self.execute_unprepared(sql).await?;
        }
        self.limit = None;
        Ok(())
    }
}

macro_rules! delegate_connection {
    ($wrapper:ty) => {
        #[sea_orm::prelude::async_trait::async_trait]
        impl ConnectionTrait for $wrapper {
            fn get_database_backend(&self) -> sea_orm::DbBackend {
                self.inner().get_database_backend()
            }
            async fn execute_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<sea_orm::ExecResult, DbErr> {
                self.watch(self.inner().execute_raw(statement)).await
            }
            async fn execute_unprepared(&self, sql: &str) -> Result<sea_orm::ExecResult, DbErr> {
                self.watch(self.inner().execute_unprepared(sql)).await
            }
            async fn query_one_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<Option<sea_orm::QueryResult>, DbErr> {
                self.watch(self.inner().query_one_raw(statement)).await
            }
            async fn query_all_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<Vec<sea_orm::QueryResult>, DbErr> {
                self.watch(self.inner().query_all_raw(statement)).await
            }
        }
    };
}
delegate_connection!(Db);
delegate_connection!(Tx);

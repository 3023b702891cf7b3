//! The memory of Chautari, and the only crate that knows a database: one file
//! per table, rows never leave their file, functions speak in domain types.
//!
//! The same code and text runs on SQLite and PostgreSQL. What differs is one
//! thing, how a writing transaction begins, and that stands in [`Db::begin`].
//! Functions take `&impl Connection`, so that they run inside a [`Tx`] or alone.
//! A change of state is a conditional update that returns `true` only to the
//! caller that made the change.

pub mod account_codes;
pub mod accounts;
pub mod achievements;
pub mod admins;
pub mod agency_events;
pub mod audit;
pub mod blogs;
pub mod booking_mails;
pub mod bookings;
mod code_rule;
pub mod codes;
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
pub mod pictures;
mod pool;
pub mod rates;
pub mod refunds;
pub mod resets;
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

/// What the store answers when it cannot do what was asked.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A value that must be unique is taken; the text names the table and column.
    #[error("{0} is taken")]
    Taken(String),
    /// The row that a change was meant for is not there.
    #[error("not found")]
    Missing,
    /// The database does not answer, or cannot do it now: the same call may succeed later.
    #[error("database: {0}")]
    Unavailable(#[source] DbErr),
    /// The database refused a statement.
    #[error("database: {0}")]
    Database(#[source] DbErr),
    /// A row holds what no rule allows.
    #[error("database: {0}")]
    Failed(String),
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
        Self::Failed(format!("a stored document does not read back: {error}"))
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

/// An open transaction; dropped without [`Tx::commit`] it leaves nothing.
pub struct Tx {
    transaction: DatabaseTransaction,
    health: Arc<Health>,
    /// Of one statement; none in a transaction that may take as long as it needs.
    limit: Option<Duration>,
    /// The database may have ended it: whatever follows would be written outside of it.
    is_lost: AtomicBool,
}

/// Opens `url`: `sqlite://path/to/file.db` (made when missing) or `postgres://…`.
///
/// SQLite runs in WAL with `synchronous=FULL`: a confirmed payment must survive
/// a power cut, and plain WAL (`NORMAL`) may lose the last commits.
pub async fn connect(url: &str) -> StoreResult<Db> {
    let sqlite = url.starts_with("sqlite:");
    let health = Arc::new(Health::new());
    let options = pool::options(url, &health);
    // Turning a new SQLite file to WAL needs it alone, and does not wait for the busy timeout: of two servers
    // that start in one moment the second would fail with "database is locked".
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

/// Lets only the owner read a database file, whatever the mode of its folder. SQLite gives the files beside
/// it (`-wal`, `-shm`) the mode of the database. What cannot be changed here is reported by the connection.
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
    /// Brings the tables to the newest shape; run at every start, harmless when nothing is new.
    ///
    /// Two servers may start in one moment. SQLite lets the second wait, PostgreSQL refuses what the
    /// first has just made: looked at again, it is there.
    pub async fn migrate(&self) -> StoreResult<()> {
        match self.migrate_once().await {
            Ok(()) => Ok(()),
            Err(_) => self.migrate_once().await,
        }
    }

    /// All of it or nothing: half a set of tables, left by a kill, would stop every later start.
    async fn migrate_once(&self) -> StoreResult<()> {
        let tx = self.begin_long().await?;
        migrations::Migrator::up(&tx.transaction, None).await?;
        tx.commit().await
    }

    /// Begins a writing transaction. On SQLite it is immediate: one that reads
    /// first and asks for the write lock later fails with "database is locked".
    pub async fn begin(&self) -> StoreResult<Tx> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        self.begin_with(options).await
    }

    /// As [`Db::begin`], for a migration or a restore: its statements may take as long as they need.
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

    /// Whether the database answers.
    pub async fn ping(&self) -> StoreResult<()> {
        Ok(self.watch(self.connection.ping()).await?)
    }

    /// Whether the database failed to answer a moment ago. A caller that has something to show without it need
    /// not wait for another failure.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.health.is_away()
    }

    /// Gives the connections back; for an orderly end and for tests.
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

    /// A transaction that the database has ended, or that no longer answers, takes nothing more: SQLite would
    /// write the next statement outside of it, and keep it.
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
                // The driver's own rollback finds no transaction then, and the pool closes the connection.
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

    /// A snapshot, a migration or a restore takes as long as the data is large.
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

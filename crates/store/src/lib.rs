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
pub mod audit;
pub mod blogs;
pub mod booking_mails;
pub mod bookings;
mod code_rule;
pub mod codes;
pub mod counters;
pub mod custom_treks;
pub mod dump;
pub mod figures;
pub mod idempotency;
pub mod identities;
pub mod jobs;
pub mod ledger;
pub mod limits;
pub mod marks;
pub mod migrations;
pub mod pictures;
pub mod rates;
pub mod refunds;
pub mod resets;
pub mod sandbox_intents;
pub mod sandbox_refunds;
mod search;
pub mod sessions;
pub mod stripe_events;
pub mod subscribers;
pub mod treks;

use std::time::Duration;

use sea_orm::{
    ConnectOptions, ConnectionTrait, Database, DatabaseConnection, DatabaseTransaction, DbErr,
    SqlErr, SqliteTransactionMode, TransactionOptions, TransactionTrait,
};
use sea_orm_migration::MigratorTrait;

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
    /// The database failed, or a row holds what no rule allows.
    #[error("database: {0}")]
    Failed(String),
}

impl From<DbErr> for StoreError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(what)) => Self::Taken(what),
            _ => Self::Failed(error.to_string()),
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
pub struct Db(DatabaseConnection);

/// An open transaction; dropped without [`Tx::commit`] it leaves nothing.
pub struct Tx(DatabaseTransaction);

/// Opens `url`: `sqlite://path/to/file.db` (made when missing) or `postgres://…`.
///
/// SQLite runs in WAL with `synchronous=FULL`: a confirmed payment must survive
/// a power cut, and plain WAL (`NORMAL`) may lose the last commits.
pub async fn connect(url: &str) -> StoreResult<Db> {
    let sqlite = url.starts_with("sqlite:");
    let mut options = ConnectOptions::new(url.to_owned());
    options
        .max_connections(if sqlite { 8 } else { 16 })
        .acquire_timeout(Duration::from_secs(10))
        .connect_timeout(Duration::from_secs(10))
        .sqlx_logging(false);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .pragma("journal_mode", "WAL")
            .pragma("synchronous", "FULL")
    });
    // Turning a new SQLite file to WAL needs it alone, and does not wait for the busy timeout: of two servers
    // that start in one moment the second would fail with "database is locked".
    let mut tries = 0;
    loop {
        match Database::connect(options.clone()).await {
            Err(error) if sqlite && tries < 100 && error.to_string().contains("is locked") => {
                tries += 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            connected => return Ok(Db(connected?)),
        }
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
        let tx = self.begin().await?;
        migrations::Migrator::up(&tx.0, None).await?;
        tx.commit().await
    }

    /// Begins a writing transaction. On SQLite it is immediate: one that reads
    /// first and asks for the write lock later fails with "database is locked".
    pub async fn begin(&self) -> StoreResult<Tx> {
        let options = TransactionOptions {
            sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
            ..TransactionOptions::default()
        };
        Ok(Tx(self.0.begin_with_options(options).await?))
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> StoreResult<()> {
        Ok(self.0.ping().await?)
    }

    /// Gives the connections back; for an orderly end and for tests.
    pub async fn close(self) -> StoreResult<()> {
        Ok(self.0.close().await?)
    }
}

impl Tx {
    pub async fn commit(self) -> StoreResult<()> {
        Ok(self.0.commit().await?)
    }
}

macro_rules! delegate_connection {
    ($wrapper:ty) => {
        #[sea_orm::prelude::async_trait::async_trait]
        impl ConnectionTrait for $wrapper {
            fn get_database_backend(&self) -> sea_orm::DbBackend {
                self.0.get_database_backend()
            }
            async fn execute_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<sea_orm::ExecResult, DbErr> {
                self.0.execute_raw(statement).await
            }
            async fn execute_unprepared(&self, sql: &str) -> Result<sea_orm::ExecResult, DbErr> {
                self.0.execute_unprepared(sql).await
            }
            async fn query_one_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<Option<sea_orm::QueryResult>, DbErr> {
                self.0.query_one_raw(statement).await
            }
            async fn query_all_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<Vec<sea_orm::QueryResult>, DbErr> {
                self.0.query_all_raw(statement).await
            }
        }
    };
}
delegate_connection!(Db);
delegate_connection!(Tx);

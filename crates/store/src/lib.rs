//! The storage layer, and the only crate that accesses the database. `tables` has one file per table: row types stay private
//! to their file, functions take and return domain types. The other files connect, migrate, dump and run transactions.
//!
//! The same code and SQL runs on SQLite and PostgreSQL. The databases differ in how a write transaction begins, which
//! [`Db::in_transaction`] handles. Functions take `&impl Connection`, so that they run inside a [`Tx`] or on their own. A
//! change of state is a conditional update that returns `true` only to the caller that made the change.

#![cfg_attr(
    test,
    allow(dead_code, reason = "unit tests are compiled without the tables")
)]

mod connection;
pub mod counters;
mod database;
pub mod dump;
mod fault;
mod health;
mod injected;
pub mod migrations;
mod pool;
pub mod public_content;
mod retry;
#[cfg(not(test))]
mod tables;
mod transaction;
mod writer;

use sea_orm::{ConnectionTrait, DbErr, SqlErr};

use fault::fault_of;

pub(crate) use database::restrict_access;
pub use database::{Db, connect};
pub use retry::Conflicts;
#[cfg(not(test))]
pub use tables::*;
pub use transaction::Tx;

/// Anything that a store function can run on: the database or an open transaction.
pub trait Connection: ConnectionTrait {}
impl Connection for Db {}
impl Connection for Tx {}

/// Errors of the store.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A unique value exists already. Contains the table and column.
    #[error("{0} already exists")]
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
        let what = "a stored document cannot be parsed".to_owned();
        Self::Unreadable(what, error.into())
    }
}

pub type StoreResult<T> = Result<T, StoreError>;

/// Runs a statement on the connection of the wrapper through its `watch`, and notes what it writes.
macro_rules! pass {
    ($wrapper:ident, $sql:expr, |$connection:ident| $statement:expr) => {{
        let _announced = match $wrapper.run($sql) {
            $crate::public_content::Run::Directly(announced) => announced,
            $crate::public_content::Run::InTransaction(db) => {
                let statement = async |$connection: $crate::Tx| Ok($statement.await?);
                return db.run_in_transaction(statement).await;
            }
        };
        let _turn = $wrapper.turn($sql).await?;
        let statement = || {
            let $connection = $wrapper.inner_for($sql);
            $statement
        };
        $wrapper.watch(statement).await
    }};
}
pub(crate) use pass;

/// Implements `ConnectionTrait` by passing each statement through the `watch` of the wrapper.
macro_rules! delegate_connection {
    ($wrapper:ty) => {
        #[sea_orm::prelude::async_trait::async_trait]
        impl ConnectionTrait for $wrapper {
            fn get_database_backend(&self) -> sea_orm::DbBackend {
                self.backend()
            }
            async fn execute_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<sea_orm::ExecResult, DbErr> {
                pass!(self, &statement.sql, |it| it.execute_raw(statement.clone()))
            }
            async fn execute_unprepared(&self, sql: &str) -> Result<sea_orm::ExecResult, DbErr> {
                pass!(self, sql, |it| it.execute_unprepared(sql))
            }
            async fn query_one_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<Option<sea_orm::QueryResult>, DbErr> {
                pass!(self, &statement.sql, |it| it
                    .query_one_raw(statement.clone()))
            }
            async fn query_all_raw(
                &self,
                statement: sea_orm::Statement,
            ) -> Result<Vec<sea_orm::QueryResult>, DbErr> {
                pass!(self, &statement.sql, |it| it
                    .query_all_raw(statement.clone()))
            }
        }
    };
}
pub(crate) use delegate_connection;

//! The whole database as rows of plain values, the same for SQLite and PostgreSQL (docs/decisions/0012).
//!
//! Which tables and columns there are is asked of the database: what a later migration adds is copied without
//! a line here.

mod catalog;
mod read;
mod value;
mod write;

use std::sync::Arc;

use sea_orm::ConnectOptions;
use sea_orm::{AccessMode, ConnectionTrait, DbBackend, IsolationLevel, TransactionOptions};
use sea_orm_migration::MigratorTrait;
use serde::{Deserialize, Serialize};

use crate::health::Health;
use crate::pool::KeptOpen;
use crate::{Connection, Db, StoreError, StoreResult, Tx, migrations};

pub use catalog::tables;
pub use read::rows;
pub use value::is_of;
pub use write::{first_with_rows, insert};

/// The table in which SeaORM notes what has run.
const MIGRATIONS: &str = "seaql_migrations";

/// A table that is copied.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
    /// Its place in the primary key, from 1; 0 where it has none.
    pub key: u16,
}

/// What both databases tell apart, as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Hyphenated.
    Uuid,
    Text,
    /// A whole one, of any width.
    Number,
    Boolean,
    /// In hexadecimal.
    Bytes,
    /// RFC 3339 in UTC.
    Moment,
    /// `yyyy-mm-dd`.
    Day,
    /// JSON, as the text that is stored: read and written anew its numbers might change in the last digit.
    Document,
}

/// A value for each column, null where there is none.
pub type Row = Vec<serde_json::Value>;

/// Opens a database that is there; where [`crate::connect`] would make a SQLite file, this fails.
pub async fn connect_existing(url: &str) -> StoreResult<Db> {
    let mut options = ConnectOptions::new(url.to_owned());
    options.max_connections(2).sqlx_logging(false);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .create_if_missing(false)
            .busy_timeout(std::time::Duration::from_secs(10))
    });
    Ok(Db {
        connection: sea_orm::Database::connect(options).await?,
        health: Arc::new(Health::new()),
        kept_open: KeptOpen::default(),
    })
}

impl Db {
    /// A transaction that sees one moment of the database, whatever is written beside it, and keeps nobody
    /// from writing.
    pub async fn begin_snapshot(&self) -> StoreResult<Tx> {
        // SQLite in WAL does it by itself: the moment is that of the first read.
        let is_postgres = self.get_database_backend() == DbBackend::Postgres;
        let options = TransactionOptions {
            isolation_level: is_postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: is_postgres.then_some(AccessMode::ReadOnly),
            ..TransactionOptions::default()
        };
        let mut tx = self.begin_with(options).await?;
        tx.lift_limits().await?;
        Ok(tx)
    }
}

/// The names of all migrations that this program knows, in their order.
#[must_use]
pub fn known_migrations() -> Vec<String> {
    let all = migrations::Migrator::migrations();
    all.iter().map(|one| one.name().to_owned()).collect()
}

/// The names of those that have run here; none where there is no table of ours.
pub async fn applied_migrations(db: &impl Connection) -> StoreResult<Vec<String>> {
    if !catalog::names(db).await?.contains(MIGRATIONS) {
        return Ok(Vec::new());
    }
    let sql = format!("select version from {MIGRATIONS} order by version");
    let mut names = Vec::new();
    for row in catalog::query(db, &sql).await? {
        names.push(row.try_get::<String>("", "version")?);
    }
    Ok(names)
}

/// Brings the tables to what the first `number` migrations make. Fails where more have run.
pub async fn migrate_to(tx: &Tx, number: usize) -> StoreResult<()> {
    let applied = applied_migrations(tx).await?.len();
    let steps = number.checked_sub(applied).ok_or_else(|| {
        StoreError::Failed(format!("{applied} migrations have run, {number} are meant"))
    })?;
    let steps = u32::try_from(steps).map_err(|error| StoreError::Failed(error.to_string()))?;
    if steps > 0 {
        migrations::Migrator::up(&tx.transaction, Some(steps)).await?;
    }
    Ok(())
}

/// Brings them to the newest shape.
pub async fn migrate_up(tx: &Tx) -> StoreResult<()> {
    Ok(migrations::Migrator::up(&tx.transaction, None).await?)
}

//! Reads and writes the whole database as rows of plain values, in one format for SQLite and PostgreSQL
//! (docs/decisions/0012).
//!
//! Tables and columns are read from the system catalog, so that those of a later migration are included without a
//! change here.

mod catalog;
mod read;
mod value;
mod write;

use std::sync::Arc;

use sea_orm::ConnectOptions;
use sea_orm::{AccessMode, ConnectionTrait, DbBackend, IsolationLevel, TransactionOptions};
use sea_orm_migration::MigratorTrait;
use serde::{Deserialize, Serialize};

use crate::connection::KeepAlive;
use crate::health::Health;
use crate::pool::Pool;
use crate::writer::Writer;
use crate::{Connection, Db, StoreError, StoreResult, Tx, migrations};

pub use catalog::tables;
pub use read::rows;
pub use value::is_of;
pub use write::{first_with_rows, insert};

/// The table in which SeaORM records the migrations that have run.
const MIGRATIONS: &str = "seaql_migrations";

/// A table that is part of the backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    pub name: String,
    pub columns: Vec<Column>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Column {
    pub name: String,
    pub kind: Kind,
    /// Position in the primary key, from 1; 0 if the column is not part of it.
    pub key: u16,
}

/// Types that both databases distinguish, with their format in the dump.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Hyphenated.
    Uuid,
    Text,
    /// An integer of any width.
    Number,
    Boolean,
    /// Hexadecimal.
    Bytes,
    /// RFC 3339 in UTC.
    Moment,
    /// `yyyy-mm-dd`.
    Day,
    /// JSON as the stored text: parsing and writing it again could change the last digit of a number.
    Document,
}

/// A value for each column, null where the column has none.
pub type Row = Vec<serde_json::Value>;

/// Opens an existing database. Fails where [`crate::connect`] would create a SQLite file.
pub async fn connect_existing(url: &str) -> StoreResult<Db> {
    let mut options = ConnectOptions::new(url.to_owned());
    options.max_connections(2).sqlx_logging(false);
    options.map_sqlx_sqlite_opts(|sqlite| {
        sqlite
            .create_if_missing(false)
            .busy_timeout(std::time::Duration::from_secs(10))
    });
    let health = Arc::new(Health::new());
    let writer = Writer::open(url, options.clone(), &health).await?;
    Ok(Db {
        pool: Pool::connect(options, &health).await?,
        health,
        keep_alive: KeepAlive::default(),
        conflicts: Arc::default(),
        generations: Arc::default(),
        writer,
    })
}

impl Db {
    /// Begins a read transaction on a consistent snapshot of the database. Concurrent writers are not blocked.
    pub async fn begin_snapshot(&self) -> StoreResult<Tx> {
        // In WAL mode, SQLite reads a snapshot by default: that of the first read.
        let is_postgres = self.get_database_backend() == DbBackend::Postgres;
        let options = TransactionOptions {
            isolation_level: is_postgres.then_some(IsolationLevel::RepeatableRead),
            access_mode: is_postgres.then_some(AccessMode::ReadOnly),
            ..TransactionOptions::default()
        };
        let mut tx = self.begin_with(&self.pool, options, false, None).await?;
        tx.lift_limits().await?;
        Ok(tx)
    }
}

/// The names of all migrations of this program, in order.
#[must_use]
pub fn known_migrations() -> Vec<String> {
    let all = migrations::Migrator::migrations();
    all.iter().map(|one| one.name().to_owned()).collect()
}

/// The names of the migrations that have run in this database; empty if it has none of our tables.
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

/// How the tables of a database relate to the migrations of this program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Schema {
    /// No tables yet.
    Absent,
    Current,
    /// The first migration that has not run.
    Older(String),
    /// A migration that a newer program has run.
    Newer(String),
}

pub async fn schema(db: &impl Connection) -> StoreResult<Schema> {
    let (applied, known) = (applied_migrations(db).await?, known_migrations());
    if applied.is_empty() {
        return Ok(Schema::Absent);
    }
    if let Some(name) = applied.iter().find(|name| !known.contains(name)) {
        return Ok(Schema::Newer(name.clone()));
    }
    let pending = known.into_iter().find(|name| !applied.contains(name));
    Ok(pending.map_or(Schema::Current, Schema::Older))
}

/// Runs the first `number` migrations. Fails if more have run already.
pub async fn migrate_to(tx: &Tx, number: usize) -> StoreResult<()> {
    let applied = applied_migrations(tx).await?.len();
    let steps = number.checked_sub(applied).ok_or_else(|| {
        StoreError::Failed(format!("{applied} migrations have run, {number} are meant"))
    })?;
    let steps = u32::try_from(steps).map_err(|error| StoreError::Failed(error.to_string()))?;
    if steps > 0 {
        migrations::Migrator::up(tx.inner(), Some(steps)).await?;
    }
    Ok(())
}

/// Runs all migrations.
pub async fn migrate_up(tx: &Tx) -> StoreResult<()> {
    Ok(migrations::Migrator::up(tx.inner(), None).await?)
}

//! `chautari backup` and `chautari restore`: one file with everything that cannot be created again. It is written
//! while the server runs, and restored into an empty installation (decisions §1, docs/decisions/0012).

pub mod before_migration;
pub mod make;
mod name;
mod pack;
mod progress;
pub mod restore;
mod unpack;

use std::collections::BTreeMap;
use std::path::Path;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use store::dump::Table;
use uuid::Uuid;

use crate::platform::unfinished_restore::UnfinishedRestore;

/// Version of the file format. Increment it for changes that older programs would misread.
const FORMAT: u32 = 1;

/// An error message for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct BackupError(String);

impl BackupError {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    fn of_path(path: &Path, what: &str, error: &std::io::Error) -> Self {
        Self(format!("{} {what} ({error})", path.display()))
    }
}

impl From<UnfinishedRestore> for BackupError {
    fn from(error: UnfinishedRestore) -> Self {
        Self(error.to_string())
    }
}

impl From<store::StoreError> for BackupError {
    fn from(error: store::StoreError) -> Self {
        Self(format!("CHAUTARI_DATABASE_URL: {error}"))
    }
}

impl From<crate::platform::adapters::file_store::FileStoreError> for BackupError {
    fn from(error: crate::platform::adapters::file_store::FileStoreError) -> Self {
        Self(format!("CHAUTARI_STORAGE_URL: {error}"))
    }
}

impl From<crate::platform::settings::BadSetting> for BackupError {
    fn from(error: crate::platform::settings::BadSetting) -> Self {
        Self(error.to_string())
    }
}

/// The first entry: what a reader needs before the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: u32,
    id: Uuid,
    /// The time of the database snapshot.
    made_at: DateTime<Utc>,
    /// The version of the program, for information.
    program: String,
    /// Migrations that had run, in order.
    migrations: Vec<String>,
    /// A table comes after the tables that it references.
    tables: Vec<Table>,
}

/// The last entry. A file without it is truncated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    entries: BTreeMap<String, Entry>,
    /// Number of rows by table.
    rows: BTreeMap<String, u64>,
    /// Pictures that the database references but the file store does not have: deleted during the backup, or lost
    /// before.
    missing_pictures: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    size: u64,
    sha256: String,
}

impl Entry {
    fn of(bytes: &[u8]) -> Self {
        use sha2::{Digest, Sha256};
        Self {
            size: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(bytes)),
        }
    }
}

impl Manifest {
    /// A short summary of the content.
    fn summary(&self) -> String {
        let count = |prefix: &str| {
            let names = self.entries.keys();
            names.filter(|name| name.starts_with(prefix)).count()
        };
        format!(
            "{} rows of {} tables, {} picture files, {} mails",
            self.rows.values().sum::<u64>(),
            self.rows.len(),
            count("pictures/"),
            count("outbox/"),
        )
    }
}

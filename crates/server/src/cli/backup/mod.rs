//! `chautari backup` and `chautari restore`: one file with all that cannot be made again, taken while the server
//! runs, and back into an empty place (decisions §1, docs/decisions/0012).

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

/// Of the file; a change that older programs misread raises it.
const FORMAT: u32 = 1;

/// A line for the operator.
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

/// The first entry: what a reader must know before the rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: u32,
    id: Uuid,
    /// The moment of the database that the rows are of.
    made_at: DateTime<Utc>,
    /// The version of the program, for a person who looks.
    program: String,
    /// Those that had run, in their order.
    migrations: Vec<String>,
    /// Each after those that it refers to.
    tables: Vec<Table>,
}

/// The last entry: a file without it was cut off.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Manifest {
    entries: BTreeMap<String, Entry>,
    /// How many of each table.
    rows: BTreeMap<String, u64>,
    /// Named by the database and not in the storage: removed while the backup was made, or lost before.
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
        let digest = Sha256::digest(bytes);
        Self {
            size: bytes.len() as u64,
            sha256: digest.iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }
}

impl Manifest {
    /// What is in the file, in a few words.
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

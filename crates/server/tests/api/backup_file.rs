//! Backups in tests: made, restored elsewhere, unpacked and repacked with faults.

use std::io::Read;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::http::Method;
use chautari::cli::backup::{make, restore};
use chautari::platform::adapters::clock::Clock;
use chautari::platform::adapters::file_store::Place;
use chautari::platform::app::App;
use chautari::platform::config::Config;
use chautari::router;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use store::dump::{self, Row, Table};
use tempfile::TempDir;

use crate::call::{Answer, Call};
use crate::support::{Login, TestApp};
use crate::test_database::create_empty_database;

/// A target of a restore.
pub struct Elsewhere {
    pub folder: TempDir,
    pub config: Config,
}

impl Elsewhere {
    /// A database of the same kind as that of the test.
    pub async fn of(config: &Config) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let database_url = create_empty_database(folder.path()).await;
        Self::with(config, folder, database_url)
    }

    pub fn on_sqlite(config: &Config) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("other.db");
        Self::with(config, folder, format!("sqlite://{}", file.display()))
    }

    fn with(config: &Config, folder: TempDir, database_url: String) -> Self {
        let mut config = config.clone();
        config.data_dir = folder.path().join("data");
        config.storage = Place::Folder(config.data_dir.join("uploads"));
        config.database_url = database_url;
        Self { folder, config }
    }

    pub async fn restore(&self, file: &Path) -> Result<String, String> {
        let restored = restore::restore(&self.config, file).await;
        restored.map_err(|error| error.to_string())
    }

    pub async fn serve(&self, test: &TestApp) -> Served {
        let clock = Clock::Fixed(test.clock.clone());
        let app = App::start(self.config.clone(), clock).await;
        let app = app.expect("it starts");
        let router = router::router(app.clone());
        Served { app, router }
    }

    /// Asserts that no part of a backup was written here.
    pub async fn assert_untouched(&self) {
        let data = std::fs::read_dir(&self.config.data_dir);
        let names: Vec<_> = data
            .map(|found| found.flatten().map(|entry| entry.file_name()).collect())
            .unwrap_or_default();
        assert!(names.is_empty(), "{names:?}");
        let db = store::connect(&self.config.database_url).await;
        let db = db.expect("the database");
        assert_eq!(dump::first_with_rows(&db).await.expect("asked"), None);
        db.close().await.expect("closed");
    }
}

pub struct Served {
    pub app: App,
    pub router: Router,
}

impl Served {
    pub async fn get(&self, path: &str, who: &Login) -> Answer {
        let call = Call::new(self.router.clone(), Method::GET, path);
        call.bearer(&who.access).send().await
    }
}

pub async fn backup(config: &Config, folder: &TempDir, name: &str) -> PathBuf {
    let file = folder.path().join(name);
    make::make(config, &file).await.expect("a backup");
    file
}

/// Every row of every table.
pub async fn all_rows(url: &str) -> Vec<(Table, Vec<Row>)> {
    let db = store::connect(url).await.expect("the database");
    let mut found = Vec::new();
    for table in dump::tables(&db).await.expect("tables") {
        let rows = dump::rows(&db, &table, None, 100_000).await.expect("rows");
        found.push((table, rows));
    }
    db.close().await.expect("closed");
    found
}

/// The rows as text, to compare databases of different kinds: JSON documents are compared by value, not by spacing.
pub fn said(found: &[(Table, Vec<Row>)]) -> Vec<String> {
    let mut lines = Vec::new();
    for (table, rows) in found {
        for row in rows {
            let columns = table.columns.iter().zip(row);
            let values = columns.map(|(column, value)| match (column.kind, value.as_str()) {
                (dump::Kind::Document, Some(text)) => {
                    serde_json::from_str(text).expect("a document")
                }
                _ => value.clone(),
            });
            let values: Vec<Value> = values.collect();
            lines.push(format!("{} {}", table.name, json!(values)));
        }
    }
    lines.sort();
    lines
}

pub type Entries = Vec<(String, Vec<u8>)>;

pub fn entries(file: &Path) -> Entries {
    let opened = std::fs::File::open(file).expect("the file");
    let mut archive = tar::Archive::new(GzDecoder::new(opened));
    let read = archive.entries().expect("entries").map(|entry| {
        let mut entry = entry.expect("an entry");
        let name = String::from_utf8(entry.path_bytes().into_owned()).expect("a name");
        let mut bytes = Vec::new();
        entry.read_to_end(&mut bytes).expect("its bytes");
        (name, bytes)
    });
    read.collect()
}

/// Writes the entries unchanged, including names, orders and kinds that the program would never write.
pub fn written(folder: &TempDir, name: &str, entries: &Entries, kind: tar::EntryType) -> PathBuf {
    let file = folder.path().join(name);
    let opened = std::fs::File::create(&file).expect("a file");
    let mut tar = tar::Builder::new(GzEncoder::new(opened, Compression::fast()));
    for (name, bytes) in entries {
        let mut head = tar::Header::new_gnu();
        // Set directly, because the library refuses paths that lead out of a folder.
        head.as_gnu_mut().expect("gnu").name[..name.len()].copy_from_slice(name.as_bytes());
        let is_ours = ["backup.json", "manifest.json"].contains(&&**name);
        head.set_entry_type(if is_ours {
            tar::EntryType::Regular
        } else {
            kind
        });
        head.set_size(bytes.len() as u64);
        head.set_mode(0o644);
        head.set_cksum();
        tar.append(&head, bytes.as_slice()).expect("written");
    }
    let zipped = tar.into_inner().expect("the end");
    zipped.finish().expect("the end");
    file
}

/// Adds a manifest that matches the entries, like an attacker who knows the format.
pub fn with_manifest(mut entries: Entries) -> Entries {
    let last = entries.pop().expect("a manifest");
    let mut manifest: Value = serde_json::from_slice(&last.1).expect("JSON");
    let mut listed = serde_json::Map::new();
    for (name, bytes) in &entries {
        let digest = hex::encode(Sha256::digest(bytes));
        listed.insert(name.clone(), json!({"size": bytes.len(), "sha256": digest}));
    }
    manifest["entries"] = Value::Object(listed);
    entries.push((last.0, manifest.to_string().into_bytes()));
    entries
}

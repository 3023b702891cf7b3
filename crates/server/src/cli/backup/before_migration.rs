//! The backup that every command makes before it migrates the database of an earlier version, so that an upgrade can be
//! undone. It has the rows, the secret key and the branding. Migrations change no files, so the pictures stay where they are.

use std::path::{Path, PathBuf};
use std::time::Instant;

use store::dump::{self, Schema};

use super::BackupError;
use super::make::{Files, pack_all};
use crate::platform::adapters::clock::Clock;
use crate::platform::app::{App, StartError};
use crate::platform::config::Config;
use crate::platform::private_files::make_private_folder;
use crate::platform::unfinished_restore::refuse_unfinished;

/// The folder in the data folder.
pub const FOLDER: &str = "backups";
const PREFIX: &str = "before-";
const SUFFIX: &str = ".tar.gz";

/// Starts the app for a command, with a backup if the database will be migrated.
pub async fn start(config: Config, clock: Clock) -> Result<App, StartError> {
    refuse_unfinished(&config.data_dir)?;
    make(&config).await?;
    App::start(config, clock).await
}

async fn make(config: &Config) -> Result<(), StartError> {
    let keep = config.migration_backups;
    if keep == 0 {
        return Ok(());
    }
    let db = match dump::connect_existing(&config.database_url).await {
        Ok(db) => db,
        // The next connection may succeed, and would migrate without a backup.
        Err(error) if config.database_url.starts_with("postgres") => return Err(error.into()),
        // A file that cannot be opened is absent, or App::start reports why.
        Err(_) => return Ok(()),
    };
    let made = async {
        let Schema::Older(pending) = dump::schema(&db).await? else {
            return Ok(());
        };
        if dump::first_with_rows(&db).await?.is_none() {
            return Ok(());
        }
        let folder = config.data_dir.join(FOLDER);
        let failed = |error| BackupError::of_path(&folder, "cannot be written", &error);
        make_private_folder(&folder).map_err(failed)?;
        // To the nanosecond: processes that start together back up into one folder.
        let made_at = Clock::System.now().format("%Y-%m-%dT%H%M%S%9fZ");
        let file = folder.join(format!("{PREFIX}{pending}-{made_at}{SUFFIX}"));
        tracing::info!(file = %file.display(), "backing up the database before it is migrated");
        let began = Instant::now();
        let summary = pack_all(config, &db, &file, Files::None).await?;
        let seconds = began.elapsed().as_secs();
        tracing::info!(seconds, "the database is backed up: {summary}");
        remove_older(&folder, keep).map_err(failed)
    };
    let made = made.await;
    let _ = db.close().await;
    made.map_err(|error: BackupError| StartError::Backup(error.to_string()))
}

/// Keeps the newest `keep` of these backups. Other files in the folder are the operator's.
fn remove_older(folder: &Path, keep: usize) -> std::io::Result<()> {
    let mut made: Vec<(String, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.and_then(|name| name.strip_prefix(PREFIX)?.strip_suffix(SUFFIX));
        // The time follows the first `-`: names of migrations have none.
        if let Some((_, made_at)) = name.and_then(|name| name.split_once('-')) {
            made.push((made_at.to_owned(), path));
        }
    }
    made.sort();
    let surplus = made.len().saturating_sub(keep);
    for (_, path) in made.drain(..surplus) {
        std::fs::remove_file(path)?;
    }
    Ok(())
}

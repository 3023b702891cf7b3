//! `chautari backup FILE`: the rows of a database snapshot, then the files that they reference.

use std::io::ErrorKind;
use std::path::Path;

use store::{Db, Tx, dump, pictures};

use super::name::Name;
use super::pack::Pack;
use super::progress::{Progress, say};
use super::{BackupError, FORMAT, Header};
use crate::features::branding;
use crate::features::upload::key::Key;
use crate::features::upload::key::WIDTHS;
use crate::platform::adapters::clock::Clock;
use crate::platform::adapters::file_store::FileStore;
use crate::platform::adapters::outbox::Outbox;
use crate::platform::adapters::secrets;
use crate::platform::config::Config;
use crate::platform::error_chain::error_chain;
use crate::platform::unfinished_restore::refuse_unfinished;

/// Number of rows per query.
const ROWS_PER_QUERY: u64 = 500;
/// Size in bytes after which a new entry begins.
const ENTRY_BYTES: usize = 1 << 20;

/// What is packed besides the rows, the secret key and the branding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Files {
    /// Pictures and emails.
    All,
    /// For a backup before migrations, which change no files: the pictures may be many gigabytes.
    None,
}

/// Writes the backup and returns a summary for the operator.
pub async fn make(config: &Config, file: &Path) -> Result<String, BackupError> {
    refuse_unfinished(&config.data_dir)?;
    let db = dump::connect_existing(&config.database_url).await?;
    let made = pack_all(config, &db, file, Files::All).await;
    let _ = db.close().await;
    made
}

pub(super) async fn pack_all(
    config: &Config,
    db: &Db,
    file: &Path,
    files: Files,
) -> Result<String, BackupError> {
    let clock = Clock::System;
    let mut pack = Pack::begin(file, clock.now())?;
    let mut progress = Progress::begin();
    let snapshot = db.begin_snapshot().await?;
    let migrations = dump::applied_migrations(&snapshot).await?;
    if migrations.is_empty() {
        return Err(BackupError::new(
            "CHAUTARI_DATABASE_URL: this database has no Chautari data",
        ));
    }
    let header = Header {
        format: FORMAT,
        id: clock.new_id(),
        made_at: clock.now(),
        program: env!("CARGO_PKG_VERSION").to_owned(),
        migrations,
        tables: dump::tables(&snapshot).await?,
    };
    pack.header(&header)?;
    for table in &header.tables {
        pack_table(&snapshot, table, &mut pack, &mut progress).await?;
    }
    let has_pictures = header.tables.iter().any(|table| table.name == "pictures");
    let keys = match has_pictures && files == Files::All {
        true => pictures::list_stored_keys(&snapshot).await?,
        false => Vec::new(),
    };
    // From here on, the snapshot of the database is not needed.
    drop(snapshot);
    pack_folder(config, &mut pack)?;
    let store = FileStore::open(&config.storage)?;
    if files == Files::All {
        pack_mails(&Outbox::new(config, &store), &mut pack, &mut progress).await?;
    }
    for (done, key) in keys.iter().enumerate() {
        progress.at(|| format!("{done} of {} pictures", keys.len()));
        pack_picture(&store, key, &mut pack).await?;
    }
    let (manifest, size) = pack.finish()?;
    if !manifest.missing_pictures.is_empty() {
        say(&format!(
            "{} pictures that the database names are not in the storage, and not in the backup: {}",
            manifest.missing_pictures.len(),
            manifest.missing_pictures.join(", ")
        ));
    }
    let megabytes = size.div_ceil(100_000);
    Ok(format!(
        "{}: {}, {}.{} MB",
        file.display(),
        manifest.summary(),
        megabytes / 10,
        megabytes % 10
    ))
}

async fn pack_table(
    snapshot: &Tx,
    table: &dump::Table,
    pack: &mut Pack,
    progress: &mut Progress,
) -> Result<(), BackupError> {
    let (mut number, mut part, mut text) = (0_u64, 0_u32, Vec::new());
    let mut last: Option<dump::Row> = None;
    loop {
        let mut rows = dump::rows(snapshot, table, last.as_ref(), ROWS_PER_QUERY).await?;
        for row in &rows {
            serde_json::to_writer(&mut text, row)
                .map_err(|error| BackupError(format!("{}: {error}", table.name)))?;
            text.push(b'\n');
            number += 1;
        }
        last = rows.pop();
        if text.len() >= ENTRY_BYTES || (last.is_none() && !text.is_empty()) {
            part += 1;
            let table = table.name.clone();
            pack.add(&Name::Rows { table, part }, &text)?;
            text.clear();
        }
        progress.at(|| format!("{number} rows of {}", table.name));
        if last.is_none() {
            pack.count_rows(&table.name, number);
            return Ok(());
        }
    }
}

/// Adds the generated secret and the agency's branding.
fn pack_folder(config: &Config, pack: &mut Pack) -> Result<(), BackupError> {
    if let Some(secret) = read(&config.data_dir.join(secrets::FILE_NAME))? {
        pack.add(&Name::Secret, &secret)?;
    }
    for file in branding::FILES {
        if let Some(bytes) = read(&config.data_dir.join(branding::FOLDER).join(file))? {
            pack.add(&Name::Site(file), &bytes)?;
        }
    }
    Ok(())
}

/// Adds the emails of an installation without a mail server.
async fn pack_mails(
    outbox: &Outbox,
    pack: &mut Pack,
    progress: &mut Progress,
) -> Result<(), BackupError> {
    let failed = |error: std::io::Error| {
        BackupError(format!(
            "the outbox cannot be read ({})",
            error_chain(&error)
        ))
    };
    let ids = outbox.job_ids().await.map_err(failed)?;
    for (done, id) in ids.iter().enumerate() {
        progress.at(|| format!("{done} of {} emails", ids.len()));
        if let Some(mail) = outbox.get(*id).await.map_err(failed)? {
            pack.add(&Name::Mail(*id), &mail)?;
        }
    }
    Ok(())
}

/// `None` if the file does not exist.
fn read(path: &Path) -> Result<Option<Vec<u8>>, BackupError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(BackupError::of_path(path, "cannot be read", &error)),
    }
}

async fn pack_picture(files: &FileStore, key: &str, pack: &mut Pack) -> Result<(), BackupError> {
    let Some(parsed) = Key::parse(key) else {
        return Ok(());
    };
    let Some(picture) = files.get(key).await? else {
        pack.note_missing(key.to_owned());
        return Ok(());
    };
    pack.add(&Name::Picture(key.to_owned()), &picture)?;
    // A picture that is narrower than a copy does not have that copy.
    for copy in WIDTHS.map(|width| parsed.copy(width)) {
        if let Some(bytes) = files.get(&copy).await? {
            pack.add(&Name::Picture(copy), &bytes)?;
        }
    }
    Ok(())
}

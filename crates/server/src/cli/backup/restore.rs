//! `chautari restore FILE`: restores a whole backup into an empty installation, or nothing.
//!
//! The file is read twice, first to verify it and then to write. Rows are written in one transaction, after the files
//! that they reference. A marker file in the data folder exists from the first byte to the last. After a crash,
//! running the same command again completes the restore, and nothing else uses the folder until then.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use bytes::Bytes;
use store::dump::{self, Table};
use store::{Db, Tx, metadata};

use super::name::Name;
use super::progress::{Progress, say};
use super::unpack::{each_entry, find_table, read_rows, verify};
use super::{BackupError, Header};
use crate::features::branding;
use crate::platform::adapters::file_store::FileStore;
use crate::platform::adapters::outbox::{Outbox, store_file};
use crate::platform::adapters::secrets;
use crate::platform::config::Config;
use crate::platform::kill_points::kill_point;
use crate::platform::private_files::{create_private_file, make_private_folder};
use crate::platform::secret_key;
use crate::platform::unfinished_restore::{self, Folder};

/// Metadata key with the id of the backup, present from the commit until the marker file is removed.
const MARK: &str = "restored";

/// Restores a backup and returns a summary for the operator.
pub async fn restore(config: &Config, file: &Path) -> Result<String, BackupError> {
    let folder = unfinished_restore::look(&config.data_dir)?;
    let (header, manifest) = verify(file).await?;
    if let Folder::Begun(Some(other)) = folder
        && other != header.id
    {
        return Err(BackupError(format!(
            "CHAUTARI_DATA_DIR: a restore of another backup was started in {}; finish that restore, or empty the folder",
            config.data_dir.display()
        )));
    }
    make_private_folder(&config.data_dir)
        .map_err(|error| BackupError::of_path(&config.data_dir, "cannot be made", &error))?;
    unfinished_restore::set(&config.data_dir, header.id)?;
    kill_point("restore-begun");
    let (db, is_written) = match open_empty(config, &header).await {
        Ok(opened) => opened,
        Err(problem) => {
            if folder == Folder::Empty {
                // Nothing was written, so the folder is unchanged.
                unfinished_restore::clear(&config.data_dir)?;
            }
            return Err(problem);
        }
    };
    if !is_written {
        write(config, &db, file, &header).await?;
    }
    kill_point("restore-committed");
    unfinished_restore::clear(&config.data_dir)?;
    kill_point("restore-unmarked");
    metadata::remove(&db, MARK).await?;
    db.close().await?;
    if !manifest.missing_pictures.is_empty() {
        let number = manifest.missing_pictures.len();
        say(&format!(
            "{number} pictures were missing when the backup was made"
        ));
    }
    let has_secret = manifest.entries.contains_key(&Name::Secret.text());
    if !has_secret && config.secret_key.is_none() {
        say(
            "the backup has no secret key: set CHAUTARI_SECRET_KEY to the previous key, or all users must log in again",
        );
    }
    let made_at = header.made_at.format("%Y-%m-%d %H:%M:%S UTC");
    Ok(format!("restored {} as of {made_at}", manifest.summary()))
}

/// Opens the database. Also returns whether a restore of this backup was committed there before it was interrupted.
async fn open_empty(config: &Config, header: &Header) -> Result<(Db, bool), BackupError> {
    let db = store::connect(&config.database_url).await?;
    let Some(table) = dump::first_with_rows(&db).await? else {
        let applied = dump::applied_migrations(&db).await?.len();
        if applied > header.migrations.len() {
            return Err(BackupError::new(
                "CHAUTARI_DATABASE_URL: this database has the tables of a newer version; a backup is restored into \
                 an empty one",
            ));
        }
        return Ok((db, false));
    };
    let mark = metadata::find(&db, MARK).await.ok().flatten();
    if mark == Some(header.id.to_string()) {
        return Ok((db, true));
    }
    Err(BackupError(format!(
        "CHAUTARI_DATABASE_URL: the table {table} holds rows; a backup is restored into an empty database only"
    )))
}

async fn write(
    config: &Config,
    db: &Db,
    file: &Path,
    verified: &Header,
) -> Result<(), BackupError> {
    let files = FileStore::open(&config.storage)?;
    let tx = db.begin_long().await?;
    dump::migrate_to(&tx, verified.migrations.len()).await?;
    let tables = match_tables(verified, &dump::tables(&tx).await?)?;
    let mut progress = Progress::begin();
    let mut done = 0_u64;
    let (header, _) = each_entry(file, async |header, name, bytes| {
        write_entry(config, &files, &tx, &tables, file, header, name, bytes).await?;
        done += 1;
        progress.at(|| format!("{done} entries restored"));
        if done == 1 {
            kill_point("restore-half-written");
        }
        Ok(())
    })
    .await?;
    if header != *verified {
        let shown = file.display();
        return Err(BackupError(format!(
            "{shown} was changed while it was read"
        )));
    }
    dump::migrate_up(&tx).await?;
    secret_key::record_restored(&tx, config).await?;
    metadata::set(&tx, MARK, &header.id.to_string()).await?;
    kill_point("restore-written");
    Ok(tx.commit().await?)
}

/// The tables with their columns in the order of the backup and the types of this database.
fn match_tables(header: &Header, ours: &[Table]) -> Result<BTreeMap<String, Table>, BackupError> {
    let mut matched = BTreeMap::new();
    for theirs in &header.tables {
        let found = ours.iter().find(|table| table.name == theirs.name);
        let fits = found.is_some_and(|table| {
            theirs.columns.len() == table.columns.len()
                && theirs.columns.iter().all(|column| {
                    let mut same = table.columns.iter();
                    same.any(|ours| (&ours.name, ours.kind) == (&column.name, column.kind))
                })
        });
        if !fits {
            let name = &theirs.name;
            return Err(BackupError(format!(
                "the backup's table {name} is not a Chautari table"
            )));
        }
        matched.insert(theirs.name.clone(), theirs.clone());
    }
    match ours.iter().find(|table| !matched.contains_key(&table.name)) {
        None => Ok(matched),
        Some(table) => Err(BackupError(format!(
            "the backup lacks the table {}",
            table.name
        ))),
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one caller, and all of it is needed"
)]
async fn write_entry(
    config: &Config,
    files: &FileStore,
    tx: &Tx,
    tables: &BTreeMap<String, Table>,
    file: &Path,
    header: &Header,
    name: Name,
    bytes: Vec<u8>,
) -> Result<(), BackupError> {
    let failed = |path: &Path, error| BackupError::of_path(path, "cannot be written", &error);
    match name {
        Name::Header | Name::Manifest => {}
        Name::Rows { table, .. } => {
            let table = find_table(file, header, &table)?;
            if let Some(table) = tables.get(&table.name) {
                let rows = read_rows(file, table, &bytes)?;
                dump::insert(tx, table, &rows).await?;
            }
        }
        Name::Secret => {
            let path = config.data_dir.join(secrets::FILE_NAME);
            write_private(&path, &bytes).map_err(|error| failed(&path, error))?;
        }
        Name::Mail(id) => {
            let stored = Outbox::new(config, files).put(id, bytes).await;
            stored.map_err(|error| failed(&config.outbox(), error))?;
        }
        Name::Site(name) => {
            let folder = config.data_dir.join(branding::FOLDER);
            store_file(&folder, name, &bytes).map_err(|error| failed(&folder, error))?;
        }
        Name::Picture(key) => files.put(&key, Bytes::from(bytes)).await?,
    }
    Ok(())
}

fn write_private(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let mut file = create_private_file(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

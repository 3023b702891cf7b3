//! Reads a backup from beginning to end, and verifies everything against its manifest.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use flate2::bufread::GzDecoder;
use store::dump::{self, Row, Table};

use super::name::Name;
use super::{BackupError, Entry, FORMAT, Header, Manifest};

/// Larger than any entry that a backup contains. A forged size must not exhaust the memory.
const MAX_ENTRY_BYTES: u64 = 64 << 20;

/// Passes every entry to a callback, in order. The header comes first; the manifest is not passed on.
pub(super) async fn each_entry(
    file: &Path,
    mut take: impl AsyncFnMut(&Header, Name, Vec<u8>) -> Result<(), BackupError>,
) -> Result<(Header, Manifest), BackupError> {
    let opened = File::open(file);
    let opened = opened.map_err(|error| BackupError::of_path(file, "cannot be opened", &error))?;
    let mut archive = tar::Archive::new(GzDecoder::new(BufReader::new(opened)));
    let mut seen: BTreeMap<String, Entry> = BTreeMap::new();
    let (mut header, mut manifest) = (None, None);
    let damaged = |error: std::io::Error| damaged(file, &error.to_string());
    for entry in archive.entries().map_err(damaged)? {
        let mut entry = entry.map_err(damaged)?;
        let (name, bytes) = read_entry(file, &mut entry)?;
        if manifest.is_some() {
            return Err(wrong(file, "something follows the manifest"));
        }
        match (name, &header) {
            (Name::Manifest, Some(_)) => {
                let read = serde_json::from_slice(&bytes);
                let read: Manifest = read.map_err(|error| wrong(file, &error.to_string()))?;
                manifest = Some(read);
                continue;
            }
            (Name::Header, None) => header = Some(read_header(file, &bytes)?),
            (name, Some(header)) if name != Name::Header => {
                let text = name.text();
                if seen.contains_key(&text) {
                    return Err(wrong(file, &format!("{text} is in it twice")));
                }
                seen.insert(text, Entry::of(&bytes));
                take(header, name, bytes).await?;
                continue;
            }
            _ => return Err(wrong(file, "it does not begin with its header")),
        }
        seen.insert(Name::Header.text(), Entry::of(&bytes));
    }
    read_to_end(file, archive.into_inner())?;
    let (Some(header), Some(manifest)) = (header, manifest) else {
        return Err(wrong(file, "its end is missing"));
    };
    if let Some(name) = first_difference(&seen, &manifest.entries) {
        return Err(wrong(file, &format!("{name} is not what was written")));
    }
    Ok((header, manifest))
}

/// Reads and verifies everything, rows included, and writes nothing.
pub(super) async fn verify(file: &Path) -> Result<(Header, Manifest), BackupError> {
    let mut counted: BTreeMap<String, u64> = BTreeMap::new();
    let (header, manifest) = each_entry(file, async |header, name, bytes| {
        if let Name::Rows { table, .. } = name {
            let table = find_table(file, header, &table)?;
            let rows = read_rows(file, table, &bytes)?;
            *counted.entry(table.name.clone()).or_default() += rows.len() as u64;
        }
        Ok(())
    })
    .await?;
    for table in &header.tables {
        let written = manifest.rows.get(&table.name).copied();
        let found = counted.get(&table.name).copied().unwrap_or_default();
        if written != Some(found) {
            let problem = format!("rows of {} are missing", table.name);
            return Err(wrong(file, &problem));
        }
    }
    Ok((header, manifest))
}

pub(super) fn find_table<'a>(
    file: &Path,
    header: &'a Header,
    name: &str,
) -> Result<&'a Table, BackupError> {
    let mut tables = header.tables.iter();
    tables
        .find(|table| table.name == name)
        .ok_or_else(|| wrong(file, &format!("it has rows of an unknown table {name}")))
}

/// Each line is a row, with a value of the right type for each column.
pub(super) fn read_rows(file: &Path, table: &Table, bytes: &[u8]) -> Result<Vec<Row>, BackupError> {
    let lines = bytes.split(|byte| *byte == b'\n');
    let mut rows = Vec::new();
    for line in lines.filter(|line| !line.is_empty()) {
        let row: Option<Row> = serde_json::from_slice(line).ok();
        let row = row.filter(|row| {
            row.len() == table.columns.len()
                && row
                    .iter()
                    .zip(&table.columns)
                    .all(|(value, column)| dump::is_of(column.kind, value))
        });
        let problem = || wrong(file, &format!("{} has a row that is none", table.name));
        rows.push(row.ok_or_else(problem)?);
    }
    Ok(rows)
}

fn read_entry(
    file: &Path,
    entry: &mut tar::Entry<'_, GzDecoder<BufReader<File>>>,
) -> Result<(Name, Vec<u8>), BackupError> {
    let path = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
    let is_file = entry.header().entry_type() == tar::EntryType::Regular;
    let name = Name::parse(&path).filter(|_| is_file && entry.size() <= MAX_ENTRY_BYTES);
    let Some(name) = name else {
        let shown = path.escape_debug();
        return Err(wrong(
            file,
            &format!("it holds '{shown}', which no backup does"),
        ));
    };
    let mut bytes = Vec::new();
    let read = entry.read_to_end(&mut bytes);
    read.map_err(|error| damaged(file, &error.to_string()))?;
    Ok((name, bytes))
}

fn read_header(file: &Path, bytes: &[u8]) -> Result<Header, BackupError> {
    #[derive(serde::Deserialize)]
    struct Format {
        format: u32,
    }
    let no_header = |error: serde_json::Error| wrong(file, &error.to_string());
    // Parsed alone first, because a newer format may have other fields.
    let Format { format } = serde_json::from_slice(bytes).map_err(no_header)?;
    if format != FORMAT {
        return Err(newer(file, &format!("its format is {format}")));
    }
    let header: Header = serde_json::from_slice(bytes).map_err(no_header)?;
    let known = dump::known_migrations();
    if let Some(name) = header.migrations.iter().find(|name| !known.contains(name)) {
        return Err(newer(file, &format!("its tables are those of {name}")));
    }
    if header.migrations.is_empty() || !known.starts_with(&header.migrations) {
        return Err(wrong(file, "its tables are those of no version"));
    }
    Ok(header)
}

/// The gzip checksum follows the last entry.
fn read_to_end(file: &Path, mut rest: GzDecoder<BufReader<File>>) -> Result<(), BackupError> {
    std::io::copy(&mut rest, &mut std::io::sink())
        .map_err(|error| damaged(file, &error.to_string()))?;
    match rest.into_inner().fill_buf() {
        Ok([]) => Ok(()),
        Ok(_) => Err(wrong(file, "something follows its end")),
        Err(error) => Err(damaged(file, &error.to_string())),
    }
}

fn first_difference<'a>(
    seen: &'a BTreeMap<String, Entry>,
    written: &'a BTreeMap<String, Entry>,
) -> Option<&'a String> {
    let missing = written.keys().find(|name| !seen.contains_key(*name));
    let mut seen = seen.iter();
    let changed = seen.find(|(name, entry)| written.get(*name) != Some(*entry));
    changed.map(|(name, _)| name).or(missing)
}

fn damaged(file: &Path, what: &str) -> BackupError {
    let what = what.lines().next().unwrap_or_default();
    BackupError(format!(
        "{} is not a backup, or is truncated or damaged ({what})",
        file.display()
    ))
}

fn wrong(file: &Path, what: &str) -> BackupError {
    BackupError(format!(
        "{} is not a complete backup: {what}",
        file.display()
    ))
}

fn newer(file: &Path, what: &str) -> BackupError {
    BackupError(format!(
        "{} was made by a newer Chautari: {what}, which this one does not know",
        file.display()
    ))
}

//! Writes the backup: a gzip-compressed tar archive, written to a temporary file and renamed when it is complete.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use flate2::Compression;
use flate2::write::GzEncoder;
use tempfile::NamedTempFile;

use super::name::Name;
use super::{BackupError, Entry, Header, Manifest};

pub(super) struct Pack {
    tar: tar::Builder<GzEncoder<NamedTempFile>>,
    manifest: Manifest,
    made_at: DateTime<Utc>,
    file: PathBuf,
}

impl Pack {
    /// Fails if the file exists. The temporary file is beside it and readable by its owner only.
    pub(super) fn begin(file: &Path, made_at: DateTime<Utc>) -> Result<Self, BackupError> {
        if file.symlink_metadata().is_ok() {
            return Err(taken(file));
        }
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        let aside = tempfile::Builder::new()
            .prefix(&format!(".{name}."))
            .suffix(".part")
            .tempfile_in(folder_of(file))
            .map_err(|error| failed(file, &error))?;
        Ok(Self {
            // Pictures do not compress further, and rows compress well even with the fast setting.
            tar: tar::Builder::new(GzEncoder::new(aside, Compression::fast())),
            manifest: Manifest::default(),
            made_at,
            file: file.to_owned(),
        })
    }

    pub(super) fn header(&mut self, header: &Header) -> Result<(), BackupError> {
        self.add(&Name::Header, &json(header)?)
    }

    pub(super) fn add(&mut self, name: &Name, bytes: &[u8]) -> Result<(), BackupError> {
        let text = name.text();
        let mut head = tar::Header::new_gnu();
        head.set_size(bytes.len() as u64);
        head.set_mode(0o600);
        head.set_mtime(u64::try_from(self.made_at.timestamp()).unwrap_or_default());
        let added = self.tar.append_data(&mut head, &text, bytes);
        added.map_err(|error| failed(&self.file, &error))?;
        if *name != Name::Manifest {
            self.manifest.entries.insert(text, Entry::of(bytes));
        }
        Ok(())
    }

    pub(super) fn count_rows(&mut self, table: &str, number: u64) {
        self.manifest.rows.insert(table.to_owned(), number);
    }

    pub(super) fn note_missing(&mut self, picture: String) {
        self.manifest.missing_pictures.push(picture);
    }

    /// Renames the temporary file. From here on the backup is complete, even after a power failure.
    pub(super) fn finish(mut self) -> Result<(Manifest, u64), BackupError> {
        let manifest = json(&self.manifest)?;
        self.add(&Name::Manifest, &manifest)?;
        let file = &self.file;
        let aside = self.tar.into_inner().and_then(GzEncoder::finish);
        let aside = aside.map_err(|error| failed(file, &error))?;
        let size = aside.as_file().sync_all();
        let size = size.and_then(|()| Ok(aside.as_file().metadata()?.len()));
        let size = size.map_err(|error| failed(file, &error))?;
        aside.persist_noclobber(file).map_err(|error| {
            match error.error.kind() == std::io::ErrorKind::AlreadyExists {
                true => taken(file),
                false => failed(file, &error.error),
            }
        })?;
        let folder = std::fs::File::open(folder_of(file)).and_then(|folder| folder.sync_all());
        folder.map_err(|error| failed(file, &error))?;
        Ok((self.manifest, size))
    }
}

fn folder_of(file: &Path) -> &Path {
    match file.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn taken(file: &Path) -> BackupError {
    let shown = file.display();
    BackupError(format!("{shown} already exists and is not overwritten"))
}

fn failed(file: &Path, error: &std::io::Error) -> BackupError {
    BackupError::of_path(file, "cannot be written", error)
}

fn json(value: &impl serde::Serialize) -> Result<Vec<u8>, BackupError> {
    serde_json::to_vec(value).map_err(|error| BackupError(error.to_string()))
}

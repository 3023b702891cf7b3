//! The marker file of an unfinished restore: a data folder with half of a backup is never served.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use uuid::Uuid;

/// An error message for the operator.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnfinishedRestore(String);

impl UnfinishedRestore {
    fn of_path(path: &Path, what: &str, error: &std::io::Error) -> Self {
        Self(format!("{} {what} ({error})", path.display()))
    }
}

const FILE_NAME: &str = "restore-unfinished";

/// State of a data folder before a restore.
#[derive(Debug, PartialEq, Eq)]
pub enum Folder {
    /// Does not exist, or is empty.
    Empty,
    /// An interrupted restore of this backup. `None` if the id was not written yet.
    Begun(Option<Uuid>),
}

fn mark(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE_NAME)
}

/// For everything that uses the data folder: fails if a restore was not completed.
pub fn refuse_unfinished(data_dir: &Path) -> Result<(), UnfinishedRestore> {
    if !mark(data_dir).exists() {
        return Ok(());
    }
    Err(UnfinishedRestore(format!(
        "CHAUTARI_DATA_DIR: a restore into {} was not finished; run chautari restore with the same file again",
        data_dir.display()
    )))
}

/// Fails if the folder contains anything else.
pub fn look(data_dir: &Path) -> Result<Folder, UnfinishedRestore> {
    let mut entries = match std::fs::read_dir(data_dir) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Folder::Empty),
        Err(error) => {
            return Err(UnfinishedRestore::of_path(
                data_dir,
                "cannot be read",
                &error,
            ));
        }
    };
    if let Ok(text) = std::fs::read_to_string(mark(data_dir)) {
        return Ok(Folder::Begun(Uuid::parse_str(text.trim()).ok()));
    }
    match entries.next() {
        None => Ok(Folder::Empty),
        Some(_) => Err(UnfinishedRestore(format!(
            "CHAUTARI_DATA_DIR: {} is not empty; a backup is restored into an empty folder only",
            data_dir.display()
        ))),
    }
}

/// Called before anything else is written.
pub fn set(data_dir: &Path, id: Uuid) -> Result<(), UnfinishedRestore> {
    let path = mark(data_dir);
    let written = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(true)
        .open(&path)
        .and_then(|mut file| {
            writeln!(file, "{id}")?;
            file.sync_all()
        })
        .and_then(|()| std::fs::File::open(data_dir)?.sync_all());
    written.map_err(|error| UnfinishedRestore::of_path(&path, "cannot be written", &error))
}

/// Called after everything else is written.
pub fn clear(data_dir: &Path) -> Result<(), UnfinishedRestore> {
    let path = mark(data_dir);
    std::fs::remove_file(&path)
        .and_then(|()| std::fs::File::open(data_dir)?.sync_all())
        .map_err(|error| UnfinishedRestore::of_path(&path, "cannot be removed", &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_empty_begun_or_refused() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data");
        assert_eq!(look(&data).unwrap(), Folder::Empty);
        std::fs::create_dir(&data).unwrap();
        assert_eq!(look(&data).unwrap(), Folder::Empty);
        refuse_unfinished(&data).unwrap();
        let id = Uuid::from_u128(7);
        set(&data, id).unwrap();
        std::fs::write(data.join("chautari.db"), "").unwrap();
        assert_eq!(look(&data).unwrap(), Folder::Begun(Some(id)));
        assert!(refuse_unfinished(&data).is_err());
        // Killed before the id was written.
        std::fs::write(data.join(FILE_NAME), "").unwrap();
        assert_eq!(look(&data).unwrap(), Folder::Begun(None));
        clear(&data).unwrap();
        assert!(look(&data).is_err());
    }
}

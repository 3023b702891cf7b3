//! Emails of an installation without a mail server: a file for each job in the folder `outbox` of the data folder, and
//! a copy in the storage if that is shared, where the emails of all servers are together.

use std::collections::BTreeSet;
use std::io::{Error, ErrorKind, Result, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use uuid::Uuid;

use super::file_store::FileStore;
use crate::platform::config::Config;
use crate::platform::private_files::{create_private_file, make_private_folder, restrict_folder};

/// Folder of the copies in the storage.
const COPIES: &str = "outbox";
/// Writing takes a moment, so no process is still writing a file of this age.
const PARTIAL_FILE_AGE: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub struct Outbox {
    folder: PathBuf,
    copies: Option<FileStore>,
}

impl Outbox {
    #[must_use]
    pub fn new(config: &Config, files: &FileStore) -> Self {
        Self {
            folder: config.outbox(),
            // With a mail server there are none, and the keys of a bucket may have no right to list it.
            copies: (config.smtp.is_none() && config.shares_storage()).then(|| files.clone()),
        }
    }

    /// A second call for the same job replaces the email. While the storage is down, the job is repeated, and the email
    /// is in the folder at once.
    pub(crate) async fn put(&self, job_id: Uuid, mail: Vec<u8>) -> Result<()> {
        let copy = self.copies.as_ref().map(|copies| (copies, mail.clone()));
        self.in_folder(move |folder| store_file(folder, &file_name(job_id), &mail))
            .await?;
        if let Some((copies, mail)) = copy {
            let stored = copies.put(&copy_key(job_id), mail.into()).await;
            stored.map_err(Error::other)?;
        }
        Ok(())
    }

    /// `None` if neither the folder nor the storage has the email.
    pub(crate) async fn get(&self, job_id: Uuid) -> Result<Option<Vec<u8>>> {
        let own = self.in_folder(move |folder| std::fs::read(folder.join(file_name(job_id))));
        match (own.await, &self.copies) {
            (Err(error), None) if error.kind() == ErrorKind::NotFound => Ok(None),
            (Err(error), Some(copies)) if error.kind() == ErrorKind::NotFound => {
                let copy = copies.get(&copy_key(job_id)).await;
                Ok(copy.map_err(Error::other)?.map(Vec::from))
            }
            (own, _) => own.map(Some),
        }
    }

    /// The jobs of the emails that this server wrote, and, if the storage is shared, of those of all servers.
    pub(crate) async fn job_ids(&self) -> Result<BTreeSet<Uuid>> {
        let mut ids = self.in_folder(list).await?;
        if let Some(copies) = &self.copies {
            let keys = copies.list(COPIES).await.map_err(Error::other)?;
            ids.extend(keys.iter().filter_map(|key| {
                let (_, name) = key.rsplit_once('/')?;
                job_id(name)
            }));
        }
        Ok(ids)
    }

    /// Makes the folder private and removes partially written files of a crashed process. Only called at start, before
    /// this program writes. A file that another program is writing right now is recent, and stays.
    pub(crate) async fn tidy(&self) {
        let tidied = self.in_folder(|folder| {
            // The folder is created with the first email.
            if folder.is_dir() {
                restrict_folder(folder)?;
                remove_partial_files(folder);
            }
            Ok(())
        });
        if let Err(error) = tidied.await {
            tracing::warn!(%error, "failed to tidy the outbox");
        }
    }

    /// Whether emails can be stored. Returns where, for the operator.
    pub(crate) async fn check(&self) -> Result<String> {
        self.check_folder().await?;
        let folder = format!("files in {}", self.folder.display());
        let Some(copies) = &self.copies else {
            return Ok(folder);
        };
        let place = copies.check().await.map_err(Error::other)?;
        Ok(format!("{folder}, copies in {place}/{COPIES}"))
    }

    /// Whether the folder can be written.
    pub(crate) async fn check_folder(&self) -> Result<()> {
        self.in_folder(|folder| {
            store_file(folder, ".check", b"")?;
            match std::fs::remove_file(folder.join(".check")) {
                // Another check removed it.
                Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
                removed => removed,
            }
        })
        .await
    }

    async fn in_folder<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Path) -> Result<T> + Send + 'static,
    ) -> Result<T> {
        let folder = self.folder.clone();
        tokio::task::spawn_blocking(move || work(&folder)).await?
    }
}

fn file_name(job_id: Uuid) -> String {
    format!("{job_id}.eml")
}

fn copy_key(job_id: Uuid) -> String {
    format!("{COPIES}/{}", file_name(job_id))
}

fn job_id(file_name: &str) -> Option<Uuid> {
    Uuid::parse_str(file_name.strip_suffix(".eml")?).ok()
}

fn list(folder: &Path) -> Result<BTreeSet<Uuid>> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(BTreeSet::new()),
        entries => entries?,
    };
    let names = entries.map(|entry| Ok(entry?.file_name()));
    names
        .filter_map(|name| name.map(|name| name.to_str().and_then(job_id)).transpose())
        .collect()
}

/// Skips what another server on the same folder removes meanwhile.
fn remove_partial_files(folder: &Path) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let written = entry.metadata().and_then(|meta| meta.modified());
        let age = written.ok().and_then(|written| written.elapsed().ok());
        let is_old = age.is_some_and(|age| age > PARTIAL_FILE_AGE);
        if is_old && name.starts_with('.') && name.ends_with(".part") {
            let _ = std::fs::remove_file(entry.path());
        }
    }
}

/// Writes atomically: the file has its name only when it is complete, even after a power failure.
pub(crate) fn store_file(folder: &Path, name: &str, bytes: &[u8]) -> Result<()> {
    make_private_folder(folder)?;
    let aside = folder.join(format!(
        ".{name}.{}.part",
        Uuid::from_bytes(super::secrets::random_bytes()).simple()
    ));
    let mut file = create_private_file(&aside)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    std::fs::rename(&aside, folder.join(name))?;
    std::fs::File::open(folder)?.sync_all()
}

//! Storage of pictures and of copies of emails: a folder, or an S3-compatible bucket (decisions §1 `CHAUTARI_STORAGE_URL`).

use std::path::{Path as Folder, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::TryStreamExt;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path;
use object_store::prefix::PrefixStore;
use object_store::{ClientOptions, Error, ObjectStore, ObjectStoreExt, RetryConfig};

use crate::platform::private_files::restrict_folder;
use crate::platform::settings::BadSetting;

const VARIABLE: &str = "CHAUTARI_STORAGE_URL";
const BUCKET_TIMEOUT: Duration = Duration::from_secs(10);
/// Created and removed by [`FileStore::check`].
const PROBE: &str = "incoming/.probe";

/// The location from the setting.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Place {
    Folder(PathBuf),
    Bucket { name: String, prefix: String },
}

impl Place {
    /// `file:///folder` or `s3://bucket/prefix`. Without the setting, a folder in the data folder.
    pub fn parse(setting: Option<&str>, data_dir: &Folder) -> Result<Self, BadSetting> {
        let Some(url) = setting else {
            return Ok(Self::Folder(data_dir.join("uploads")));
        };
        if let Some(path) = url
            .strip_prefix("file://")
            .filter(|path| path.starts_with('/'))
        {
            return Ok(Self::Folder(PathBuf::from(path)));
        }
        if let Some(rest) = url.strip_prefix("s3://") {
            let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
            let plain = |letter: char| letter.is_ascii_alphanumeric() || ".-".contains(letter);
            if !name.is_empty() && name.chars().all(plain) {
                let prefix = prefix.trim_matches('/').to_owned();
                let name = name.to_owned();
                return Ok(Self::Bucket { name, prefix });
            }
        }
        Err(BadSetting::new(
            VARIABLE,
            "may be file:///folder or s3://bucket/prefix",
        ))
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the file store failed: {0}")]
pub struct FileStoreError(#[from] Error);

#[derive(Clone)]
pub struct FileStore {
    files: Arc<dyn ObjectStore>,
    shown: String,
}

impl FileStore {
    /// Creates the folder. A bucket is not contacted yet.
    pub fn open(place: &Place) -> Result<Self, BadSetting> {
        match place {
            Place::Folder(folder) => Self::folder(folder),
            Place::Bucket { name, prefix } => Self::bucket(name, prefix),
        }
    }

    fn folder(folder: &Folder) -> Result<Self, BadSetting> {
        let shown = folder.display().to_string();
        let refused = |error: String| {
            BadSetting::new(VARIABLE, format!("{shown} cannot be written ({error})"))
        };
        restrict_folder(folder).map_err(|error| refused(error.kind().to_string()))?;
        let files = LocalFileSystem::new_with_prefix(folder)
            .map_err(|error| refused(error.to_string()))?
            .with_automatic_cleanup(true);
        Ok(Self {
            files: Arc::new(files),
            shown,
        })
    }

    /// Keys, region and endpoint come from the standard `AWS_*` variables.
    fn bucket(name: &str, prefix: &str) -> Result<Self, BadSetting> {
        let options = ClientOptions::new()
            .with_timeout(BUCKET_TIMEOUT)
            .with_allow_http(true);
        let retry = RetryConfig {
            max_retries: 1,
            retry_timeout: BUCKET_TIMEOUT,
            ..RetryConfig::default()
        };
        let bucket = AmazonS3Builder::from_env()
            .with_bucket_name(name)
            .with_client_options(options)
            .with_retry(retry)
            .build()
            .map_err(|error| BadSetting::new(VARIABLE, error.to_string()))?;
        let files: Arc<dyn ObjectStore> = match prefix {
            "" => Arc::new(bucket),
            prefix => Arc::new(PrefixStore::new(bucket, prefix)),
        };
        Ok(Self {
            files,
            shown: format!("s3://{name}/{prefix}"),
        })
    }

    pub(crate) async fn put(&self, key: &str, bytes: Bytes) -> Result<(), FileStoreError> {
        self.files.put(&path(key)?, bytes.into()).await?;
        Ok(())
    }

    /// Returns `None` if the file does not exist.
    pub async fn get(&self, key: &str) -> Result<Option<Bytes>, FileStoreError> {
        match self.files.get(&path(key)?).await {
            Ok(found) => Ok(Some(found.bytes().await?)),
            Err(Error::NotFound { .. }) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Also succeeds if the file does not exist.
    pub async fn delete(&self, key: &str) -> Result<(), FileStoreError> {
        match self.files.delete(&path(key)?).await {
            Ok(()) | Err(Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// The keys that begin with this folder, in no particular order.
    pub(crate) async fn list(&self, folder: &str) -> Result<Vec<String>, FileStoreError> {
        let found = self.files.list(Some(&path(folder)?));
        let keys = found.map_ok(|file| file.location.to_string());
        Ok(keys.try_collect().await?)
    }

    /// Writes and removes a test file. Returns the location for the operator.
    pub(crate) async fn check(&self) -> Result<String, FileStoreError> {
        self.put(PROBE, Bytes::from_static(b"probe")).await?;
        self.delete(PROBE).await?;
        Ok(self.shown.clone())
    }
}

fn path(key: &str) -> Result<Path, FileStoreError> {
    Ok(Path::parse(key).map_err(Error::from)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_a_folder_or_a_bucket() {
        let data = Folder::new("/data");
        let folder = |path: &str| Place::Folder(PathBuf::from(path));
        let bucket = |name: &str, prefix: &str| Place::Bucket {
            name: name.to_owned(),
            prefix: prefix.to_owned(),
        };
        for (setting, expected) in [
            (None, folder("/data/uploads")),
            (Some("file:///var/lib/treks"), folder("/var/lib/treks")),
            (Some("s3://treks"), bucket("treks", "")),
            (Some("s3://treks/a/b/"), bucket("treks", "a/b")),
        ] {
            assert_eq!(Place::parse(setting, data), Ok(expected));
        }
        for wrong in [
            "treks",
            "file://treks",
            "s3://",
            "s3:///a",
            "s3://a b",
            "ftp://a/b",
        ] {
            assert!(Place::parse(Some(wrong), data).is_err(), "{wrong}");
        }
    }

    #[tokio::test]
    async fn a_key_never_leaves_the_folder() {
        let outside = tempfile::tempdir().unwrap();
        let inside = outside.path().join("uploads");
        let files = FileStore::folder(&inside).unwrap();
        for key in ["../a", "images/../../a", "/../a"] {
            let _ = files.put(key, Bytes::from_static(b"x")).await;
        }
        let found: Vec<_> = std::fs::read_dir(outside.path()).unwrap().collect();
        assert_eq!(found.len(), 1, "{found:?}");
        files
            .put("images/a", Bytes::from_static(b"x"))
            .await
            .unwrap();
        assert_eq!(files.get("images/a").await.unwrap().unwrap(), "x");
        files.delete("images/a").await.unwrap();
        files.delete("images/a").await.unwrap();
        assert!(files.get("images/a").await.unwrap().is_none());
    }
}

//! Ensures that all servers on one database have the same secret key. With different keys, each would reject the
//! sessions and codes of the others. The database stores the key's fingerprint, and a server with another key does
//! not start.

use store::{Connection, Db, StoreError, Tx, dump, metadata};

use crate::platform::adapters::secrets::{FILE_NAME, Secrets};
use crate::platform::config::Config;
use crate::platform::settings::BadSetting;
use crate::platform::start_error::StartError;

/// Metadata key of the fingerprint.
const FINGERPRINT: &str = "secret-key-fingerprint";

/// Compares the key with the stored fingerprint. The first start stores it.
pub(crate) async fn check(db: &Db, secrets: &Secrets) -> Result<(), StartError> {
    let ours = secrets.fingerprint();
    match metadata::find_or_set(db, FINGERPRINT, &ours).await? == ours {
        true => Ok(()),
        false => Err(differs()),
    }
}

/// Like [`check`], without writing. Returns false if no server has started on this database yet.
pub(crate) async fn is_recorded(db: &Db, secrets: &Secrets) -> Result<bool, StartError> {
    // A database without tables has no metadata.
    if dump::applied_migrations(db).await?.is_empty() {
        return Ok(false);
    }
    match metadata::find(db, FINGERPRINT).await? {
        None => Ok(false),
        Some(noted) if noted == secrets.fingerprint() => Ok(true),
        Some(_) => Err(differs()),
    }
}

/// For a deliberate change of the key: the next start stores the new fingerprint.
pub async fn accept_new(config: &Config) -> Result<(), StartError> {
    let db = store::connect(&config.database_url).await?;
    if !dump::applied_migrations(&db).await?.is_empty() {
        forget(&db).await?;
    }
    Ok(db.close().await?)
}

/// After a restore the key may differ from that of the backup. The site starts, and all users sign in again.
pub(crate) async fn record_restored(tx: &Tx, config: &Config) -> Result<(), StoreError> {
    if metadata::find(tx, FINGERPRINT).await?.is_none() {
        return Ok(());
    }
    let has_key = config.secret_key.is_some() || config.data_dir.join(FILE_NAME).exists();
    let key = has_key.then(|| Secrets::load(&config.data_dir, config.secret_key.as_deref()));
    match key {
        Some(Ok(key)) => metadata::set(tx, FINGERPRINT, &key.fingerprint()).await,
        // The first start generates a key.
        Some(Err(_)) | None => forget(tx).await,
    }
}

async fn forget(db: &impl Connection) -> Result<(), StoreError> {
    metadata::remove(db, FINGERPRINT).await
}

fn differs() -> StartError {
    let problem = "differs from the key that this database is used with; all servers on one database need the same. \
                   After a deliberate change of the key start once with --new-secret-key";
    BadSetting::new("CHAUTARI_SECRET_KEY", problem).into()
}

//! Errors that prevent the start.

use crate::platform::settings::BadSetting;
use crate::platform::unfinished_restore::UnfinishedRestore;

/// Why the program cannot start, in one line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error(transparent)]
    Setting(#[from] BadSetting),
    #[error("CHAUTARI_DATABASE_URL: the database cannot be reached or migrated ({0})")]
    Database(#[from] store::StoreError),
    #[error("CHAUTARI_DATA_DIR: {0} ({1})")]
    DataDir(String, #[source] std::io::Error),
    #[error(
        "the database cannot be backed up before it is migrated ({0}); make room, or skip the backup once with \
         --migration-backups 0"
    )]
    Backup(String),
    #[error(transparent)]
    Unfinished(#[from] UnfinishedRestore),
    #[error("the demo cannot be loaded: {0}")]
    Demo(String),
    #[error("the signal handlers cannot be installed ({0})")]
    Signals(#[source] std::io::Error),
}

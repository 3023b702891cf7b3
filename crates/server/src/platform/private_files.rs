//! Folders and files that only their owner may open, whatever the mode of the data folder: the outbox holds
//! mails with codes, the secret signs tokens, and uploads include pictures of drafts.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::Path;

/// Makes a folder with mode 0700. One that exists keeps its mode.
pub fn make_private_folder(folder: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Makes a folder where there is none, and takes the access of others away from one that exists.
pub fn restrict_folder(folder: &Path) -> Result<()> {
    make_private_folder(folder)?;
    restrict(folder, 0o700)
}

/// Takes the access of others away from a file.
pub fn restrict_file(file: &Path) -> Result<()> {
    restrict(file, 0o600)
}

/// Opens a file for writing, empty, with mode 0600 where it is new.
pub fn create_private_file(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// What belongs to another user keeps its mode: only its owner may change that.
#[cfg(unix)]
fn restrict(path: &Path, mode: u32) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    let mut permissions = std::fs::metadata(path)?.permissions();
    if permissions.mode() & 0o777 & !mode == 0 {
        return Ok(());
    }
    permissions.set_mode(mode);
    match std::fs::set_permissions(path, permissions) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(()),
        done => done,
    }
}

#[cfg(not(unix))]
fn restrict(_path: &Path, _mode: u32) -> Result<()> {
    Ok(())
}

//! Files and folders that only their owner can access, regardless of the permissions of the data folder: the outbox
//! contains emails with codes, the secret signs tokens, and uploads include pictures of drafts.

use std::fs::{DirBuilder, File, OpenOptions};
use std::io::{ErrorKind, Result};
use std::path::Path;

/// Creates a folder with mode 0700. An existing folder keeps its mode.
pub fn make_private_folder(folder: &Path) -> Result<()> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Creates a folder if it does not exist, otherwise removes the access of other users.
pub fn restrict_folder(folder: &Path) -> Result<()> {
    make_private_folder(folder)?;
    restrict(folder, 0o700)
}

/// Removes the access of other users to a file.
pub fn restrict_file(file: &Path) -> Result<()> {
    restrict(file, 0o600)
}

/// Opens an empty file for writing, created with mode 0600.
pub fn create_private_file(path: &Path) -> Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// A file of another user keeps its mode, because only its owner may change it.
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

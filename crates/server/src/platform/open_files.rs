//! The limit of open files. Each connection needs one.

/// Reserved for files other than connections: database, pictures, mail, log.
const OTHER_FILES: usize = 128;

/// Raises the soft limit of this process to the hard limit, and returns how many connections fit. Many systems start
/// services with a limit of 1024.
#[cfg(unix)]
pub fn raise_limit() -> usize {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    let raised = rustix::process::Rlimit {
        current: limit.maximum,
        maximum: limit.maximum,
    };
    match setrlimit(Resource::Nofile, raised) {
        Ok(()) => limit = raised,
        Err(error) => tracing::warn!(%error, "failed to raise the limit of open files"),
    }
    let files = limit.current.map_or(usize::MAX, |number| {
        usize::try_from(number).unwrap_or(usize::MAX)
    });
    files.saturating_sub(OTHER_FILES).max(OTHER_FILES)
}

#[cfg(not(unix))]
pub fn raise_limit() -> usize {
    usize::MAX
}

//! The limit of open files, of which each connection takes one.

/// For what is open beside connections: database, pictures, mail, the log.
const OTHER_FILES: usize = 128;

/// Raises the soft limit of this process to the hard one; how many connections fit below it. Many systems start a
/// service with 1024.
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
        Err(error) => tracing::warn!(%error, "the limit of open files cannot be raised"),
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

//! Prints the progress of long operations to standard error every few seconds. Short operations print nothing.

use std::io::Write;
use std::time::{Duration, Instant};

const REPORT_INTERVAL: Duration = Duration::from_secs(3);

pub(super) struct Progress {
    last: Instant,
}

impl Progress {
    pub(super) fn begin() -> Self {
        Self {
            last: Instant::now(),
        }
    }

    pub(super) fn at(&mut self, how_far: impl FnOnce() -> String) {
        if self.last.elapsed() >= REPORT_INTERVAL {
            say(&how_far());
            self.last = Instant::now();
        }
    }
}

pub(super) fn say(line: &str) {
    let _ = writeln!(std::io::stderr(), "chautari: {line}");
}

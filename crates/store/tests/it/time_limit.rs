//! Ends a test process in which a test hangs, and prints the name of the test and its current step. Without it, the run
//! would end at the time limit of the CI job and name no test. The tests of the server include this file too.

use std::io::Write;
use std::panic::Location;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

/// The slowest test takes 15 seconds on two idle cores.
const DEFAULT_LIMIT: Duration = Duration::from_secs(900);
const LIMIT_SETTING: &str = "CHAUTARI_TEST_LIMIT_SECONDS";
const POLL_INTERVAL: Duration = Duration::from_secs(1);

static RUNNING: Mutex<Vec<Entry>> = Mutex::new(Vec::new());
static WATCHDOG: Once = Once::new();

struct Entry {
    id: u64,
    /// The test runner names each thread after its test.
    thread: String,
    since: Instant,
    /// None for the test as a whole.
    step: Option<String>,
}

/// The time counts from its creation until it is dropped.
pub struct TimeLimit {
    id: u64,
}

impl TimeLimit {
    /// Time limit of the whole test of this thread.
    pub fn of_test() -> Self {
        WATCHDOG.call_once(|| drop(std::thread::spawn(watch)));
        Self::enter(None)
    }

    /// Time limit of one step of a test, which the report names.
    pub fn of_step(what: &str, place: &Location<'_>) -> Self {
        Self::enter(Some(format!("{what} at {place}")))
    }

    fn enter(step: Option<String>) -> Self {
        let thread = std::thread::current();
        let mut running = running();
        let id = running.last().map_or(0, |entry| entry.id + 1);
        running.push(Entry {
            id,
            thread: thread
                .name()
                .unwrap_or("a thread without a name")
                .to_owned(),
            since: Instant::now(),
            step,
        });
        Self { id }
    }
}

impl Drop for TimeLimit {
    fn drop(&mut self) {
        running().retain(|entry| entry.id != self.id);
    }
}

/// Entries in the order of their start. A panicked test must not hide the others.
fn running() -> MutexGuard<'static, Vec<Entry>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

fn watch() {
    let limit = std::env::var(LIMIT_SETTING).map_or(DEFAULT_LIMIT, |text| {
        Duration::from_secs(text.parse().expect("whole seconds"))
    });
    loop {
        std::thread::sleep(POLL_INTERVAL);
        let report = report(&running(), limit);
        if report.is_empty() {
            continue;
        }
        // Written to stderr directly, because the test runner captures the output of a test until it ends.
        let _ = std::io::stderr().write_all(report.as_bytes());
        // Aborts, because an exit would wait for the resources of the test.
        std::process::abort();
    }
}

/// A line for each test beyond the limit; empty if there is none.
fn report(running: &[Entry], limit: Duration) -> String {
    let is_late = |entry: &&Entry| entry.step.is_none() && entry.since.elapsed() > limit;
    let mut lines = String::new();
    for test in running.iter().filter(is_late) {
        // The step that started last is the one that hangs.
        let step = running
            .iter()
            .rfind(|entry| entry.thread == test.thread && entry.step.is_some());
        let step = step.and_then(|entry| entry.step.as_deref());
        let step = step.unwrap_or("nothing that is recorded");
        lines += &format!(
            "error: test {} has not ended within {} s; it waits for {step}\n",
            test.thread,
            limit.as_secs()
        );
    }
    lines
}

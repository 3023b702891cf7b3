//! Periodic tasks: work that is repeated at an interval, independent of jobs.
//!
//! Most of them are shared: of all servers on a database one runs a task, by a lease in the database, so that three
//! servers ask the payment provider as often as one would. After a crash the lease ends and another server takes over; a
//! server that starts again runs at once what it ran before. A task may nevertheless run twice, so it must be idempotent.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::future::BoxFuture;
use store::StoreResult;
use store::jobs::database_time;
use store::periodic_tasks::{self as stored, TaskRun};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::platform::adapters::clock::Clock;
use crate::platform::adapters::outbox::store_file;
use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::{CLAIM_TIMEOUT, JobError, guarded};
use crate::platform::traces;

/// A task that takes longer is cancelled and runs again; otherwise one that hangs would never run again.
const TASK_TIMEOUT: Duration = Duration::from_secs(15 * 60);
/// Delay before a failed task runs again.
const TASK_RETRY_DELAY: Duration = Duration::from_secs(10);
/// When a server dies during a task, another one runs it after this time.
pub const LEASE: Duration = Duration::from_secs(30);
/// Maximum time until a server finds out that a task of another server is due.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
const MIN_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Of several servers, one whose clock differs more from that of the database runs no shared task.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);
/// File in the data folder with the id of the server.
const ID_FILE: &str = "server.id";

pub struct PeriodicTask {
    pub name: &'static str,
    pub every: Duration,
    pub run: fn(App) -> BoxFuture<'static, Result<(), JobError>>,
}

/// Runs a task on what this process has in memory, at its interval, beginning at once.
pub(crate) async fn repeat(app: App, mut stop: watch::Receiver<bool>, task: &'static PeriodicTask) {
    while !*stop.borrow() {
        let is_done = attempt(&app, task, std::future::pending()).await;
        if is_done {
            let now = app.clock.now();
            app.metrics.task_succeeded(task.name, now.timestamp());
        }
        wait(&mut stop, pause(task, is_done)).await;
    }
}

/// Runs the tasks that all servers of the database share, until `stop` is true. Tasks in progress are completed.
pub async fn share(
    app: App,
    mut stop: watch::Receiver<bool>,
    tasks: &'static [PeriodicTask],
    lease: Duration,
) {
    let (id, id_file) = server_id(&app.config.data_dir);
    let mut server = Server {
        id,
        lease,
        tasks,
        is_registered: false,
        is_alone: true,
        has_right_time: true,
        _id_file: id_file,
    };
    let mut running = JoinSet::new();
    while !*stop.borrow() {
        let started = server.start_due(&app, &mut running);
        let next = guarded(CLAIM_TIMEOUT, async { Ok(started.await?) }).await;
        let next = next.unwrap_or_else(|error| {
            tracing::error!(
                error = error_chain(&error),
                "failed to read which tasks are due"
            );
            POLL_INTERVAL.min(TASK_RETRY_DELAY)
        });
        tokio::select! {
            () = wait(&mut stop, next) => {}
            Some(_) = running.join_next() => {}
        }
    }
    while running.join_next().await.is_some() {}
    if let Err(error) = stored::release(&app.db, server.id).await {
        tracing::warn!(
            error = error_chain(&error),
            "failed to release the periodic tasks"
        );
    }
}

struct Server {
    id: Uuid,
    lease: Duration,
    tasks: &'static [PeriodicTask],
    is_registered: bool,
    /// Whether no other server on this database was found yet.
    is_alone: bool,
    has_right_time: bool,
    /// Locked while this server runs.
    _id_file: Option<File>,
}

impl Server {
    /// Starts the tasks that are due and that no other server runs. Returns the time until the next one is due.
    async fn start_due(&mut self, app: &App, running: &mut JoinSet<()>) -> StoreResult<Duration> {
        if !self.is_registered {
            let names: Vec<_> = self.tasks.iter().map(|task| task.name).collect();
            stored::register(&app.db, &names, self.id).await?;
            self.is_registered = true;
        }
        let tasks = stored::list(&app.db).await?;
        let is_other = |id| id != self.id;
        if self.is_alone && tasks.iter().any(|due| due.server_id.is_some_and(is_other)) {
            self.is_alone = false;
            warn_of_own_storage(app);
        }
        if !self.is_alone && !self.has_right_time(app).await? {
            return Ok(POLL_INTERVAL);
        }
        let mut next = POLL_INTERVAL;
        for due in tasks {
            let Some(task) = self.tasks.iter().find(|task| task.name == due.name) else {
                // Of an older or newer version.
                continue;
            };
            if let Some(at) = due.last_success_at {
                app.metrics.task_succeeded(task.name, at.timestamp());
            }
            if let Ok(due_in) = due.due_in.to_std()
                && !due_in.is_zero()
            {
                next = next.min(due_in);
                continue;
            }
            let ids = (Uuid::from_bytes(random_bytes()), self.id);
            let lease = to_delta(self.lease);
            if let Some(run) = stored::claim(&app.db, task.name, ids, lease).await? {
                running.spawn(run_shared(app.clone(), task, run, self.lease));
            }
        }
        Ok(next.max(MIN_POLL_INTERVAL))
    }

    /// Whether the clock of this server agrees with that of the database. A task that runs weeks ahead completes treks
    /// that have not begun and ends bookings that can be paid; another server does the work.
    async fn has_right_time(&mut self, app: &App) -> StoreResult<bool> {
        let Clock::System = app.clock else {
            return Ok(true);
        };
        let ahead = app.clock.now() - database_time(&app.db).await?;
        let is_right = ahead.abs() <= MAX_CLOCK_SKEW;
        if is_right != self.has_right_time {
            self.has_right_time = is_right;
            let seconds = ahead.num_seconds();
            match is_right {
                true => tracing::info!(seconds, "the clock of this server is right again"),
                false => tracing::error!(
                    seconds,
                    "the clock of this server is ahead of the database's by this much, or behind: no periodic task runs here"
                ),
            }
        }
        Ok(is_right)
    }
}

fn warn_of_own_storage(app: &App) {
    if !app.config.shares_storage() {
        tracing::warn!(
            "another server uses this database, and this one keeps pictures, and emails without a mail server, in its \
             data folder: the servers must share that folder, or CHAUTARI_STORAGE_URL must name a bucket or folder that \
             they share"
        );
    }
}

async fn run_shared(app: App, task: &'static PeriodicTask, run: TaskRun, lease: Duration) {
    let is_done = attempt(&app, task, lost_lease(&app, &run, lease)).await;
    let pause = to_delta(pause(task, is_done));
    if let Err(error) = stored::finish(&app.db, &run, pause, is_done).await {
        tracing::warn!(
            task = task.name,
            error = error_chain(&error),
            "failed to store that a periodic task ended; it will run again"
        );
    }
}

/// Extends the lease of a run again and again. Resolves when another server has taken over.
async fn lost_lease(app: &App, run: &TaskRun, lease: Duration) {
    loop {
        tokio::time::sleep(lease / 3).await;
        match stored::renew(&app.db, run, to_delta(lease)).await {
            Ok(true) => {}
            Ok(false) => return,
            // The database has the last word when it responds again.
            Err(error) => tracing::debug!(error = error_chain(&error), "failed to renew a lease"),
        }
    }
}

/// Runs a task once, until `ended` resolves. Returns whether it is done.
async fn attempt(app: &App, task: &PeriodicTask, ended: impl Future<Output = ()>) -> bool {
    let span = tracing::info_span!(target: traces::TARGET, "task", otel.name = task.name);
    let work = (task.run)(app.clone()).instrument(span);
    let done = tokio::select! {
        done = guarded(TASK_TIMEOUT, work) => done,
        () = ended => Err(JobError::other("another server has taken it over")),
    };
    app.metrics.periodic_task(task.name, done.is_ok());
    if let Err(error) = &done {
        tracing::error!(
            task = task.name,
            error = error_chain(error),
            "a periodic task failed and will be retried"
        );
    }
    done.is_ok()
}

fn pause(task: &PeriodicTask, is_done: bool) -> Duration {
    match is_done {
        true => task.every,
        false => task.every.min(TASK_RETRY_DELAY),
    }
}

async fn wait(stop: &mut watch::Receiver<bool>, pause: Duration) {
    tokio::select! {
        () = tokio::time::sleep(pause) => {}
        _ = stop.changed() => {}
    }
}

fn to_delta(duration: Duration) -> TimeDelta {
    TimeDelta::from_std(duration).unwrap_or(TimeDelta::MAX)
}

/// The id of this server, which it keeps when it starts again, and the locked file of it. Without a file that can be
/// written, or if another server that shares the folder has it, the id is a new one, and another server runs its tasks
/// when their leases end.
fn server_id(data_dir: &Path) -> (Uuid, Option<File>) {
    let new_id = Uuid::from_bytes(random_bytes());
    let path = data_dir.join(ID_FILE);
    if !path.exists()
        && let Err(error) = store_file(data_dir, ID_FILE, new_id.to_string().as_bytes())
    {
        tracing::warn!(%error, "failed to store the id of the server");
    }
    let Ok(mut file) = File::open(&path) else {
        return (new_id, None);
    };
    let mut text = String::new();
    let is_read = file.try_lock().is_ok() && file.read_to_string(&mut text).is_ok();
    match text.trim().parse() {
        Ok(id) if is_read => (id, Some(file)),
        _ => (new_id, None),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_keeps_its_id_and_another_one_in_the_same_folder_gets_its_own() {
        let folder = tempfile::tempdir().expect("a folder");
        let (id, file) = server_id(folder.path());
        assert!(file.is_some());
        let (other, other_file) = server_id(folder.path());
        assert_ne!(id, other);
        assert!(other_file.is_none());
        drop(file);
        assert_eq!(server_id(folder.path()).0, id);
    }
}

//! The job runner: claims stored jobs, runs them, retries them with growing delays, and logs an error when it gives
//! up. The root module `jobs` passes the handlers, so that this module depends on no feature.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use store::StoreResult;
use store::jobs::{self, ClaimedJob, JobFailure};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tracing::Instrument as _;
use uuid::Uuid;

use crate::platform::adapters::mailer::without_addresses;
use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::kill_points::kill_point;
use crate::platform::metrics::JobEnd;
use crate::platform::traces;

/// For jobs without a call of [`App::wake_worker`]: retries, and jobs that other servers stored.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Claiming takes three statements, and one more per job.
pub(super) const CLAIM_TIMEOUT: Duration = Duration::from_secs(20);
/// If a server dies, its jobs become due again when the lease ends. It begins before the claim, and a job that exceeds
/// its timeout is cancelled.
const LEASE: TimeDelta = TimeDelta::seconds(75);
const JOB_TIMEOUT: Duration = Duration::from_secs(50);
const CONCURRENCY: u64 = 8;
/// Retries after 5 s, 20 s, 80 s …, at most an hour apart: about five hours in total. Then an email waits for staff, who
/// can correct its address. Nobody can repeat another job by hand, so it goes on every hour.
pub const MAX_ATTEMPTS: u32 = 12;

/// Why a job failed.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error(transparent)]
    Mail(#[from] crate::platform::adapters::mailer::MailError),
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl JobError {
    pub fn other(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        Self::Other(cause.into())
    }

    /// Whether every retry would fail as well.
    fn is_permanent(&self) -> bool {
        matches!(self, Self::Mail(error) if error.is_permanent())
    }

    fn mail_to(&self) -> Option<&str> {
        match self {
            Self::Mail(error) => Some(&error.to),
            Self::Store(_) | Self::Other(_) => None,
        }
    }
}

/// Runs one job. A job may run twice, so the handler must be idempotent.
pub type RunJob = for<'a> fn(&'a App, &'a ClaimedJob) -> BoxFuture<'a, Result<(), JobError>>;

/// Runs jobs until `stop` is true. Jobs in progress are completed.
pub(crate) async fn run(app: App, mut stop: watch::Receiver<bool>, run_job: RunJob) {
    let mut tasks = JoinSet::new();
    while !*stop.borrow() {
        let free = CONCURRENCY.saturating_sub(tasks.len() as u64);
        let claimed = claim(&app, free).await;
        let full_hand = !claimed.is_empty() && claimed.len() as u64 == free;
        for job in claimed {
            let app = app.clone();
            tasks.spawn(async move { attempt(&app, &job, run_job).await });
        }
        if full_hand && tasks.len() < CONCURRENCY as usize {
            continue;
        }
        tokio::select! {
            () = app.woken() => {}
            () = tokio::time::sleep(POLL_INTERVAL) => {}
            Some(_) = tasks.join_next() => {}
            _ = stop.changed() => {}
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// Claims due jobs until their lease ends. Both times use the clock of the database, which all servers share.
pub async fn claim(app: &App, limit: u64) -> Vec<ClaimedJob> {
    if limit == 0 {
        return Vec::new();
    }
    let claimed = async {
        let now = jobs::database_time(&app.db).await?;
        Ok::<_, JobError>(jobs::claim(&app.db, now, now + LEASE, limit).await?)
    };
    guarded(CLAIM_TIMEOUT, claimed)
        .await
        .unwrap_or_else(|error| {
            tracing::error!(error = error_chain(&error), "failed to claim jobs");
            Vec::new()
        })
}

/// Runs a claimed job and stores its outcome.
pub(crate) async fn attempt(app: &App, job: &ClaimedJob, run_job: RunJob) {
    let span = tracing::info_span!(
        target: traces::TARGET, "job", otel.name = job.job.kind(), job.id = %job.id, job.tries
    );
    let written = match guarded(JOB_TIMEOUT, run_job(app, job).instrument(span)).await {
        Ok(()) => {
            let finished = jobs::finish(&app.db, job.id).await;
            kill_point("job-finished");
            app.metrics.job(&job.job.kind(), JobEnd::Done);
            finished
        }
        Err(error) => note_failure(app, job, &error).await,
    };
    if let Err(error) = written {
        tracing::error!(job = %job.id, error = error_chain(&error), "failed to store the outcome of a job; it will run again");
    }
}

async fn note_failure(app: &App, job: &ClaimedJob, error: &JobError) -> StoreResult<()> {
    let (now, kind, said) = (job.now(), job.job.kind(), error.to_string());
    let why = JobFailure {
        error: &said,
        mail_to: error.mail_to(),
    };
    let shown = without_addresses(&error_chain(error));
    let is_last = job.tries >= MAX_ATTEMPTS && job.job.is_mail();
    if is_last || error.is_permanent() {
        tracing::error!(job = %job.id, kind, error = shown, "a job failed permanently: an administrator must resolve it");
        app.metrics.job(&kind, JobEnd::GivenUp);
        return jobs::give_up(&app.db, job.id, now, why).await;
    }
    app.metrics.job(&kind, JobEnd::Failed);
    if job.tries >= MAX_ATTEMPTS {
        tracing::error!(job = %job.id, kind, tries = job.tries, error = shown, "a job keeps failing and will be retried every hour");
    } else {
        tracing::warn!(job = %job.id, kind, tries = job.tries, error = shown, "a job failed and will be retried");
    }
    let due_at = now + pause(job.id, job.tries);
    jobs::retry(&app.db, (job.id, job.tries), due_at, why).await
}

/// Turns a panic or a timeout into a failure. Otherwise a job would run again and again without its attempts being
/// counted, and a periodic task would never run again.
pub(super) async fn guarded<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, JobError>>,
) -> Result<T, JobError> {
    let work = AssertUnwindSafe(work).catch_unwind();
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(JobError::other("panicked")),
        Err(_) => Err(JobError::other("took too long")),
    }
}

/// Exponential delay plus up to a quarter, derived from the job's id, so that after an outage a thousand emails are
/// not sent at the same moment.
fn pause(id: Uuid, tries: u32) -> TimeDelta {
    let seconds = 5_i64.saturating_mul(4_i64.saturating_pow(tries.saturating_sub(1)));
    let seconds = seconds.min(3600);
    let share = i64::from(id.as_bytes()[15].wrapping_add(u8::try_from(tries).unwrap_or_default()));
    TimeDelta::seconds(seconds) + TimeDelta::milliseconds(seconds * 1000 * share / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_job_says_every_cause() {
        let disk = std::io::Error::other("no space is left");
        let mail = crate::platform::adapters::mailer::MailError {
            to: "maya@example.com".to_owned(),
            fault: disk.into(),
        };
        let error = JobError::other(JobError::Mail(mail));
        assert_eq!(
            error_chain(&error),
            "the email cannot be stored: no space is left"
        );
    }

    #[tokio::test]
    async fn work_that_panics_or_hangs_has_failed() {
        let said = |result: Result<(), JobError>| result.unwrap_err().to_string();
        let panics = async { panic!("no such letter") };
        assert_eq!(said(guarded(JOB_TIMEOUT, panics).await), "panicked");
        let hangs = std::future::pending();
        assert_eq!(
            said(guarded(Duration::from_millis(1), hangs).await),
            "took too long"
        );
        guarded(JOB_TIMEOUT, async { Ok(()) }).await.unwrap();
    }
}

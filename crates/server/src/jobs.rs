//! Does the jobs: claims each, runs its story, tries again with growing pauses, and gives up loudly.
//! Beside them the rounds: what is looked after every so often.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::TimeDelta;
use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use store::StoreResult;
use store::jobs::{self, ClaimedJob, Job, Why};
use tokio::sync::watch;
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::features::account::{forgot_password, last_use, password_changed, session, signup};
use crate::features::booking::mail::mail_confirmation;
use crate::features::booking::{agency_event, money_mail, reconcile};
use crate::features::custom_trek::mail as custom_trek;
use crate::features::exchange_rate;
use crate::features::newsletter;
use crate::features::profile::{delete, mail as profile};
use crate::features::upload::{placeholder, usage};
use crate::platform::adapters::mailer::without_addresses;
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;
use crate::platform::metrics::JobEnd;

/// How often the worker looks for jobs that nobody woke it for: retries, and those of other instances.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// A round that takes longer is ended and made again: one that hung would never be made again.
const ROUND_LIMIT: Duration = Duration::from_secs(15 * 60);
/// Before a round that failed is made again.
const AFTER_FAILURE: Duration = Duration::from_secs(10);
/// For claiming jobs, of which the database makes three statements and one for each job.
const CLAIM_LIMIT: Duration = Duration::from_secs(20);
/// A worker that died holds its jobs so long; a story that takes longer is ended.
const LEASE: TimeDelta = TimeDelta::seconds(60);
const STORY_LIMIT: Duration = Duration::from_secs(50);
const AT_ONCE: u64 = 8;
/// 5 s, 20 s, 80 s … at most an hour apart: about five hours in all.
const MAX_TRIES: u32 = 12;

/// Why a job did not get done.
#[derive(Debug, thiserror::Error)]
pub enum JobError {
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error(transparent)]
    Mail(#[from] crate::platform::adapters::mailer::MailError),
    #[error("{0}")]
    Other(String),
}

impl JobError {
    /// Trying again would be refused again.
    fn is_for_good(&self) -> bool {
        matches!(self, Self::Mail(error) if error.is_for_good())
    }

    fn mail_to(&self) -> Option<&str> {
        match self {
            Self::Mail(error) => Some(&error.to),
            Self::Store(_) | Self::Other(_) => None,
        }
    }
}

/// Runs one job. It may have run before: a story must not do its work twice for it.
pub async fn run(app: &App, job: &ClaimedJob) -> Result<(), JobError> {
    match job.job {
        Job::MailCode { attempt_id } => signup::mail_code(app, job, attempt_id).await,
        Job::MailSignupOnKnownAddress { account_id } => {
            signup::mail_owner(app, job, account_id).await
        }
        Job::MailResetCode { attempt_id } => forgot_password::mail_code(app, job, attempt_id).await,
        Job::MailPasswordChanged { account_id } => {
            password_changed::mail_owner(app, job, account_id).await
        }
        Job::MailBookingConfirmed { booking_id } => mail_confirmation(app, job, booking_id).await,
        Job::MailBookingCancelled {
            booking_id,
            refund_id,
        } => money_mail::mail_cancelled(app, job, booking_id, refund_id).await,
        Job::MailRefund { refund_id } => money_mail::mail_refund(app, job, refund_id).await,
        Job::MailNewsletterWelcome { subscriber_id } => {
            newsletter::mail_welcome(app, job, subscriber_id).await
        }
        Job::MailAccountCode { code_id } => profile::mail_code(app, job, code_id).await,
        Job::MailEmailChangeOnKnownAddress { account_id } => {
            profile::mail_owner(app, job, account_id).await
        }
        Job::MailIdentityLinked {
            account_id,
            ref issuer,
        } => profile::mail_linked(app, job, account_id, issuer).await,
        Job::MailEmailChanged {
            account_id,
            ref old_email,
        } => profile::mail_old_address(app, job, account_id, old_email).await,
        Job::MailAccountDeleted { ref email } => profile::mail_goodbye(app, job, email).await,
        Job::ForgetTraveller { account_id } => delete::forget_late(app, account_id).await,
        Job::MailTravellerLeft { ref booking_ids } => {
            profile::mail_agency(app, job, booking_ids).await
        }
        Job::MailCustomTrekReceived {
            custom_trek_id,
            is_owner,
        } => custom_trek::mail_asker(app, job, custom_trek_id, is_owner).await,
        Job::MailCustomTrekAsked { custom_trek_id } => {
            custom_trek::mail_agency(app, job, custom_trek_id).await
        }
        Job::MailAgencyEvent { event_id } => agency_event::mail(app, job, event_id).await,
    }
}

/// A thing that is done every so often, whether or not a job asks for it.
struct Round {
    name: &'static str,
    every: Duration,
    run: fn(App) -> BoxFuture<'static, Result<(), JobError>>,
}

const ROUNDS: &[Round] = &[
    Round {
        name: "drop what has run out",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { session::drop_expired(&app).await }),
    },
    Round {
        name: "confirm what was paid",
        every: Duration::from_secs(60),
        run: |app| Box::pin(async move { reconcile::reconcile(&app).await }),
    },
    Round {
        name: "write down when sessions were used",
        every: Duration::from_secs(60),
        run: |app| Box::pin(async move { Ok(last_use::write_down(&app).await?) }),
    },
    Round {
        name: "look for money that came late",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { reconcile::look_for_late_money(&app).await }),
    },
    Round {
        name: "complete what is over",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { reconcile::complete(&app).await }),
    },
    Round {
        name: "cancel what nobody paid",
        every: Duration::from_secs(5 * 60),
        run: |app| Box::pin(async move { reconcile::sweep(&app).await }),
    },
    Round {
        name: "remove pictures that nothing shows",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { usage::sweep(&app).await }),
    },
    Round {
        name: "make placeholders of older pictures",
        every: Duration::from_secs(60 * 60),
        run: |app| Box::pin(async move { placeholder::make_missing(&app).await }),
    },
    Round {
        name: "ask for exchange rates",
        every: Duration::from_secs(5 * 60),
        run: |app| Box::pin(async move { exchange_rate::refresh(&app).await }),
    },
];

/// Does jobs and rounds until `stop` turns true; what is under way then is finished.
pub async fn work(app: App, stop: watch::Receiver<bool>) {
    let mut tasks = JoinSet::new();
    for round in ROUNDS {
        tasks.spawn(go_round(app.clone(), stop.clone(), round));
    }
    tasks.spawn(do_jobs(app.clone(), stop));
    while tasks.join_next().await.is_some() {}
    if let Err(error) = last_use::write_down(&app).await {
        tracing::warn!(%error, "the last uses of sessions are lost");
    }
}

/// The first time at once: what was left by a crash does not wait.
async fn go_round(app: App, mut stop: watch::Receiver<bool>, round: &'static Round) {
    while !*stop.borrow() {
        let done = guarded(ROUND_LIMIT, (round.run)(app.clone())).await;
        let done_at = done.is_ok().then(|| app.clock.now().timestamp());
        app.metrics.round(round.name, done_at);
        if let Err(error) = done {
            tracing::error!(round = round.name, %error, "a round failed and is made again");
        }
        let pause = match done_at {
            Some(_) => round.every,
            None => round.every.min(AFTER_FAILURE),
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            _ = stop.changed() => {}
        }
    }
}

async fn do_jobs(app: App, mut stop: watch::Receiver<bool>) {
    let mut tasks = JoinSet::new();
    while !*stop.borrow() {
        let free = AT_ONCE.saturating_sub(tasks.len() as u64);
        let claimed = claim(&app, free).await;
        let full_hand = !claimed.is_empty() && claimed.len() as u64 == free;
        for job in claimed {
            let app = app.clone();
            tasks.spawn(async move { attempt(&app, &job).await });
        }
        if full_hand && tasks.len() < AT_ONCE as usize {
            continue;
        }
        tokio::select! {
            () = app.woken() => {}
            () = tokio::time::sleep(LOOK_EVERY) => {}
            Some(_) = tasks.join_next() => {}
            _ = stop.changed() => {}
        }
    }
    while tasks.join_next().await.is_some() {}
}

/// Jobs that are due, held until their lease ends. Both count on the clock of the database, which all servers share.
pub async fn claim(app: &App, limit: u64) -> Vec<ClaimedJob> {
    if limit == 0 {
        return Vec::new();
    }
    let claimed = async {
        let now = jobs::database_time(&app.db).await?;
        Ok::<_, JobError>(jobs::claim(&app.db, now, now + LEASE, limit).await?)
    };
    guarded(CLAIM_LIMIT, claimed).await.unwrap_or_else(|error| {
        tracing::error!(%error, "jobs cannot be claimed");
        Vec::new()
    })
}

/// Runs a claimed job and writes down how it went.
pub async fn attempt(app: &App, job: &ClaimedJob) {
    let written = match guarded(STORY_LIMIT, run(app, job)).await {
        Ok(()) => {
            let finished = jobs::finish(&app.db, job.id).await;
            kill_point("job-finished");
            app.metrics.job(&job.job.kind(), JobEnd::Done);
            finished
        }
        Err(error) => note_failure(app, job, &error).await,
    };
    if let Err(error) = written {
        tracing::error!(job = %job.id, %error, "the end of a job cannot be stored; it runs again");
    }
}

async fn note_failure(app: &App, job: &ClaimedJob, error: &JobError) -> StoreResult<()> {
    let (now, kind, said) = (job.now(), job.job.kind(), error.to_string());
    let why = Why {
        error: &said,
        mail_to: error.mail_to(),
    };
    let shown = without_addresses(&said);
    if job.tries >= MAX_TRIES || error.is_for_good() {
        tracing::error!(job = %job.id, kind, error = shown, "a job is given up: somebody must look at it");
        app.metrics.job(&kind, JobEnd::GivenUp);
        return jobs::give_up(&app.db, job.id, now, why).await;
    }
    app.metrics.job(&kind, JobEnd::Failed);
    tracing::warn!(job = %job.id, kind, tries = job.tries, error = shown, "a job failed and is tried again");
    jobs::retry(&app.db, job.id, now + pause(job.id, job.tries), why).await
}

/// A job or round that panics or hangs has failed: unwritten, a job would be run again and again and never given up,
/// and a round would never be made again.
async fn guarded<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, JobError>>,
) -> Result<T, JobError> {
    let work = AssertUnwindSafe(work).catch_unwind();
    match tokio::time::timeout(limit, work).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(JobError::Other("panicked".to_owned())),
        Err(_) => Err(JobError::Other("took too long".to_owned())),
    }
}

/// Growing pauses, up to a quarter longer by the job's id: after an outage a thousand mails do not knock
/// at the mail server in one moment.
fn pause(id: Uuid, tries: u32) -> TimeDelta {
    let seconds = 5_i64.saturating_mul(4_i64.saturating_pow(tries.saturating_sub(1)));
    let seconds = seconds.min(3600);
    let share = i64::from(id.as_bytes()[15].wrapping_add(u8::try_from(tries).unwrap_or_default()));
    TimeDelta::seconds(seconds) + TimeDelta::milliseconds(seconds * 1000 * share / 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_that_panics_or_hangs_has_failed() {
        let said = |result: Result<(), JobError>| result.unwrap_err().to_string();
        let panics = async { panic!("no such letter") };
        assert_eq!(said(guarded(STORY_LIMIT, panics).await), "panicked");
        let hangs = std::future::pending();
        assert_eq!(
            said(guarded(Duration::from_millis(1), hangs).await),
            "took too long"
        );
        guarded(STORY_LIMIT, async { Ok(()) }).await.unwrap();
    }
}

//! Tracks whether the database is reachable, and what callers do while it is not.
//!
//! A statement within a transaction already has its connection and waits for its own limit. Everything else first
//! needs a connection: while the database is down, one caller at a time tries to connect and all others fail
//! immediately, so that they respond with 503 or with cached content instead of waiting for seconds.
//!
//! sqlx treats a server that refuses connections as one that is starting, and retries until its time-out. A waiting
//! caller therefore also opens a TCP connection to the server's port to detect a refusal.

use std::future::pending;
use std::pin::pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use sea_orm::sqlx;
use sea_orm::sqlx::pool::PoolConnectionMetadata;
use sea_orm::{DbErr, RuntimeErr};
use tokio::net::TcpStream;
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};

use crate::connection::POSTGRES_STATEMENT_TIMEOUT;
use crate::fault::{Fault, fault_of, is_read_only};

/// How long the database counts as unreachable after a failure, unless a call succeeds.
const AWAY_FOR: Duration = Duration::from_secs(5);
/// A wait that the caller abandoned after this long counts as a failure.
const AWAY_AFTER: Duration = Duration::from_millis(500);
/// Time limit for the one caller that tries a database that is down.
const TRIAL_LIMIT: Duration = Duration::from_secs(2);
/// After a caller stopped waiting, how long connections are checked when they return to the pool.
const CHECK_FOR: Duration = Duration::from_secs(10);
/// How long a caller waits before it checks whether the server refuses connections, and the minimum time between
/// checks.
const REFUSAL_CHECK: Duration = Duration::from_millis(250);

/// Reachability of the database, shared by all handles of one pool.
#[derive(Debug)]
pub(crate) struct Health {
    started: Instant,
    /// Connections opened before this moment are closed instead of reused. Microseconds since `started`.
    retired_at: AtomicU64,
    /// Time of the latest failure in microseconds since `started`; 0 while the database is reachable.
    failed_at: AtomicU64,
    /// When a caller last stopped waiting for an answer, in microseconds since `started`; 0 before the first time.
    left_at: AtomicU64,
    /// Whether a call failed since the last success. A caller that gave up before its limit does not count, because
    /// that may have other reasons.
    is_down: AtomicBool,
    /// Whether a caller is trying the database that is down.
    is_tried: AtomicBool,
    /// Host and port of PostgreSQL; empty for SQLite.
    server: OnceLock<(String, u16)>,
    /// When the server last refused a connection, in microseconds since `started`.
    refused_at: AtomicU64,
    /// Time of the last check of the server's port. Locked during a check.
    asked_at: Mutex<Instant>,
}

impl Health {
    pub(crate) fn new() -> Self {
        Self {
            started: Instant::now(),
            retired_at: AtomicU64::new(0),
            failed_at: AtomicU64::new(0),
            left_at: AtomicU64::new(0),
            is_down: AtomicBool::new(false),
            is_tried: AtomicBool::new(false),
            server: OnceLock::new(),
            refused_at: AtomicU64::new(0),
            asked_at: Mutex::new(Instant::now()),
        }
    }

    pub(crate) fn set_server(&self, host: &str, port: u16) {
        self.server.get_or_init(|| (host.to_owned(), port));
    }

    fn elapsed(&self) -> u64 {
        u64::try_from(self.started.elapsed().as_micros()).unwrap_or(u64::MAX)
    }

    /// Whether the last call failed within [`AWAY_FOR`].
    pub(crate) fn is_away(&self) -> bool {
        let failed_at = self.failed_at.load(Ordering::Relaxed);
        let away_for = u64::try_from(AWAY_FOR.as_micros()).unwrap_or(u64::MAX);
        failed_at > 0 && self.elapsed().saturating_sub(failed_at) < away_for
    }

    /// Whether a connection that returns to the pool may be in the middle of a statement, or lead nowhere.
    pub(crate) fn is_in_doubt(&self) -> bool {
        let left_at = self.left_at.load(Ordering::Relaxed);
        let check_for = u64::try_from(CHECK_FOR.as_micros()).unwrap_or(u64::MAX);
        let is_left = left_at > 0 && self.elapsed().saturating_sub(left_at) < check_for;
        is_left || self.failed_at.load(Ordering::Relaxed) > 0
    }

    /// Whether a connection that was open at `moment` can be used without a check.
    pub(crate) fn is_trusted_since(&self, moment: Instant) -> bool {
        let moment = moment.saturating_duration_since(self.started).as_micros();
        let retired_at = u128::from(self.retired_at.load(Ordering::Relaxed));
        !self.is_in_doubt() && (retired_at == 0 || retired_at < moment)
    }

    /// Marks all open connections as retired, so that they are closed before their next use.
    pub(crate) fn retire(&self) {
        self.retired_at.store(self.elapsed(), Ordering::Relaxed);
    }

    pub(crate) fn is_retired(&self, connection: &PoolConnectionMetadata) -> bool {
        let age = u64::try_from(connection.age.as_micros()).unwrap_or(u64::MAX);
        let opened_at = self.elapsed().saturating_sub(age);
        let retired_at = self.retired_at.load(Ordering::Relaxed);
        retired_at > 0 && opened_at <= retired_at
    }

    /// Like [`Health::watch`], for a call that first needs a connection.
    pub(crate) async fn reach<T>(
        &self,
        limit: Duration,
        answer: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, DbErr> {
        let (limit, _trial) = match self.is_down.load(Ordering::Relaxed) {
            false => (limit, None),
            true => (limit.min(TRIAL_LIMIT), Some(self.begin_trial()?)),
        };
        tokio::select! {
            biased;
            result = self.watch(Some(limit), answer) => result,
            () = self.refusal() => {
                // A call in progress may have left its connection in the middle of a statement.
                self.retire();
                let result = Err(unreachable("the server refuses connections"));
                self.note(&result);
                result
            }
        }
    }

    fn begin_trial(&self) -> Result<Trial<'_>, DbErr> {
        match self.is_tried.swap(true, Ordering::AcqRel) {
            true => Err(unreachable("it does not answer")),
            false => Ok(Trial(self)),
        }
    }

    /// Resolves when the server refuses a connection. Waiting callers share one check.
    async fn refusal(&self) {
        let Some(server) = self.server.get() else {
            return pending().await;
        };
        let since = self.elapsed();
        loop {
            sleep(REFUSAL_CHECK).await;
            if let Ok(mut asked_at) = self.asked_at.try_lock()
                && asked_at.elapsed() >= REFUSAL_CHECK
            {
                if refuses(server).await {
                    self.refused_at.store(self.elapsed(), Ordering::Relaxed);
                }
                *asked_at = Instant::now();
            }
            if self.refused_at.load(Ordering::Relaxed) > since {
                return;
            }
        }
    }

    /// Waits for the database for at most `limit`, and records whether it responded.
    pub(crate) async fn watch<T>(
        &self,
        limit: Option<Duration>,
        answer: impl Future<Output = Result<T, DbErr>>,
    ) -> Result<T, DbErr> {
        // Dropped after `waiting`, because its connection is checked as soon as it is dropped.
        let mut answer = pin!(answer);
        let mut waiting = Waiting {
            health: self,
            since: Instant::now(),
            is_answered: false,
        };
        let result = match limit {
            None => answer.as_mut().await,
            Some(limit) => match timeout(limit, answer.as_mut()).await {
                Ok(Ok(_)) if self.is_unconfirmed(waiting.since) => {
                    Err(unreachable("no confirmation by a standby"))
                }
                Ok(result) => result,
                Err(_) => {
                    // This connection is in the middle of a statement; others may hang in the same way.
                    self.retire();
                    Err(unreachable(&format!(
                        "no answer within {} s",
                        limit.as_secs()
                    )))
                }
            },
        };
        waiting.is_answered = true;
        self.note(&result);
        result
    }

    /// Whether success took so long that it may mean nothing. PostgreSQL that waits for its synchronous standby when the
    /// statement time-out ends reports success with only a warning: the commit is on one server, and lost with it.
    fn is_unconfirmed(&self, since: Instant) -> bool {
        self.server.get().is_some() && since.elapsed() >= POSTGRES_STATEMENT_TIMEOUT
    }

    /// Records a failure. Returns whether it is the first one since the last success.
    fn note_failure(&self) -> bool {
        let now = self.elapsed().max(1);
        self.failed_at.swap(now, Ordering::Relaxed) == 0
    }

    fn note<T>(&self, result: &Result<T, DbErr>) {
        let fault = result.as_ref().err().and_then(fault_of);
        if let (Err(error), Some(Fault::Away)) = (result, fault) {
            self.is_down.store(true, Ordering::Relaxed);
            if is_read_only(error) {
                // All connections lead to a server that was demoted.
                self.retire();
            }
            if self.note_failure() {
                tracing::error!(%error, "the database does not answer");
            }
            return;
        }
        if fault == Some(Fault::Broken) {
            self.retire();
        }
        if self.failed_at.load(Ordering::Relaxed) > 0
            && self.failed_at.swap(0, Ordering::Relaxed) > 0
        {
            self.is_down.store(false, Ordering::Relaxed);
            tracing::info!("the database answers again");
        }
    }
}

/// One wait for the database. If the caller drops it before the limit, a long wait counts as a failure, too.
struct Waiting<'a> {
    health: &'a Health,
    since: Instant,
    is_answered: bool,
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        if self.is_answered {
            return;
        }
        let now = self.health.elapsed().max(1);
        self.health.left_at.store(now, Ordering::Relaxed);
        if self.since.elapsed() >= AWAY_AFTER && self.health.note_failure() {
            tracing::error!("the database does not answer");
        }
    }
}

/// The single attempt to reach a database that is down.
struct Trial<'a>(&'a Health);

impl Drop for Trial<'_> {
    fn drop(&mut self) {
        self.0.is_tried.store(false, Ordering::Release);
    }
}

/// Whether the server actively refuses connections. A server that does not respond at all does not count.
async fn refuses((host, port): &(String, u16)) -> bool {
    let connected = TcpStream::connect((host.as_str(), *port));
    let refused = std::io::ErrorKind::ConnectionRefused;
    matches!(timeout(REFUSAL_CHECK, connected).await, Ok(Err(error)) if error.kind() == refused)
}

fn unreachable(why: &str) -> DbErr {
    let error = std::io::Error::new(std::io::ErrorKind::TimedOut, why);
    DbErr::Conn(RuntimeErr::SqlxError(Arc::new(sqlx::Error::Io(error))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_success_after_the_time_limit_of_postgresql_is_not_believed() {
        for (seconds, is_believed) in [(9, true), (10, false), (11, false)] {
            let health = Health::new();
            health.set_server("127.0.0.1", 5432);
            let answer = async {
                sleep(Duration::from_secs(seconds)).await;
                Ok(())
            };
            let result = health.watch(Some(Duration::from_secs(12)), answer).await;
            assert_eq!(result.is_ok(), is_believed, "{seconds} s");
            assert_eq!(health.is_away(), !is_believed, "{seconds} s");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn connections_are_in_doubt_for_a_while_after_a_caller_stopped_waiting() {
        let health = Health::new();
        let answer = async { Ok(()) };
        health.watch(None, answer).await.expect("an answer");
        assert!(!health.is_in_doubt());
        let never = health.watch(None, pending::<Result<(), DbErr>>());
        assert!(timeout(Duration::from_millis(1), never).await.is_err());
        assert!(health.is_in_doubt() && !health.is_away());
        sleep(Duration::from_secs(10)).await;
        assert!(!health.is_in_doubt());
    }

    #[tokio::test(start_paused = true)]
    async fn a_connection_is_in_doubt_before_it_returns_to_the_pool() {
        struct Connection<'a>(&'a Health, &'a AtomicBool);
        impl Drop for Connection<'_> {
            fn drop(&mut self) {
                self.1.store(self.0.is_in_doubt(), Ordering::Relaxed);
            }
        }
        let (health, seen) = (Health::new(), AtomicBool::new(false));
        let connection = Connection(&health, &seen);
        let statement = async move {
            let _connection = connection;
            pending::<Result<(), DbErr>>().await
        };
        let left = timeout(Duration::from_millis(1), health.watch(None, statement));
        assert!(left.await.is_err());
        assert!(seen.load(Ordering::Relaxed));
    }

    #[tokio::test(start_paused = true)]
    async fn connections_that_were_open_when_others_failed_are_not_trusted() {
        let health = Health::new();
        sleep(Duration::from_secs(1)).await;
        let before = Instant::now();
        assert!(health.is_trusted_since(before));
        sleep(Duration::from_secs(1)).await;
        health.retire();
        assert!(!health.is_trusted_since(before));
        sleep(Duration::from_secs(1)).await;
        assert!(health.is_trusted_since(Instant::now()));
    }

    #[tokio::test(start_paused = true)]
    async fn sqlite_may_take_longer() {
        let health = Health::new();
        let answer = async {
            sleep(Duration::from_secs(11)).await;
            Ok(())
        };
        let result = health.watch(Some(Duration::from_secs(15)), answer).await;
        assert!(result.is_ok());
    }
}

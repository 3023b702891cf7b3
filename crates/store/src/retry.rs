//! Runs a transaction again after a conflict with another one: a serialization failure or a deadlock of PostgreSQL, a
//! lock of SQLite. The database has rolled it back, so nothing is done twice.
//!
//! A lost answer to COMMIT is not a conflict: the changes may be stored. The caller gets the error, and a client that
//! repeats the request sends the same key.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sea_orm::DbErr;

use crate::fault::{Fault, fault_of};
use crate::{Db, StoreError, StoreResult, Tx};

const MAX_ATTEMPTS: u32 = 10;
/// The waits double from here up to the maximum, each times a random factor of 0.5 to 1.5.
const FIRST_WAIT: Duration = Duration::from_millis(10);
const MAX_WAIT: Duration = Duration::from_millis(500);
/// No attempt begins later than this after the first one. SQLite itself waits longer for a lock.
const RETRY_FOR: Duration = Duration::from_secs(5);

/// Conflicts of one kind of transaction since the start of the server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Conflicts {
    /// How often it was run again.
    pub retries: u64,
    /// How often the last attempt failed as well.
    pub failures: u64,
}

/// Counts conflicts by the name of the transaction.
#[derive(Debug, Default)]
pub(crate) struct ConflictCounts(Mutex<BTreeMap<&'static str, Conflicts>>);

impl ConflictCounts {
    fn count(&self, name: &'static str, count: impl FnOnce(&mut Conflicts)) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        count(counts.entry(name).or_default());
    }

    fn list(&self) -> Vec<(&'static str, Conflicts)> {
        let counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        counts.iter().map(|(name, count)| (*name, *count)).collect()
    }
}

/// The attempts at one transaction or statement.
pub(crate) struct Attempts<'a> {
    name: &'static str,
    counts: &'a ConflictCounts,
    began: Instant,
    number: u32,
}

impl<'a> Attempts<'a> {
    pub(crate) fn of(db: &'a Db, name: &'static str) -> Self {
        Self {
            name,
            counts: &db.conflicts,
            began: Instant::now(),
            number: 1,
        }
    }

    /// Waits before the next attempt. Returns false if there is none.
    pub(crate) async fn next(&mut self, conflict: &DbErr) -> bool {
        let wait = FIRST_WAIT * 2_u32.pow(self.number - 1);
        let wait = wait.min(MAX_WAIT).mul_f64(0.5 + fastrand::f64());
        if self.number == MAX_ATTEMPTS || self.began.elapsed() + wait > RETRY_FOR {
            self.counts.count(self.name, |it| it.failures += 1);
            let (name, attempts) = (self.name, self.number);
            tracing::warn!(name, attempts, error = %conflict, "a transaction was given up after conflicts with others");
            return false;
        }
        self.number += 1;
        self.counts.count(self.name, |it| it.retries += 1);
        tokio::time::sleep(wait).await;
        true
    }
}

enum Attempt<T, E> {
    Done(Result<T, E>),
    Conflict(DbErr),
}

impl Db {
    /// Runs `body` in a write transaction and commits it if it succeeds, unless it called [`Tx::roll_back`].
    ///
    /// After a conflict with another transaction all of `body` runs again, whatever it returned, at most
    /// [`MAX_ATTEMPTS`] times. It therefore changes nothing but the database: no provider call, no email, no file, no
    /// variable of its caller. Those follow after the commit. `name` labels the metric.
    ///
    /// `body` owns its handle, so that the type of its future does not depend on the lifetime of a borrow and can be
    /// checked to be `Send`.
    pub async fn in_transaction<T, E, F, Fut>(&self, name: &'static str, body: F) -> Result<T, E>
    where
        F: Fn(Tx) -> Fut,
        Fut: Future<Output = Result<T, E>> + Send,
        E: From<StoreError>,
    {
        let mut attempts = Attempts::of(self, name);
        loop {
            let conflict = match self.attempt(&body).await {
                Attempt::Done(result) => return result,
                Attempt::Conflict(conflict) => conflict,
            };
            if !attempts.next(&conflict).await {
                return Err(StoreError::Unavailable(conflict).into());
            }
        }
    }

    async fn attempt<T, E, F, Fut>(&self, body: &F) -> Attempt<T, E>
    where
        F: Fn(Tx) -> Fut,
        Fut: Future<Output = Result<T, E>> + Send,
        E: From<StoreError>,
    {
        let tx = match self.begin_repeatable().await {
            Ok(tx) => tx,
            Err(error) => return ended(Err(error)),
        };
        let result = body(tx.handle()).await;
        if let Some(conflict) = tx.conflict() {
            let conflict = conflict.clone();
            tx.release().await;
            return Attempt::Conflict(conflict);
        }
        match result {
            Ok(value) if !tx.is_rolled_back() => match tx.commit().await {
                Ok(()) => Attempt::Done(Ok(value)),
                Err(error) => ended(Err(error)),
            },
            result => Attempt::Done(result),
        }
    }

    /// Conflicts since the start of this server, by the name of the transaction.
    #[must_use]
    pub fn conflicts(&self) -> Vec<(&'static str, Conflicts)> {
        self.conflicts.list()
    }
}

fn ended<T, E: From<StoreError>>(result: StoreResult<T>) -> Attempt<T, E> {
    match result {
        Err(StoreError::Unavailable(error)) if fault_of(&error) == Some(Fault::Conflict) => {
            Attempt::Conflict(error)
        }
        result => Attempt::Done(result.map_err(E::from)),
    }
}

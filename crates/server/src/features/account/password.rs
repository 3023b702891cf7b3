//! Hashes and compares passwords outside of the async threads, with limited concurrency and a queue that is as long as
//! its requests can be answered within a second.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tokio::sync::Semaphore;
use tokio::time::timeout;

use crate::http::error::{ApiError, ApiResult};
use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::{App, AppState};
use crate::platform::config::HashCost;
use crate::platform::metrics::Metrics;
use crate::platform::turn::{give_up_turn, waited};

const BUSY: &str =
    "Too many people are signing in at this moment. Please try again in a few seconds.";
/// `Retry-After` in seconds. In this time a full queue is processed several times.
const BUSY_SECONDS: u64 = 5;
/// A request that would wait longer for its turn and its hash is refused. Its answer takes less than a second in all.
const MAX_WAIT: Duration = Duration::from_millis(500);
/// Assumed until the first hash is measured.
const FIRST_HASH_TIME: Duration = Duration::from_millis(50);
/// Weight of the latest hash in the average: the reciprocal.
const AVERAGE_OVER: u64 = 8;
/// An overload is logged at most once in this interval.
const TELL_EVERY: Duration = Duration::from_secs(60);

#[derive(Clone)]
pub struct PasswordHasher {
    argon2: Argon2<'static>,
    cost: HashCost,
    /// Hash that is compared for an unknown address, so that it takes as long as a known one.
    nobody: Arc<str>,
    /// Limits concurrent hashes: each needs memory and a core for tens of milliseconds.
    slots: Arc<Semaphore>,
    /// Limits running and queued requests, in addition to [`MAX_WAIT`].
    places: Arc<Semaphore>,
    most_places: usize,
    /// Moving average of the duration of a hash, in microseconds.
    hash_time: Arc<AtomicU64>,
    metrics: Metrics,
    /// When the overload was last logged.
    told_at: Arc<Mutex<Option<Instant>>>,
}

impl AppState for PasswordHasher {
    fn new(app: &App) -> Self {
        Self::with_cost(app.config.hash_cost, app.metrics.clone())
    }
}

impl PasswordHasher {
    /// # Panics
    /// If argon2 rejects a cost that the settings allow; a test tries the bounds.
    #[must_use]
    pub fn with_cost(cost: HashCost, metrics: Metrics) -> Self {
        let params = Params::new(cost.memory_kib, cost.iterations, cost.parallelism, None)
            .expect("the settings allow only costs that argon2 takes");
        let (at_once, waiting) = (cost.at_once as usize, cost.waiting as usize);
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            cost,
            nobody: hash_of_nobody(cost).into(),
            slots: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(at_once + waiting)),
            most_places: at_once + waiting,
            hash_time: Arc::new(AtomicU64::new(micros(FIRST_HASH_TIME))),
            metrics,
            told_at: Arc::default(),
        }
    }

    pub async fn hash(&self, password: &str) -> ApiResult<String> {
        let argon2 = self.argon2.clone();
        let password = password.to_owned();
        self.in_slot(move || hash_with(&argon2, &password))
            .await?
            .map_err(ApiError::internal)
    }

    /// Whether the password matches the hash. Without a hash it returns false, after the same work.
    pub(crate) async fn matches(&self, password: &str, hash: Option<&str>) -> ApiResult<bool> {
        let argon2 = self.argon2.clone();
        let password = password.to_owned();
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        let matches = self
            .in_slot(move || {
                PasswordHash::new(&hash)
                    .is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
            })
            .await?;
        Ok(known && matches)
    }

    /// Whether a hash has a lower cost than the settings require now.
    #[must_use]
    pub fn is_outdated(&self, hash: &str) -> bool {
        let Some(params) = PasswordHash::new(hash)
            .ok()
            .filter(|hash| hash.algorithm == Algorithm::Argon2id.ident())
            .and_then(|hash| Params::try_from(&hash).ok())
        else {
            return true;
        };
        params.m_cost() < self.cost.memory_kib
            || params.t_cost() < self.cost.iterations
            || params.p_cost() < self.cost.parallelism
    }

    /// Fails if a password would have to wait too long, as [`PasswordHasher::in_slot`] would. For handlers with work to
    /// do before that.
    pub fn ensure_room(&self) -> ApiResult<()> {
        let queued = self.most_places - self.places.available_permits();
        let ahead = u64::try_from(queued).unwrap_or(u64::MAX);
        let in_parallel = u64::from(self.cost.at_once);
        let wait = ahead.saturating_mul(self.hash_time.load(Ordering::Relaxed)) / in_parallel;
        match queued < self.most_places && (queued == 0 || wait <= micros(wait_left())) {
            true => Ok(()),
            false => Err(self.busy()),
        }
    }

    /// Runs the work on a blocking thread when a slot is free. Fails if that would take too long.
    pub async fn in_slot<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        self.ensure_room()?;
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| self.busy())?;
        give_up_turn();
        // Twice the estimate: the hashes ahead may take longer than the average.
        let slot = timeout(wait_left() * 2, self.slots.clone().acquire_owned()).await;
        let slot = slot.map_err(|_| self.busy())?;
        let slot = slot.map_err(ApiError::internal)?;
        let hash_time = self.hash_time.clone();
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work ends, not until the request ends: a client that disconnects frees no core.
            let _held = (slot, place);
            let began = Instant::now();
            let done = work();
            note_time(&hash_time, began.elapsed());
            done
        });
        done.await.map_err(ApiError::internal)
    }
}

impl PasswordHasher {
    fn busy(&self) -> ApiError {
        self.metrics.overload_refusal("password");
        let mut told_at = self.told_at.lock().unwrap_or_else(PoisonError::into_inner);
        if told_at.is_none_or(|told_at| told_at.elapsed() >= TELL_EVERY) {
            *told_at = Some(Instant::now());
            tracing::warn!("more passwords than can be hashed: logins are sent away for a while");
        }
        ApiError::retry_later(BUSY, BUSY_SECONDS)
    }
}

fn wait_left() -> Duration {
    MAX_WAIT.saturating_sub(waited())
}

fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

/// Concurrent updates may lose one: the next hash corrects the average.
fn note_time(average: &AtomicU64, took: Duration) {
    let before = average.load(Ordering::Relaxed);
    let after = (before * (AVERAGE_OVER - 1) + micros(took)) / AVERAGE_OVER;
    average.store(after, Ordering::Relaxed);
}

/// Has the format and the cost of a hash, but matches no password. Computing a real one would take memory and time at
/// every start.
fn hash_of_nobody(cost: HashCost) -> String {
    let HashCost {
        memory_kib,
        iterations,
        parallelism,
        ..
    } = cost;
    let salt = STANDARD_NO_PAD.encode(random_bytes::<16>());
    let hash = STANDARD_NO_PAD.encode(random_bytes::<32>());
    format!("$argon2id$v=19$m={memory_kib},t={iterations},p={parallelism}${salt}${hash}")
}

fn hash_with(argon2: &Argon2<'_>, password: &str) -> Result<String, argon2::password_hash::Error> {
    let salt = random_bytes::<16>();
    Ok(argon2
        .hash_password_with_salt(password.as_bytes(), &salt)?
        .to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::turn::in_turn;

    const LEAST: HashCost = HashCost {
        memory_kib: 8,
        iterations: 1,
        parallelism: 1,
        at_once: 2,
        waiting: 100,
    };

    fn hasher(cost: HashCost) -> PasswordHasher {
        PasswordHasher::with_cost(cost, Metrics::default())
    }

    #[tokio::test]
    async fn a_password_matches_its_own_hash_and_no_other() {
        let passwords = hasher(LEAST);
        let hash = passwords.hash("trail of many stones").await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=8,t=1,p=1$"), "{hash}");
        assert_ne!(hash, passwords.hash("trail of many stones").await.unwrap());
        assert!(
            passwords
                .matches("trail of many stones", Some(&hash))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .matches("trail of many stone", Some(&hash))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .matches("trail of many stones", Some("broken"))
                .await
                .unwrap()
        );
        assert!(
            !passwords
                .matches("trail of many stones", None)
                .await
                .unwrap()
        );
    }

    #[test]
    fn nobody_is_compared_at_the_cost_of_everybody() {
        for (memory_kib, iterations, parallelism) in
            [(8, 1, 1), (19_456, 2, 1), (1_048_576, 100, 16)]
        {
            let passwords = hasher(HashCost {
                memory_kib,
                iterations,
                parallelism,
                ..LEAST
            });
            let hash = PasswordHash::new(&passwords.nobody).unwrap();
            let params = Params::try_from(&hash).unwrap();
            assert_eq!(
                (params.m_cost(), params.t_cost(), params.p_cost()),
                (memory_kib, iterations, parallelism)
            );
        }
    }

    #[tokio::test]
    async fn a_hash_is_outdated_once_more_is_asked_of_it() {
        let hash = hasher(LEAST).hash("stones").await.unwrap();
        let outdated = |change: fn(&mut HashCost)| {
            let mut cost = LEAST;
            change(&mut cost);
            hasher(cost).is_outdated(&hash)
        };
        assert!(!outdated(|_| {}));
        assert!(outdated(|cost| cost.memory_kib = 16));
        assert!(outdated(|cost| cost.iterations = 2));
        assert!(outdated(
            |cost| (cost.memory_kib, cost.parallelism) = (16, 2)
        ));
        let more = HashCost {
            iterations: 2,
            ..LEAST
        };
        let stronger = hasher(more).hash("stones").await.unwrap();
        let passwords = hasher(LEAST);
        assert!(!passwords.is_outdated(&stronger), "it would be made weaker");
        assert!(passwords.is_outdated(&stronger.replace("argon2id", "argon2i")));
        assert!(passwords.is_outdated("broken"));
    }

    /// Polls a future once, so that it takes its place in the queue. It must still be waiting.
    async fn queue_up(waiting: &mut (impl Future<Output = ApiResult<()>> + Unpin)) {
        assert!(futures_util::FutureExt::now_or_never(waiting).is_none());
    }

    // Two run, one waits and the fourth is rejected. Once the queue has room, requests are accepted again.
    #[tokio::test]
    async fn past_its_queue_a_hash_is_refused_and_not_queued() {
        let passwords = hasher(HashCost {
            at_once: 2,
            waiting: 1,
            ..LEAST
        });
        let (free, held) = std::sync::mpsc::channel::<()>();
        let held = Arc::new(std::sync::Mutex::new(held));
        let work = || {
            let held = held.clone();
            let work = passwords.in_slot(move || {
                let _ = held.lock().unwrap().recv();
            });
            Box::pin(work)
        };
        let (mut first, mut second, mut third) = (work(), work(), work());
        queue_up(&mut first).await;
        queue_up(&mut second).await;
        queue_up(&mut third).await;
        let refused = passwords.hash("stones").await.unwrap_err();
        assert_eq!(refused.status, 503);
        assert!(refused.failure.message.contains("try again"));
        // A request that is dropped leaves room in the queue.
        drop(third);
        let mut third = work();
        queue_up(&mut third).await;
        drop(free);
        for done in [first, second, third] {
            done.await.unwrap();
        }
        passwords.hash("stones").await.unwrap();
    }
    // The same queue holds fewer requests where a hash takes longer.
    #[tokio::test]
    async fn the_queue_is_as_long_as_its_requests_can_wait() {
        let passwords = hasher(HashCost {
            at_once: 1,
            waiting: 1000,
            ..LEAST
        });
        let (free, held) = std::sync::mpsc::channel::<()>();
        let mut running = Box::pin(passwords.in_slot(move || {
            let _ = held.recv();
        }));
        queue_up(&mut running).await;
        passwords.hash_time.store(10_000, Ordering::Relaxed);
        let mut waiting = Vec::new();
        while passwords.ensure_room().is_ok() {
            let mut next = Box::pin(passwords.in_slot(|| ()));
            queue_up(&mut next).await;
            waiting.push(next);
        }
        assert_eq!(waiting.len(), 50, "500 ms at 10 ms each");
        // What a request waited for its turn is deducted.
        let turns = Arc::new(Semaphore::new(1));
        let turn = turns.acquire_owned().await.unwrap();
        let late = async { passwords.ensure_room() };
        passwords.hash_time.store(2_000, Ordering::Relaxed);
        let refused = in_turn(turn, Duration::from_millis(450), late).await;
        assert_eq!(refused.unwrap_err().status, 503);
        assert!(passwords.ensure_room().is_ok());
        passwords.hash_time.store(5_000, Ordering::Relaxed);
        assert!(passwords.ensure_room().is_ok());
        passwords.hash_time.store(20_000, Ordering::Relaxed);
        assert_eq!(passwords.ensure_room().unwrap_err().status, 503);
        drop((free, waiting));
        running.await.unwrap();
        // However slow a hash is, one is always computed.
        passwords.hash_time.store(10_000_000, Ordering::Relaxed);
        assert!(passwords.ensure_room().is_ok());
    }

    #[test]
    fn the_time_of_a_hash_follows_what_is_measured() {
        let average = AtomicU64::new(micros(FIRST_HASH_TIME));
        for _ in 0..50 {
            note_time(&average, Duration::from_millis(10));
        }
        let millis = average.load(Ordering::Relaxed) / 1000;
        assert_eq!(millis, 10);
    }
}

//! Hashes and compares passwords outside of the async threads, with limited concurrency.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tokio::sync::Semaphore;

use crate::http::error::{ApiError, ApiResult};
use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::{App, AppState};
use crate::platform::config::HashCost;

const BUSY: &str =
    "Too many people are signing in at this moment. Please try again in a few seconds.";
/// `Retry-After` in seconds. In this time a full queue is processed.
const BUSY_SECONDS: u64 = 5;
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
    /// Limits running and queued requests. In an unlimited queue every client would give up before its turn.
    places: Arc<Semaphore>,
    /// When the overload was last logged.
    told_at: Arc<Mutex<Option<Instant>>>,
}

impl AppState for PasswordHasher {
    fn new(app: &App) -> Self {
        Self::with_cost(app.config.hash_cost)
    }
}

impl PasswordHasher {
    /// # Panics
    /// If argon2 rejects a cost that the settings allow; a test tries the bounds.
    #[must_use]
    pub fn with_cost(cost: HashCost) -> Self {
        let params = Params::new(cost.memory_kib, cost.iterations, cost.parallelism, None)
            .expect("the settings allow only costs that argon2 takes");
        let (at_once, waiting) = (cost.at_once as usize, cost.waiting as usize);
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            cost,
            nobody: hash_of_nobody(cost).into(),
            slots: Arc::new(Semaphore::new(at_once)),
            places: Arc::new(Semaphore::new(at_once + waiting)),
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
    pub async fn matches(&self, password: &str, hash: Option<&str>) -> ApiResult<bool> {
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

    /// Runs the work on a blocking thread when a slot is free. Fails if too many requests are queued already.
    pub async fn in_slot<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> ApiResult<T> {
        let place = self.places.clone().try_acquire_owned();
        let place = place.map_err(|_| self.busy())?;
        let slot = self.slots.clone().acquire_owned().await;
        let slot = slot.map_err(ApiError::internal)?;
        let done = tokio::task::spawn_blocking(move || {
            // Held until the work ends, not until the request ends: a client that disconnects frees no core.
            let _held = (slot, place);
            work()
        });
        done.await.map_err(ApiError::internal)
    }
}

impl PasswordHasher {
    fn busy(&self) -> ApiError {
        let mut told_at = self.told_at.lock().unwrap_or_else(PoisonError::into_inner);
        if told_at.is_none_or(|told_at| told_at.elapsed() >= TELL_EVERY) {
            *told_at = Some(Instant::now());
            tracing::warn!("more passwords than can be hashed: logins are sent away for a while");
        }
        ApiError::busy(BUSY, BUSY_SECONDS)
    }
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

    const LEAST: HashCost = HashCost {
        memory_kib: 8,
        iterations: 1,
        parallelism: 1,
        at_once: 2,
        waiting: 100,
    };

    #[tokio::test]
    async fn a_password_matches_its_own_hash_and_no_other() {
        let passwords = PasswordHasher::with_cost(LEAST);
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
            let passwords = PasswordHasher::with_cost(HashCost {
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
        let hash = PasswordHasher::with_cost(LEAST)
            .hash("stones")
            .await
            .unwrap();
        let outdated = |change: fn(&mut HashCost)| {
            let mut cost = LEAST;
            change(&mut cost);
            PasswordHasher::with_cost(cost).is_outdated(&hash)
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
        let stronger = PasswordHasher::with_cost(more)
            .hash("stones")
            .await
            .unwrap();
        let passwords = PasswordHasher::with_cost(LEAST);
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
        let passwords = PasswordHasher::with_cost(HashCost {
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
}

//! Hashes passwords and compares them, off the async threads and never too many at once.

use std::sync::{Arc, LazyLock};

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use base64::Engine;
use base64::engine::general_purpose::STANDARD_NO_PAD;
use tokio::sync::Semaphore;

use crate::config::HashCost;
use crate::error::{ApiError, ApiResult};
use crate::ports::secrets::random_bytes;

/// Each hash takes its memory and a core for tens of milliseconds: more at once than cores only
/// makes all of them slow, and many would take the machine's memory.
static SLOTS: LazyLock<Arc<Semaphore>> = LazyLock::new(|| {
    Arc::new(Semaphore::new(
        std::thread::available_parallelism().map_or(2, std::num::NonZero::get),
    ))
});

#[derive(Clone)]
pub struct PasswordHasher {
    argon2: Argon2<'static>,
    /// What an unknown address is compared with, so that it takes as long as a known one.
    nobody: Arc<str>,
}

impl PasswordHasher {
    /// # Panics
    /// When argon2 refuses a cost that the settings allow; a test tries the bounds.
    #[must_use]
    pub fn new(cost: HashCost) -> Self {
        let params = Params::new(cost.memory_kib, cost.iterations, cost.parallelism, None)
            .expect("the settings allow only costs that argon2 takes");
        Self {
            argon2: Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
            nobody: hash_of_nobody(cost).into(),
        }
    }

    pub async fn hash(&self, password: &str) -> ApiResult<String> {
        let argon2 = self.argon2.clone();
        let password = password.to_owned();
        in_slot(move || hash_with(&argon2, &password))
            .await?
            .map_err(|error| ApiError::internal(&error))
    }

    /// Whether the password is the one that was hashed. Without a hash the answer is no, after the same work.
    pub async fn matches(&self, password: &str, hash: Option<&str>) -> ApiResult<bool> {
        let argon2 = self.argon2.clone();
        let password = password.to_owned();
        let known = hash.is_some();
        let hash = hash.unwrap_or(&self.nobody).to_owned();
        let matches = in_slot(move || {
            PasswordHash::new(&hash)
                .is_ok_and(|hash| argon2.verify_password(password.as_bytes(), &hash).is_ok())
        })
        .await?;
        Ok(known && matches)
    }
}

/// Looks like a hash of this cost, and is the hash of nothing. A real one would take its megabytes
/// and milliseconds at every start.
fn hash_of_nobody(cost: HashCost) -> String {
    let HashCost {
        memory_kib,
        iterations,
        parallelism,
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

async fn in_slot<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> ApiResult<T> {
    let slot = SLOTS
        .clone()
        .acquire_owned()
        .await
        .map_err(|error| ApiError::internal(&error))?;
    let done = tokio::task::spawn_blocking(move || {
        let _slot = slot;
        work()
    });
    done.await.map_err(|error| ApiError::internal(&error))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEAST: HashCost = HashCost {
        memory_kib: 8,
        iterations: 1,
        parallelism: 1,
    };

    #[tokio::test]
    async fn a_password_matches_its_own_hash_and_no_other() {
        let passwords = PasswordHasher::new(LEAST);
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
            let passwords = PasswordHasher::new(HashCost {
                memory_kib,
                iterations,
                parallelism,
            });
            let hash = PasswordHash::new(&passwords.nobody).unwrap();
            let params = Params::try_from(&hash).unwrap();
            assert_eq!(
                (params.m_cost(), params.t_cost(), params.p_cost()),
                (memory_kib, iterations, parallelism)
            );
        }
    }
}

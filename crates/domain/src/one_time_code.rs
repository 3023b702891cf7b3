//! Six-digit codes that prove control of an email address: derivation, comparison and expiry (document 1 §5, decisions
//! §4).
//!
//! A code is derived, not stored: the database contains its id and a random nonce, the server the secret. The database
//! alone is not enough to compute a code, and the mail job computes the same one on every retry.

use std::fmt;

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// Number of attempts after which a code is invalid.
pub const MAX_ATTEMPTS: u32 = 5;
pub const DIGITS: usize = 6;
/// Random bytes that the caller generates and stores with the id of the code.
pub const NONCE_LENGTH: usize = 16;

/// A code. Its `Debug` output hides the digits.
#[derive(Clone)]
pub struct OneTimeCode(String);

impl OneTimeCode {
    /// HMAC-SHA256(secret, id ‖ nonce), its first 64 bits modulo one million. 2^64 is not a multiple of one million, so
    /// some codes are more likely by one part in 10^13, which is negligible.
    #[must_use]
    pub fn derive(secret: &[u8; 32], code_id: Uuid, nonce: &[u8; NONCE_LENGTH]) -> Self {
        // HMAC pads the key with zeros to the block size of its hash. Padding it here avoids a fallible constructor.
        let mut block = [0_u8; 64];
        block[..secret.len()].copy_from_slice(secret);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(code_id.as_bytes());
        mac.update(nonce);
        let tag = mac.finalize().into_bytes();
        let number = tag[..8]
            .iter()
            .fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
        Self(format!("{:06}", number % 1_000_000))
    }

    /// The six digits, for the mail.
    #[must_use]
    pub fn digits(&self) -> &str {
        &self.0
    }

    /// Compares in constant time.
    #[must_use]
    pub fn matches(&self, typed: &str) -> bool {
        typed.len() == DIGITS && bool::from(self.0.as_bytes().ct_eq(typed.as_bytes()))
    }
}

impl fmt::Debug for OneTimeCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OneTimeCode(…)")
    }
}

/// The moment from which a code is invalid.
#[must_use]
pub fn expires_at(issued_at: DateTime<Utc>, ttl_seconds: u32) -> DateTime<Utc> {
    issued_at
        .checked_add_signed(Duration::seconds(i64::from(ttl_seconds)))
        .unwrap_or(DateTime::<Utc>::MAX_UTC)
}

/// Whether a code may still be tried.
#[must_use]
pub fn is_live(now: DateTime<Utc>, expires_at: DateTime<Utc>, attempts: u32) -> bool {
    now < expires_at && attempts < MAX_ATTEMPTS
}

//! Six digits that prove that an address is the reader's: how they are made, compared and end
//! (document 1 §5, decisions §4).
//!
//! A code is derived, not stored: the database keeps the code's id and a random nonce, the server
//! keeps the secret. Whoever reads the database alone learns no code; the job that writes the mail
//! can still name it, also when it runs twice.

use std::fmt;

use chrono::{DateTime, Duration, Utc};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;
use uuid::Uuid;

/// After this many attempts a code is invalid.
pub const MAX_ATTEMPTS: u32 = 5;
pub const DIGITS: usize = 6;
/// Random bytes that the caller draws and stores beside the code's id.
pub const NONCE_LENGTH: usize = 16;

/// A code. It prints only when asked to.
#[derive(Clone)]
pub struct OneTimeCode(String);

impl OneTimeCode {
    /// HMAC-SHA256(secret, id ‖ nonce), its first 64 bits modulo a million. 2^64 is not a multiple of
    /// a million, which favours some codes by one part in 10^13: nothing to guess by.
    #[must_use]
    pub fn derive(secret: &[u8; 32], code_id: Uuid, nonce: &[u8; NONCE_LENGTH]) -> Self {
        // HMAC pads a key to the block of its hash with zeros; done here, it cannot fail.
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

    /// Takes the same time however many digits are right.
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

/// The first moment at which a code is dead.
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

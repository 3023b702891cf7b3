//! A sign-in through a third party, from its start to the redirect back. State, nonce and PKCE verifier are derived
//! from a random secret in a cookie, so that nothing is stored for sign-ins that are never completed (decisions §4).

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{DateTime, TimeDelta, Utc};
use cookie::SameSite;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::http::cookies::Errand;
use crate::platform::adapters::identity::SignInSecrets;
use crate::platform::adapters::secrets::random_bytes;

/// How long a person may take to choose an account at the provider. The marker in the web client expires with it.
pub const LIFE: TimeDelta = TimeDelta::minutes(10);

/// Lax, because the provider redirects the browser back to this site.
pub const SIGN_IN: Errand = Errand {
    name: "signIn",
    path: "/api/auth/google",
    same_site: SameSite::Lax,
};

pub struct SignInAttempt {
    /// `<random secret>.<expiry in Unix seconds>`
    cookie: String,
    key: [u8; 32],
    pub ends_at: DateTime<Utc>,
}

impl SignInAttempt {
    #[must_use]
    pub fn new(key: [u8; 32], now: DateTime<Utc>) -> Self {
        let ends_at = now + LIFE;
        let secret = URL_SAFE_NO_PAD.encode(random_bytes::<32>());
        Self {
            cookie: format!("{secret}.{}", ends_at.timestamp()),
            key,
            ends_at,
        }
    }

    /// Reads the attempt of a browser. None if it has expired or was not signed by this server.
    #[must_use]
    pub fn read(key: [u8; 32], text: &str, now: DateTime<Utc>) -> Option<Self> {
        let (cookie, signature) = text.rsplit_once('.')?;
        let (_, end) = cookie.rsplit_once('.')?;
        let attempt = Self {
            cookie: cookie.to_owned(),
            key,
            ends_at: DateTime::from_timestamp(end.parse().ok()?, 0)?,
        };
        let is_ours = attempt
            .derive("cookie")
            .as_bytes()
            .ct_eq(signature.as_bytes());
        (bool::from(is_ours) && now < attempt.ends_at).then_some(attempt)
    }

    /// The cookie value with its signature.
    #[must_use]
    pub fn cookie(&self) -> String {
        format!("{}.{}", self.cookie, self.derive("cookie"))
    }

    #[must_use]
    pub fn has_state(&self, state: &str) -> bool {
        bool::from(self.derive("state").as_bytes().ct_eq(state.as_bytes()))
    }

    #[must_use]
    pub fn secrets(&self) -> SignInSecrets {
        SignInSecrets {
            state: self.derive("state"),
            nonce: self.derive("nonce"),
            pkce_verifier: self.derive("pkce"),
        }
    }

    fn derive(&self, what: &str) -> String {
        // HMAC pads the key with zeros to the block size of its hash. Padding it here avoids a fallible constructor.
        let mut block = [0_u8; 64];
        block[..self.key.len()].copy_from_slice(&self.key);
        let mut mac = Hmac::<Sha256>::new(&block.into());
        mac.update(what.as_bytes());
        mac.update(&[0]);
        mac.update(self.cookie.as_bytes());
        URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attempt_reads_back_until_it_has_run_out_and_not_when_it_was_changed() {
        let now: DateTime<Utc> = "2026-11-20T03:30:00Z".parse().unwrap();
        let key = [7; 32];
        let begun = SignInAttempt::new(key, now);
        let cookie = begun.cookie();
        let last = now + LIFE - TimeDelta::seconds(1);
        let read = SignInAttempt::read(key, &cookie, last).unwrap();
        assert!(read.has_state(&begun.secrets().state));
        assert_eq!(read.secrets().nonce, begun.secrets().nonce);
        assert_eq!(read.secrets().pkce_verifier, begun.secrets().pkce_verifier);
        assert!(SignInAttempt::read(key, &cookie, now + LIFE).is_none());
        assert!(SignInAttempt::read([8; 32], &cookie, now).is_none());
        let (secret, rest) = cookie.split_once('.').unwrap();
        let (end, signature) = rest.split_once('.').unwrap();
        let later = end.parse::<i64>().unwrap() + 600;
        for changed in [
            format!("{secret}.{later}.{signature}"),
            format!("x{}.{end}.{signature}", &secret[1..]),
            format!("{secret}.{end}.{}", begun.secrets().state),
            format!("{secret}.{end}"),
            String::new(),
            "..".to_owned(),
        ] {
            assert!(
                SignInAttempt::read(key, &changed, now).is_none(),
                "{changed}"
            );
        }
    }

    #[test]
    fn what_ties_an_attempt_together_says_nothing_of_the_rest() {
        let now: DateTime<Utc> = "2026-11-20T03:30:00Z".parse().unwrap();
        let begun = SignInAttempt::new([7; 32], now);
        let secrets = begun.secrets();
        let all = [
            begun.cookie(),
            secrets.state,
            secrets.nonce,
            secrets.pkce_verifier,
        ];
        for (index, one) in all.iter().enumerate() {
            for other in &all[index + 1..] {
                assert!(!one.contains(other.as_str()) && !other.contains(one.as_str()));
            }
        }
        let other = SignInAttempt::new([7; 32], now);
        assert!(!other.has_state(&all[1]));
    }
}

//! The secret key of the installation, keys derived from it, and random bytes.

use std::io::{ErrorKind, Write};
use std::path::Path;

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};

use crate::platform::private_files::restrict_file;

/// File of the generated secret in the data folder.
pub const FILE_NAME: &str = "secret.key";

/// The keys of this installation. Their `Debug` output hides them.
#[derive(Clone)]
pub struct Secrets {
    root: [u8; 32],
}

impl std::fmt::Debug for Secrets {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Secrets(…)")
    }
}

impl Secrets {
    /// From the setting if given, else from the file in the data folder, which is created at the first start.
    pub fn load(data_dir: &Path, setting: Option<&str>) -> std::io::Result<Self> {
        let text = match setting {
            Some(text) => text.to_owned(),
            None => read_or_make(&data_dir.join(FILE_NAME))?,
        };
        Ok(Self::from_text(&text))
    }

    #[must_use]
    pub fn from_text(text: &str) -> Self {
        Self {
            root: Sha256::digest(text.trim().as_bytes()).into(),
        }
    }

    /// Derives a key for one purpose, so that a signature for one purpose is invalid for every other.
    #[must_use]
    pub fn key_for(&self, purpose: &str) -> [u8; 32] {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(&self.root).expect("HMAC takes keys of any length");
        mac.update(purpose.as_bytes());
        mac.finalize().into_bytes().into()
    }

    /// Shows whether two servers have the same key, without revealing it.
    #[must_use]
    pub fn fingerprint(&self) -> String {
        hex::encode(self.key_for("fingerprint"))
    }

    /// Derives one-time codes.
    #[must_use]
    pub fn code_key(&self) -> [u8; 32] {
        self.key_for("one-time-code")
    }

    /// Signs access tokens.
    #[must_use]
    pub fn token_key(&self) -> [u8; 32] {
        self.key_for("access-token")
    }

    /// Binds a sign-in through a provider to its browser.
    #[must_use]
    pub fn sign_in_key(&self) -> [u8; 32] {
        self.key_for("third-party-sign-in")
    }

    /// Hashes email addresses for the security log.
    #[must_use]
    pub fn security_log_key(&self) -> [u8; 32] {
        self.key_for("security-log")
    }

    /// Signs the links of offers to waiting parties.
    #[must_use]
    pub fn seat_offer_key(&self) -> [u8; 32] {
        self.key_for("seat-offer")
    }

    /// Signs the links with which travellers choose what happens to a booking.
    #[must_use]
    pub fn departure_choice_key(&self) -> [u8; 32] {
        self.key_for("departure-choice")
    }

    /// Signs the links with which a balance is paid.
    #[must_use]
    pub fn balance_link_key(&self) -> [u8; 32] {
        self.key_for("balance-link")
    }

    /// Signs the links with which customers write a review.
    #[must_use]
    pub fn review_link_key(&self) -> [u8; 32] {
        self.key_for("review-link")
    }

    /// Signs the links of invitations to the staff.
    #[must_use]
    pub fn staff_invitation_key(&self) -> [u8; 32] {
        self.key_for("staff-invitation")
    }

    /// Signs the links of enquiries.
    #[must_use]
    pub fn enquiry_key(&self) -> [u8; 32] {
        self.key_for("enquiry")
    }

    /// Signs the addresses for replies to emails about enquiries.
    #[must_use]
    pub fn enquiry_reply_key(&self) -> [u8; 32] {
        self.key_for("enquiry-reply")
    }

    /// Encrypts the secrets of authenticator apps.
    #[must_use]
    pub fn totp_key(&self) -> [u8; 32] {
        self.key_for("totp-secret")
    }

    /// Hashes recovery codes.
    #[must_use]
    pub fn recovery_code_key(&self) -> [u8; 32] {
        self.key_for("recovery-code")
    }

    /// Signs the links of proposals.
    #[must_use]
    pub fn proposal_link_key(&self) -> [u8; 32] {
        self.key_for("proposal-link")
    }

    /// Binds a payment of a wallet to its booking.
    #[must_use]
    pub fn wallet_payment_key(&self) -> [u8; 32] {
        self.key_for("wallet-payment")
    }

    /// Signs the unsubscribe links of emails.
    #[must_use]
    pub fn unsubscribe_key(&self) -> [u8; 32] {
        self.key_for("newsletter-unsubscribe")
    }
}

/// Random bytes from the operating system.
///
/// # Panics
/// If the system cannot provide random bytes, because nothing can be done securely then.
#[must_use]
pub fn random_bytes<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).expect("the system gives no randomness");
    bytes
}

fn read_or_make(path: &Path) -> std::io::Result<String> {
    match std::fs::read_to_string(path) {
        Ok(text) if text.trim().len() >= 32 => {
            restrict_file(path)?;
            return Ok(text);
        }
        Ok(_) => {
            return Err(std::io::Error::new(
                ErrorKind::InvalidData,
                "the secret file holds no secret",
            ));
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let text = hex::encode(random_bytes::<32>());
    // Written to a temporary file and linked, so that two servers that start at the same time use the same secret.
    let aside = path.with_extension(format!("{}.new", std::process::id()));
    let _ = std::fs::remove_file(&aside);
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&aside)?;
    file.write_all(text.as_bytes())?;
    file.sync_all()?;
    let linked = std::fs::hard_link(&aside, path);
    std::fs::remove_file(&aside)?;
    match linked {
        Ok(()) => Ok(text),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => std::fs::read_to_string(path),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_secret_is_kept_and_only_its_owner_can_read_it() {
        let folder = tempfile::tempdir().unwrap();
        let first = Secrets::load(folder.path(), None).unwrap();
        let again = Secrets::load(folder.path(), None).unwrap();
        assert_eq!(first.token_key(), again.token_key());
        assert_ne!(first.token_key(), first.code_key());
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = std::fs::metadata(folder.path().join(FILE_NAME))
                .unwrap()
                .permissions()
                .mode();
            assert_eq!(mode & 0o777, 0o600);
        }
        let other = tempfile::tempdir().unwrap();
        assert_ne!(
            Secrets::load(other.path(), None).unwrap().token_key(),
            first.token_key()
        );
    }

    #[test]
    fn an_empty_secret_file_is_refused_and_not_used_as_a_secret() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(FILE_NAME), "\n").unwrap();
        assert!(Secrets::load(folder.path(), None).is_err());
    }
}

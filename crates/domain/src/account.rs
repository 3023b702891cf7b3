//! Accounts: addresses, roles, passwords and names (document 1 §5, decisions §9 question 109).

use std::fmt;
use std::hash::{Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::problem::has_control_character;

pub const MIN_PASSWORD_LENGTH: usize = 8;
pub const MAX_PASSWORD_LENGTH: usize = 128;
pub const MAX_NAME_LENGTH: usize = 100;
const MAX_EMAIL_LENGTH: usize = 254;
const MAX_LOCAL_LENGTH: usize = 64;
const MAX_LABEL_LENGTH: usize = 63;

/// One password per line, in lower case: the most frequent passwords of public leaks, common words of this region,
/// and sequences of digits and keyboard rows.
const COMMON_PASSWORDS: [&str; 2] = [
    include_str!("common_passwords.txt"),
    include_str!("common_passwords_zxcvbn.txt"),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// A traveller.
    #[default]
    User,
    /// Reads the manifests of the departures that the guide leads.
    Guide,
    /// Does the daily work of the agency.
    Staff,
    /// Owns the site: everything.
    Admin,
}

impl Role {
    pub const ALL: [Self; 4] = [Self::User, Self::Guide, Self::Staff, Self::Admin];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Guide => "guide",
            Self::Staff => "staff",
            Self::Admin => "admin",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == word)
    }

    /// Whether the role may do what staff do. Administrators may.
    #[must_use]
    pub fn is_staff(self) -> bool {
        matches!(self, Self::Staff | Self::Admin)
    }
}

/// The text is not an email address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("Please enter a valid email address")]
pub struct InvalidEmail;

/// An email address, stored as typed. Two addresses that differ only in case are equal.
#[derive(Clone, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Email {
    address: String,
    key: String,
}

impl Email {
    /// Accepts only the plain form `name@host.tld`. Quotes, comments, display names and line breaks are rejected:
    /// nobody needs them to log in, and they permit mail header injection.
    pub fn parse(text: &str) -> Result<Self, InvalidEmail> {
        let address = text.trim();
        let (local, domain) = address.split_once('@').ok_or(InvalidEmail)?;
        if address.len() > MAX_EMAIL_LENGTH || !is_local_part(local) || !is_domain(domain) {
            return Err(InvalidEmail);
        }
        Ok(Self {
            address: address.to_owned(),
            key: address.to_ascii_lowercase(),
        })
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.address
    }

    /// The key that accounts are unique by and looked up by.
    #[must_use]
    pub fn key(&self) -> &str {
        &self.key
    }
}

fn is_local_part(local: &str) -> bool {
    local.len() <= MAX_LOCAL_LENGTH
        && local.split('.').all(|atom| {
            !atom.is_empty()
                && atom
                    .bytes()
                    .all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&b))
        })
}

fn is_domain(domain: &str) -> bool {
    let is_label = |label: &str| {
        (1..=MAX_LABEL_LENGTH).contains(&label.len())
            && !label.starts_with('-')
            && !label.ends_with('-')
            && label
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || b == b'-')
    };
    let Some((_, top)) = domain.rsplit_once('.') else {
        return false;
    };
    domain.split('.').all(is_label)
        && top.len() >= 2
        && top.bytes().any(|b| b.is_ascii_alphabetic())
}

impl PartialEq for Email {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl Eq for Email {}

impl Hash for Email {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Debug for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl fmt::Display for Email {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.address)
    }
}

impl TryFrom<String> for Email {
    type Error = InvalidEmail;
    fn try_from(text: String) -> Result<Self, InvalidEmail> {
        Self::parse(&text)
    }
}

impl From<Email> for String {
    fn from(email: Email) -> Self {
        email.address
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PasswordError {
    #[error("Password must be 8 to 128 characters")]
    Length,
    #[error("This password is too common. Please choose another one.")]
    Common,
    #[error("This password is your email address. Please choose another one.")]
    OwnEmail,
}

/// A password that satisfies the rules. Its `Debug` output hides it.
#[derive(Clone, PartialEq, Eq)]
pub struct Password(String);

impl Password {
    /// Spaces at the ends are part of the password, because people paste what a password manager generated.
    pub fn parse(text: &str) -> Result<Self, PasswordError> {
        let length = text.chars().count();
        if !(MIN_PASSWORD_LENGTH..=MAX_PASSWORD_LENGTH).contains(&length) {
            return Err(PasswordError::Length);
        }
        let folded = text.to_lowercase();
        let mut common = COMMON_PASSWORDS.iter().flat_map(|list| list.lines());
        if common.any(|common| common == folded) {
            return Err(PasswordError::Common);
        }
        Ok(Self(text.to_owned()))
    }

    /// Parses the password of the account with this address. Rejects the address and its local part, which are the
    /// first guesses of an attacker who knows the address.
    pub fn parse_for(text: &str, email: &Email) -> Result<Self, PasswordError> {
        let password = Self::parse(text)?;
        let folded = text.trim().to_lowercase();
        let local = email.key().split('@').next().unwrap_or_default();
        if folded == email.key() || folded == local {
            return Err(PasswordError::OwnEmail);
        }
        Ok(password)
    }

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum UserNameError {
    #[error("Name is required")]
    Missing,
    #[error("Name must be at most 100 characters")]
    TooLong,
    #[error("Name has characters that cannot be used")]
    ControlCharacter,
}

/// Parses the name of an account: trimmed, 1 to 100 characters, no control characters.
pub fn parse_user_name(text: &str) -> Result<String, UserNameError> {
    let name = text.trim();
    if name.is_empty() {
        return Err(UserNameError::Missing);
    }
    if name.chars().count() > MAX_NAME_LENGTH {
        return Err(UserNameError::TooLong);
    }
    if has_control_character(name) {
        return Err(UserNameError::ControlCharacter);
    }
    Ok(name.to_owned())
}

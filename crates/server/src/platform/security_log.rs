//! Security events: one log line each with the target `security`, for intrusion detection. A line contains the event,
//! the account or a keyed hash of the email address, the client's address and the request id; never a password, a
//! code, a token or an email address in plain text.

use std::net::IpAddr;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::rate_limits::typed_email;

pub const TARGET: &str = "security";

/// Origin of a request. The middleware sets it for everything that the request does.
#[derive(Debug, Clone, Copy)]
pub struct Origin {
    pub request_id: Uuid,
    pub client: IpAddr,
}

tokio::task_local! {
    pub static ORIGIN: Origin;
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    LoginFailed,
    /// A signed-in user entered a wrong password or code to confirm a change.
    ProofFailed,
    /// A wrong one-time code.
    CodeRefused,
    /// A call that needs another role.
    RoleRefused,
    /// A rate limit was reached.
    RateLimited,
    RoleChanged,
    PasswordChanged,
    PasswordReset,
    EmailChanged,
    IdentityLinked,
    IdentityUnlinked,
    SecondStepOn,
    SecondStepOff,
    /// A login with a recovery code.
    RecoveryCodeUsed,
    RecoveryCodesReplaced,
    AccountDeleted,
}

impl Event {
    fn name(self) -> &'static str {
        match self {
            Self::LoginFailed => "login_failed",
            Self::ProofFailed => "proof_failed",
            Self::CodeRefused => "code_refused",
            Self::RoleRefused => "role_refused",
            Self::RateLimited => "rate_limited",
            Self::RoleChanged => "role_changed",
            Self::PasswordChanged => "password_changed",
            Self::PasswordReset => "password_reset",
            Self::EmailChanged => "email_changed",
            Self::IdentityLinked => "identity_linked",
            Self::IdentityUnlinked => "identity_unlinked",
            Self::SecondStepOn => "second_step_on",
            Self::SecondStepOff => "second_step_off",
            Self::RecoveryCodeUsed => "recovery_code_used",
            Self::RecoveryCodesReplaced => "recovery_codes_replaced",
            Self::AccountDeleted => "account_deleted",
        }
    }
}

/// The account or address that an event is about.
#[derive(Debug, Clone, Copy)]
pub enum Subject<'a> {
    Account(Uuid),
    /// As typed, whether it has an account or not.
    Email(&'a str),
    Unknown,
}

impl<'a> Subject<'a> {
    /// From the key that a rate limit counts: an account id, or an email address with or without a client address.
    #[must_use]
    pub fn of_counted(whom: &'a str) -> Self {
        let first = whom.split(' ').next().unwrap_or_default();
        match Uuid::parse_str(first) {
            Ok(id) => Self::Account(id),
            Err(_) if first.contains('@') => Self::Email(first),
            Err(_) => Self::Unknown,
        }
    }
}

/// Logs an event. `detail` is an internal name (a path, a limit, a role), never user input.
pub fn record(app: &App, event: Event, subject: Subject<'_>, detail: &str) {
    let origin = ORIGIN.try_with(|origin| *origin).ok();
    let (account, email_hash) = match subject {
        Subject::Account(id) => (Some(tracing::field::display(id)), None),
        Subject::Email(email) => (None, Some(email_hash(app, email))),
        Subject::Unknown => (None, None),
    };
    let client = origin.map(|origin| tracing::field::display(origin.client));
    let request_id = origin.map(|origin| tracing::field::display(origin.request_id));
    tracing::info!(
        target: TARGET,
        event = event.name(),
        account,
        email_hash,
        client,
        request_id,
        detail,
    );
}

/// The same for every spelling of an address, and useless without the secret of this installation: an unkeyed hash
/// could be reversed by hashing a list of addresses.
fn email_hash(app: &App, email: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.secrets.security_log_key())
        .expect("HMAC takes keys of any length");
    mac.update(typed_email(email).as_bytes());
    let hash = mac.finalize().into_bytes();
    hex::encode(&hash[..16])
}

//! One-time codes of every purpose: creation, mailing, comparison and rejection (decisions §4, §10 "Codes"). The store
//! limits the attempts per code.

use std::time::Duration;

use chrono::TimeDelta;
use domain::account::Email;
use domain::one_time_code::{DIGITS, OneTimeCode, expires_at};
use domain::problem::Problem;
use store::jobs::ClaimedJob;
use store::one_time_codes::{self, Code, Purpose};

use crate::http::error::{ApiError, ApiResult};
use crate::http::rate_limit::{self, Limit};
use crate::platform::adapters::secrets::random_bytes;
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

pub const CODE_SENT: &str = "An email has been sent to you with the OTP.";
const INCOMPLETE: &str = "Please enter a complete OTP";
const WRONG: &str = "Invalid or expired OTP";

/// Creates a code. The caller stores it together with the job that mails it.
#[must_use]
pub fn issue(app: &App, purpose: Purpose) -> Code {
    let now = app.clock.now();
    Code {
        id: app.clock.new_id(),
        purpose,
        nonce: random_bytes(),
        created_at: now,
        expires_at: expires_at(now, app.config.otp_ttl_seconds),
    }
}

/// Derives the six digits, for the mail or for comparison.
#[must_use]
pub fn derive(app: &App, code: &Code) -> OneTimeCode {
    OneTimeCode::derive(&app.secrets.code_key(), code.id, &code.nonce)
}

/// Time left to deliver the mail. None if the code has expired and must not be mailed any more.
#[must_use]
pub fn time_left(app: &App, code: &Code, job: &ClaimedJob) -> Option<Duration> {
    let left = code.expires_at - app.clock.now();
    if left <= TimeDelta::zero() {
        tracing::warn!(job = %job.id, "a code ran out before it could be mailed");
        return None;
    }
    left.to_std().ok()
}

/// The validation error for a text that cannot be a code.
pub fn incomplete(typed: &str) -> Option<Problem> {
    (typed.chars().count() < DIGITS).then(|| Problem::new("otp", INCOMPLETE))
}

/// Fails unless `typed` is the code, which the caller still has to take. The attempt is counted first, so that at most
/// five of many concurrent guesses are compared. Wrong guesses also count for the address that the code was mailed to.
pub(crate) async fn compare(
    app: &App,
    code: &Code,
    mailed_to: &Email,
    typed: &str,
) -> ApiResult<()> {
    let refused = |reason: &str| {
        let subject = Subject::Email(mailed_to.key());
        security_log::record(app, Event::CodeRefused, subject, reason);
        wrong()
    };
    if !one_time_codes::count_attempt(&app.db, code.id, app.clock.now()).await? {
        return Err(refused("expired or tried too often"));
    }
    let guess = [(Limit::WrongCodes, mailed_to.key())];
    rate_limit::count(app, &guess).await?;
    if !derive(app, code).matches(typed) {
        return Err(refused("wrong"));
    }
    rate_limit::take_back(app, &guess).await
}

pub fn wrong() -> ApiError {
    ApiError::bad_request(WRONG)
}

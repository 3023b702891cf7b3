//! A one-time code that somebody typed, whatever it is for: counted, compared, refused (decisions §4, §10
//! "Codes"). What is tried how often is the store's rule, for all of its tables of codes.

use domain::account::Email;
use domain::one_time_code::{DIGITS, NONCE_LENGTH, OneTimeCode};
use domain::problem::Problem;
use store::StoreResult;
use uuid::Uuid;

use crate::http::error::{ApiError, ApiResult};
use crate::http::rate_limit::{self, Limit};
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

const INCOMPLETE: &str = "Please enter a complete OTP";
const WRONG: &str = "Invalid or expired OTP";

/// What the code that was mailed is derived from, and whom it was mailed to.
pub struct Mailed<'a> {
    pub id: Uuid,
    pub nonce: &'a [u8; NONCE_LENGTH],
    pub address: &'a Email,
}

/// What is wrong with a text that cannot be a code.
pub fn incomplete(typed: &str) -> Option<Problem> {
    (typed.chars().count() < DIGITS).then(|| Problem::new("otp", INCOMPLETE))
}

/// Whether `typed` is the code; it is still to be taken by whoever acts on it. `counted` counts the try first: of
/// many guesses at once only five are ever compared. Wrong ones are counted for the address, too.
pub async fn compare(
    app: &App,
    mailed: Mailed<'_>,
    counted: impl Future<Output = StoreResult<bool>>,
    typed: &str,
) -> ApiResult<()> {
    let refused = |reason: &str| {
        let subject = Subject::Email(mailed.address.key());
        security_log::record(app, Event::CodeRefused, subject, reason);
        wrong()
    };
    if !counted.await? {
        return Err(refused("expired or tried too often"));
    }
    let guess = [(Limit::WrongCodes, mailed.address.key())];
    rate_limit::count(app, &guess).await?;
    let right = OneTimeCode::derive(&app.secrets.code_key(), mailed.id, mailed.nonce);
    if !right.matches(typed) {
        return Err(refused("wrong"));
    }
    rate_limit::take_back(app, &guess).await
}

pub fn wrong() -> ApiError {
    ApiError::bad_request(WRONG)
}

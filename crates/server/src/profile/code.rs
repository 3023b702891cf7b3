//! One-time codes that somebody who is signed in asks for: made, counted and compared as those of a
//! sign-up are (decisions §10, Codes and Limits).

use domain::account::Email;
use domain::one_time_code;
use store::account_codes::{self, AccountCode, Purpose};
use uuid::Uuid;

use crate::account::typed_code::{self, Mailed};
use crate::app::App;
use crate::client_address::ClientAddress;
use crate::error::{ApiError, ApiResult};
use crate::limits::{self, Limit};
use crate::ports::secrets::random_bytes;

pub use crate::account::typed_code::wrong;

/// Counts a code that goes to `address`.
pub async fn count(app: &App, client: &ClientAddress, address: &Email) -> ApiResult<()> {
    let counted = [
        (Limit::CodesOfClient, client.0.as_str()),
        (Limit::CodesAnHour, address.key()),
        (Limit::CodesADay, address.key()),
    ];
    limits::count(app, &counted).await
}

pub fn new(app: &App, account_id: Uuid, purpose: Purpose) -> AccountCode {
    let now = app.clock.now();
    AccountCode {
        id: app.clock.new_id(),
        account_id,
        purpose,
        nonce: random_bytes(),
        created_at: now,
        expires_at: one_time_code::expires_at(now, app.config.otp_ttl_seconds),
    }
}

/// What was typed, if it can be a code.
pub fn read(otp: &str) -> ApiResult<&str> {
    let typed = otp.trim();
    match typed_code::incomplete(typed) {
        Some(problem) => Err(ApiError::invalid(problem.message.clone(), vec![problem])),
        None => Ok(typed),
    }
}

/// The code that is asked for if `typed` is it; it is still to be taken by whoever acts on it. Wrong ones
/// are counted for the address that it was mailed to.
pub async fn compare(
    app: &App,
    code: Option<AccountCode>,
    mailed_to: &Email,
    typed: &str,
) -> ApiResult<AccountCode> {
    let code = code.ok_or_else(wrong)?;
    let mailed = Mailed {
        id: code.id,
        nonce: &code.nonce,
        address: mailed_to,
    };
    let counted = account_codes::count_try(&app.db, code.id, app.clock.now());
    typed_code::compare(app, mailed, counted, typed).await?;
    Ok(code)
}

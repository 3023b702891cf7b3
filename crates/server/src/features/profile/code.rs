//! One-time codes for signed-in users: created, counted and compared like those of a sign-up (decisions §10, Codes and
//! Limits; §11, Accounts without a password).

use axum::Json;
use axum::extract::State;
use domain::account::Email;
use store::jobs::{self, Job};
use store::one_time_codes::{self, Code, Purpose};

use crate::features::account::one_time_code::{self, CODE_SENT};
use crate::features::account::wire::CodeSentAnswer;
use crate::http::auth::SignedIn;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, SignInErrors, TooManyRequests};
use crate::http::rate_limit::{self, Limit};
use crate::http::response::Success;
use crate::platform::app::App;

pub use crate::features::account::one_time_code::wrong;

const HAS_PASSWORD: &str = "Your account has a password: please confirm with that.";

/// Mails a code to the current address, with which an account without a password confirms a change of its email or
/// password.
#[utoipa::path(
    post, path = "/api/users/me/verification-code", tag = "account", security(("session" = [])),
    responses((status = 200, body = CodeSentAnswer), BadRequest, SignInErrors, TooManyRequests),
)]
pub(crate) async fn mail_verification_code(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
) -> ApiResult<Json<CodeSentAnswer>> {
    if me.account.has_password {
        return Err(ApiError::bad_request(HAS_PASSWORD));
    }
    let purpose = Purpose::ConfirmChange { account_id: me.id };
    mail_to_owner(&app, &me, &client, purpose).await
}

/// Mails a code to the current address of an account.
pub(super) async fn mail_to_owner(
    app: &App,
    me: &SignedIn,
    client: &ClientAddress,
    purpose: Purpose,
) -> ApiResult<Json<CodeSentAnswer>> {
    // Counted by account, not by email: sign-ups that strangers start with the address must not use up the codes of its
    // owner.
    count(app, client, &me.id.to_string()).await?;
    let code = one_time_code::issue(app, purpose);
    app.in_transaction("store_account_code", async |tx| -> ApiResult<()> {
        one_time_codes::insert(&tx, &code).await?;
        let job = Job::MailAccountCode { code_id: code.id };
        jobs::add(&tx, app.clock.new_id(), &job, code.created_at).await?;
        Ok(())
    })
    .await?;
    app.wake_worker();
    Ok(sent(app))
}

pub(super) fn sent(app: &App) -> Json<CodeSentAnswer> {
    Json(CodeSentAnswer {
        status: Success::Success,
        message: CODE_SENT.to_owned(),
        expires_in_seconds: app.config.otp_ttl_seconds,
    })
}

/// Counts a code for the client and for `whom`, an account or address.
pub(crate) async fn count(app: &App, client: &ClientAddress, whom: &str) -> ApiResult<()> {
    let counted = [
        (Limit::CodesOfClient, client.0.as_str()),
        (Limit::CodesAnHour, whom),
        (Limit::CodesADay, whom),
    ];
    rate_limit::count(app, &counted).await
}

/// Returns the input if it can be a code.
pub fn read(otp: &str) -> ApiResult<&str> {
    let typed = otp.trim();
    match one_time_code::incomplete(typed) {
        Some(problem) => Err(ApiError::invalid(problem.message.clone(), vec![problem])),
        None => Ok(typed),
    }
}

/// Returns the requested code if it equals `typed`. The caller that acts on it still has to take it. Wrong codes are
/// counted for the address that it was mailed to.
pub(crate) async fn compare(
    app: &App,
    code: Option<Code>,
    mailed_to: &Email,
    typed: &str,
) -> ApiResult<Code> {
    let code = code.ok_or_else(wrong)?;
    one_time_code::compare(app, &code, mailed_to, typed).await?;
    Ok(code)
}

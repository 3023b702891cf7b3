//! Second half of sign-up: the mailed code creates the account and signs in (document 1 §4, decisions §10).

use axum::extract::State;
use domain::account::Role;
use domain::problem::Problem;
use store::accounts::{self, Account};
use store::one_time_codes::{self, Kind, Purpose};
use store::{StoreError, StoreResult};
use uuid::Uuid;

use super::one_time_code::{self, wrong};
use super::session;
use super::wire::{SignedInAnswer, UserAnswer, VerifyOtpRequest};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, TooManyRequests};
use crate::http::extract::Body;
use crate::http::user_agent::UserAgent;
use crate::platform::app::App;

const NO_ATTEMPT: &str = "User session expired. Please restart signup process.";

/// Verifies the code of a sign-up: creates the account, deletes the other attempts for its address, and signs in. A
/// code can be used once and is invalid after five wrong attempts.
#[utoipa::path(
    post, path = "/api/auth/verifyOTP", tag = "account", request_body = VerifyOtpRequest,
    responses(
        (status = 200, body = UserAnswer, headers(
            ("x-access-token" = String), ("x-refresh-token" = String),
        )),
        BadRequest, TooManyRequests,
    ),
)]
pub(crate) async fn verify_otp(
    State(app): State<App>,
    user_agent: UserAgent,
    Body(ask): Body<VerifyOtpRequest>,
) -> ApiResult<SignedInAnswer> {
    let (typed, code_id) = check(&ask)?;
    let code = one_time_codes::find(&app.db, code_id).await?;
    let code = code.ok_or_else(wrong)?;
    // The id comes from the client and may belong to a code for another purpose.
    let Purpose::Signup {
        name,
        email,
        password_hash,
    } = &code.purpose
    else {
        return Err(wrong());
    };
    one_time_code::compare(&app, &code, email, typed).await?;
    let mut account = Account::new(
        app.clock.new_id(),
        name.clone(),
        email.clone(),
        Role::User,
        app.clock.now(),
    );
    account.has_password = true;
    if !make_account(&app, code.id, &account, password_hash).await? {
        return Err(wrong());
    }
    session::start(&app, account, user_agent, "Signup successful").await
}

/// True only for the caller that used the code.
async fn make_account(
    app: &App,
    code_id: Uuid,
    account: &Account,
    password_hash: &str,
) -> StoreResult<bool> {
    app.in_transaction("create_account", async |tx| -> StoreResult<_> {
        // The account is inserted first: its unique address serializes concurrent requests. If the attempts were deleted
        // first, two requests would deadlock.
        match accounts::insert(&tx, account, Some(password_hash)).await {
            Err(StoreError::Taken(_)) => {
                tx.roll_back();
                return Ok(false);
            }
            done => done?,
        }
        if !one_time_codes::take(&tx, code_id).await? {
            tx.roll_back();
            return Ok(false);
        }
        one_time_codes::discard_for(&tx, Kind::Signup, &account.email).await?;
        Ok(true)
    })
    .await
}

fn check(ask: &VerifyOtpRequest) -> ApiResult<(&str, Uuid)> {
    let code = ask.otp.trim();
    let id = ask.temp_user_id.trim();
    let mut problems = Vec::new();
    problems.extend(one_time_code::incomplete(code));
    if id.is_empty() {
        problems.push(Problem::new("tempUserId", NO_ATTEMPT));
    }
    if let Some(first) = problems.first() {
        return Err(ApiError::invalid(first.message.clone(), problems));
    }
    let id = Uuid::parse_str(id).map_err(|_| wrong())?;
    Ok((code, id))
}

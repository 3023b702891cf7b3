//! Sign-up, second half: the mailed code makes the account and signs in (document 1 §4, decisions §10).

use axum::extract::State;
use domain::account::Role;
use domain::problem::Problem;
use store::accounts::{self, Account};
use store::codes::{self, SignupAttempt};
use store::{StoreError, StoreResult};
use uuid::Uuid;

use super::code_check::{self, Mailed, wrong};
use super::session;
use super::wire::{SignedInAnswer, UserAnswer, VerifyOtpRequest};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, TooManyRequests};
use crate::http::extract::Body;
use crate::http::user_agent::UserAgent;
use crate::platform::app::App;

const NO_ATTEMPT: &str = "User session expired. Please restart signup process.";

/// Verifies the code of a sign-up: makes the account, discards the other attempts for its address,
/// and signs in. A code is used once, and five wrong ones end it.
#[utoipa::path(
    post, path = "/api/auth/verifyOTP", tag = "account", request_body = VerifyOtpRequest,
    responses(
        (status = 200, body = UserAnswer, headers(
            ("x-access-token" = String), ("x-refresh-token" = String),
        )),
        BadRequest, TooManyRequests,
    ),
)]
pub async fn verify_otp(
    State(app): State<App>,
    user_agent: UserAgent,
    Body(ask): Body<VerifyOtpRequest>,
) -> ApiResult<SignedInAnswer> {
    let (code, attempt_id) = check(&ask)?;
    let now = app.clock.now();
    let attempt = codes::find(&app.db, attempt_id).await?;
    let attempt = attempt.ok_or_else(wrong)?;
    let mailed = Mailed {
        id: attempt.id,
        nonce: &attempt.nonce,
        address: &attempt.email,
    };
    let counted = codes::count_try(&app.db, attempt.id, now);
    code_check::compare(&app, mailed, counted, code).await?;
    let mut account = Account::new(
        app.clock.new_id(),
        attempt.name.clone(),
        attempt.email.clone(),
        Role::User,
        now,
    );
    account.has_password = true;
    if !make_account(&app, &attempt, &account).await? {
        return Err(wrong());
    }
    session::start(&app, account, user_agent, "Signup successful").await
}

/// True only for the caller that used the attempt up.
async fn make_account(app: &App, attempt: &SignupAttempt, account: &Account) -> StoreResult<bool> {
    let tx = app.db.begin().await?;
    // The account first: its unique address lines up all who verify for it. Deleting attempts first,
    // two of them would each wait for the other.
    match accounts::insert(&tx, account, Some(&attempt.password_hash)).await {
        Err(StoreError::Taken(_)) => return Ok(false),
        done => done?,
    }
    if !codes::take(&tx, attempt.id).await? {
        return Ok(false);
    }
    codes::discard_for(&tx, &attempt.email).await?;
    tx.commit().await?;
    Ok(true)
}

fn check(ask: &VerifyOtpRequest) -> ApiResult<(&str, Uuid)> {
    let code = ask.otp.trim();
    let id = ask.temp_user_id.trim();
    let mut problems = Vec::new();
    problems.extend(code_check::incomplete(code));
    if id.is_empty() {
        problems.push(Problem::new("tempUserId", NO_ATTEMPT));
    }
    if let Some(first) = problems.first() {
        return Err(ApiError::invalid(first.message.clone(), problems));
    }
    let id = Uuid::parse_str(id).map_err(|_| wrong())?;
    Ok((code, id))
}

//! Second half of password recovery: the mailed code sets a new password and ends every session (document 1 §4,
//! decisions §4).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use domain::account::{Email, Password};
use domain::problem::Problem;
use store::accounts::{self, Account};
use store::jobs::{self, Job};
use store::one_time_codes::{self, Kind};
use store::{StoreResult, identities, sessions};
use uuid::Uuid;

use super::forgot_password::{FILL_OUT_ALL, RESET_ATTEMPT};
use super::one_time_code::{self, wrong};
use super::wire::{MessageAnswer, ResetPasswordRequest};
use crate::features::account::password::PasswordHasher;
use crate::http::access_token;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, ServiceUnavailable, TooManyRequests};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::security_log::{self, Event, Subject};

/// Sets a new password with the mailed code, in the browser that requested it. Every session of the account ends.
#[utoipa::path(
    post, path = "/api/auth/resetPassword", tag = "account", request_body = ResetPasswordRequest,
    responses((status = 200, body = MessageAnswer), BadRequest, TooManyRequests, ServiceUnavailable),
)]
pub(crate) async fn reset_password(
    State(app): State<App>,
    headers: HeaderMap,
    Body(ask): Body<ResetPasswordRequest>,
) -> ApiResult<Response> {
    let code = match RESET_ATTEMPT.read(&headers) {
        Some(token) => {
            one_time_codes::find_by_token(&app.db, &access_token::refresh_hash(&token)).await?
        }
        None => None,
    };
    let email = code.as_ref().and_then(|code| code.purpose.email());
    let (typed, password) = check(&ask, email)?;
    let (Some(code), Some(email)) = (&code, email) else {
        return Err(wrong());
    };
    one_time_code::compare(&app, code, email, typed).await?;
    let account = accounts::find_by_email(&app.db, email)
        .await?
        .ok_or_else(wrong)?;
    let password_hash = PasswordHasher::of(&app).hash(password.as_str()).await?;
    if !set_password(&app, code.id, email, &account, &password_hash).await? {
        return Err(wrong());
    }
    app.wake_worker();
    let answer = MessageAnswer {
        status: Success::Success,
        message: "Password reset successful.".to_owned(),
    };
    Ok((RESET_ATTEMPT.clear(&app.config), Json(answer)).into_response())
}

/// True only for the caller that used the code.
async fn set_password(
    app: &App,
    code_id: Uuid,
    email: &Email,
    account: &Account,
    password_hash: &str,
) -> StoreResult<bool> {
    let unlinked = app
        .in_transaction("reset_password", async |tx| -> StoreResult<_> {
            // The account is updated first: the lock of its row serializes concurrent changes. If the attempts were deleted
            // first, two requests would deadlock.
            if !accounts::set_password(&tx, account.id, password_hash).await?
                || !one_time_codes::take(&tx, code_id).await?
            {
                tx.roll_back();
                return Ok(None);
            }
            one_time_codes::discard_for(&tx, Kind::ResetPassword, email).await?;
            sessions::end_all(&tx, account.id).await?;
            // A reset also signs out other people, including one who linked a sign-in provider of their own.
            let unlinked = identities::discard_for(&tx, account.id).await?;
            let job = Job::MailPasswordChanged {
                account_id: account.id,
            };
            jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
            Ok(Some(unlinked))
        })
        .await?;
    let Some(unlinked) = unlinked else {
        return Ok(false);
    };
    let subject = Subject::Account(account.id);
    security_log::record(app, Event::PasswordReset, subject, "");
    if unlinked > 0 {
        security_log::record(app, Event::IdentityUnlinked, subject, "password reset");
    }
    Ok(true)
}

fn check<'a>(
    ask: &'a ResetPasswordRequest,
    email: Option<&Email>,
) -> ApiResult<(&'a str, Password)> {
    let code = ask.otp.trim();
    let mut problems = Vec::new();
    problems.extend(one_time_code::incomplete(code));
    let password = match (ask.new_password.as_str(), email) {
        ("", _) => Err("Password is required".to_owned()),
        (text, Some(email)) => Password::parse_for(text, email).map_err(|error| error.to_string()),
        (text, None) => Password::parse(text).map_err(|error| error.to_string()),
    };
    if let Err(message) = &password {
        problems.push(Problem::new("newPassword", message.clone()));
    }
    if ask.new_password != ask.confirm_password {
        problems.push(Problem::new("confirmPassword", "Passwords do not match"));
    }
    match password {
        Ok(password) if problems.is_empty() => Ok((code, password)),
        _ => Err(ApiError::invalid(FILL_OUT_ALL, problems)),
    }
}

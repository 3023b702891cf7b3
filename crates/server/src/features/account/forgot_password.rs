//! First half of password recovery: stores the attempt, binds it to the browser, and mails its code (document 1 §4,
//! decisions §4 and §10).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use cookie::SameSite;
use domain::account::Email;
use domain::problem::Problem;
use store::jobs::{self, ClaimedJob, Job};
use store::one_time_codes::{self, Code, Purpose};
use store::{StoreResult, accounts};
use uuid::Uuid;

use super::one_time_code::{self, CODE_SENT};
use super::wire::{CodeSentAnswer, ForgotPasswordRequest};
use crate::http::access_token;
use crate::http::client_address::ClientAddress;
use crate::http::cookies::Errand;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, TooManyRequests};
use crate::http::extract::Body;
use crate::http::rate_limit::{self, Limit};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;
use crate::platform::mails::{Envelope, MailTemplate, ResetCodeMail, Sender, lifetime};

pub const FILL_OUT_ALL: &str = "Please fill out all fields correctly.";

/// Cookie that identifies the attempt to the browser that started it. Scripts cannot read it.
pub const RESET_ATTEMPT: Errand = Errand {
    name: "resetAttempt",
    path: "/api/auth",
    same_site: SameSite::Strict,
};

/// Starts password recovery and mails a code. The mail job looks up the account, so that neither the response nor its
/// duration reveals whether the address has one.
#[utoipa::path(
    post, path = "/api/auth/forgotPassword", tag = "account", request_body = ForgotPasswordRequest,
    responses((status = 200, body = CodeSentAnswer, headers(("set-cookie" = String))), BadRequest, TooManyRequests),
)]
pub(crate) async fn forgot_password(
    State(app): State<App>,
    client: ClientAddress,
    headers: HeaderMap,
    Body(ask): Body<ForgotPasswordRequest>,
) -> ApiResult<Response> {
    let email = check(&ask)?;
    // Counted by email and client address together, so that other people cannot lock the owner out.
    let both = format!("{} {}", email.key(), client.0);
    let counted = [
        (Limit::CodesOfClient, client.0.as_str()),
        (Limit::RecoveryCodes, both.as_str()),
    ];
    rate_limit::count(&app, &counted).await?;
    let (attempt_token, token_hash) = access_token::new_refresh_token();
    let purpose = Purpose::ResetPassword {
        email: email.clone(),
        token_hash,
    };
    let code = one_time_code::issue(&app, purpose);
    let before = RESET_ATTEMPT.read(&headers);
    store_code(&app, &code, &email, before.as_deref()).await?;
    app.wake_worker();
    let life = TimeDelta::seconds(i64::from(app.config.otp_ttl_seconds));
    let answer = CodeSentAnswer {
        status: Success::Success,
        message: CODE_SENT.to_owned(),
        expires_in_seconds: app.config.otp_ttl_seconds,
    };
    let cookie = RESET_ATTEMPT.set(&app.config, &attempt_token, life);
    Ok((cookie, Json(answer)).into_response())
}

/// Stores the attempt and its mail job in one transaction, in place of the earlier attempt of this browser. Above the
/// daily number of mails to the address it stores neither, because the code would not be sent.
async fn store_code(
    app: &App,
    code: &Code,
    email: &Email,
    before: Option<&str>,
) -> StoreResult<()> {
    app.in_transaction("store_reset_code", async |tx| -> StoreResult<()> {
        if let Some(before) = before {
            one_time_codes::discard_by_token(&tx, &access_token::refresh_hash(before)).await?;
        }
        let counted = (Limit::RecoveryMails, email.key());
        if rate_limit::count_in(app, &tx, counted).await?.is_none() {
            one_time_codes::insert(&tx, code).await?;
            let job = Job::MailResetCode {
                attempt_id: code.id,
            };
            jobs::add(&tx, app.clock.new_id(), &job, code.created_at).await?;
        }
        Ok(())
    })
    .await
}

fn check(ask: &ForgotPasswordRequest) -> ApiResult<Email> {
    let email = match ask.email.trim() {
        "" => Err("Email is required".to_owned()),
        text => Email::parse(text).map_err(|error| error.to_string()),
    };
    email.map_err(|message| ApiError::invalid(FILL_OUT_ALL, vec![Problem::new("email", message)]))
}

/// Job that mails the code. An address without an account gets no mail. Neither does one whose code has expired, was
/// used or was replaced.
pub(crate) async fn mail_code(
    app: &App,
    job: &ClaimedJob,
    attempt_id: Uuid,
) -> Result<(), JobError> {
    let Some(code) = one_time_codes::find(&app.db, attempt_id).await? else {
        return Ok(());
    };
    let Purpose::ResetPassword { email, .. } = &code.purpose else {
        return Ok(());
    };
    let Some(account) = accounts::find_by_email(&app.db, email).await? else {
        return Ok(());
    };
    let Some(time_left) = one_time_code::time_left(app, &code, job) else {
        return Ok(());
    };
    let letter = ResetCodeMail {
        name: account.name.clone(),
        code: one_time_code::derive(app, &code).digits().to_owned(),
        lifetime: lifetime(app.config.otp_ttl_seconds),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &account.name,
        to_address: account.email.as_str(),
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.time_left = Some(time_left);
    Ok(app.send_mail(mail).await?)
}

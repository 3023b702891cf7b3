//! First half of sign-up: validates the input, stores the attempt, and mails its code (document 1 §4).

use axum::Json;
use axum::extract::State;
use domain::account::{Email, Password, parse_user_name};
use domain::problem::Problem;
use store::jobs::{self, ClaimedJob, Job};
use store::one_time_codes::{self, Code, Purpose};
use store::{StoreResult, accounts};
use uuid::Uuid;

use super::one_time_code::{self, CODE_SENT};
use super::wire::{SignupAnswer, SignupRequest};
use crate::features::account::password::PasswordHasher;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, ServiceUnavailable, TooManyRequests};
use crate::http::extract::Body;
use crate::http::rate_limit::{self, Limit};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::job_runner::JobError;
use crate::platform::mails::{
    Envelope, MailTemplate, OneTimeCodeMail, Sender, SignupOnKnownAddressMail, lifetime,
};

const FILL_OUT_ALL: &str = "Please fill out all fields correctly.";

/// Starts a sign-up and mails its code. An address that has an account gets the same response and its owner another
/// mail, so that the response does not reveal customers.
#[utoipa::path(
    post, path = "/api/auth/signup", tag = "account", request_body = SignupRequest,
    responses((status = 200, body = SignupAnswer), BadRequest, TooManyRequests, ServiceUnavailable),
)]
pub(crate) async fn signup(
    State(app): State<App>,
    client: ClientAddress,
    Body(ask): Body<SignupRequest>,
) -> ApiResult<Json<SignupAnswer>> {
    let (name, email, password) = check(&ask)?;
    let counted = [
        (Limit::SignupsOfClient, client.0.as_str()),
        (Limit::CodesOfClient, client.0.as_str()),
        (Limit::CodesAnHour, email.key()),
        (Limit::CodesADay, email.key()),
    ];
    rate_limit::count(&app, &counted).await?;
    // Hashed for a known address too, so that both responses take the same time.
    let password_hash = PasswordHasher::of(&app).hash(password.as_str()).await?;
    let purpose = Purpose::Signup {
        name,
        email: email.clone(),
        password_hash,
    };
    let code = one_time_code::issue(&app, purpose);
    store_code(&app, &code, &email).await?;
    app.wake_worker();
    Ok(Json(SignupAnswer {
        status: Success::Success,
        message: CODE_SENT.to_owned(),
        temp_user_id: code.id,
        expires_in_seconds: app.config.otp_ttl_seconds,
    }))
}

/// Stores the attempt and its mail job in one transaction. An attempt for an address that has an account is stored too:
/// its codes are tried and counted like any other, but no valid one is ever mailed.
async fn store_code(app: &App, code: &Code, email: &Email) -> StoreResult<()> {
    app.in_transaction("store_signup_code", async |tx| -> StoreResult<()> {
        one_time_codes::insert(&tx, code).await?;
        let job = match accounts::find_by_email(&tx, email).await? {
            Some(account) => Job::MailSignupOnKnownAddress {
                account_id: account.id,
            },
            None => Job::MailCode {
                attempt_id: code.id,
            },
        };
        jobs::add(&tx, app.clock.new_id(), &job, code.created_at).await?;
        Ok(())
    })
    .await
}

fn check(ask: &SignupRequest) -> ApiResult<(String, Email, Password)> {
    let name = parse_user_name(&ask.name).map_err(|error| Problem::new("name", error.to_string()));
    let email = match ask.email.trim() {
        "" => Err(Problem::new("email", "Email is required")),
        text => Email::parse(text).map_err(|error| Problem::new("email", error.to_string())),
    };
    let password = match (ask.password.as_str(), &email) {
        ("", _) => Err("Password is required".to_owned()),
        (text, Ok(email)) => Password::parse_for(text, email).map_err(|error| error.to_string()),
        (text, Err(_)) => Password::parse(text).map_err(|error| error.to_string()),
    };
    let password = password.map_err(|message| Problem::new("password", message));
    let confirmed = if ask.password == ask.confirm_password {
        Ok(())
    } else {
        Err(Problem::new("confirmPassword", "Passwords do not match"))
    };
    match (name, email, password, confirmed) {
        (Ok(name), Ok(email), Ok(password), Ok(())) => Ok((name, email, password)),
        (name, email, password, confirmed) => {
            let problems = [name.err(), email.err(), password.err(), confirmed.err()];
            Err(ApiError::invalid(
                FILL_OUT_ALL,
                problems.into_iter().flatten().collect(),
            ))
        }
    }
}

/// Job that mails a code, unless the code has expired or the sign-up has ended.
pub(crate) async fn mail_code(
    app: &App,
    job: &ClaimedJob,
    attempt_id: Uuid,
) -> Result<(), JobError> {
    let Some(code) = one_time_codes::find(&app.db, attempt_id).await? else {
        return Ok(());
    };
    let Purpose::Signup { email, .. } = &code.purpose else {
        return Ok(());
    };
    let Some(time_left) = one_time_code::time_left(app, &code, job) else {
        return Ok(());
    };
    let letter = OneTimeCodeMail {
        code: one_time_code::derive(app, &code).digits().to_owned(),
        lifetime: lifetime(app.config.otp_ttl_seconds),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        // The address is not verified yet, so the mail contains no text that a stranger entered.
        to_name: "",
        to_address: email.as_str(),
    };
    let mut mail = letter.write(&envelope, &Sender::from(&app.config))?;
    mail.time_left = Some(time_left);
    Ok(app.send_mail(mail).await?)
}

/// Job that informs an owner of a sign-up with the address of the account.
pub(crate) async fn mail_owner(
    app: &App,
    job: &ClaimedJob,
    account_id: Uuid,
) -> Result<(), JobError> {
    let Some(account) = accounts::find(&app.db, account_id).await? else {
        return Ok(());
    };
    let letter = SignupOnKnownAddressMail {
        name: account.name.clone(),
    };
    let envelope = Envelope {
        job_id: job.id,
        written_at: job.created_at,
        to_name: &account.name,
        to_address: account.email.as_str(),
    };
    let mail = letter.write(&envelope, &Sender::from(&app.config))?;
    Ok(app.send_mail(mail).await?)
}

//! `POST /api/users/me/password`, and how a signed-in user proves to be the owner (decisions §3).

use axum::Json;
use axum::extract::State;
use domain::account::Password;
use domain::problem::Problem;
use store::accounts::{self, Account};
use store::jobs::{self, Job};
use store::one_time_codes::{self, Code, Kind};
use store::sessions;

use super::code;
use super::wire::ChangePasswordRequest;
use crate::features::account::password::PasswordHasher;
use crate::features::account::wire::MessageAnswer;
use crate::http::auth::{NOT_SIGNED_IN, SignedIn};
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, ServiceUnavailable, SignInErrors, TooManyRequests};
use crate::http::extract::Body;
use crate::http::rate_limit::{self, Limit};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::security_log::{self, Event, Subject};

const FILL_OUT_ALL: &str = "Please fill out all fields correctly.";
const WRONG_PASSWORD: &str = "The password is not correct";

/// Changes the password, ends every other session, and informs the owner by mail.
#[utoipa::path(
    post, path = "/api/users/me/password", tag = "account", security(("session" = [])),
    request_body = ChangePasswordRequest,
    responses((status = 200, body = MessageAnswer), BadRequest, SignInErrors, TooManyRequests, ServiceUnavailable),
)]
pub(crate) async fn change_password(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<ChangePasswordRequest>,
) -> ApiResult<Json<MessageAnswer>> {
    let password = check(&ask, &me.account)?;
    let typed = ("currentPassword", ask.current_password.as_str());
    let proof = prove(&app, &me, &client, typed, &ask.otp).await?;
    let hash = PasswordHasher::of(&app).hash(password.as_str()).await?;
    keep(&app, &me, proof.as_ref(), &hash).await?;
    app.wake_worker();
    security_log::record(&app, Event::PasswordChanged, Subject::Account(me.id), "");
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "Your password was changed.".to_owned(),
    }))
}

async fn keep(app: &App, me: &SignedIn, proof: Option<&Code>, hash: &str) -> ApiResult<()> {
    app.in_transaction("set_password", async |tx| -> ApiResult<()> {
        if !accounts::set_password(&tx, me.id, hash).await? {
            return Err(ApiError::unauthorized(NOT_SIGNED_IN));
        }
        if let Some(proof) = proof
            && !one_time_codes::take(&tx, proof.id).await?
        {
            return Err(code::wrong());
        }
        sessions::end_others(&tx, me.id, me.session_id).await?;
        let job = Job::MailPasswordChanged { account_id: me.id };
        jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
        Ok(())
    })
    .await
}

fn check(ask: &ChangePasswordRequest, account: &Account) -> ApiResult<Password> {
    let mut problems = Vec::new();
    if account.has_password && ask.current_password.is_empty() {
        problems.push(Problem::new("currentPassword", "Password is required"));
    }
    let password = match ask.new_password.as_str() {
        "" => Err("Password is required".to_owned()),
        text => Password::parse_for(text, &account.email).map_err(|error| error.to_string()),
    };
    if let Err(message) = &password {
        problems.push(Problem::new("newPassword", message.clone()));
    }
    if ask.new_password != ask.confirm_password {
        problems.push(Problem::new("confirmPassword", "Passwords do not match"));
    }
    match password {
        Ok(password) if problems.is_empty() => Ok(password),
        _ => Err(ApiError::invalid(FILL_OUT_ALL, problems)),
    }
}

/// Compares the password, or the mailed code if the account has no password. Returns the code, which the caller that
/// acts on it still has to take. Guesses count like wrong logins: a session that was left open must not bypass the
/// limit.
pub(super) async fn prove(
    app: &App,
    me: &SignedIn,
    client: &ClientAddress,
    (field, password): (&str, &str),
    otp: &str,
) -> ApiResult<Option<Code>> {
    let hash = accounts::password_hash(&app.db, me.id).await?;
    let Some(hash) = hash else {
        let typed = code::read(otp)?;
        let sent = one_time_codes::find_newest(&app.db, me.id, Kind::ConfirmChange).await?;
        let proof = code::compare(app, sent, &me.account.email, typed).await?;
        return Ok(Some(proof));
    };
    let both = format!("{} {}", me.account.email.key(), client.0);
    let guess = [
        (Limit::WrongLogins, both.as_str()),
        (Limit::WrongLoginsOfClient, client.0.as_str()),
    ];
    rate_limit::count(app, &guess).await?;
    if !PasswordHasher::of(app)
        .matches(password, Some(&hash))
        .await?
    {
        security_log::record(app, Event::ProofFailed, Subject::Account(me.id), "password");
        let problem = Problem::new(field, WRONG_PASSWORD);
        return Err(ApiError::invalid(WRONG_PASSWORD, vec![problem]));
    }
    rate_limit::take_back(app, &guess).await?;
    Ok(None)
}

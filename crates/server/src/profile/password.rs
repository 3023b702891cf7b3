//! `POST /api/users/me/password`, and how somebody who is signed in shows that it is they (decisions §3).

use axum::Json;
use axum::extract::State;
use domain::account::Password;
use domain::problem::Problem;
use store::jobs::{self, Job};
use store::{StoreResult, accounts, sessions};

use super::wire::ChangePasswordRequest;
use crate::access::{NOT_SIGNED_IN, SignedIn};
use crate::account::wire::MessageAnswer;
use crate::answer::Success;
use crate::app::App;
use crate::client_address::ClientAddress;
use crate::error::{ApiError, ApiResult, Failure};
use crate::extract::Body;
use crate::limits::{self, Limit};

const FILL_OUT_ALL: &str = "Please fill out all fields correctly.";
const WRONG_PASSWORD: &str = "The password is not correct";

/// Changes the password and ends every other session; the owner is told by mail.
#[utoipa::path(
    post, path = "/api/users/me/password", tag = "account", security(("session" = [])),
    request_body = ChangePasswordRequest,
    responses((status = 200, body = MessageAnswer), (status = 400, body = Failure),
        (status = 401, body = Failure), (status = 429, body = Failure), (status = 503, body = Failure)),
)]
pub async fn change_password(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<ChangePasswordRequest>,
) -> ApiResult<Json<MessageAnswer>> {
    let password = check(&ask, me.account.has_password)?;
    prove(&app, &me, &client, "currentPassword", &ask.current_password).await?;
    let hash = app.passwords.hash(password.as_str()).await?;
    if !keep(&app, &me, &hash).await? {
        return Err(ApiError::unauthorized(NOT_SIGNED_IN));
    }
    app.wake_worker();
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "Your password was changed.".to_owned(),
    }))
}

async fn keep(app: &App, me: &SignedIn, hash: &str) -> StoreResult<bool> {
    let tx = app.db.begin().await?;
    if !accounts::set_password(&tx, me.id, hash).await? {
        return Ok(false);
    }
    sessions::end_others(&tx, me.id, me.session_id).await?;
    let job = Job::MailPasswordChanged { account_id: me.id };
    jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
    tx.commit().await?;
    Ok(true)
}

fn check(ask: &ChangePasswordRequest, has_password: bool) -> ApiResult<Password> {
    let mut problems = Vec::new();
    if has_password && ask.current_password.is_empty() {
        problems.push(Problem::new("currentPassword", "Password is required"));
    }
    let password = match ask.new_password.as_str() {
        "" => Err("Password is required".to_owned()),
        text => Password::parse(text).map_err(|error| error.to_string()),
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

/// Compares the password of an account that has one. Guesses count as wrong logins do: a session that
/// was left open is no way around the limit.
pub(super) async fn prove(
    app: &App,
    me: &SignedIn,
    client: &ClientAddress,
    field: &str,
    password: &str,
) -> ApiResult<()> {
    let hash = accounts::password_hash(&app.db, me.id).await?;
    let Some(hash) = hash else { return Ok(()) };
    let both = format!("{} {}", me.account.email.key(), client.0);
    let guess = [
        (Limit::WrongLogins, both.as_str()),
        (Limit::WrongLoginsOfClient, client.0.as_str()),
    ];
    limits::count(app, &guess).await?;
    if !app.passwords.matches(password, Some(&hash)).await? {
        let problem = Problem::new(field, WRONG_PASSWORD);
        return Err(ApiError::invalid(WRONG_PASSWORD, vec![problem]));
    }
    limits::take_back(app, &guess).await
}

//! Sign-in with address and password (document 1 §4, decisions §9 question 137).

use std::time::Duration;

use axum::extract::State;
use axum::response::Response;
use domain::account::Email;
use domain::problem::Problem;
use store::accounts::{self, Account};

use super::second_step::{self, FirstStep};
use super::wire::{LoginRequest, SecondStepAnswer, UserAnswer};
use crate::features::account::password::PasswordHasher;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, ServiceUnavailable, SignInErrors, TooManyRequests};
use crate::http::extract::Body;
use crate::http::rate_limit::{self, Limit};
use crate::http::user_agent::UserAgent;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::security_log::{self, Event, Subject};
use crate::platform::turn::give_up_turn;

const FILL_OUT_ALL: &str = "Please fill out all fields";
const WRONG_LOGIN: &str = "Invalid email or password";
/// Delay of the response for an email whose password is guessed from many clients.
const SLOWED: Duration = Duration::from_secs(2);

/// Signs in. An unknown address gets the same response as a wrong password, after the same work.
#[utoipa::path(
    post, path = "/api/auth/login", tag = "account", request_body = LoginRequest,
    responses(
        (status = 200, body = UserAnswer, headers(
            ("x-access-token" = String), ("x-refresh-token" = String),
        )),
        (status = 202, body = SecondStepAnswer, headers(("set-cookie" = String)),
            description = "The password is right; POST /api/auth/second-step completes the login"),
        BadRequest, SignInErrors, TooManyRequests, ServiceUnavailable,
    ),
)]
pub(crate) async fn login(
    State(app): State<App>,
    client: ClientAddress,
    user_agent: UserAgent,
    Body(ask): Body<LoginRequest>,
) -> ApiResult<Response> {
    check(&ask)?;
    // Before the limits are counted: a refusal under load costs no write.
    PasswordHasher::of(&app).ensure_room()?;
    let email = rate_limit::typed_email(&ask.email);
    let both = format!("{email} {}", client.0);
    let guess = [
        (Limit::WrongLogins, both.as_str()),
        (Limit::WrongLoginsOfClient, client.0.as_str()),
    ];
    rate_limit::count(&app, &guess).await?;
    let of_email = [(Limit::WrongLoginsOfEmail, email.as_str())];
    // Rejecting here would let anybody lock out a traveller whose address they know.
    if rate_limit::count(&app, &of_email).await.is_err() {
        give_up_turn();
        tokio::time::sleep(SLOWED).await;
    }
    let known = match Email::parse(&ask.email) {
        Ok(email) => accounts::find_with_password(&app.db, &email).await?,
        Err(_) => None,
    };
    let (account, hash) = match known {
        Some((account, hash)) => (Some(account), hash),
        None => (None, None),
    };
    let matches = PasswordHasher::of(&app)
        .matches(&ask.password, hash.as_deref())
        .await;
    // The password was right or was not compared. Neither counts as a wrong guess.
    if !matches!(matches, Ok(false)) {
        let [pair, client] = guess;
        rate_limit::take_back(&app, &[pair, client, of_email[0]]).await?;
    }
    // An overload of the hasher fails here, before the response depends on whether the account exists.
    let matches = matches?;
    match (account, hash) {
        (Some(account), Some(hash)) if matches => {
            let step = pass_first_step(&app, account, &hash, &ask.password, user_agent).await?;
            Ok(step.into_response(&app))
        }
        _ => {
            security_log::record(&app, Event::LoginFailed, Subject::Email(&email), "password");
            Err(ApiError::unauthorized(WRONG_LOGIN))
        }
    }
}

/// Starts a session, or a challenge, if the stored hash is still the one that was compared: a reset in the meantime has
/// ended all sessions, and no new one may follow. Replaces a hash of a lower cost.
async fn pass_first_step(
    app: &App,
    account: Account,
    hash: &str,
    password: &str,
    user_agent: UserAgent,
) -> ApiResult<FirstStep> {
    let fresh = if PasswordHasher::of(app).is_outdated(hash) {
        // A failure does not prevent the login: the next one tries again.
        PasswordHasher::of(app).hash(password).await.ok()
    } else {
        None
    };
    let kept = fresh.as_deref().unwrap_or(hash);
    app.in_transaction("log_in", async |tx| -> ApiResult<_> {
        if !accounts::replace_password_hash(&tx, account.id, hash, kept).await? {
            return Err(ApiError::unauthorized(WRONG_LOGIN));
        }
        second_step::begin(app, &tx, account.clone(), user_agent.clone()).await
    })
    .await
}

fn check(ask: &LoginRequest) -> ApiResult<()> {
    let mut problems = Vec::new();
    if ask.email.trim().is_empty() {
        problems.push(Problem::new("email", "Email is required"));
    }
    if ask.password.is_empty() {
        problems.push(Problem::new("password", "Password is required"));
    }
    if problems.is_empty() {
        Ok(())
    } else {
        Err(ApiError::invalid(FILL_OUT_ALL, problems))
    }
}

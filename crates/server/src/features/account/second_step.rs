//! The second step of a login: after the right password or the sign-in at a provider, an account with a second step also
//! enters a code of its authenticator app, or a recovery code (operations §6).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::TimeDelta;
use cookie::SameSite;
use domain::problem::Problem;
use store::Tx;
use store::accounts::{self, Account};
use store::second_step_challenges::{self as challenges, Challenge};
use store::second_steps::{self, SecondStep};
use uuid::Uuid;

use super::recovery_code;
use super::session;
use super::totp::TotpSecret;
use super::wire::{
    SecondStepAnswer, SecondStepChallenge, SecondStepRequest, SecondStepStatus, SignedInAnswer,
    UserAnswer,
};
use crate::http::access_token;
use crate::http::client_address::ClientAddress;
use crate::http::cookies::Errand;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, SignInErrors, StoreErrors, TooManyRequests,
};
use crate::http::extract::Body;
use crate::http::rate_limit::{self, Counted, Limit};
use crate::http::user_agent::UserAgent;
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

/// How long a login waits for its second step.
const LIFE: TimeDelta = TimeDelta::minutes(10);
const LOGIN_OVER: &str = "This login has expired. Please log in again.";
const CODE_REQUIRED: &str = "Enter the 6-digit code of your authenticator app";
const WRONG_CODE: &str =
    "This code is not correct, or it was used already. Enter the code that your app shows now.";
const WRONG_RECOVERY_CODE: &str = "This recovery code is not correct, or it was used already.";
const KEY_CHANGED: &str =
    "Your second step cannot be checked any more. Ask the operator of this site to reset it.";

/// Cookie that binds the challenge to the browser that logged in. Scripts cannot read it.
const SECOND_STEP: Errand = Errand {
    name: "secondStep",
    path: "/api/auth/second-step",
    same_site: SameSite::Strict,
};

/// The result of a first step that succeeded.
pub enum FirstStep {
    SignedIn(SignedInAnswer),
    Challenge(OpenChallenge),
}

pub struct OpenChallenge {
    pub id: Uuid,
    /// For the cookie.
    token: String,
}

/// Starts a session, or a challenge for an account with a second step. The caller has verified the first step in this
/// transaction.
pub(crate) async fn begin(
    app: &App,
    tx: &Tx,
    account: Account,
    user_agent: UserAgent,
) -> ApiResult<FirstStep> {
    if second_steps::find_confirmed(tx, account.id)
        .await?
        .is_none()
    {
        let answer = session::start_in(app, tx, account, user_agent, "Login successful").await?;
        return Ok(FirstStep::SignedIn(answer));
    }
    let (token, token_hash) = access_token::new_refresh_token();
    let challenge = Challenge {
        id: app.clock.new_id(),
        account_id: account.id,
        token_hash,
        expires_at: app.clock.now() + LIFE,
    };
    challenges::insert(tx, &challenge).await?;
    let id = challenge.id;
    Ok(FirstStep::Challenge(OpenChallenge { id, token }))
}

impl OpenChallenge {
    /// Adds the cookie to a response.
    pub fn bind(&self, app: &App, response: impl IntoResponse) -> Response {
        let cookie = SECOND_STEP.set(&app.config, &self.token, LIFE);
        (cookie, response).into_response()
    }
}

impl FirstStep {
    pub fn into_response(self, app: &App) -> Response {
        match self {
            Self::SignedIn(answer) => answer.into_response(),
            Self::Challenge(challenge) => {
                let answer = SecondStepAnswer {
                    status: SecondStepStatus::SecondStep,
                    data: SecondStepChallenge {
                        challenge: challenge.id,
                        expires_in_seconds: LIFE.num_seconds(),
                    },
                };
                challenge.bind(app, (StatusCode::ACCEPTED, Json(answer)))
            }
        }
    }
}

/// Completes a login with a code of the authenticator app or a recovery code, in the browser that began it. After five
/// wrong codes, 401: the login begins again.
#[utoipa::path(
    post, path = "/api/auth/second-step", tag = "account", request_body = SecondStepRequest,
    responses(
        (status = 200, body = UserAnswer, headers(
            ("x-access-token" = String), ("x-refresh-token" = String),
        )),
        BodyErrors, SignInErrors, Conflict, TooManyRequests, StoreErrors,
    ),
)]
pub(crate) async fn finish_second_step(
    State(app): State<App>,
    client: ClientAddress,
    user_agent: UserAgent,
    headers: HeaderMap,
    Body(ask): Body<SecondStepRequest>,
) -> ApiResult<Response> {
    let typed = TypedCode::read(&ask.code, &ask.recovery_code)?;
    let over = || ApiError::unauthorized(LOGIN_OVER);
    let id = Uuid::parse_str(ask.challenge.trim()).map_err(|_| over())?;
    let token = SECOND_STEP.read(&headers).ok_or_else(over)?;
    let token_hash = access_token::refresh_hash(&token);
    let now = app.clock.now();
    let account_id = challenges::find_account(&app.db, id, &token_hash, now).await?;
    let account = accounts::find(&app.db, account_id.ok_or_else(over)?).await?;
    let account = account.ok_or_else(over)?;
    let guess = Guess::count(&app, &account, &client).await?;
    if !challenges::count_attempt(&app.db, id).await? {
        return Err(over());
    }
    let answer = app
        .in_transaction("finish_second_step", async |tx| -> ApiResult<_> {
            let step = second_steps::find_confirmed(&tx, account.id).await?;
            typed.take(&app, &tx, &step.ok_or_else(over)?).await?;
            if !challenges::take(&tx, id).await? {
                return Err(over());
            }
            let (account, agent) = (account.clone(), user_agent.clone());
            session::start_in(&app, &tx, account, agent, "Login successful").await
        })
        .await?;
    guess.take_back(&app).await?;
    if let TypedCode::Recovery(_) = typed {
        let subject = Subject::Account(answer.user.id);
        security_log::record(&app, Event::RecoveryCodeUsed, subject, "login");
    }
    Ok((SECOND_STEP.clear(&app.config), answer).into_response())
}

/// A code as it was entered.
pub enum TypedCode {
    App(String),
    Recovery(String),
}

impl TypedCode {
    /// Prefers the recovery code if both are given.
    pub fn read(code: &str, recovery_code: &str) -> ApiResult<Self> {
        // Apps show the code with a space in the middle.
        let code: String = code.split_whitespace().collect();
        match (recovery_code.trim(), code.is_empty()) {
            ("", true) => Err(refused("code", CODE_REQUIRED)),
            ("", false) => Ok(Self::App(code)),
            (recovery_code, _) => Ok(Self::Recovery(recovery_code.to_owned())),
        }
    }

    /// Uses the code up. Fails if it is wrong or was used.
    pub(crate) async fn take(&self, app: &App, tx: &Tx, step: &SecondStep) -> ApiResult<()> {
        let (is_right, field, message) = match self {
            Self::App(code) => {
                let is_right = match check(app, step, code)? {
                    Some(time_step) => second_steps::use_time_step(tx, step, time_step).await?,
                    None => false,
                };
                (is_right, "code", WRONG_CODE)
            }
            Self::Recovery(typed) => {
                let is_right = match recovery_code::hash(app, step.account_id, typed) {
                    Some(hash) => {
                        second_steps::take_recovery_code(tx, step.account_id, &hash).await?
                    }
                    None => false,
                };
                (is_right, "recoveryCode", WRONG_RECOVERY_CODE)
            }
        };
        if is_right {
            return Ok(());
        }
        let subject = Subject::Account(step.account_id);
        security_log::record(app, Event::CodeRefused, subject, "second step");
        Err(refused(field, message))
    }
}

/// The time step of a code, or `None` if the code is wrong.
pub fn check(app: &App, step: &SecondStep, code: &str) -> ApiResult<Option<i64>> {
    let Some(secret) = TotpSecret::decrypt(app, step.account_id, &step.secret) else {
        let account = step.account_id;
        tracing::error!(%account, "the secret of a second step was encrypted with another secret key");
        return Err(ApiError::conflict(KEY_CHANGED));
    };
    secret.check(code, app.clock.now())
}

pub fn wrong_code() -> ApiError {
    refused("code", WRONG_CODE)
}

fn refused(field: &str, message: &str) -> ApiError {
    ApiError::invalid(message, vec![Problem::new(field, message)])
}

/// A guess at a code. It counts like a wrong password, and like a wrong mailed code: a password that is known must not
/// allow more guesses from many addresses.
pub struct Guess {
    email: String,
    client: String,
    both: String,
}

impl Guess {
    /// Counts before the code is compared; [`Guess::take_back`] follows if it was right.
    pub(crate) async fn count(
        app: &App,
        account: &Account,
        client: &ClientAddress,
    ) -> ApiResult<Self> {
        let email = account.email.key().to_owned();
        let client = client.0.clone();
        let both = format!("{email} {client}");
        let guess = Self {
            email,
            client,
            both,
        };
        rate_limit::count(app, &guess.counted()).await?;
        Ok(guess)
    }

    pub(crate) async fn take_back(&self, app: &App) -> ApiResult<()> {
        rate_limit::take_back(app, &self.counted()).await
    }

    fn counted(&self) -> [Counted<'_>; 3] {
        [
            (Limit::WrongLogins, self.both.as_str()),
            (Limit::WrongLoginsOfClient, self.client.as_str()),
            (Limit::WrongCodes, self.email.as_str()),
        ]
    }
}

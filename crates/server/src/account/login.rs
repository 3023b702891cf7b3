//! Signing in with address and password (document 1 §4, decisions §9 question 137).

use axum::extract::State;
use domain::account::Email;
use domain::problem::Problem;
use store::accounts;

use super::session;
use super::wire::{LoginRequest, SignedInAnswer, UserAnswer};
use crate::app::App;
use crate::error::{ApiError, ApiResult, Failure};
use crate::extract::Body;

const FILL_OUT_ALL: &str = "Please fill out all fields";
const WRONG_LOGIN: &str = "Invalid email or password";

/// Signs in. An unknown address is answered like a wrong password, after the same work.
#[utoipa::path(
    post, path = "/api/auth/login", tag = "account", request_body = LoginRequest,
    responses(
        (status = 200, body = UserAnswer, headers(
            ("x-access-token" = String), ("x-refresh-token" = String),
        )),
        (status = 400, body = Failure), (status = 401, body = Failure),
    ),
)]
pub async fn login(
    State(app): State<App>,
    Body(ask): Body<LoginRequest>,
) -> ApiResult<SignedInAnswer> {
    check(&ask)?;
    let known = match Email::parse(&ask.email) {
        Ok(email) => accounts::find_with_password(&app.db, &email).await?,
        Err(_) => None,
    };
    let (account, hash) = match known {
        Some((account, hash)) => (Some(account), hash),
        None => (None, None),
    };
    let matches = app
        .passwords
        .matches(&ask.password, hash.as_deref())
        .await?;
    match account {
        Some(account) if matches => session::start(&app, account, "Login successful").await,
        _ => Err(ApiError::unauthorized(WRONG_LOGIN)),
    }
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

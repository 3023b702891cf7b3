//! Change of the email address: a code goes to the new address, and the old one is informed (decisions §3, §10).

use axum::Json;
use axum::extract::State;
use domain::account::Email;
use domain::problem::Problem;
use store::jobs::{self, Job};
use store::one_time_codes::{self, Code, Kind, Purpose};
use store::{StoreError, StoreResult, accounts, identities};
use uuid::Uuid;

use super::wire::{ChangeEmailRequest, ConfirmEmailRequest};
use super::{code, me, password};
use crate::features::account::one_time_code;
use crate::features::account::wire::{CodeSentAnswer, UserAnswer};
use crate::http::auth::SignedIn;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{BadRequest, ServiceUnavailable, SignInErrors, TooManyRequests};
use crate::http::extract::Body;
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

const FILL_OUT_ALL: &str = "Please fill out all fields correctly.";

/// Mails a code to the new address. The password, or the code of `verification-code` if the account has none, proves
/// that the owner requests it. An address that has an account gets the same response and its owner another mail, so
/// that the response does not reveal customers.
#[utoipa::path(
    post, path = "/api/users/me/email", tag = "account", security(("session" = [])),
    request_body = ChangeEmailRequest,
    responses((status = 200, body = CodeSentAnswer), BadRequest, SignInErrors, TooManyRequests, ServiceUnavailable),
)]
pub(crate) async fn change_email(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<ChangeEmailRequest>,
) -> ApiResult<Json<CodeSentAnswer>> {
    let new_email = check(&ask, &me)?;
    let proof = password::prove(&app, &me, &client, ("password", &ask.password), &ask.otp).await?;
    code::count(&app, &client, new_email.key()).await?;
    let purpose = Purpose::ChangeEmail {
        account_id: me.id,
        new_email: new_email.clone(),
    };
    let change = one_time_code::issue(&app, purpose);
    if !keep(&app, proof.as_ref(), &change, &new_email).await? {
        return Err(code::wrong());
    }
    app.wake_worker();
    Ok(code::sent(&app))
}

/// Uses up the proof and stores the code with its mail job in one transaction. False if the proof was used in the
/// meantime.
async fn keep(
    app: &App,
    proof: Option<&Code>,
    change: &Code,
    new_email: &Email,
) -> StoreResult<bool> {
    app.in_transaction("store_email_change", async |tx| -> StoreResult<_> {
        if let Some(proof) = proof
            && !one_time_codes::take(&tx, proof.id).await?
        {
            return Ok(false);
        }
        one_time_codes::insert(&tx, change).await?;
        let job = match accounts::find_by_email(&tx, new_email).await? {
            Some(owner) => Job::MailEmailChangeOnKnownAddress {
                account_id: owner.id,
            },
            None => Job::MailAccountCode { code_id: change.id },
        };
        jobs::add(&tx, app.clock.new_id(), &job, change.created_at).await?;
        Ok(true)
    })
    .await
}

fn check(ask: &ChangeEmailRequest, me: &SignedIn) -> ApiResult<Email> {
    let email = match ask.new_email.trim() {
        "" => Err("Email is required".to_owned()),
        text => Email::parse(text).map_err(|error| error.to_string()),
    };
    let email = email.and_then(|email| {
        if email == me.account.email {
            Err("This is your email address already".to_owned())
        } else {
            Ok(email)
        }
    });
    let mut problems = Vec::new();
    if let Err(message) = &email {
        problems.push(Problem::new("newEmail", message.clone()));
    }
    if me.account.has_password && ask.password.is_empty() {
        problems.push(Problem::new("password", "Password is required"));
    }
    match email {
        Ok(email) if problems.is_empty() => Ok(email),
        _ => Err(ApiError::invalid(FILL_OUT_ALL, problems)),
    }
}

/// Changes the address of the account to the one that the code was mailed to.
#[utoipa::path(
    post, path = "/api/users/me/email/confirm", tag = "account", security(("session" = [])),
    request_body = ConfirmEmailRequest,
    responses((status = 200, body = UserAnswer), BadRequest, SignInErrors, TooManyRequests),
)]
pub(crate) async fn confirm_email(
    State(app): State<App>,
    me: SignedIn,
    Body(ask): Body<ConfirmEmailRequest>,
) -> ApiResult<Json<UserAnswer>> {
    let typed = code::read(&ask.otp)?;
    let change = one_time_codes::find_newest(&app.db, me.id, Kind::ChangeEmail).await?;
    let Some((change, new_email)) = change
        .as_ref()
        .and_then(|code| Some((code, code.purpose.email()?)))
    else {
        return Err(code::wrong());
    };
    one_time_code::compare(&app, change, new_email, typed).await?;
    if !set_email(&app, &me, change.id, new_email).await? {
        return Err(code::wrong());
    }
    app.wake_worker();
    let account = accounts::find(&app.db, me.id).await?;
    let account = account.ok_or(StoreError::Missing)?;
    let user = me::whole_user(&app, &app.db, account).await?;
    Ok(Json(me::answer(user)))
}

/// True only for the caller that used the code. False also if the address was taken in the meantime.
async fn set_email(
    app: &App,
    me: &SignedIn,
    code_id: Uuid,
    new_email: &Email,
) -> StoreResult<bool> {
    let old_email = me.account.email.clone();
    let unlinked = app
        .in_transaction("set_email", async |tx| -> StoreResult<_> {
            match accounts::set_email(&tx, me.id, new_email).await {
                Ok(true) => {}
                Ok(false) | Err(StoreError::Taken(_)) => {
                    tx.roll_back();
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
            if !one_time_codes::take(&tx, code_id).await? {
                tx.roll_back();
                return Ok(None);
            }
            one_time_codes::discard_of(&tx, me.id).await?;
            // A sign-in that was linked through the old address would still open the account.
            let unlinked = identities::discard_for(&tx, me.id).await?;
            // Codes mailed to the old address must not open this account. Sign-ups with the new address are obsolete.
            one_time_codes::discard_for(&tx, Kind::ResetPassword, &old_email).await?;
            one_time_codes::discard_for(&tx, Kind::Signup, new_email).await?;
            me::move_subscription(app, &tx, &old_email, new_email).await?;
            let job = Job::MailEmailChanged {
                account_id: me.id,
                old_email: old_email.clone().into(),
            };
            jobs::add(&tx, app.clock.new_id(), &job, app.clock.now()).await?;
            Ok(Some(unlinked))
        })
        .await?;
    let Some(unlinked) = unlinked else {
        return Ok(false);
    };
    let subject = Subject::Account(me.id);
    security_log::record(app, Event::EmailChanged, subject, "");
    if unlinked > 0 {
        security_log::record(app, Event::IdentityUnlinked, subject, "email changed");
    }
    Ok(true)
}

//! The second step of the own login: set up, confirmed, removed, and new recovery codes (operations §6).

use axum::Json;
use axum::extract::State;
use domain::account::Role;
use domain::problem::Problem;
use store::one_time_codes::{self, Code};
use store::second_steps;
use store::{Tx, sessions};

use super::second_step_wire::{
    ConfirmSecondStepRequest, NewRecoveryCodesAnswer, OneSecondStep, RecoveryCodes,
    SecondStepEnrolment, SecondStepEnrolmentAnswer, SecondStepProofRequest, SecondStepState,
    SecondStepStateAnswer, SetUpSecondStepRequest,
};
use super::{code, password};
use crate::features::account::recovery_code;
use crate::features::account::second_step::{Guess, TypedCode, check, wrong_code};
use crate::features::account::totp::TotpSecret;
use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::SignedIn;
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, ServiceUnavailable, SignInErrors, TooManyRequests,
};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

const IS_ON: &str = "Your second step is on already. Turn it off first to set up another app.";
const IS_OFF: &str = "Your second step is off.";
const NOT_BEGUN: &str = "Set up your authenticator app again: the key was replaced.";
const PASSWORD_REQUIRED: &str = "Password is required";

/// Returns whether the second step is on, and how many recovery codes are left.
#[utoipa::path(
    get, path = "/api/users/me/totp", tag = "account", security(("session" = [])),
    responses((status = 200, body = SecondStepStateAnswer), SignInErrors),
)]
pub(crate) async fn read_second_step(
    State(app): State<App>,
    me: SignedIn,
) -> ApiResult<Json<SecondStepStateAnswer>> {
    let step = second_steps::find_confirmed(&app.db, me.id).await?;
    Ok(Json(SecondStepStateAnswer {
        status: Success::Success,
        data: OneSecondStep {
            second_step: SecondStepState {
                confirmed_at: step.and_then(|step| step.confirmed_at),
                is_required: app.config.staff_needs_second_step && me.account.role.is_staff(),
                recovery_codes_left: second_steps::count_recovery_codes(&app.db, me.id).await?,
            },
        },
    }))
}

/// Creates the key of an authenticator app. The second step is on once a code of the app was confirmed.
#[utoipa::path(
    post, path = "/api/users/me/totp", tag = "account", security(("session" = [])),
    request_body = SetUpSecondStepRequest,
    responses(
        (status = 200, body = SecondStepEnrolmentAnswer),
        BodyErrors, SignInErrors, Conflict, TooManyRequests, ServiceUnavailable,
    ),
)]
pub(crate) async fn set_up_second_step(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<SetUpSecondStepRequest>,
) -> ApiResult<Json<SecondStepEnrolmentAnswer>> {
    let proof = prove(&app, &me, &client, &ask.password, &ask.otp).await?;
    let secret = TotpSecret::generate();
    let enrolment = secret.enrolment(&app.config.name, &me.account.email)?;
    let sealed = secret.encrypt(&app, me.id)?;
    app.in_transaction("set_up_second_step", async |tx| -> ApiResult<()> {
        if !second_steps::begin(&tx, me.id, &sealed, app.clock.now()).await? {
            return Err(ApiError::conflict(IS_ON));
        }
        take(&tx, proof.as_ref()).await?;
        Ok(())
    })
    .await?;
    Ok(Json(SecondStepEnrolmentAnswer {
        status: Success::Success,
        data: SecondStepEnrolment {
            secret: enrolment.secret,
            otpauth_url: enrolment.otpauth_url,
            qr_code: enrolment.qr_code,
        },
    }))
}

/// Turns the second step on with a code of the app. Ends every other session, and returns the recovery codes, which are
/// shown only here.
#[utoipa::path(
    post, path = "/api/users/me/totp/confirm", tag = "account", security(("session" = [])),
    request_body = ConfirmSecondStepRequest,
    responses((status = 200, body = NewRecoveryCodesAnswer), BodyErrors, SignInErrors, Conflict, TooManyRequests),
)]
pub(crate) async fn confirm_second_step(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<ConfirmSecondStepRequest>,
) -> ApiResult<Json<NewRecoveryCodesAnswer>> {
    let TypedCode::App(typed) = TypedCode::read(&ask.code, "")? else {
        return Err(wrong_code());
    };
    let step = second_steps::find(&app.db, me.id).await?;
    let step = step.ok_or_else(|| ApiError::conflict(NOT_BEGUN))?;
    if step.confirmed_at.is_some() {
        return Err(ApiError::conflict(IS_ON));
    }
    let guess = Guess::count(&app, &me.account, &client).await?;
    let time_step = check(&app, &step, &typed)?.ok_or_else(wrong_code)?;
    let now = app.clock.now();
    let answer = app
        .in_transaction("confirm_second_step", async |tx| -> ApiResult<_> {
            if !second_steps::confirm(&tx, &step, time_step, now).await? {
                return Err(ApiError::conflict(NOT_BEGUN));
            }
            let answer = store_recovery_codes(&app, &tx, &me).await?;
            sessions::end_others(&tx, me.id, me.session_id).await?;
            note(&app, &tx, &me, "turn on second step").await?;
            Ok(answer)
        })
        .await?;
    guess.take_back(&app).await?;
    record(&app, &me, Event::SecondStepOn);
    Ok(Json(answer))
}

/// Turns the second step off.
#[utoipa::path(
    delete, path = "/api/users/me/totp", tag = "account", security(("session" = [])),
    request_body = SecondStepProofRequest,
    responses(
        (status = 200, body = MessageAnswer),
        BodyErrors, SignInErrors, Conflict, TooManyRequests, ServiceUnavailable,
    ),
)]
pub(crate) async fn remove_second_step(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<SecondStepProofRequest>,
) -> ApiResult<Json<MessageAnswer>> {
    let proof = prove_both(&app, &me, &client, &ask).await?;
    app.in_transaction("turn_off_second_step", async |tx| -> ApiResult<()> {
        proof.take(&app, &tx, &me).await?;
        if !second_steps::remove(&tx, me.id).await? {
            return Err(ApiError::conflict(IS_OFF));
        }
        note(&app, &tx, &me, "turn off second step").await
    })
    .await?;
    proof.guess.take_back(&app).await?;
    record(&app, &me, Event::SecondStepOff);
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "Your second step is off.".to_owned(),
    }))
}

/// Replaces the recovery codes. The earlier ones become invalid.
#[utoipa::path(
    post, path = "/api/users/me/totp/recovery-codes", tag = "account", security(("session" = [])),
    request_body = SecondStepProofRequest,
    responses(
        (status = 200, body = NewRecoveryCodesAnswer),
        BodyErrors, SignInErrors, Conflict, TooManyRequests, ServiceUnavailable,
    ),
)]
pub(crate) async fn replace_recovery_codes(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<SecondStepProofRequest>,
) -> ApiResult<Json<NewRecoveryCodesAnswer>> {
    let proof = prove_both(&app, &me, &client, &ask).await?;
    let answer = app
        .in_transaction("replace_recovery_codes", async |tx| -> ApiResult<_> {
            proof.take(&app, &tx, &me).await?;
            let answer = store_recovery_codes(&app, &tx, &me).await?;
            note(&app, &tx, &me, "replace recovery codes").await?;
            Ok(answer)
        })
        .await?;
    proof.guess.take_back(&app).await?;
    record(&app, &me, Event::RecoveryCodesReplaced);
    Ok(Json(answer))
}

/// Compares the password, or the mailed code if the account has none.
async fn prove(
    app: &App,
    me: &SignedIn,
    client: &ClientAddress,
    typed: &str,
    otp: &str,
) -> ApiResult<Option<Code>> {
    if me.account.has_password && typed.is_empty() {
        let problem = Problem::new("password", PASSWORD_REQUIRED);
        return Err(ApiError::invalid(PASSWORD_REQUIRED, vec![problem]));
    }
    password::prove(app, me, client, ("password", typed), otp).await
}

async fn take(tx: &Tx, proof: Option<&Code>) -> ApiResult<()> {
    match proof {
        Some(proof) if !one_time_codes::take(tx, proof.id).await? => Err(code::wrong()),
        _ => Ok(()),
    }
}

/// Both steps of an account as they were typed.
struct BothSteps {
    first: Option<Code>,
    second: TypedCode,
    guess: Guess,
}

impl BothSteps {
    /// Compares the second step. The codes are used up when the transaction is committed.
    async fn take(&self, app: &App, tx: &Tx, me: &SignedIn) -> ApiResult<()> {
        let step = second_steps::find_confirmed(tx, me.id).await?;
        let step = step.ok_or_else(|| ApiError::conflict(IS_OFF))?;
        self.second.take(app, tx, &step).await?;
        take(tx, self.first.as_ref()).await
    }
}

/// Compares the first step, and counts the attempt at the second one.
async fn prove_both(
    app: &App,
    me: &SignedIn,
    client: &ClientAddress,
    ask: &SecondStepProofRequest,
) -> ApiResult<BothSteps> {
    let second = TypedCode::read(&ask.code, &ask.recovery_code)?;
    if second_steps::find_confirmed(&app.db, me.id)
        .await?
        .is_none()
    {
        return Err(ApiError::conflict(IS_OFF));
    }
    let first = prove(app, me, client, &ask.password, &ask.otp).await?;
    let guess = Guess::count(app, &me.account, client).await?;
    Ok(BothSteps {
        first,
        second,
        guess,
    })
}

async fn store_recovery_codes(
    app: &App,
    tx: &Tx,
    me: &SignedIn,
) -> ApiResult<NewRecoveryCodesAnswer> {
    let codes = recovery_code::generate();
    let hashes: Vec<_> = codes
        .iter()
        .filter_map(|code| recovery_code::hash(app, me.id, code))
        .collect();
    second_steps::set_recovery_codes(tx, me.id, &hashes).await?;
    Ok(NewRecoveryCodesAnswer {
        status: Success::Success,
        data: RecoveryCodes {
            recovery_codes: codes,
        },
    })
}

/// The audit log shows the second steps of people with a role to the owners.
async fn note(app: &App, tx: &Tx, me: &SignedIn, action: &str) -> ApiResult<()> {
    if me.account.role == Role::User {
        return Ok(());
    }
    let subject = ("staff", me.id.to_string(), &*me.account.name);
    let entry = audit::note(app, me, action, subject, Vec::new());
    Ok(store::audit::add(tx, &entry).await?)
}

fn record(app: &App, me: &SignedIn, event: Event) {
    security_log::record(app, event, Subject::Account(me.id), "");
}

//! Deletion of an account: `DELETE /api/users/me`. The accounting records stay, without the name (decisions §3;
//! docs/decisions/0007-deleted-accounts.md).

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::account::Role;
use domain::booking::{Booking, BookingStatus};
use domain::problem::Problem;
use store::jobs::{self, Job};
use store::one_time_codes::{self, Kind, Purpose};
use store::{
    StoreResult, Tx, accounts, admins, bookings, campaign_recipients, custom_treks, enquiries,
    idempotency, staff_invitations, subscribers,
};
use uuid::Uuid;

use super::wire::DeleteUserRequest;
use super::{code, password};
use crate::features::account::wire::CodeSentAnswer;
use crate::features::booking::payment::close::close;
use crate::features::waitlist::forget::forget_entries;
use crate::http::auth::{NOT_SIGNED_IN, SignedIn};
use crate::http::client_address::ClientAddress;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BadRequest, Conflict, ServiceUnavailable, SignInErrors, TooManyRequests,
};
use crate::http::extract::Body;
use crate::platform::app::App;
use crate::platform::job_runner::JobError;
use crate::platform::security_log::{self, Event, Subject};

const HAS_PASSWORD: &str = "Your account has a password: please delete it with that.";
const LAST_ADMIN: &str = "You are the only administrator: make somebody else one first.";
/// Longer than any request that was running when the account was deleted.
const MAX_REQUEST_DURATION: TimeDelta = TimeDelta::seconds(60);
const PASSWORD_REQUIRED: &str = "Password is required";

/// Mails the code that confirms the deletion of an account without a password.
#[utoipa::path(
    post, path = "/api/users/me/deletion-code", tag = "account", security(("session" = [])),
    responses((status = 200, body = CodeSentAnswer), BadRequest, SignInErrors, TooManyRequests),
)]
pub(crate) async fn mail_deletion_code(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
) -> ApiResult<Json<CodeSentAnswer>> {
    if me.account.has_password {
        return Err(ApiError::bad_request(HAS_PASSWORD));
    }
    let purpose = Purpose::DeleteAccount { account_id: me.id };
    code::mail_to_owner(&app, &me, &client, purpose).await
}

/// Deletes the account. Unpaid bookings are cancelled with their payments; paid bookings stay, without a name.
#[utoipa::path(
    delete, path = "/api/users/me", tag = "account", security(("session" = [])),
    request_body = DeleteUserRequest,
    responses((status = 204), BadRequest, SignInErrors, Conflict, TooManyRequests, ServiceUnavailable),
)]
pub(crate) async fn delete_me(
    State(app): State<App>,
    me: SignedIn,
    client: ClientAddress,
    Body(ask): Body<DeleteUserRequest>,
) -> ApiResult<StatusCode> {
    prove(&app, &me, &client, &ask).await?;
    if me.account.role == Role::Admin && !admins::has_other(&app.db, me.id).await? {
        return Err(ApiError::conflict(LAST_ADMIN));
    }
    // Before anything is deleted: if the payment provider does not respond, the account stays as it is.
    for booking in bookings::list_for_user(&app.db, me.id).await? {
        close(&app, booking).await?;
    }
    app.in_transaction("delete_me", async |tx| -> ApiResult<()> {
        // Checked again under a lock: two administrators may delete themselves at the same time.
        if !admins::can_remove(&tx, me.id).await? {
            return Err(ApiError::conflict(LAST_ADMIN));
        }
        if !forget(&app, &tx, &me).await? {
            return Err(ApiError::unauthorized(NOT_SIGNED_IN));
        }
        Ok(())
    })
    .await?;
    app.wake_worker();
    let detail = me.account.role.as_str();
    security_log::record(&app, Event::AccountDeleted, Subject::Account(me.id), detail);
    Ok(StatusCode::NO_CONTENT)
}

async fn prove(
    app: &App,
    me: &SignedIn,
    client: &ClientAddress,
    ask: &DeleteUserRequest,
) -> ApiResult<()> {
    if me.account.has_password {
        if ask.password.is_empty() {
            let problem = Problem::new("password", PASSWORD_REQUIRED);
            return Err(ApiError::invalid(PASSWORD_REQUIRED, vec![problem]));
        }
        password::prove(app, me, client, ("password", &ask.password), &ask.otp).await?;
        return Ok(());
    }
    let typed = code::read(&ask.otp)?;
    let deletion = one_time_codes::find_newest(&app.db, me.id, Kind::DeleteAccount).await?;
    code::compare(app, deletion, &me.account.email, typed).await?;
    Ok(())
}

/// True only for the caller that deleted the account. Its sessions, codes and sign-ins are deleted with it.
async fn forget(app: &App, tx: &Tx, me: &SignedIn) -> StoreResult<bool> {
    let email = &me.account.email;
    let now = app.clock.now();
    if !accounts::delete(tx, me.id).await? {
        return Ok(false);
    }
    let kept = bookings::list_for_user(tx, me.id).await?;
    for booking in &kept {
        bookings::erase_personal_data(tx, booking.id, now).await?;
    }
    forget_entries(app, tx, me.id).await?;
    idempotency::delete_for_user(tx, me.id).await?;
    subscribers::remove(tx, email).await?;
    custom_treks::delete_for_email(tx, email).await?;
    enquiries::delete_for_email(tx, email).await?;
    campaign_recipients::delete_for_email(tx, email).await?;
    staff_invitations::delete_for(tx, email).await?;
    for kind in [Kind::Signup, Kind::ResetPassword] {
        one_time_codes::discard_for(tx, kind, email).await?;
    }
    jobs::delete_failed_mails_to(tx, email.as_str()).await?;
    let later = Job::ForgetTraveller { account_id: me.id };
    jobs::add_later(tx, app.clock.new_id(), &later, now + MAX_REQUEST_DURATION).await?;
    let goodbye = Job::MailAccountDeleted {
        email: email.as_str().to_owned(),
    };
    jobs::add(tx, app.clock.new_id(), &goodbye, now).await?;
    let today = app.clock.today(app.config.timezone);
    let is_ahead = |booking: &&Booking| {
        booking.status == BookingStatus::Confirmed && booking.start_date >= today
    };
    let booking_ids: Vec<_> = kept
        .iter()
        .filter(is_ahead)
        .map(|booking| booking.id)
        .collect();
    if !booking_ids.is_empty() {
        let notice = Job::MailTravellerLeft { booking_ids };
        jobs::add(tx, app.clock.new_id(), &notice, now).await?;
    }
    Ok(true)
}

/// Job that runs later: a booking or waitlist entry that was created during the deletion contains personal data too.
pub(crate) async fn forget_late(app: &App, account_id: Uuid) -> Result<(), JobError> {
    let now = app.clock.now();
    for booking in bookings::list_for_user(&app.db, account_id).await? {
        let id = booking.id;
        let expired = close(app, booking).await;
        expired.map_err(JobError::other)?;
        app.in_transaction("forget_late", async |tx| -> Result<(), JobError> {
            bookings::erase_personal_data(&tx, id, now).await?;
            Ok(())
        })
        .await?;
    }
    app.in_transaction("forget_late_entries", async |tx| -> Result<(), JobError> {
        forget_entries(app, &tx, account_id).await?;
        Ok(())
    })
    .await?;
    Ok(())
}

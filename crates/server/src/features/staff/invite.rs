//! `POST /api/staff/invitations`, `DELETE /api/staff/invitations/{id}` and `POST /api/staff/invitations/{id}/resend`:
//! administrators invite people to the staff by email, and withdraw or resend invitations.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::TimeDelta;
use domain::account::Role;
use store::jobs::{self, Job};
use store::staff_invitations::{self, StaffInvitation};
use store::{StoreError, StoreResult, Tx, accounts};
use uuid::Uuid;

use super::wire::{Invitation, InvitationAnswer, NewInvitation, read_email, read_role};
use crate::features::account::wire::MessageAnswer;
use crate::features::audit;
use crate::http::auth::Admin;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

/// How long a link is valid after it was sent.
const LIFE: TimeDelta = TimeDelta::days(7);
/// The kind of the subject in the audit log. The log contains no address: a person who deletes the account must be
/// forgotten.
pub const SUBJECT: &str = "invitation";
const INVALID: &str = "Invalid invitation. Please check your input.";
const NOT_FOUND: &str = "This invitation was accepted or withdrawn.";
const IS_STAFF: &str = "This person is on your staff already. Change the role in the list.";
const IS_INVITED: &str =
    "This address has an invitation already. Send it again, or withdraw it first.";

/// Invites a person by email. The link is valid for 7 days and can be used once.
#[utoipa::path(
    post, path = "/api/staff/invitations", tag = "staff", security(("session" = [])), request_body = NewInvitation,
    responses((status = 201, body = InvitationAnswer), BodyErrors, AdminErrors, Conflict, ServerError),
)]
pub(crate) async fn create_invitation(
    State(app): State<App>,
    Admin(me): Admin,
    Body(ask): Body<NewInvitation>,
) -> ApiResult<(StatusCode, Json<InvitationAnswer>)> {
    let role = read_role(&ask.role, &[Role::Staff, Role::Guide, Role::Admin]);
    let (email, role) = match (read_email(&ask.email), role) {
        (Ok(email), Ok(role)) => (email, role),
        (email, role) => {
            let problems = [email.err(), role.err()].into_iter().flatten().collect();
            return Err(ApiError::invalid(INVALID, problems));
        }
    };
    let now = app.clock.now();
    let invitation = StaffInvitation {
        id: app.clock.new_id(),
        email,
        role,
        invited_by: me.account.name.clone(),
        created_at: now,
        expires_at: now + LIFE,
        accepted_at: None,
        withdrawn_at: None,
    };
    app.in_transaction("create_invitation", async |tx| -> ApiResult<()> {
        let known = accounts::find_by_email(&tx, &invitation.email).await?;
        if known.is_some_and(|account| account.role != Role::User) {
            return Err(ApiError::conflict(IS_STAFF));
        }
        match staff_invitations::insert(&tx, &invitation).await {
            Err(StoreError::Taken(_)) => return Err(ApiError::conflict(IS_INVITED)),
            done => done?,
        }
        mail(&app, &tx, invitation.id).await?;
        let subject = (SUBJECT, invitation.id.to_string(), role.as_str());
        let entry = audit::note(&app, &me, "create", subject, Vec::new());
        store::audit::add(&tx, &entry).await?;
        Ok(())
    })
    .await?;
    app.wake_worker();
    let answer = Invitation::new(invitation, now).answer();
    Ok((StatusCode::CREATED, Json(answer)))
}

async fn mail(app: &App, tx: &Tx, invitation_id: Uuid) -> StoreResult<()> {
    let job = Job::MailStaffInvitation { invitation_id };
    jobs::add(tx, app.clock.new_id(), &job, app.clock.now()).await
}

/// Withdraws an open invitation. Its link is refused from then on.
#[utoipa::path(
    delete, path = "/api/staff/invitations/{id}", tag = "staff", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = MessageAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn withdraw_invitation(
    State(app): State<App>,
    Admin(me): Admin,
    id: PathId,
) -> ApiResult<Json<MessageAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    app.in_transaction("withdraw_invitation", async |tx| -> ApiResult<()> {
        let invitation = find_open(&tx, id).await?;
        if !staff_invitations::withdraw(&tx, invitation.id, app.clock.now()).await? {
            return Err(ApiError::not_found(NOT_FOUND));
        }
        let subject = (SUBJECT, invitation.id.to_string(), invitation.role.as_str());
        let entry = audit::note(&app, &me, "withdraw", subject, Vec::new());
        store::audit::add(&tx, &entry).await?;
        Ok(())
    })
    .await?;
    Ok(Json(MessageAnswer {
        status: Success::Success,
        message: "Invitation withdrawn.".to_owned(),
    }))
}

/// Sends an open invitation again. Its link is valid for another 7 days.
#[utoipa::path(
    post, path = "/api/staff/invitations/{id}/resend", tag = "staff", security(("session" = [])),
    params(("id" = String, Path)),
    responses((status = 200, body = InvitationAnswer), AdminErrors, NotFound, ServerError),
)]
pub(crate) async fn resend_invitation(
    State(app): State<App>,
    Admin(me): Admin,
    id: PathId,
) -> ApiResult<Json<InvitationAnswer>> {
    let id = id.or_not_found(NOT_FOUND)?;
    let now = app.clock.now();
    let invitation = app
        .in_transaction("resend_invitation", async |tx| -> ApiResult<_> {
            let mut invitation = find_open(&tx, id).await?;
            invitation.expires_at = now + LIFE;
            if !staff_invitations::extend(&tx, invitation.id, invitation.expires_at).await? {
                return Err(ApiError::not_found(NOT_FOUND));
            }
            mail(&app, &tx, invitation.id).await?;
            let subject = (SUBJECT, invitation.id.to_string(), invitation.role.as_str());
            let entry = audit::note(&app, &me, "resend-mail", subject, Vec::new());
            store::audit::add(&tx, &entry).await?;
            Ok(invitation)
        })
        .await?;
    app.wake_worker();
    Ok(Json(Invitation::new(invitation, now).answer()))
}

async fn find_open(tx: &Tx, id: Uuid) -> ApiResult<StaffInvitation> {
    let invitation = staff_invitations::find(tx, id).await?;
    invitation.ok_or_else(|| ApiError::not_found(NOT_FOUND))
}

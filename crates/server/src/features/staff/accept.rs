//! `GET /api/invitations/{token}` and `POST /api/invitations/{token}/accept`: the invited person reads an invitation and
//! accepts it, with the account of the address or a new one.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use domain::account::{Password, Role, parse_user_name};
use domain::problem::Problem;
use store::accounts::{self, Account};
use store::one_time_codes::{self, Kind};
use store::staff_invitations::{self, StaffInvitation};
use store::{StoreError, Tx};

use super::invite::SUBJECT;
use super::link;
use super::wire::{
    AcceptInvitation, OneReceivedInvitation, ReceivedInvitation, ReceivedInvitationAnswer,
};
use crate::features::account::password::PasswordHasher;
use crate::features::account::session;
use crate::features::account::wire::{User, UserAnswer};
use crate::features::audit;
use crate::http::auth::Visitor;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    BodyErrors, Conflict, Forbidden, Gone, NotFound, ServiceUnavailable, SignInErrors, StoreErrors,
};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::http::user_agent::UserAgent;
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::security_log::{self, Event, Subject};

const NOT_FOUND: &str = "This link is not valid.";
const ACCEPTED: &str = "This invitation was accepted already.";
const WITHDRAWN: &str = "This invitation was withdrawn.";
const EXPIRED: &str = "This invitation has expired. Ask for a new one.";
const OTHER_ACCOUNT: &str =
    "This invitation is for another email address. Log out, then open the link again.";
const LOG_IN: &str = "This address has an account. Log in to accept the invitation.";
const IS_STAFF: &str = "Your account has a role already. Ask an owner to change it.";
const FILL_OUT_ALL: &str = "Please fill out all fields correctly.";

/// Returns an invitation. Once it is accepted, withdrawn or expired, 410.
#[utoipa::path(
    get, path = "/api/invitations/{token}", tag = "staff", params(("token" = String, Path)),
    responses((status = 200, body = ReceivedInvitationAnswer), NotFound, Gone, StoreErrors),
)]
pub(crate) async fn read_invitation(
    State(app): State<App>,
    Path(token): Path<String>,
) -> ApiResult<Json<ReceivedInvitationAnswer>> {
    let invitation = find(&app, &token).await?;
    let account = accounts::find_by_email(&app.db, &invitation.email).await?;
    Ok(Json(ReceivedInvitationAnswer {
        status: Success::Success,
        data: OneReceivedInvitation {
            invitation: ReceivedInvitation {
                email: invitation.email.into(),
                role: invitation.role,
                invited_by: invitation.invited_by,
                expires_at: invitation.expires_at,
                has_account: account.is_some(),
            },
        },
    }))
}

/// Accepts an invitation. An account of the address must be logged in: 401 if nobody is, 403 for another account. Without
/// an account one is created and logged in.
#[utoipa::path(
    post, path = "/api/invitations/{token}/accept", tag = "staff", params(("token" = String, Path)),
    request_body = AcceptInvitation,
    responses(
        (status = 200, body = UserAnswer, headers(
            ("x-access-token" = Option<String>), ("x-refresh-token" = Option<String>),
        )),
        BodyErrors, SignInErrors, Forbidden, NotFound, Conflict, Gone, ServiceUnavailable,
    ),
)]
pub(crate) async fn accept_invitation(
    State(app): State<App>,
    Path(token): Path<String>,
    Visitor(me): Visitor,
    user_agent: UserAgent,
    Body(ask): Body<AcceptInvitation>,
) -> ApiResult<Response> {
    let invitation = find(&app, &token).await?;
    if let Some(me) = me {
        if me.account.email != invitation.email {
            return Err(ApiError::forbidden(OTHER_ACCOUNT));
        }
        let answer = accept_with(&app, &invitation, me.account).await?;
        return Ok(Json(answer).into_response());
    }
    let known = accounts::find_by_email(&app.db, &invitation.email).await?;
    if known.is_some() {
        return Err(ApiError::unauthorized(LOG_IN));
    }
    let (name, password) = check(&ask, &invitation)?;
    let hash = PasswordHasher::of(&app).hash(password.as_str()).await?;
    let now = app.clock.now();
    let id = app.clock.new_id();
    let mut account = Account::new(id, name, invitation.email.clone(), invitation.role, now);
    account.has_password = true;
    let answer = app
        .in_transaction("accept_invitation", async |tx| -> ApiResult<_> {
            match accounts::insert(&tx, &account, Some(&hash)).await {
                Err(StoreError::Taken(_)) => return Err(ApiError::unauthorized(LOG_IN)),
                done => done?,
            }
            one_time_codes::discard_for(&tx, Kind::Signup, &account.email).await?;
            take(&app, &tx, &invitation, &account).await?;
            let (account, agent) = (account.clone(), user_agent.clone());
            session::start_in(&app, &tx, account, agent, "Welcome to the team").await
        })
        .await?;
    noted(&app, answer.user.id, invitation.role);
    Ok(answer.into_response())
}

/// Gives the role to the account of the address. Its session stays: the person is acting in it.
async fn accept_with(
    app: &App,
    invitation: &StaffInvitation,
    mut account: Account,
) -> ApiResult<UserAnswer> {
    app.in_transaction("accept_as_member", async |tx| -> ApiResult<()> {
        // The lock on this row serializes two uses of the link.
        take(app, &tx, invitation, &account).await?;
        // Read again: the command line may have given a role in the meantime.
        let stored = accounts::find(&tx, account.id).await?;
        if stored.is_none_or(|stored| stored.role != Role::User) {
            return Err(ApiError::conflict(IS_STAFF));
        }
        accounts::set_role(&tx, account.id, invitation.role).await?;
        Ok(())
    })
    .await?;
    noted(app, account.id, invitation.role);
    account.role = invitation.role;
    Ok(UserAnswer {
        status: Success::Success,
        user: User::of(app, &app.db, account).await?,
        message: Some("Invitation accepted".to_owned()),
    })
}

async fn take(app: &App, tx: &Tx, invitation: &StaffInvitation, by: &Account) -> ApiResult<()> {
    if !staff_invitations::accept(tx, invitation.id, app.clock.now()).await? {
        let now = staff_invitations::find(tx, invitation.id).await?;
        return Err(ApiError::gone(why_closed(now.as_ref())));
    }
    let role = invitation.role.as_str();
    let subject = (SUBJECT, invitation.id.to_string(), role);
    let entry = audit::note_by(app, by, "accept", subject, Vec::new());
    Ok(store::audit::add(tx, &entry).await?)
}

fn noted(app: &App, account_id: uuid::Uuid, role: Role) {
    let subject = Subject::Account(account_id);
    security_log::record(app, Event::RoleChanged, subject, role.as_str());
}

async fn find(app: &App, token: &str) -> ApiResult<StaffInvitation> {
    let unknown = || ApiError::not_found(NOT_FOUND);
    let id = link::read(app, token).ok_or_else(unknown)?;
    let invitation = staff_invitations::find(&app.db, id).await?;
    let invitation = invitation.ok_or_else(unknown)?;
    if !invitation.is_valid(app.clock.now()) {
        return Err(ApiError::gone(why_closed(Some(&invitation))));
    }
    Ok(invitation)
}

fn why_closed(invitation: Option<&StaffInvitation>) -> &'static str {
    match invitation {
        Some(invitation) if invitation.accepted_at.is_some() => ACCEPTED,
        Some(invitation) if invitation.withdrawn_at.is_none() => EXPIRED,
        _ => WITHDRAWN,
    }
}

fn check(ask: &AcceptInvitation, invitation: &StaffInvitation) -> ApiResult<(String, Password)> {
    let name = parse_user_name(&ask.name).map_err(|error| Problem::new("name", error.to_string()));
    let password = match ask.password.as_str() {
        "" => Err("Password is required".to_owned()),
        text => Password::parse_for(text, &invitation.email).map_err(|error| error.to_string()),
    };
    let password = password.map_err(|message| Problem::new("password", message));
    match (name, password) {
        (Ok(name), Ok(password)) => Ok((name, password)),
        (name, password) => {
            let problems = [name.err(), password.err()].into_iter().flatten().collect();
            Err(ApiError::invalid(FILL_OUT_ALL, problems))
        }
    }
}

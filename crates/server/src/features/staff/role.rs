//! `PATCH /api/staff/{id}`: an administrator changes the role of a person, or takes it away. It acts at once: all
//! sessions of the person end, in every server process.

use axum::Json;
use axum::extract::State;
use domain::account::Role;
use serde_json::json;
use store::{accounts, admins, second_steps, sessions};

use super::wire::{OneStaffMember, RoleChange, StaffMember, StaffMemberAnswer, read_role};
use crate::features::audit;
use crate::http::auth::Admin;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, ServerError};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::security_log::{self, Event, Subject};

const NOT_STAFF: &str = "This person is not on the staff any more.";
const LAST_ADMIN: &str =
    "This is the only owner. Make another person an owner first, so that the site keeps one.";

/// Changes a role; `user` takes it away. The person is signed out everywhere. The last owner keeps the role.
#[utoipa::path(
    patch, path = "/api/staff/{id}", tag = "staff", security(("session" = [])),
    params(("id" = String, Path)), request_body = RoleChange,
    responses((status = 200, body = StaffMemberAnswer), BodyErrors, AdminErrors, NotFound, Conflict, ServerError),
)]
pub(crate) async fn change_role(
    State(app): State<App>,
    Admin(me): Admin,
    id: PathId,
    Body(ask): Body<RoleChange>,
) -> ApiResult<Json<StaffMemberAnswer>> {
    let id = id.or_not_found(NOT_STAFF)?;
    let role = read_role(&ask.role, &Role::ALL)
        .map_err(|problem| ApiError::invalid(problem.message.clone(), vec![problem]))?;
    let (mut account, has_changed) = app
        .in_transaction("change_role", async |tx| -> ApiResult<_> {
            // Changes of roles run one after the other from here on, so that two owners cannot remove each other.
            let can_remove = admins::can_remove(&tx, id).await?;
            // The role may have been taken away while this request waited.
            let still_admin = accounts::find(&tx, me.id).await?;
            if still_admin.is_none_or(|account| account.role != Role::Admin) {
                return Err(ApiError::forbidden(crate::http::auth::ADMINS_ONLY));
            }
            let account = accounts::find(&tx, id).await?;
            let account = account
                .filter(|account| account.role != Role::User)
                .ok_or_else(|| ApiError::not_found(NOT_STAFF))?;
            if role != Role::Admin && !can_remove {
                return Err(ApiError::conflict(LAST_ADMIN));
            }
            let before = account.role;
            let has_changed = accounts::set_role(&tx, id, role).await?;
            if has_changed {
                sessions::end_all(&tx, id).await?;
                let changes = audit::changes(&json!({"role": before}), &json!({"role": role}));
                let subject = ("staff", id.to_string(), &*account.name);
                let entry = audit::note(&app, &me, "change role", subject, changes);
                store::audit::add(&tx, &entry).await?;
            }
            Ok((account, has_changed))
        })
        .await?;
    if has_changed {
        security_log::record(
            &app,
            Event::RoleChanged,
            Subject::Account(id),
            role.as_str(),
        );
    }
    account.role = role;
    let step = second_steps::find_confirmed(&app.db, id).await?;
    Ok(Json(StaffMemberAnswer {
        status: Success::Success,
        data: OneStaffMember {
            member: StaffMember::new(account, None, step.and_then(|step| step.confirmed_at)),
        },
    }))
}

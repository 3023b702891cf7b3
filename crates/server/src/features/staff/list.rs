//! `GET /api/staff`: everyone with a role, and the open invitations.

use axum::Json;
use axum::extract::State;
use store::{admins, second_steps, sessions, staff_invitations};

use super::wire::{Invitation, StaffList, StaffListAnswer, StaffMember};
use crate::http::auth::Admin;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, ServerError};
use crate::http::response::Success;
use crate::platform::app::App;

/// Returns everyone with a role, and the open invitations.
#[utoipa::path(
    get, path = "/api/staff", tag = "staff", security(("session" = [])),
    responses((status = 200, body = StaffListAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_staff(
    State(app): State<App>,
    _admin: Admin,
) -> ApiResult<Json<StaffListAnswer>> {
    let now = app.clock.now();
    let accounts = admins::list_with_role(&app.db).await?;
    let ids: Vec<_> = accounts.iter().map(|account| account.id).collect();
    let last_uses = sessions::last_uses(&app.db, &ids, now).await?;
    let confirmed_at = second_steps::confirmed_at(&app.db, &ids).await?;
    let invitations = staff_invitations::list_open(&app.db).await?;
    let member = |account: store::accounts::Account| {
        let last_use = last_uses.get(&account.id).copied();
        let second_step_since = confirmed_at.get(&account.id).copied();
        StaffMember::new(account, last_use, second_step_since)
    };
    let shown = |invitation| Invitation::new(invitation, now);
    Ok(Json(StaffListAnswer {
        status: Success::Success,
        data: StaffList {
            staff: accounts.into_iter().map(member).collect(),
            invitations: invitations.into_iter().map(shown).collect(),
        },
    }))
}

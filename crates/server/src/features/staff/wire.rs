//! Staff and invitations as JSON.

use chrono::{DateTime, Utc};
use domain::account::{Email, Role};
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use store::accounts::Account;
use store::staff_invitations::StaffInvitation;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::account::wire::UserRole;
use crate::http::response::Success;

#[derive(Serialize, ToSchema)]
pub struct StaffListAnswer {
    pub status: Success,
    pub data: StaffList,
}

#[derive(Serialize, ToSchema)]
pub struct StaffList {
    /// Everyone with a role, oldest account first.
    pub staff: Vec<StaffMember>,
    /// Those that were neither accepted nor withdrawn, newest first.
    pub invitations: Vec<Invitation>,
}

#[derive(Serialize, ToSchema)]
pub struct StaffMemberAnswer {
    pub status: Success,
    pub data: OneStaffMember,
}

#[derive(Serialize, ToSchema)]
pub struct OneStaffMember {
    pub member: StaffMember,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StaffMember {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub name: String,
    pub email: String,
    #[schema(value_type = UserRole, inline)]
    pub role: Role,
    pub created_at: DateTime<Utc>,
    /// When a session that is still open was last used, to the minute. Null if none is open.
    pub last_seen_at: Option<DateTime<Utc>>,
    /// When the second step of the login was turned on. Null while it is off.
    pub second_step_since: Option<DateTime<Utc>>,
}

impl StaffMember {
    #[must_use]
    pub fn new(
        account: Account,
        last_seen_at: Option<DateTime<Utc>>,
        second_step_since: Option<DateTime<Utc>>,
    ) -> Self {
        Self {
            id: account.id,
            name: account.name,
            email: account.email.into(),
            role: account.role,
            created_at: account.created_at,
            last_seen_at,
            second_step_since,
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct InvitationAnswer {
    pub status: Success,
    pub data: OneInvitation,
}

#[derive(Serialize, ToSchema)]
pub struct OneInvitation {
    pub invitation: Invitation,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Invitation {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub email: String,
    #[schema(value_type = UserRole, inline)]
    pub role: Role,
    /// The name of the administrator who sent it.
    pub invited_by: String,
    pub created_at: DateTime<Utc>,
    /// From then on its link is refused, until it is sent again.
    pub expires_at: DateTime<Utc>,
    pub is_expired: bool,
}

impl Invitation {
    #[must_use]
    pub fn new(invitation: StaffInvitation, now: DateTime<Utc>) -> Self {
        Self {
            id: invitation.id,
            email: invitation.email.into(),
            role: invitation.role,
            invited_by: invitation.invited_by,
            created_at: invitation.created_at,
            expires_at: invitation.expires_at,
            is_expired: invitation.expires_at <= now,
        }
    }

    #[must_use]
    pub fn answer(self) -> InvitationAnswer {
        InvitationAnswer {
            status: Success::Success,
            data: OneInvitation { invitation: self },
        }
    }
}

#[derive(Serialize, ToSchema)]
pub struct ReceivedInvitationAnswer {
    pub status: Success,
    pub data: OneReceivedInvitation,
}

#[derive(Serialize, ToSchema)]
pub struct OneReceivedInvitation {
    pub invitation: ReceivedInvitation,
}

/// An invitation as the page of its link shows it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReceivedInvitation {
    pub email: String,
    #[schema(value_type = UserRole, inline)]
    pub role: Role,
    pub invited_by: String,
    pub expires_at: DateTime<Utc>,
    /// Whether the address has an account, which has to be logged in to accept.
    pub has_account: bool,
}

#[derive(Deserialize, ToSchema)]
pub struct NewInvitation {
    #[serde(default)]
    #[schema(required)]
    pub email: String,
    #[serde(default)]
    #[schema(required, value_type = UserRole, inline)]
    pub role: String,
}

/// The role `user` takes the role of the staff away.
#[derive(Deserialize, ToSchema)]
pub struct RoleChange {
    #[serde(default)]
    #[schema(required, value_type = UserRole, inline)]
    pub role: String,
}

/// Required for an address without an account.
#[derive(Deserialize, ToSchema)]
pub struct AcceptInvitation {
    #[serde(default)]
    #[schema(required = false)]
    pub name: String,
    #[serde(default)]
    #[schema(required = false)]
    pub password: String,
}

/// Reads the address to invite.
pub fn read_email(text: &str) -> Result<Email, Problem> {
    match text.trim() {
        "" => Err(Problem::new("email", "Email is required")),
        text => Email::parse(text).map_err(|error| Problem::new("email", error.to_string())),
    }
}

/// Reads one of these roles.
pub fn read_role(text: &str, permitted: &[Role]) -> Result<Role, Problem> {
    let role = Role::parse(text.trim()).filter(|role| permitted.contains(role));
    role.ok_or_else(|| {
        let names: Vec<_> = permitted.iter().map(|role| role.as_str()).collect();
        Problem::new("role", format!("role must be one of {}", names.join(", ")))
    })
}

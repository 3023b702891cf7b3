//! The link of an invitation. It is signed, so that only who got the email has it.

use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::signed_id;

/// The page on which an invitation is accepted.
#[must_use]
pub fn page_of(app: &App, invitation_id: Uuid) -> String {
    let token = signed_id::sign(&app.secrets.staff_invitation_key(), invitation_id);
    format!("{}/invitation/{token}", app.config.public_url)
}

/// The invitation of a token that this server signed.
#[must_use]
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    signed_id::read(&app.secrets.staff_invitation_key(), token)
}

//! The invitation to the staff of the agency.

use askama::Template;

use super::{MailTemplate, Sender};

/// Contains no name of the recipient, because the address is all that is known.
pub struct StaffInvitationMail {
    /// The name of the administrator who sent it.
    pub invited_by: String,
    /// The role and what it permits, to follow `as`.
    pub role: String,
    /// Formatted, in the agency's time zone.
    pub expires: String,
    /// The URL of the page on which it is accepted.
    pub link: String,
}

mail_template!(
    StaffInvitationMail,
    "staff_invitation/subject.txt",
    "staff_invitation/body.txt",
    "staff_invitation/body.html"
);

//! The emails about a custom trek request: to the traveller and to the agency.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

/// To the address in the request. The address may belong to someone else; then the email contains only dates and
/// numbers of the request, no free text.
pub struct CustomTrekReceivedMail {
    /// Empty if the address is not verified.
    pub name: String,
    pub facts: Vec<Line>,
    /// Empty if the address is not verified, or no message was written.
    pub message: String,
}
mail_template!(
    CustomTrekReceivedMail,
    "custom_trek_received/subject.txt",
    "custom_trek_received/body.txt",
    "custom_trek_received/body.html"
);

/// To the agency, with the whole request.
pub struct CustomTrekAskedMail {
    pub destination: String,
    pub facts: Vec<Line>,
    pub message: String,
    /// The request in the administration.
    pub link: String,
}
mail_template!(
    CustomTrekAskedMail,
    "custom_trek_asked/subject.txt",
    "custom_trek_asked/body.txt",
    "custom_trek_asked/body.html"
);

//! The mails about a custom trek: to who asked, and to the agency.

use askama::Template;

use super::booking_confirmed::Line;
use super::{Letter, Sender};

/// To the address that a request names. Whoever typed it may be a stranger: then only days and numbers of the
/// request stand in it, and no word.
pub struct CustomTrekReceivedMail {
    /// Empty where the address may be a stranger's.
    pub name: String,
    pub facts: Vec<Line>,
    /// Empty where the address may be a stranger's, or nothing was written.
    pub message: String,
}
letter!(
    CustomTrekReceivedMail,
    "custom_trek_received/subject.txt",
    "custom_trek_received/body.txt",
    "custom_trek_received/body.html"
);

/// To the agency: all that was asked.
pub struct CustomTrekAskedMail {
    pub destination: String,
    pub facts: Vec<Line>,
    pub message: String,
    /// The request in the dashboard.
    pub link: String,
}
letter!(
    CustomTrekAskedMail,
    "custom_trek_asked/subject.txt",
    "custom_trek_asked/body.txt",
    "custom_trek_asked/body.html"
);

//! The email to the agency about a paid booking, a cancellation, a failed payment or refund, or a departure to decide.

use askama::Template;

use super::booking_confirmed::Line;
use super::{MailTemplate, Sender};

pub struct AgencyEventMail {
    /// For example `New paid booking`.
    pub headline: &'static str,
    /// What happened and what to do, in one or two sentences.
    pub explanation: &'static str,
    pub trek: String,
    pub reference: String,
    pub facts: Vec<Line>,
    /// The booking or departure in the administration.
    pub link: String,
    /// For example `Open the booking`.
    pub action: &'static str,
}
mail_template!(
    AgencyEventMail,
    "agency_event/subject.txt",
    "agency_event/body.txt",
    "agency_event/body.html"
);

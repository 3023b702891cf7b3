//! The email to the agency about a paid booking, a cancellation, or a failed payment or refund.

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
    /// The booking in the administration.
    pub link: String,
}
mail_template!(
    AgencyEventMail,
    "agency_event/subject.txt",
    "agency_event/body.txt",
    "agency_event/body.html"
);

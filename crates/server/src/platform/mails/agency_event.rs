//! The mail that tells the agency of a paid booking, a cancellation, or a payment or refund that failed.

use askama::Template;

use super::booking_confirmed::Line;
use super::{Letter, Sender};

pub struct AgencyEventMail {
    /// As `New paid booking`.
    pub headline: &'static str,
    /// What happened and what to do, in a sentence or two.
    pub explanation: &'static str,
    pub trek: String,
    pub reference: String,
    pub facts: Vec<Line>,
    /// The booking at the desk.
    pub link: String,
}
letter!(
    AgencyEventMail,
    "agency_event/subject.txt",
    "agency_event/body.txt",
    "agency_event/body.html"
);

//! Asks the customer for a review, some days after the trip.

use askama::Template;

use super::{MailTemplate, Sender};

pub struct ReviewRequestMail {
    pub name: String,
    pub trek: String,
    pub start: String,
    pub end: String,
    /// The URL of the form, which needs no login.
    pub link: String,
    pub my_bookings: String,
}

mail_template!(
    ReviewRequestMail,
    "review_request/subject.txt",
    "review_request/body.txt",
    "review_request/body.html"
);

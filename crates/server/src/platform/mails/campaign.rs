//! An email to many recipients.

use askama::Template;

use super::{MailTemplate, Sender};

pub struct CampaignMail {
    pub subject: String,
    /// Empty if it is not known.
    pub name: String,
    pub paragraphs: Vec<String>,
    /// The departure that the recipient booked. Empty for subscribers.
    pub departure: String,
    /// The page with the unsubscribe button. Empty for the customers of a departure.
    pub unsubscribe_page: String,
}
mail_template!(
    CampaignMail,
    "campaign/subject.txt",
    "campaign/body.txt",
    "campaign/body.html"
);

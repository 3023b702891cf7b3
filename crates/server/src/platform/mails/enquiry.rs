//! The emails about enquiries: to the traveller and to the agency.

use askama::Template;

use super::{MailTemplate, Sender};

/// Confirms an enquiry. The address may belong to someone else; then the email contains no text of the traveller.
pub struct EnquiryReceivedMail {
    /// Empty if the address is not verified.
    pub name: String,
    pub trek: String,
    /// Empty if the address is not verified.
    pub question: String,
    /// The page of the enquiry.
    pub link: String,
    /// Empty if replies by email are not stored.
    pub reply_line: &'static str,
}
mail_template!(
    EnquiryReceivedMail,
    "enquiry_received/subject.txt",
    "enquiry_received/body.txt",
    "enquiry_received/body.html"
);

/// An answer of the agency.
pub struct EnquiryAnswerMail {
    /// Empty if the address is not verified.
    pub name: String,
    pub trek: String,
    pub answer: String,
    /// The name of the member of staff.
    pub answered_by: String,
    /// The message that is answered. Empty if the address is not verified.
    pub asked: String,
    /// The page of the enquiry.
    pub link: String,
    /// Empty if replies by email are not stored.
    pub reply_line: &'static str,
}
mail_template!(
    EnquiryAnswerMail,
    "enquiry_answer/subject.txt",
    "enquiry_answer/body.txt",
    "enquiry_answer/body.html"
);

/// To the agency, with a message of the traveller.
pub struct EnquiryMessageMail {
    pub name: String,
    pub email: String,
    pub trek: String,
    pub text: String,
    /// The enquiry in the administration.
    pub link: String,
}
mail_template!(
    EnquiryMessageMail,
    "enquiry_message/subject.txt",
    "enquiry_message/body.txt",
    "enquiry_message/body.html"
);

//! The email templates: a folder per email, with text and HTML, compiled into the program.

use std::sync::Arc;

use askama::Template;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::platform::adapters::mailer::{Mail, MailError, MailFault};
use crate::platform::config::Config;

/// The sender: the agency's name and addresses.
pub struct Sender<'a> {
    pub name: &'a str,
    pub url: &'a str,
    pub contact_email: &'a str,
}

impl<'a> From<&'a Arc<Config>> for Sender<'a> {
    fn from(config: &'a Arc<Config>) -> Self {
        Self {
            name: &config.name,
            url: &config.public_url,
            contact_email: &config.contact_email,
        }
    }
}

/// The recipient, and the job that sends the email.
pub struct Envelope<'a> {
    pub job_id: Uuid,
    pub written_at: DateTime<Utc>,
    pub to_name: &'a str,
    pub to_address: &'a str,
}

/// An email that can be rendered.
pub trait MailTemplate {
    fn subject(&self, from: &Sender) -> askama::Result<String>;
    fn text(&self, from: &Sender) -> askama::Result<String>;
    fn html(&self, from: &Sender) -> askama::Result<String>;

    fn write(&self, envelope: &Envelope, from: &Sender) -> Result<Mail, MailError> {
        let failed = |error: askama::Error| MailError {
            to: envelope.to_address.to_owned(),
            fault: MailFault::Message(error.into()),
        };
        Ok(Mail {
            job_id: envelope.job_id,
            written_at: envelope.written_at,
            to_name: envelope.to_name.to_owned(),
            to_address: envelope.to_address.to_owned(),
            subject: self.subject(from).map_err(failed)?.trim().to_owned(),
            text: self.text(from).map_err(failed)?,
            html: self.html(from).map_err(failed)?,
            time_left: None,
            unsubscribe_url: None,
            attachments: Vec::new(),
            reply_to: None,
            thread_id: None,
        })
    }
}

/// Connects an email type with its three templates. In them `mail` is the value and `from` the sender.
macro_rules! mail_template {
    ($mail:ty, $subject:literal, $text:literal, $html:literal) => {
        const _: () = {
            #[derive(Template)]
            #[template(path = $subject)]
            #[allow(
                dead_code,
                reason = "a part may be the same for every mail of its kind"
            )]
            struct Subject<'a> {
                mail: &'a $mail,
                from: &'a Sender<'a>,
            }
            #[derive(Template)]
            #[template(path = $text)]
            #[allow(
                dead_code,
                reason = "a part may be the same for every mail of its kind"
            )]
            struct Text<'a> {
                mail: &'a $mail,
                from: &'a Sender<'a>,
            }
            #[derive(Template)]
            #[template(path = $html)]
            #[allow(
                dead_code,
                reason = "a part may be the same for every mail of its kind"
            )]
            struct Html<'a> {
                mail: &'a $mail,
                from: &'a Sender<'a>,
            }
            impl MailTemplate for $mail {
                fn subject(&self, from: &Sender) -> askama::Result<String> {
                    Subject { mail: self, from }.render()
                }
                fn text(&self, from: &Sender) -> askama::Result<String> {
                    Text { mail: self, from }.render()
                }
                fn html(&self, from: &Sender) -> askama::Result<String> {
                    Html { mail: self, from }.render()
                }
            }
        };
    };
}

pub mod agency_event;
pub mod balance_reminder;
pub mod booking_confirmed;
pub mod calendar;
pub mod campaign;
pub mod custom_trek;
pub mod departure_change;
pub mod enquiry;
pub mod payment_instructions;
pub mod profile;
pub mod proposal;
pub mod receipt;
pub mod refund;
pub mod review_request;
#[cfg(test)]
mod samples;
pub mod seats;
pub mod settings_test;
pub mod staff;

/// The code of a sign-up. Contains no name, because someone else may have typed name and address.
pub struct OneTimeCodeMail {
    pub code: String,
    /// In words, for example `60 seconds`.
    pub lifetime: String,
}
mail_template!(
    OneTimeCodeMail,
    "one_time_code/subject.txt",
    "one_time_code/body.txt",
    "one_time_code/body.html"
);

/// To the owner of an account, after a sign-up with its address.
pub struct SignupOnKnownAddressMail {
    pub name: String,
}
mail_template!(
    SignupOnKnownAddressMail,
    "signup_on_known_address/subject.txt",
    "signup_on_known_address/body.txt",
    "signup_on_known_address/body.html"
);

/// The code of a password reset.
pub struct ResetCodeMail {
    pub name: String,
    pub code: String,
    /// In words, for example `60 seconds`.
    pub lifetime: String,
}
mail_template!(
    ResetCodeMail,
    "reset_code/subject.txt",
    "reset_code/body.txt",
    "reset_code/body.html"
);

/// To the owner of an account, after its password was changed.
pub struct PasswordChangedMail {
    pub name: String,
    /// Formatted, in the agency's time zone.
    pub moment: String,
}
mail_template!(
    PasswordChangedMail,
    "password_changed/subject.txt",
    "password_changed/body.txt",
    "password_changed/body.html"
);

/// To a new newsletter subscriber. Contains no submitted text, because someone else may have typed the address.
pub struct NewsletterWelcomeMail {
    /// The page with the unsubscribe button.
    pub unsubscribe_page: String,
}
mail_template!(
    NewsletterWelcomeMail,
    "newsletter_welcome/subject.txt",
    "newsletter_welcome/body.txt",
    "newsletter_welcome/body.html"
);

/// Formats seconds as words, in minutes if they are whole.
#[must_use]
pub fn lifetime(seconds: u32) -> String {
    match seconds {
        60 => "one minute".to_owned(),
        whole if whole % 60 == 0 => format!("{} minutes", whole / 60),
        seconds => format!("{seconds} seconds"),
    }
}

//! The mails: a folder of templates each, in text and HTML, compiled into the program.

use askama::Template;
use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::platform::adapters::mailer::{Mail, MailError, MailFault};
use crate::platform::config::Config;

/// Who writes: an agency puts its own name there.
pub struct Sender<'a> {
    pub name: &'a str,
    pub url: &'a str,
    pub contact_email: &'a str,
}

impl<'a> From<&'a Config> for Sender<'a> {
    fn from(config: &'a Config) -> Self {
        Self {
            name: &config.name,
            url: &config.public_url,
            contact_email: &config.contact_email,
        }
    }
}

/// Whom it goes to, and the job that it is sent for.
pub struct Envelope<'a> {
    pub job_id: Uuid,
    pub written_at: DateTime<Utc>,
    pub to_name: &'a str,
    pub to_address: &'a str,
}

/// A mail that can be written out.
pub trait Letter {
    fn subject(&self, from: &Sender) -> askama::Result<String>;
    fn text(&self, from: &Sender) -> askama::Result<String>;
    fn html(&self, from: &Sender) -> askama::Result<String>;

    fn write(&self, envelope: &Envelope, from: &Sender) -> Result<Mail, MailError> {
        let failed = |error: askama::Error| MailError {
            to: envelope.to_address.to_owned(),
            fault: MailFault::Message(error.to_string()),
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
        })
    }
}

/// Ties a mail to its three templates; in them it is `mail`, the sender `from`.
macro_rules! letter {
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
            impl Letter for $mail {
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
pub mod booking_confirmed;
pub mod calendar;
pub mod custom_trek;
pub mod money_back;
pub mod profile;
#[cfg(test)]
mod samples;

/// The code that finishes a sign-up. It names nobody: whoever typed the address and the name may be a stranger.
pub struct OneTimeCodeMail {
    pub code: String,
    /// In words, as `60 seconds`.
    pub lifetime: String,
}
letter!(
    OneTimeCodeMail,
    "one_time_code/subject.txt",
    "one_time_code/body.txt",
    "one_time_code/body.html"
);

/// To the owner of an account when somebody signs up with its address.
pub struct SignupOnKnownAddressMail {
    pub name: String,
}
letter!(
    SignupOnKnownAddressMail,
    "signup_on_known_address/subject.txt",
    "signup_on_known_address/body.txt",
    "signup_on_known_address/body.html"
);

/// The code that sets a new password.
pub struct ResetCodeMail {
    pub name: String,
    pub code: String,
    /// In words, as `60 seconds`.
    pub lifetime: String,
}
letter!(
    ResetCodeMail,
    "reset_code/subject.txt",
    "reset_code/body.txt",
    "reset_code/body.html"
);

/// To the owner of an account whose password was changed.
pub struct PasswordChangedMail {
    pub name: String,
    /// In words, in the agency's time zone.
    pub moment: String,
}
letter!(
    PasswordChangedMail,
    "password_changed/subject.txt",
    "password_changed/body.txt",
    "password_changed/body.html"
);

/// To a new subscriber of the newsletter. Nothing that was typed stands in it: whoever typed the address
/// may be a stranger.
pub struct NewsletterWelcomeMail {
    /// The page with the one button.
    pub unsubscribe_page: String,
}
letter!(
    NewsletterWelcomeMail,
    "newsletter_welcome/subject.txt",
    "newsletter_welcome/body.txt",
    "newsletter_welcome/body.html"
);

/// Seconds in words: whole minutes where they are.
#[must_use]
pub fn lifetime(seconds: u32) -> String {
    match seconds {
        60 => "one minute".to_owned(),
        whole if whole % 60 == 0 => format!("{} minutes", whole / 60),
        seconds => format!("{seconds} seconds"),
    }
}

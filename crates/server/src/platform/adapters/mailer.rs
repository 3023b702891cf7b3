//! Sends emails over SMTP, or without a mail server stores them in the outbox.

use std::time::Duration;

use chrono::{DateTime, Utc};
use lettre::address::AddressError;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment, Mailbox, MultiPart, SinglePart};
use lettre::{Address, Message};
use uuid::Uuid;

use super::outbox::Outbox;
pub use super::smtp::MailFault;
use super::smtp::{self, SmtpServer};

/// An email ready to send. Message-ID and date come from its job, so that a second delivery is the same email.
#[derive(Debug, Clone)]
pub struct Mail {
    pub job_id: Uuid,
    pub written_at: DateTime<Utc>,
    pub to_name: String,
    pub to_address: String,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// Time until it is no longer worth sending: an expired code must not arrive.
    pub time_left: Option<Duration>,
    /// One-click unsubscribe URL for mail programs. Only in emails that the recipient subscribed to.
    pub unsubscribe_url: Option<String>,
    pub attachments: Vec<Attached>,
    /// Recipient of replies, if not the sender.
    pub reply_to: Option<String>,
    /// Mail programs show the emails with the same thread as one conversation.
    pub thread_id: Option<Uuid>,
}

/// An attached file.
#[derive(Debug, Clone)]
pub struct Attached {
    pub name: &'static str,
    pub content_type: &'static str,
    pub content: String,
}

#[derive(Clone)]
pub enum Mailer {
    Outbox {
        outbox: Outbox,
        host: String,
    },
    /// At least once each, with the same Message-ID.
    Smtp {
        server: SmtpServer,
        host: String,
    },
}

/// Why an email was not sent, and its recipient.
#[derive(Debug, thiserror::Error)]
#[error("{fault}")]
pub struct MailError {
    pub to: String,
    #[source]
    pub fault: MailFault,
}

impl MailError {
    /// Whether every retry would fail as well.
    #[must_use]
    pub fn is_permanent(&self) -> bool {
        matches!(self.fault, MailFault::Refused(_))
    }

    /// Whether the email may have arrived all the same.
    #[must_use]
    pub fn is_unconfirmed(&self) -> bool {
        matches!(self.fault, MailFault::Unconfirmed(_))
    }
}

/// The text of an error without email addresses. Mail servers quote addresses of travellers, which must not be
/// logged.
#[must_use]
pub fn without_addresses(text: &str) -> String {
    text.split_inclusive(|letter: char| letter.is_whitespace() || "<>()[],;\"'".contains(letter))
        .map(|part| match part.contains('@') {
            true => {
                let end = part.chars().last().filter(|last| !last.is_alphanumeric());
                format!("(address){}", end.map(String::from).unwrap_or_default())
            }
            false => part.to_owned(),
        })
        .collect()
}

impl Mailer {
    pub(crate) async fn send(&self, mail: Mail, from: &Mailbox) -> Result<(), MailError> {
        let to = mail.to_address.clone();
        self.deliver(mail, from)
            .await
            .map_err(|fault| MailError { to, fault })
    }

    async fn deliver(&self, mail: Mail, from: &Mailbox) -> Result<(), MailFault> {
        match self {
            Self::Outbox { outbox, host } => {
                let id = mail.job_id;
                let bytes = compose(mail, from.clone(), host)?;
                Ok(outbox.put(id, bytes).await?)
            }
            Self::Smtp { server, host } => {
                let (to, time_left) = (read_address(&mail.to_address)?, mail.time_left);
                let bytes = compose(mail, from.clone(), host)?;
                let path = (&from.email, &to);
                server
                    .deliver(&smtp::hello(host), path, &bytes, time_left)
                    .await
            }
        }
    }

    /// Whether emails can be sent: the outbox is writable, or the server accepts the login.
    pub async fn check(&self) -> Result<String, MailFault> {
        match self {
            Self::Outbox { outbox, .. } => Ok(outbox.check().await?),
            Self::Smtp { server, host, .. } => server.check(&smtp::hello(host)).await,
        }
    }

    /// `None` with a mail server.
    #[must_use]
    pub fn outbox(&self) -> Option<&Outbox> {
        match self {
            Self::Outbox { outbox, .. } => Some(outbox),
            Self::Smtp { .. } => None,
        }
    }
}

fn compose(mail: Mail, from: Mailbox, host: &str) -> Result<Vec<u8>, MailFault> {
    let address = read_address(&mail.to_address)?;
    // The multipart boundary is derived from the job's id, so that a second run writes the same bytes.
    let mut body = MultiPart::alternative()
        .boundary(format!("=_{}", mail.job_id.simple()))
        .singlepart(SinglePart::plain(mail.text))
        .singlepart(SinglePart::html(mail.html));
    if !mail.attachments.is_empty() {
        body = MultiPart::mixed()
            .boundary(format!("=_{}_files", mail.job_id.simple()))
            .multipart(body);
    }
    for file in mail.attachments {
        let kind = ContentType::parse(file.content_type)
            .map_err(|error| MailFault::Message(error.into()))?;
        let part = Attachment::new(file.name.to_owned()).body(file.content, kind);
        body = body.singlepart(part);
    }
    let to_name = Some(mail.to_name).filter(|name| !name.is_empty());
    let mut builder = Message::builder();
    if let Some(url) = mail.unsubscribe_url {
        builder = builder
            .raw_header(header("List-Unsubscribe", format!("<{url}>")))
            .raw_header(header(
                "List-Unsubscribe-Post",
                "List-Unsubscribe=One-Click".to_owned(),
            ));
    }
    if let Some(address) = mail.reply_to {
        builder = builder.reply_to(Mailbox::new(None, read_address(&address)?));
    }
    if let Some(id) = mail.thread_id {
        builder = builder.references(format!("<{id}@{host}>"));
    }
    let message = builder
        .from(from)
        .to(Mailbox::new(to_name, address))
        .subject(mail.subject)
        .date(mail.written_at.into())
        .message_id(Some(format!("<{}@{host}>", mail.job_id)))
        .multipart(body)
        .map_err(|error| MailFault::Message(error.into()))?;
    Ok(message.formatted())
}

fn read_address(text: &str) -> Result<Address, MailFault> {
    text.parse()
        .map_err(|error: AddressError| MailFault::Message(error.into()))
}

/// A header value of ASCII characters on one line. Some mail programs do not find an address in a header that is
/// folded or encoded.
fn header(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::dangerous_new_pre_encoded(
        HeaderName::new_from_ascii_str(name),
        value.clone(),
        value,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_that_a_mail_server_quotes_is_left_out_of_the_log() {
        for (said, shown) in [
            (
                "permanent error (550): 5.1.1 <maya@example.com>: user unknown",
                "permanent error (550): 5.1.1 <(address)>: user unknown",
            ),
            (
                "550 maya@example.com is no recipient; ask postmaster@host.example",
                "550 (address) is no recipient; ask (address)",
            ),
            ("no answer within 20 s", "no answer within 20 s"),
        ] {
            assert_eq!(without_addresses(said), shown);
        }
    }
}

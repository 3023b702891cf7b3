//! Stores a reply that the traveller sent by email. An email that is refused is returned to its sender by the mail server
//! with the reason.

use std::borrow::Cow;

use domain::account::Email;
use domain::enquiry::{Enquiry, MAX_MESSAGE_LENGTH, check_message};
use domain::mail_reply::new_text;
use domain::problem::has_control_character;
use mail_parser::{Message as ParsedMail, MessageParser, MimeHeaders};
use sha2::{Digest, Sha256};
use store::{StoreError, enquiries};
use uuid::Uuid;

use super::{link, thread};
use crate::http::rate_limit::{self, Limit};
use crate::platform::app::App;

/// Room for a few photos. They are not stored, but an email with them is accepted.
pub const MAX_MAIL_BYTES: usize = 20 * 1024 * 1024;
/// Headers with the address that the email was sent to. Some mail servers change `To`.
const RECIPIENT_HEADERS: [&str; 6] = [
    "to",
    "cc",
    "delivered-to",
    "x-original-to",
    "envelope-to",
    "x-delivered-to",
];
const MAX_LISTED_ATTACHMENTS: usize = 10;

/// What was done with an email that is not refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Received {
    Stored(Uuid),
    /// A second delivery of the same email.
    StoredBefore,
    /// Sent by a program, for example an absence notice.
    Automatic,
}

/// Why an email was not stored. The text is for its sender.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("This email is larger than 20 MB. Please send it without attachments.")]
    TooLarge,
    #[error("This email could not be read.")]
    Unreadable,
    #[error("This address is not in use. Please write to the address on our website.")]
    UnknownRecipient,
    #[error(
        "This conversation belongs to another address. Please write from the address with which you asked."
    )]
    OtherSender,
    #[error("This email has no new text. Please write your reply above the quoted text.")]
    NoText,
    #[error("Your reply is longer than {MAX_MESSAGE_LENGTH} characters. Please shorten it.")]
    TooLong,
    #[error("Too many emails arrived in this conversation. The mail server tries again later.")]
    TooMany,
    #[error("replies by email are off: set CHAUTARI_ENQUIRY_INBOX")]
    Off,
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl Refusal {
    /// The exit code for the mail server, from sysexits.h. It tries again after 75.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::TooLarge | Self::Unreadable | Self::NoText | Self::TooLong => 65,
            Self::UnknownRecipient => 67,
            Self::OtherSender => 77,
            Self::TooMany | Self::Off | Self::Store(_) => 75,
        }
    }
}

/// Stores the new text of an email as a message of its enquiry. `recipient` is the address that the mail server received
/// it for, if known.
pub async fn receive(
    app: &App,
    bytes: &[u8],
    recipient: Option<&str>,
) -> Result<Received, Refusal> {
    if app.config.enquiry_inbox.is_none() {
        return Err(Refusal::Off);
    }
    if bytes.len() > MAX_MAIL_BYTES {
        return Err(Refusal::TooLarge);
    }
    let mail = MessageParser::default().parse(bytes);
    let mail = mail.ok_or(Refusal::Unreadable)?;
    let enquiry = find_enquiry(app, &mail, recipient).await?;
    if is_automatic(&mail) {
        return Ok(Received::Automatic);
    }
    if sender_of(&mail).ok_or(Refusal::Unreadable)? != enquiry.email {
        return Err(Refusal::OtherSender);
    }
    let key = mail_key(&enquiry, &mail, bytes);
    if enquiries::has_mail(&app.db, &key).await? {
        return Ok(Received::StoredBefore);
    }
    let text = text_of(&mail)?;
    let message = thread::message_of(app, &enquiry, text, Some(key));
    let received = app
        .in_transaction("receive_enquiry_mail", async |tx| -> Result<_, Refusal> {
            let counted = (Limit::EnquiryMessages, &*enquiry.id.to_string());
            if rate_limit::count_in(app, &tx, counted).await?.is_some() {
                return Err(Refusal::TooMany);
            }
            match thread::add(app, &tx, &message).await {
                Ok(true) => {}
                Ok(false) => return Err(Refusal::UnknownRecipient),
                // Delivered twice at the same moment.
                Err(StoreError::Taken(_)) => {
                    tx.roll_back();
                    return Ok(Received::StoredBefore);
                }
                Err(error) => return Err(error.into()),
            }
            Ok(Received::Stored(message.id))
        })
        .await?;
    app.wake_worker();
    Ok(received)
}

async fn find_enquiry(
    app: &App,
    mail: &ParsedMail<'_>,
    recipient: Option<&str>,
) -> Result<Enquiry, Refusal> {
    let named = mail
        .headers_raw()
        .filter(|(name, _)| RECIPIENT_HEADERS.contains(&&*name.to_ascii_lowercase()))
        .flat_map(|(_, value)| addresses_in(value));
    let id = recipient
        .into_iter()
        .chain(named)
        .find_map(|address| link::read_reply_address(app, address));
    let id = id.ok_or(Refusal::UnknownRecipient)?;
    let enquiry = enquiries::find(&app.db, id).await?;
    enquiry.ok_or(Refusal::UnknownRecipient)
}

fn addresses_in(header: &str) -> impl Iterator<Item = &str> {
    header
        .split(|letter: char| letter.is_whitespace() || "<>,;\"()".contains(letter))
        .filter(|part| part.contains('@'))
}

/// RFC 3834. An answer to an absence notice would be answered by the next one.
fn is_automatic(mail: &ParsedMail<'_>) -> bool {
    let header = |name: &'static str| {
        let value = mail.header_raw(name).unwrap_or_default();
        value.trim().to_ascii_lowercase()
    };
    let submitted = header("Auto-Submitted");
    let precedence = header("Precedence");
    (!submitted.is_empty() && submitted != "no")
        || ["bulk", "junk", "list", "auto_reply"].contains(&&*precedence)
        || header("Return-Path") == "<>"
        || !header("X-Autoreply").is_empty()
}

/// The sender, if it is one valid address.
fn sender_of(mail: &ParsedMail<'_>) -> Option<Email> {
    let mut senders = mail.from()?.iter();
    let sender = senders.next()?.address()?;
    match senders.next() {
        None => Email::parse(sender).ok(),
        Some(_) => None,
    }
}

/// Each delivery of an email has the same key. Without a Message-ID, the whole email is compared.
fn mail_key(enquiry: &Enquiry, mail: &ParsedMail<'_>, bytes: &[u8]) -> String {
    let mut hash = Sha256::new();
    hash.update(enquiry.id.as_bytes());
    match mail.message_id() {
        Some(id) => hash.update(id.as_bytes()),
        None => hash.update(bytes),
    }
    hex::encode(hash.finalize())
}

fn text_of(mail: &ParsedMail<'_>) -> Result<String, Refusal> {
    let parts: Vec<Cow<str>> = (0..mail.text_body_count())
        .filter_map(|at| mail.body_text(at))
        .collect();
    let mut text = new_text(&parts.join("\n\n"));
    if text.is_empty() {
        return Err(Refusal::NoText);
    }
    let files: Vec<&str> = mail
        .attachments()
        .map(|part| part.attachment_name().unwrap_or("unnamed"))
        .map(|name| {
            if has_control_character(name) {
                "unnamed"
            } else {
                name
            }
        })
        .take(MAX_LISTED_ATTACHMENTS)
        .collect();
    if !files.is_empty() {
        text.push_str(&format!(
            "\n\n[Attachments that were not stored: {}]",
            files.join(", ")
        ));
    }
    match check_message(&text) {
        None => Ok(text),
        Some(_) => Err(Refusal::TooLong),
    }
}

//! Emails to many recipients: the travellers of a departure, or the subscribers of the newsletter (operations §6).

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};

pub const MAX_SUBJECT_LENGTH: usize = 200;
pub const MAX_BODY_LENGTH: usize = 20_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CampaignStatus {
    Draft,
    Sending,
    Sent,
}

impl CampaignStatus {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Sending => "sending",
            Self::Sent => "sent",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Draft, Self::Sending, Self::Sent]
            .into_iter()
            .find(|status| status.as_str() == word)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// The customers of the confirmed and completed bookings of a departure.
    Departure(Uuid),
    Subscribers,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Campaign {
    pub id: Uuid,
    pub subject: String,
    /// Paragraphs with a blank line between them.
    pub body: String,
    pub audience: Audience,
    pub status: CampaignStatus,
    pub version: i64,
    /// The name of the member of staff.
    pub created_by: String,
    pub created_at: DateTime<Utc>,
    /// When sending began.
    pub started_at: Option<DateTime<Utc>>,
}

impl Campaign {
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let subject = if has_control_character(&self.subject) {
            Some("Subject has characters that cannot be used".to_owned())
        } else {
            length_problem("Subject", &self.subject, MAX_SUBJECT_LENGTH)
        };
        let body = if has_control_character_besides_breaks(&self.body) {
            Some("Text has characters that cannot be used".to_owned())
        } else {
            length_problem("Text", &self.body, MAX_BODY_LENGTH)
        };
        let found = [("subject", subject), ("body", body)];
        let problem = |(field, message): (&str, Option<String>)| {
            message.map(|message| Problem::new(field, message))
        };
        found.into_iter().filter_map(problem).collect()
    }
}

fn length_problem(name: &str, text: &str, most: usize) -> Option<String> {
    if text.is_empty() {
        Some(format!("{name} is required"))
    } else if text.chars().count() > most {
        Some(format!("{name} must be at most {most} characters"))
    } else {
        None
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecipientStatus {
    /// For its turn.
    Waiting,
    /// A job is stored.
    Queued,
    /// The email is being handed to the mail server. After a crash it is not known whether it was sent.
    Sending,
    Sent,
    /// Unsubscribed before the email was sent.
    Skipped,
    Failed,
}

impl RecipientStatus {
    pub const ALL: [Self; 6] = [
        Self::Waiting,
        Self::Queued,
        Self::Sending,
        Self::Sent,
        Self::Skipped,
        Self::Failed,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Queued => "queued",
            Self::Sending => "sending",
            Self::Sent => "sent",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// Part of a paragraph: text, or an address that is shown as a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part<'a> {
    pub text: &'a str,
    pub is_link: bool,
}

/// The paragraphs of a text.
pub fn paragraphs(body: &str) -> Vec<String> {
    let body = body.replace("\r\n", "\n");
    let mut found: Vec<String> = Vec::new();
    let mut current = String::new();
    for line in body.lines().chain([""]) {
        if !line.trim().is_empty() {
            if !current.is_empty() {
                current.push('\n');
            }
            current.push_str(line.trim_end());
        } else if !current.is_empty() {
            found.push(std::mem::take(&mut current));
        }
    }
    found
}

/// Splits a paragraph at its web addresses. Punctuation at the end of an address belongs to the sentence.
#[must_use]
pub fn parts(paragraph: &str) -> Vec<Part<'_>> {
    let mut found = Vec::new();
    let mut rest = paragraph;
    while let Some(start) = find_address(rest) {
        let (before, from) = rest.split_at(start);
        let end = from
            .find(|letter: char| letter.is_whitespace() || "<>\"".contains(letter))
            .unwrap_or(from.len());
        let address = from[..end].trim_end_matches(['.', ',', ';', ':', '!', '?', ')', '\'']);
        if !before.is_empty() {
            found.push(Part {
                text: before,
                is_link: false,
            });
        }
        found.push(Part {
            text: address,
            is_link: true,
        });
        rest = &from[address.len()..];
    }
    if !rest.is_empty() {
        found.push(Part {
            text: rest,
            is_link: false,
        });
    }
    found
}

fn find_address(text: &str) -> Option<usize> {
    let starts = ["https://", "http://"];
    let found = starts.iter().flat_map(|start| {
        text.match_indices(start)
            .map(move |(at, _)| (at, start.len()))
    });
    // Not the bare scheme.
    let is_address = |(at, length): &(usize, usize)| {
        text[at + length..].starts_with(|letter: char| letter.is_alphanumeric())
    };
    found.filter(is_address).map(|(at, _)| at).min()
}

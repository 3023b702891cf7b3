//! Enquiries: a traveller's question about a trek and the messages that follow (operations §6).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::Email;
use crate::guest::name_problem;
use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};

/// Of a question on the trek page.
pub const MAX_QUESTION_LENGTH: usize = 2000;
/// Of a later message and of a saved reply. Longer than the question, because emails can be long.
pub const MAX_MESSAGE_LENGTH: usize = 10_000;
pub const MAX_REPLY_TITLE_LENGTH: usize = 100;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum EnquiryStatus {
    /// For an answer of the agency.
    Waiting,
    Answered,
    Closed,
}

impl EnquiryStatus {
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Answered, Self::Closed];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "Waiting",
            Self::Answered => "Answered",
            Self::Closed => "Closed",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

/// An enquiry without its messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Enquiry {
    pub id: Uuid,
    pub trek_id: Uuid,
    /// At the time of the question.
    pub trek_name: String,
    pub name: String,
    pub email: Email,
    pub status: EnquiryStatus,
    /// Whether the traveller has access to the address: signed in with it, or wrote through the emailed link or by email.
    pub is_verified: bool,
    pub version: i64,
    pub created_at: DateTime<Utc>,
    /// When the last message was written.
    pub last_message_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    Traveller,
    Staff,
}

impl Author {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Traveller => "traveller",
            Self::Staff => "staff",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Traveller, Self::Staff]
            .into_iter()
            .find(|author| author.as_str() == word)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    pub id: Uuid,
    pub enquiry_id: Uuid,
    pub author: Author,
    /// Of the traveller or of the member of staff.
    pub author_name: String,
    pub text: String,
    pub sent_at: DateTime<Utc>,
    /// Identifies the email that it came by, so that a second delivery is not a second message.
    pub mail_key: Option<String>,
}

/// A text that staff use in answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedReply {
    pub id: Uuid,
    pub title: String,
    pub text: String,
    pub version: i64,
}

impl SavedReply {
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let title = if self.title.is_empty() {
            Some("Title is required".to_owned())
        } else if self.title.chars().count() > MAX_REPLY_TITLE_LENGTH {
            Some(format!(
                "Title must be at most {MAX_REPLY_TITLE_LENGTH} characters"
            ))
        } else if has_control_character(&self.title) {
            Some("Title has characters that cannot be used".to_owned())
        } else {
            None
        };
        let title = title.map(|message| Problem::new("title", message));
        title.into_iter().chain(check_message(&self.text)).collect()
    }
}

/// All broken rules of a new enquiry.
#[must_use]
pub fn check_question(name: &str, email: &str, question: &str) -> Vec<Problem> {
    let email = Email::parse(email).err();
    let found = [
        name_problem(name).map(|message| Problem::new("name", message)),
        email.map(|error| Problem::new("email", error.to_string())),
        text_problem("question", "Question", MAX_QUESTION_LENGTH, question),
    ];
    found.into_iter().flatten().collect()
}

#[must_use]
pub fn check_message(text: &str) -> Option<Problem> {
    text_problem("text", "Message", MAX_MESSAGE_LENGTH, text)
}

fn text_problem(field: &str, name: &str, most: usize, text: &str) -> Option<Problem> {
    let message = if text.is_empty() {
        format!("{name} is required")
    } else if text.chars().count() > most {
        format!("{name} must be at most {most} characters")
    } else if has_control_character_besides_breaks(text) {
        format!("{name} has characters that cannot be used")
    } else {
        return None;
    };
    Some(Problem::new(field, message))
}

//! The result of every validation: a broken rule, its field and the message to show (document 2 §8).

use serde::{Deserialize, Serialize};

/// A broken rule. `field` is the dotted path of the JSON field, for example `guestDetails.additionalGuests[0].name`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    pub field: String,
    pub message: String,
}

impl Problem {
    pub fn new(field: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            field: field.into(),
            message: message.into(),
        }
    }
}

/// Whether text of one line contains a control character.
///
/// NUL matters most: PostgreSQL rejects it in text and JSON, so accepting it would be a 500 on PostgreSQL and a
/// success on SQLite.
#[must_use]
pub fn has_control_character(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// Like [`has_control_character`], for text of several lines: line breaks and tabs are permitted.
#[must_use]
pub fn has_control_character_besides_breaks(text: &str) -> bool {
    text.chars()
        .any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

//! What every check answers with: a broken rule, its field and the message to show (document 2 §8).

use serde::{Deserialize, Serialize};

/// A broken rule. `field` is the dotted wire path, as in `guestDetails.additionalGuests[0].name`.
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

/// True when text of one line carries a character that no name has.
///
/// NUL matters most: PostgreSQL refuses it in text and JSON, so letting it through is a 500 there
/// and a success on SQLite.
#[must_use]
pub fn has_control_character(text: &str) -> bool {
    text.chars().any(char::is_control)
}

/// The same for text of several lines: line breaks and tabs are allowed.
#[must_use]
pub fn has_control_character_besides_breaks(text: &str) -> bool {
    text.chars()
        .any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t'))
}

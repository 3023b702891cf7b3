//! Changes of a departure by the agency: it is moved or cancelled, and every traveller chooses what happens to the
//! booking (operations §2).

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::departure::MAX_REASON_LENGTH;
use crate::problem::{Problem, has_control_character};

/// How long a travel credit is valid.
pub const CREDIT_MONTHS: u32 = 24;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    Move,
    Cancel,
}

impl ChangeKind {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Cancel => "cancel",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Move, Self::Cancel]
            .into_iter()
            .find(|kind| kind.as_str() == word)
    }
}

/// What a traveller chooses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// Walk on the date of the move.
    Accept,
    /// Keep the amount paid as a travel credit.
    Credit,
    /// Everything that was paid is refunded, whatever the cancellation policy says.
    Refund,
    /// Walk with another departure.
    Departure,
}

impl Choice {
    pub const ALL: [Self; 4] = [Self::Accept, Self::Credit, Self::Refund, Self::Departure];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Credit => "credit",
            Self::Refund => "refund",
            Self::Departure => "departure",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.as_str() == word)
    }
}

/// What happens to a booking whose traveller does not answer in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WhenSilent {
    Accept,
    Refund,
}

impl WhenSilent {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Accept => "accept",
            Self::Refund => "refund",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Accept, Self::Refund]
            .into_iter()
            .find(|answer| answer.as_str() == word)
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AnsweredBy {
    Traveller,
    /// The time to answer has passed.
    Silence,
}

impl AnsweredBy {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Traveller => "traveller",
            Self::Silence => "silence",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Traveller, Self::Silence]
            .into_iter()
            .find(|who| who.as_str() == word)
    }
}

/// A departure that the agency moved or cancelled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepartureChange {
    pub id: Uuid,
    pub kind: ChangeKind,
    pub departure_id: Uuid,
    /// The departure that the bookings move to. `None` for a cancellation, and for a private departure that only gets
    /// another date.
    pub to_departure_id: Option<Uuid>,
    pub from_start: NaiveDate,
    /// `None` for a cancellation.
    pub to_start: Option<NaiveDate>,
    pub to_end: Option<NaiveDate>,
    /// For the travellers. Empty if the agency gave none.
    pub reason: String,
    /// The last day to answer, in the agency's time zone.
    pub answer_by: NaiveDate,
    pub when_silent: WhenSilent,
    /// The account of the administrator.
    pub changed_by: Uuid,
    pub created_at: DateTime<Utc>,
    /// When the last booking was dealt with.
    pub finished_at: Option<DateTime<Utc>>,
}

/// The answer that a changed departure needs from one booking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DepartureChoice {
    pub id: Uuid,
    pub change_id: Uuid,
    pub booking_id: Uuid,
    /// `None` until it is answered, and for a booking that was cancelled or moved again before it was.
    pub choice: Option<Choice>,
    pub chosen_departure_id: Option<Uuid>,
    pub answered_by: Option<AnsweredBy>,
    pub answered_at: Option<DateTime<Utc>>,
    /// When the booking followed. The same transaction stores the answer.
    pub applied_at: Option<DateTime<Utc>>,
}

/// Checks what staff say to the travellers. `last` is the last day on which an answer is of use.
#[must_use]
pub fn check_change(
    reason: &str,
    is_reason_required: bool,
    answer_by: NaiveDate,
    (today, last): (NaiveDate, NaiveDate),
) -> Vec<Problem> {
    let rules = [
        (
            is_reason_required && reason.is_empty(),
            "reason",
            "Enter a reason for the travellers",
        ),
        (
            reason.chars().count() > MAX_REASON_LENGTH || has_control_character(reason),
            "reason",
            "The reason must be one line of at most 200 characters",
        ),
        (
            answer_by < today,
            "answerBy",
            "The last day to answer must be today or later",
        ),
        (
            answer_by > last,
            "answerBy",
            "The last day to answer must not be after the start date",
        ),
    ];
    rules
        .into_iter()
        .filter(|(is_broken, ..)| *is_broken)
        .map(|(_, field, message)| Problem::new(field, message))
        .collect()
}

//! A traveller's request for a trek that is not on the list (decisions §3, §10 "Shapes").

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::account::Email;
use crate::booking::{MAX_NOTES_LENGTH, check_start_date};
use crate::guest::{MAX_GUESTS, MIN_GUESTS, is_phone_number, name_problem};
use crate::itinerary_check::MAX_DAYS;
use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};

pub const MAX_DESTINATION_LENGTH: usize = 200;

/// Progress of the request. It may go back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CustomTrekStatus {
    New,
    Answered,
    Closed,
}

impl CustomTrekStatus {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "New",
            Self::Answered => "Answered",
            Self::Closed => "Closed",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::New, Self::Answered, Self::Closed]
            .into_iter()
            .find(|status| status.as_str() == word)
    }
}

/// A custom trek request with the agency's status and notes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CustomTrek {
    pub id: Uuid,
    pub wish: Wish,
    pub status: CustomTrekStatus,
    /// Internal notes of the agency. The traveller never sees them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notes: Option<String>,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
}

/// The traveller's request. It never changes, so that its emails have the same content when they are sent again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Wish {
    pub name: String,
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    pub destination: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_date: Option<NaiveDate>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub days: Option<u32>,
    pub guests: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl CustomTrek {
    #[must_use]
    pub fn new(id: Uuid, wish: Wish, now: DateTime<Utc>) -> Self {
        Self {
            id,
            wish,
            status: CustomTrekStatus::New,
            notes: None,
            created_at: now,
            updated_at: now,
        }
    }

    /// The text to search in, in lower case: id, name and address of the traveller, destination.
    #[must_use]
    pub fn search_key(&self) -> String {
        let (id, wish) = (self.id.to_string(), &self.wish);
        let phone = wish.phone.clone().unwrap_or_default();
        let texts = [&id, &wish.name, &wish.email, &phone, &wish.destination];
        texts.map(|text| text.to_lowercase()).join("\n")
    }
}

impl Wish {
    /// All broken rules, in the order of the form. `today` is the date in the agency's time zone.
    #[must_use]
    pub fn check(&self, today: NaiveDate) -> Vec<Problem> {
        let email = Email::parse(&self.email).err();
        let phone = self.phone.as_deref();
        let is_wrong_phone = phone.is_some_and(|phone| !is_phone_number(phone));
        let start = self.start_date;
        let start = start.and_then(|start| check_start_date(start, today));
        let is_wrong_days = self
            .days
            .is_some_and(|days| !(1..=MAX_DAYS).contains(&days));
        let is_wrong_guests = !(MIN_GUESTS..=MAX_GUESTS).contains(&self.guests);
        let found = [
            name_problem(&self.name).map(|message| Problem::new("name", message)),
            email.map(|error| Problem::new("email", error.to_string())),
            is_wrong_phone.then(|| Problem::new("phone", "Please enter a valid phone number")),
            destination_problem(&self.destination)
                .map(|message| Problem::new("destination", message)),
            start.map(|problem| Problem::new("startDate", problem.message)),
            is_wrong_days.then(|| Problem::new("days", "Days must be between 1 and 60")),
            is_wrong_guests.then(|| Problem::new("guests", "Guests must be between 1 and 100")),
            self.message
                .as_deref()
                .and_then(|text| check_text("message", "Message", "has", text)),
        ];
        found.into_iter().flatten().collect()
    }
}

fn destination_problem(text: &str) -> Option<&'static str> {
    if text.is_empty() {
        Some("Please tell us where you want to go")
    } else if text.chars().count() > MAX_DESTINATION_LENGTH {
        Some("Destination must be at most 200 characters")
    } else if has_control_character(text) {
        Some("Destination has characters that cannot be used")
    } else {
        None
    }
}

/// Validates the agency's notes.
#[must_use]
pub fn check_agency_notes(notes: &str) -> Option<Problem> {
    check_text("notes", "Notes", "have", notes)
}

/// Validates text of several lines and limited length.
fn check_text(field: &str, name: &str, has: &str, text: &str) -> Option<Problem> {
    let message = if text.chars().count() > MAX_NOTES_LENGTH {
        format!("{name} must be at most {MAX_NOTES_LENGTH} characters")
    } else if has_control_character_besides_breaks(text) {
        format!("{name} {has} characters that cannot be used")
    } else {
        return None;
    };
    Some(Problem::new(field, message))
}

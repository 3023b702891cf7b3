//! Reviews of treks, by customers whose booking has ended (operations §6).

use chrono::{DateTime, Days, NaiveDate, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking::{Booking, BookingStatus};
use crate::itinerary_check::MAX_DAYS;
use crate::problem::{Problem, has_control_character, has_control_character_besides_breaks};

pub const MIN_RATING: u8 = 1;
pub const MAX_RATING: u8 = 5;
pub const MAX_TITLE_LENGTH: usize = 120;
pub const MIN_TEXT_LENGTH: usize = 20;
pub const MAX_TEXT_LENGTH: usize = 5000;
pub const MAX_NAME_LENGTH: usize = 60;
pub const MAX_ANSWER_LENGTH: usize = 2000;
pub const MAX_REASON_LENGTH: usize = 500;
/// For how many days after the usual day a booking is still asked for a review, for example after an outage.
pub const MAX_DAYS_LATE: u64 = 14;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ReviewState {
    /// Staff have not decided yet.
    Waiting,
    /// Public.
    Approved,
    Rejected,
}

impl ReviewState {
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Approved => "approved",
            Self::Rejected => "rejected",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Waiting, Self::Approved, Self::Rejected]
            .into_iter()
            .find(|state| state.as_str() == word)
    }
}

/// What the customer writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewText {
    /// 1 to 5.
    pub rating: u8,
    pub title: String,
    pub text: String,
    /// The name to show. Empty after the account was deleted.
    pub name: String,
}

/// A review of a booking. A booking has at most one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Review {
    pub id: Uuid,
    pub booking_id: Uuid,
    pub trek_id: Uuid,
    pub written: ReviewText,
    pub state: ReviewState,
    /// Why staff rejected it; for staff only.
    pub reason: Option<String>,
    /// The public answer of the agency.
    pub answer: Option<String>,
    /// The first day of the trip.
    pub walked_on: NaiveDate,
    pub created_at: DateTime<Utc>,
    pub updated_at: DateTime<Utc>,
    /// Raised by every change, so that staff approve what they have read.
    pub version: i64,
}

impl ReviewText {
    /// Without spaces around the texts.
    #[must_use]
    pub fn trimmed(&self) -> Self {
        Self {
            rating: self.rating,
            title: self.title.trim().to_owned(),
            text: self.text.trim().to_owned(),
            name: self.name.trim().to_owned(),
        }
    }

    /// All problems at once.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let length = |text: &str| text.chars().count();
        let rules = [
            (
                !(MIN_RATING..=MAX_RATING).contains(&self.rating),
                "rating",
                "Choose 1 to 5 stars",
            ),
            (self.title.is_empty(), "title", "Enter a title"),
            (
                length(&self.title) > MAX_TITLE_LENGTH,
                "title",
                "The title must be at most 120 characters",
            ),
            (
                has_control_character(&self.title),
                "title",
                "The title has characters that cannot be used",
            ),
            (
                length(&self.text) < MIN_TEXT_LENGTH,
                "text",
                "Write at least 20 characters",
            ),
            (
                length(&self.text) > MAX_TEXT_LENGTH,
                "text",
                "The review must be at most 5,000 characters",
            ),
            (
                has_control_character_besides_breaks(&self.text),
                "text",
                "The review has characters that cannot be used",
            ),
            (self.name.is_empty(), "name", "Enter the name to show"),
            (
                length(&self.name) > MAX_NAME_LENGTH,
                "name",
                "The name must be at most 60 characters",
            ),
            (
                has_control_character(&self.name),
                "name",
                "The name has characters that cannot be used",
            ),
        ];
        let broken = rules.into_iter().filter(|(is_broken, ..)| *is_broken);
        broken
            .map(|(_, field, message)| Problem::new(field, message))
            .collect()
    }
}

/// Whether the customer of a booking can write a review: it was confirmed, its last day has passed, and the account was
/// not deleted. `today` is the date in the agency's time zone.
#[must_use]
pub fn can_review(booking: &Booking, today: NaiveDate) -> bool {
    let was_confirmed = matches!(
        booking.status,
        BookingStatus::Confirmed | BookingStatus::Completed
    );
    was_confirmed && booking.end_date < today && booking.mail_address().is_some()
}

/// Whether the customer is asked for a review today, `days_after` days after the last day or a little later.
#[must_use]
pub fn is_asked(booking: &Booking, days_after: u32, today: NaiveDate) -> bool {
    let first = booking.end_date + Days::new(days_after.into());
    let last = first + Days::new(MAX_DAYS_LATE);
    can_review(booking, today) && (first..=last).contains(&today)
}

/// Between which start dates the bookings are that [`is_asked`] can be true for.
#[must_use]
pub fn starts_of_asked(days_after: u32, today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let last = today - Days::new(days_after.into());
    (last - Days::new(MAX_DAYS_LATE + u64::from(MAX_DAYS)), last)
}

/// The name that a review form suggests: the first word of a full name.
#[must_use]
pub fn suggested_name(full_name: &str) -> String {
    full_name
        .split_whitespace()
        .next()
        .unwrap_or_default()
        .chars()
        .take(MAX_NAME_LENGTH)
        .collect()
}

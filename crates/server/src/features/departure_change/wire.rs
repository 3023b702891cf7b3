//! JSON types of changed departures and of the choices of travellers.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::Booking;
use domain::departure_change;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::departure::wire::Departure;
use crate::http::response::Success;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ChangeKind {
    Move,
    Cancel,
}

impl From<departure_change::ChangeKind> for ChangeKind {
    fn from(kind: departure_change::ChangeKind) -> Self {
        match kind {
            departure_change::ChangeKind::Move => Self::Move,
            departure_change::ChangeKind::Cancel => Self::Cancel,
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Choice {
    /// The new date.
    Accept,
    /// A travel credit of the amount paid.
    Credit,
    /// Everything that was paid.
    Refund,
    /// Another departure.
    Departure,
}

impl From<departure_change::Choice> for Choice {
    fn from(choice: departure_change::Choice) -> Self {
        match choice {
            departure_change::Choice::Accept => Self::Accept,
            departure_change::Choice::Credit => Self::Credit,
            departure_change::Choice::Refund => Self::Refund,
            departure_change::Choice::Departure => Self::Departure,
        }
    }
}

impl From<Choice> for departure_change::Choice {
    fn from(choice: Choice) -> Self {
        match choice {
            Choice::Accept => Self::Accept,
            Choice::Credit => Self::Credit,
            Choice::Refund => Self::Refund,
            Choice::Departure => Self::Departure,
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WhenSilent {
    Accept,
    Refund,
}

impl From<departure_change::WhenSilent> for WhenSilent {
    fn from(silence: departure_change::WhenSilent) -> Self {
        match silence {
            departure_change::WhenSilent::Accept => Self::Accept,
            departure_change::WhenSilent::Refund => Self::Refund,
        }
    }
}

impl From<WhenSilent> for departure_change::WhenSilent {
    fn from(silence: WhenSilent) -> Self {
        match silence {
            WhenSilent::Accept => Self::Accept,
            WhenSilent::Refund => Self::Refund,
        }
    }
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum AnsweredBy {
    Traveller,
    /// The time to answer has passed.
    Silence,
}

impl From<departure_change::AnsweredBy> for AnsweredBy {
    fn from(who: departure_change::AnsweredBy) -> Self {
        match who {
            departure_change::AnsweredBy::Traveller => Self::Traveller,
            departure_change::AnsweredBy::Silence => Self::Silence,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeAnswer {
    pub status: Success,
    pub data: OneChange,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneChange {
    pub change: ChangedDeparture,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeListAnswer {
    pub status: Success,
    pub data: ChangeList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeList {
    /// Newest first.
    pub changes: Vec<ChangedDeparture>,
}

/// A departure that was moved or cancelled, with the answers of its travellers.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangedDeparture {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub kind: ChangeKind,
    pub departure_id: Uuid,
    /// Null for a cancellation, and for a private departure that only gets another date.
    pub to_departure_id: Option<Uuid>,
    pub from_start_date: NaiveDate,
    pub to_start_date: Option<NaiveDate>,
    /// For the travellers. Empty if none was given.
    pub reason: String,
    /// The last day to answer.
    pub answer_by: NaiveDate,
    /// What happens to the bookings of those who do not answer.
    pub when_silent: WhenSilent,
    pub created_at: DateTime<Utc>,
    /// When the last booking was dealt with.
    pub finished_at: Option<DateTime<Utc>>,
    pub choices: Vec<ChangeChoice>,
}

/// The answer of one booking. Answered without a choice: the booking was cancelled or moved again before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeChoice {
    pub booking_id: Uuid,
    pub reference: String,
    /// Of the primary guest.
    pub name: String,
    pub guests: u32,
    pub choice: Option<Choice>,
    /// The departure that the traveller chose instead.
    pub chosen_departure_id: Option<Uuid>,
    pub answered_by: Option<AnsweredBy>,
    pub answered_at: Option<DateTime<Utc>>,
    pub applied_at: Option<DateTime<Utc>>,
}

impl ChangedDeparture {
    #[must_use]
    pub fn new(change: departure_change::DepartureChange, choices: Vec<ChangeChoice>) -> Self {
        Self {
            id: change.id,
            kind: change.kind.into(),
            departure_id: change.departure_id,
            to_departure_id: change.to_departure_id,
            from_start_date: change.from_start,
            to_start_date: change.to_start,
            reason: change.reason,
            answer_by: change.answer_by,
            when_silent: change.when_silent.into(),
            created_at: change.created_at,
            finished_at: change.finished_at,
            choices,
        }
    }
}

impl ChangeChoice {
    #[must_use]
    pub fn new(choice: &departure_change::DepartureChoice, booking: &Booking) -> Self {
        Self {
            booking_id: booking.id,
            reference: booking.reference.clone(),
            name: booking.party.primary.name.clone(),
            guests: booking.party.size(),
            choice: choice.choice.map(Choice::from),
            chosen_departure_id: choice.chosen_departure_id,
            answered_by: choice.answered_by.map(AnsweredBy::from),
            answered_at: choice.answered_at,
            applied_at: choice.applied_at,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ChoicesAnswer {
    pub status: Success,
    pub data: OneChoices,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneChoices {
    pub choices: Choices,
}

/// What a traveller can choose. The link shows it without sign-in, so the only
/// personal data is the first name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Choices {
    pub kind: ChangeKind,
    pub trek_id: Uuid,
    pub trek_name: String,
    pub reference: String,
    /// Of the primary guest.
    pub first_name: String,
    pub guests: u32,
    pub reason: String,
    pub from: ChoiceDates,
    /// The dates of the move. Null for a cancellation.
    pub to: Option<ChoiceTarget>,
    /// The last day to answer.
    pub answer_by: NaiveDate,
    pub when_silent: WhenSilent,
    /// What a refund or a travel credit would be.
    #[schema(value_type = f64)]
    pub amount_paid: Number,
    pub currency: String,
    /// How long a travel credit is valid.
    pub credit_months: u32,
    pub options: Vec<Choice>,
    /// Other departures with enough seats.
    pub departures: Vec<Departure>,
    pub choice: Option<Choice>,
    pub answered_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceDates {
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChoiceTarget {
    /// Null when a party that walks by itself gets other dates.
    pub departure_id: Option<Uuid>,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
}

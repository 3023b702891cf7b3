//! JSON types of reviews (operations §6).

use chrono::{DateTime, NaiveDate, Utc};
use domain::review;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::response::Success;

/// What the customer writes.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct WrittenReview {
    /// 1 to 5.
    pub rating: u8,
    #[serde(default)]
    #[schema(required)]
    pub title: String,
    #[serde(default)]
    #[schema(required)]
    pub text: String,
    /// The name to show.
    #[serde(default)]
    #[schema(required)]
    pub name: String,
}

impl From<review::ReviewText> for WrittenReview {
    fn from(written: review::ReviewText) -> Self {
        Self {
            rating: written.rating,
            title: written.title,
            text: written.text,
            name: written.name,
        }
    }
}

impl From<WrittenReview> for review::ReviewText {
    fn from(written: WrittenReview) -> Self {
        Self {
            rating: written.rating,
            title: written.title,
            text: written.text,
            name: written.name,
        }
        .trimmed()
    }
}

/// A review in the export of an account.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedReview {
    pub booking_id: Uuid,
    #[serde(flatten)]
    pub written: WrittenReview,
    pub created_at: DateTime<Utc>,
}

impl From<review::Review> for ExportedReview {
    fn from(review: review::Review) -> Self {
        Self {
            booking_id: review.booking_id,
            written: review.written.into(),
            created_at: review.created_at,
        }
    }
}

/// What the link of a review shows.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewForm {
    pub trek_id: Uuid,
    pub trek: String,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub suggested_name: String,
    /// Absent until it is written.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub review: Option<WrittenReview>,
    /// Approved and public: it cannot be changed any more.
    pub is_published: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewFormAnswer {
    pub status: Success,
    pub data: ReviewForm,
}

/// An approved review on the trek page.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PublicReview {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub rating: u8,
    pub title: String,
    pub text: String,
    /// Empty after the account was deleted.
    pub name: String,
    /// The first day of the trip.
    pub walked_on: NaiveDate,
    /// The answer of the agency.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub answer: Option<String>,
}

impl From<review::Review> for PublicReview {
    fn from(review: review::Review) -> Self {
        Self {
            id: review.id,
            rating: review.written.rating,
            title: review.written.title,
            text: review.written.text,
            name: review.written.name,
            walked_on: review.walked_on,
            answer: review.answer,
        }
    }
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PublicReviewList {
    /// Newest first.
    pub reviews: Vec<PublicReview>,
    /// All approved reviews of the trek.
    pub total: u64,
    /// The mean of all ratings with one decimal. Absent without a review.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub average: Option<Number>,
}

#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PublicReviewListAnswer {
    pub status: Success,
    pub data: PublicReviewList,
}

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ReviewState {
    Waiting,
    Approved,
    Rejected,
}

impl From<review::ReviewState> for ReviewState {
    fn from(state: review::ReviewState) -> Self {
        match state {
            review::ReviewState::Waiting => Self::Waiting,
            review::ReviewState::Approved => Self::Approved,
            review::ReviewState::Rejected => Self::Rejected,
        }
    }
}

/// A review as staff see it.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Review {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub state: ReviewState,
    pub rating: u8,
    pub title: String,
    pub text: String,
    /// Empty after the account was deleted.
    pub name: String,
    pub trek_id: Uuid,
    pub trek: String,
    pub booking_id: Uuid,
    /// The reference of the booking.
    pub reference: String,
    pub walked_on: NaiveDate,
    /// Why it was rejected; the customer is not told.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub answer: Option<String>,
    pub created_at: DateTime<Utc>,
    pub version: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewList {
    pub reviews: Vec<Review>,
    pub total: u64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewListAnswer {
    pub status: Success,
    pub data: ReviewList,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneReview {
    pub review: Review,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewAnswer {
    pub status: Success,
    pub data: OneReview,
}

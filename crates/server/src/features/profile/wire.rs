//! The account page as JSON.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Number, Value};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::account::wire::User;
use crate::features::booking::wire::{Booking, PaymentStatus};
use crate::features::custom_trek::wire::CustomTrek;
use crate::features::enquiry::wire::SharedEnquiry;
use crate::features::review::wire::ExportedReview;
use crate::features::waitlist::wire::WaitlistEntry;
use crate::http::response::Success;

/// Fields to change. A missing field stays as it is, and an empty text clears an optional field.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct UpdateUserRequest {
    #[schema(nullable = false)]
    pub name: Option<String>,
    #[schema(nullable = false)]
    pub phone: Option<String>,
    #[schema(nullable = false)]
    pub nationality: Option<String>,
    #[schema(nullable = false)]
    pub emergency_contact: Option<String>,
    /// Merged key by key; null removes a key. `mails.newsletter` subscribes the account's address or ends its
    /// subscription.
    #[schema(required = false, nullable = false, value_type = HashMap<String, Value>)]
    pub preferences: Option<Map<String, Value>>,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangePasswordRequest {
    /// Not needed if the account has none.
    #[serde(default)]
    #[schema(required)]
    pub current_password: String,
    /// The code of `verification-code`, if the account has no password.
    #[serde(default)]
    pub otp: String,
    #[serde(default)]
    #[schema(required)]
    pub new_password: String,
    #[serde(default)]
    #[schema(required)]
    pub confirm_password: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ChangeEmailRequest {
    #[serde(default)]
    #[schema(required)]
    pub new_email: String,
    /// Not needed if the account has none.
    #[serde(default)]
    pub password: String,
    /// The code of `verification-code`, if the account has no password.
    #[serde(default)]
    pub otp: String,
}

#[derive(Deserialize, ToSchema)]
pub struct ConfirmEmailRequest {
    #[serde(default)]
    #[schema(required)]
    pub otp: String,
}

/// The password, or the mailed code if the account has none.
#[derive(Deserialize, ToSchema)]
pub struct DeleteUserRequest {
    #[serde(default)]
    pub password: String,
    #[serde(default)]
    pub otp: String,
}

#[derive(Serialize, ToSchema)]
pub struct SessionListAnswer {
    pub status: Success,
    pub data: SessionList,
}

#[derive(Serialize, ToSchema)]
pub struct SessionList {
    pub sessions: Vec<Session>,
}

/// A session of the user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Session {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// Whether it is the session of this request.
    pub current: bool,
    /// Readable name, as in `Chrome on Android`.
    pub device: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentListAnswer {
    pub status: Success,
    pub data: PaymentList,
}

#[derive(Serialize, ToSchema)]
pub struct PaymentList {
    pub payments: Vec<PaidBooking>,
}

/// The payment of a booking. Of a card only the brand and the last four digits are stored.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PaidBooking {
    pub booking_id: Uuid,
    pub trek_name: String,
    #[schema(value_type = f64)]
    pub amount: Number,
    pub currency: String,
    pub status: PaymentStatus,
    pub paid_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub brand: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub last4: Option<String>,
    #[schema(value_type = f64)]
    pub refunded: Number,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub invoice_number: Option<String>,
}

/// All stored data of a user.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportAnswer {
    pub status: Success,
    pub exported_at: DateTime<Utc>,
    pub user: User,
    pub signed_up_at: DateTime<Utc>,
    pub sessions: Vec<ExportedSession>,
    /// Third parties that the user signs in through.
    pub sign_ins: Vec<SignIn>,
    /// The new address of a pending change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub new_email: Option<String>,
    /// When the second step of the login was turned on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub second_step_since: Option<DateTime<Utc>>,
    /// When the address was subscribed to the newsletter.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub newsletter_since: Option<DateTime<Utc>>,
    pub bookings: Vec<Booking>,
    pub payments: Vec<PaidBooking>,
    /// Requests for custom treks that were made with the address.
    pub custom_treks: Vec<CustomTrek>,
    pub enquiries: Vec<SharedEnquiry>,
    /// The departures whose waitlist the user joined.
    pub waitlist_entries: Vec<WaitlistEntry>,
    pub reviews: Vec<ExportedReview>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ExportedSession {
    #[serde(flatten)]
    pub session: Session,
    /// The `User-Agent` header of the browser.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub user_agent: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignIn {
    /// Readable name, as in `Google`.
    pub provider: String,
    pub issuer: String,
    pub subject: String,
    pub created_at: DateTime<Utc>,
}

#[derive(Serialize, ToSchema)]
pub struct SignInListAnswer {
    pub status: Success,
    pub data: SignInList,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SignInList {
    pub sign_ins: Vec<SignIn>,
}

/// Identifies a sign-in of the list.
#[derive(Deserialize, ToSchema)]
pub struct UnlinkSignInRequest {
    #[serde(default)]
    #[schema(required)]
    pub issuer: String,
    #[serde(default)]
    #[schema(required)]
    pub subject: String,
}

//! What is known of the money of a booking (decisions §5).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking_status::PaymentStatus;
use crate::money::{Currency, Money};

/// What is known of the money.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    pub status: PaymentStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent_id: Option<String>,
    /// What the provider said of the last card that it declined.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_brand: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_last4: Option<String>,
    /// What went back and has arrived at the provider.
    #[serde(default)]
    pub refunded: Money,
    /// What is to go back and was not made yet: promised, so it cannot be promised again.
    #[serde(default)]
    pub refunding: Money,
    /// Confirmed without the provider, or about to be: a pending booking keeps it until its payment is cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    /// When somebody first asked to cancel the booking while it was unpaid. Set before its payment is cancelled, so
    /// that whoever sees the cancelled payment first knows that it did not fail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancel_requested_at: Option<DateTime<Utc>>,
    /// The provider took another amount or currency than was asked for: the agency decides.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Mismatch>,
}

/// What the provider took instead of the price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    pub intent_id: String,
    pub amount: Money,
    pub currency: Currency,
    pub at: DateTime<Utc>,
}

/// An administrator says that the money came another way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ByHand {
    pub account_id: Uuid,
    pub reason: String,
}

impl Default for Payment {
    fn default() -> Self {
        Self {
            status: PaymentStatus::Pending,
            intent_id: None,
            last_error: None,
            paid_at: None,
            card_brand: None,
            card_last4: None,
            refunded: Money::ZERO,
            refunding: Money::ZERO,
            by_hand: None,
            cancel_requested_at: None,
            mismatch: None,
        }
    }
}

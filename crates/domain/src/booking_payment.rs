//! The payment of a booking (decisions §5).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking_status::PaymentStatus;
use crate::money::{Currency, Money};

/// State of the payment of a booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    pub status: PaymentStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent_id: Option<String>,
    /// The provider's message about the last declined card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_brand: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_last4: Option<String>,
    /// The amount of refunds that the provider has made.
    #[serde(default)]
    pub refunded: Money,
    /// The amount of refunds that are promised but not made yet, so that the same money is not promised twice.
    #[serde(default)]
    pub refunding: Money,
    /// The administrator's confirmation without the provider. A pending booking keeps it until its payment intent is
    /// cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    /// When somebody first asked to cancel the unpaid booking. It is set before the payment intent is cancelled, so
    /// that nobody mistakes the cancelled intent for a failed payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancel_requested_at: Option<DateTime<Utc>>,
    /// The provider captured a different amount or currency than requested. The agency decides what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Mismatch>,
}

/// The amount that the provider captured instead of the price.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Mismatch {
    pub intent_id: String,
    pub amount: Money,
    pub currency: Currency,
    pub at: DateTime<Utc>,
}

/// An administrator's record of a payment that came another way.
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

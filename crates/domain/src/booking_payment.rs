//! The payment of a booking (decisions §5).

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::booking_status::PaymentStatus;
use crate::money::{Currency, Money};
use crate::way::Way;

/// State of the payment of a booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    pub status: PaymentStatus,
    /// How the traveller pays what confirms the booking. Absent in older bookings: by card.
    #[serde(default, skip_serializing_if = "Way::is_card")]
    pub way: Way,
    /// Until when the unpaid booking waits for a payment that staff record. `None`: as long as one for a card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pay_by: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent_id: Option<String>,
    /// How many payment intents of the booking were replaced, because part of their amount was paid another way.
    #[serde(default, skip_serializing_if = "is_first")]
    pub intent_number: u32,
    /// The provider's message about the last declined card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_brand: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card_last4: Option<String>,
    /// The sum of its payments in the currency of the booking, without reversed ones and before refunds. `None` in
    /// bookings from before there were payments of their own: the whole price, once the status says that it is paid.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub received: Option<Money>,
    /// The amount of refunds that the provider has made.
    #[serde(default)]
    pub refunded: Money,
    /// The amount of refunds that are promised but not made yet, so that the same money is not promised twice.
    #[serde(default)]
    pub refunding: Money,
    /// The amount that was paid and is not part of the price any more, because a move lowered the price.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub lowered_by: Money,
    /// The travel credit that pays a part of the price or all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub credit_used: Option<CreditUse>,
    /// The amount that the traveller keeps as travel credits instead of a refund.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub credited: Money,
    /// The administrator's confirmation without the provider. A pending booking keeps it until its payment intent is
    /// cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_hand: Option<ByHand>,
    /// When the cancellation of the unpaid booking was first requested. Set before the payment intent is cancelled, so
    /// that the cancelled intent does not count as a failed payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancel_requested_at: Option<DateTime<Utc>>,
    /// When the hold of its seats ended and nothing else ended the booking. Money that comes later confirms it, if the
    /// departure still has room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hold_ended_at: Option<DateTime<Utc>>,
    /// When the wait for a payment by hand ended and nothing else ended the booking, which has a private departure. Staff
    /// can still record the payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_ended_at: Option<DateTime<Utc>>,
    /// The provider captured a different amount or currency than requested. The agency decides what to do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<Mismatch>,
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(amount: &Money) -> bool {
    amount.is_zero()
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_first(number: &u32) -> bool {
    *number == 0
}

/// The travel credit of a booking. It is reserved until the booking is confirmed, and used from then on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CreditUse {
    pub number: String,
    /// What it pays of the price.
    pub amount: Money,
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
            way: Way::Card,
            pay_by: None,
            intent_id: None,
            intent_number: 0,
            last_error: None,
            paid_at: None,
            received: None,
            card_brand: None,
            card_last4: None,
            refunded: Money::ZERO,
            refunding: Money::ZERO,
            lowered_by: Money::ZERO,
            credit_used: None,
            credited: Money::ZERO,
            by_hand: None,
            cancel_requested_at: None,
            hold_ended_at: None,
            wait_ended_at: None,
            mismatch: None,
        }
    }
}

//! The states of a booking and of its payment, and the permitted transitions (decisions §5).

use serde::{Deserialize, Serialize};

/// Pending → Confirmed → Completed; Pending or Confirmed → Cancelled.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum BookingStatus {
    Pending,
    Confirmed,
    Completed,
    Cancelled,
}

/// Pending → Confirmed → Refunded; Pending → Failed. A declined card leaves the payment Pending. Failed → Confirmed
/// is a late payment, which is then refunded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PaymentStatus {
    Pending,
    Confirmed,
    Failed,
    Refunded,
}

impl BookingStatus {
    pub const ALL: [Self; 4] = [
        Self::Pending,
        Self::Confirmed,
        Self::Completed,
        Self::Cancelled,
    ];

    #[must_use]
    pub fn can_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Pending, Self::Confirmed | Self::Cancelled)
                | (Self::Confirmed, Self::Completed | Self::Cancelled)
        )
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Confirmed => "Confirmed",
            Self::Completed => "Completed",
            Self::Cancelled => "Cancelled",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

impl PaymentStatus {
    pub const ALL: [Self; 4] = [Self::Pending, Self::Confirmed, Self::Failed, Self::Refunded];

    /// Refunded may follow Refunded: a booking can have several partial refunds.
    #[must_use]
    pub fn can_become(self, next: Self) -> bool {
        matches!(
            (self, next),
            (Self::Pending, Self::Confirmed | Self::Failed)
                | (Self::Failed, Self::Confirmed)
                | (Self::Confirmed | Self::Refunded, Self::Refunded)
        )
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "Pending",
            Self::Confirmed => "Confirmed",
            Self::Failed => "Failed",
            Self::Refunded => "Refunded",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

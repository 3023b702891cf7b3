//! The ways in which the first payment of a booking can come (operations §3).

use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Way {
    /// By card, through the card provider.
    #[default]
    Card,
    /// By bank transfer. Staff record it.
    Bank,
    /// At the agency. Staff record it.
    Arrival,
    Esewa,
    Khalti,
}

impl Way {
    pub const ALL: [Self; 5] = [
        Self::Card,
        Self::Bank,
        Self::Arrival,
        Self::Esewa,
        Self::Khalti,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Bank => "bank",
            Self::Arrival => "arrival",
            Self::Esewa => "esewa",
            Self::Khalti => "khalti",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|way| way.as_str() == word)
    }

    /// Whether staff record the payment: no provider knows of it.
    #[must_use]
    pub fn is_by_hand(self) -> bool {
        matches!(self, Self::Bank | Self::Arrival)
    }

    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde passes a reference"
    )]
    pub(crate) fn is_card(&self) -> bool {
        *self == Self::Card
    }
}

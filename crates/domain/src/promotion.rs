//! Promotion codes: a percentage or an amount off the price of a booking (operations §6).

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::money::{Currency, Money, Percent};
use crate::problem::{Problem, has_control_character};

pub const MIN_CODE_LENGTH: usize = 3;
pub const MAX_CODE_LENGTH: usize = 30;
pub const MAX_NOTE_LENGTH: usize = 200;
pub const MAX_USES: u32 = 1_000_000;
pub const MAX_TREKS: usize = 500;

/// What a promotion takes off the price after the group discount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Deduction {
    /// A share of the price per head × guests minus the group discount.
    Percent(Percent),
    /// An amount off the whole booking, at most the price minus the group discount.
    Amount { amount: Money, currency: Currency },
}

impl Deduction {
    /// The amount off a price that has `left` after the group discount; never more than that.
    #[must_use]
    pub fn of(self, left: Money) -> Money {
        match self {
            Self::Percent(percent) => percent.of(left),
            Self::Amount { amount, .. } => amount.min(left),
        }
    }
}

/// The promotion of a booking as it was when the booking was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct AppliedPromotion {
    pub id: Uuid,
    pub code: String,
    pub deduction: Deduction,
}

/// A promotion code as staff keep it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub id: Uuid,
    /// Upper case; unique.
    pub code: String,
    pub deduction: Deduction,
    /// The first day on which bookings with it are accepted, in the agency's time zone.
    pub valid_from: Option<NaiveDate>,
    /// The last day on which bookings with it are accepted.
    pub valid_until: Option<NaiveDate>,
    /// `None`: without limit.
    pub max_uses: Option<u32>,
    /// Bookings that use it; unpaid ones count until they end.
    pub uses: u32,
    /// Empty: all treks.
    pub trek_ids: Vec<Uuid>,
    /// For staff only.
    pub note: String,
    pub is_active: bool,
    pub version: i64,
}

/// Why a promotion does not apply to a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PromotionRefusal {
    #[error("We don't know this promotion code. Check the spelling.")]
    Unknown,
    #[error("This promotion code is not valid yet.")]
    NotYetValid,
    #[error("This promotion code is no longer valid.")]
    Ended,
    #[error("This promotion code has been used up.")]
    UsedUp,
    #[error("This promotion code is for other treks.")]
    OtherTrek,
    #[error("This promotion code is for prices in another currency.")]
    OtherCurrency,
}

impl PromotionRefusal {
    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::NotYetValid => "not-yet-valid",
            Self::Ended => "ended",
            Self::UsedUp => "used-up",
            Self::OtherTrek => "other-trek",
            Self::OtherCurrency => "other-currency",
        }
    }
}

/// A code as it is stored and compared: upper case, without the spaces around it.
#[must_use]
pub fn normalized_code(text: &str) -> String {
    text.trim().to_uppercase()
}

impl Promotion {
    #[must_use]
    pub fn applied(&self) -> AppliedPromotion {
        AppliedPromotion {
            id: self.id,
            code: self.code.clone(),
            deduction: self.deduction,
        }
    }

    #[must_use]
    pub fn is_used_up(&self) -> bool {
        self.max_uses.is_some_and(|most| self.uses >= most)
    }

    /// Checks everything but the uses, which are counted when the booking is stored. `today` is the date in the
    /// agency's time zone.
    pub fn check_terms(
        &self,
        trek_id: Uuid,
        price_currency: Currency,
        today: NaiveDate,
    ) -> Result<(), PromotionRefusal> {
        if self.valid_from.is_some_and(|from| today < from) && self.is_active {
            return Err(PromotionRefusal::NotYetValid);
        }
        if !self.is_active || self.valid_until.is_some_and(|until| until < today) {
            return Err(PromotionRefusal::Ended);
        }
        if !self.trek_ids.is_empty() && !self.trek_ids.contains(&trek_id) {
            return Err(PromotionRefusal::OtherTrek);
        }
        match self.deduction {
            Deduction::Amount { currency, .. } if currency != price_currency => {
                Err(PromotionRefusal::OtherCurrency)
            }
            _ => Ok(()),
        }
    }

    /// All problems of what staff entered.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let length = self.code.chars().count();
        let is_allowed =
            |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-' || c == '_';
        let deduction = match self.deduction {
            Deduction::Percent(percent) => (percent == Percent::ZERO, "percent"),
            Deduction::Amount { amount, .. } => (amount.is_zero(), "amount"),
        };
        let rules = [
            (
                !(MIN_CODE_LENGTH..=MAX_CODE_LENGTH).contains(&length),
                "code",
                "The code must be 3 to 30 characters",
            ),
            (
                !self.code.chars().all(is_allowed),
                "code",
                "The code can have letters A to Z, digits, hyphens and underscores",
            ),
            (deduction.0, deduction.1, "Enter more than zero"),
            (
                self.max_uses
                    .is_some_and(|most| !(1..=MAX_USES).contains(&most)),
                "maxUses",
                "The number of uses must be between 1 and 1,000,000",
            ),
            (
                matches!((self.valid_from, self.valid_until), (Some(from), Some(until)) if until < from),
                "validUntil",
                "The last day must not be before the first day",
            ),
            (
                self.trek_ids.len() > MAX_TREKS,
                "trekIds",
                "Choose at most 500 treks, or none for all treks",
            ),
            (
                self.note.chars().count() > MAX_NOTE_LENGTH,
                "note",
                "The note must be at most 200 characters",
            ),
            (
                has_control_character(&self.note),
                "note",
                "The note has characters that cannot be used",
            ),
        ];
        let broken = rules.into_iter().filter(|(is_broken, ..)| *is_broken);
        broken
            .map(|(_, field, message)| Problem::new(field, message))
            .collect()
    }
}

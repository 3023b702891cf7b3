//! Money in integer minor units, percentages, and the rounding rule (decisions §2, §5).
//!
//! Money is never a float. JSON numbers are parsed from their shortest decimal text, so that `12.35` is exactly 1235
//! cents, and 1235 cents are written as exactly `12.35`.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Number;

pub use crate::currency::{Currency, UnknownCurrency};
use crate::decimal::Decimal;

/// Why a text or number is not a valid amount, or a calculation has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("must be a number")]
    NotANumber,
    #[error("must not be negative")]
    Negative,
    #[error("has more decimals than the currency")]
    TooManyDecimals,
    #[error("is too large")]
    TooLarge,
}

/// An amount in minor units. The currency is stored separately.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Money(i64);

impl Money {
    pub const ZERO: Self = Self(0);
    /// 15 digits: the most that a JSON number (a double) represents exactly.
    pub const MAX: Self = Self(999_999_999_999_999);

    #[must_use]
    pub const fn from_minor(minor: i64) -> Self {
        Self(minor)
    }

    #[must_use]
    pub const fn minor(self) -> i64 {
        self.0
    }

    #[must_use]
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Parses `12.50`. Rejects more decimals than the currency has, even zeros.
    pub fn parse_major(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        Decimal::parse(text)?
            .to_units(currency.minor_digits())
            .map(Self)
    }

    /// Reads a JSON number by its value: `500.0` is 500 yen, `12.345` is not a valid amount of dollars.
    pub fn from_number(number: &Number, currency: Currency) -> Result<Self, MoneyError> {
        Decimal::parse(&number.to_string())?
            .without_trailing_zeros()
            .to_units(currency.minor_digits())
            .map(Self)
    }

    /// Formats with all decimals of the currency: `12.50`.
    #[must_use]
    pub fn to_major_string(self, currency: Currency) -> String {
        let digits = currency.minor_digits();
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        if digits == 0 {
            return format!("{sign}{size}");
        }
        let unit = 10_u64.pow(digits);
        let width = digits as usize;
        format!("{sign}{}.{:0width$}", size / unit, size % unit)
    }

    /// The shortest JSON number of this amount: `12.5`, `500`.
    #[must_use]
    pub fn to_number(self, currency: Currency) -> Number {
        let unit = 10_i64.pow(currency.minor_digits());
        if self.0 % unit == 0 {
            return Number::from(self.0 / unit);
        }
        // Up to Money::MAX, the nearest double prints the same digits.
        self.to_major_string(currency)
            .parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .unwrap_or_else(|| Number::from(self.0 / unit))
    }

    /// Rounds up to a multiple of `step` minor units.
    #[must_use]
    pub fn up_to_step(self, step: i64) -> Self {
        match self.0.rem_euclid(step.max(1)) {
            0 => self,
            rest => Self(self.0 + step - rest),
        }
    }

    /// The sum of two amounts of bookings, which are too small to overflow.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }

    /// The difference, at least zero.
    #[must_use]
    pub fn less(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0).max(0))
    }

    #[must_use]
    pub fn checked_add(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    #[must_use]
    pub fn checked_sub(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    #[must_use]
    pub fn checked_mul(self, times: u32) -> Option<Self> {
        self.0.checked_mul(i64::from(times)).map(Self)
    }
}

/// A rate from 0 to 100 percent, in ten-thousandths of a percent: 12.5 % is 125 000.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Percent(i64);

/// Why a text or number is not a valid rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PercentError {
    #[error("must be a number")]
    NotANumber,
    #[error("must be between 0 and 100")]
    OutOfRange,
    #[error("can have at most 4 decimals")]
    TooManyDecimals,
}

impl Percent {
    pub const ZERO: Self = Self(0);
    pub const HUNDRED: Self = Self(1_000_000);
    const DECIMALS: u32 = 4;

    /// A whole percentage known at compile time. More than 100 becomes 100.
    #[must_use]
    pub const fn whole(percent: u8) -> Self {
        if percent > 100 {
            Self::HUNDRED
        } else {
            Self(percent as i64 * 10_000)
        }
    }

    /// Ten-thousandths of a percent, as stored.
    #[must_use]
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    pub fn parse(text: &str) -> Result<Self, PercentError> {
        Self::from_decimal(Decimal::parse(text))
    }

    /// Reads a JSON number by its value.
    pub fn from_number(number: &Number) -> Result<Self, PercentError> {
        Self::from_decimal(Decimal::parse(&number.to_string()).map(Decimal::without_trailing_zeros))
    }

    fn from_decimal(decimal: Result<Decimal, MoneyError>) -> Result<Self, PercentError> {
        let rate =
            decimal
                .and_then(|d| d.to_units(Self::DECIMALS))
                .map_err(|error| match error {
                    MoneyError::NotANumber => PercentError::NotANumber,
                    MoneyError::Negative | MoneyError::TooLarge => PercentError::OutOfRange,
                    MoneyError::TooManyDecimals => PercentError::TooManyDecimals,
                })?;
        if rate > Self::HUNDRED.0 {
            return Err(PercentError::OutOfRange);
        }
        Ok(Self(rate))
    }

    /// This share of an amount, rounded half up to the minor unit. Money is rounded here and in `contained_in` only.
    #[must_use]
    pub fn of(self, amount: Money) -> Money {
        let whole = i128::from(Self::HUNDRED.0);
        let share = (i128::from(amount.0) * i128::from(self.0) + whole / 2).div_euclid(whole);
        // A rate of at most 100 % cannot exceed the range of the amount.
        Money(i64::try_from(share).unwrap_or(amount.0))
    }

    /// The tax of this rate that an amount contains, rounded half up to the minor unit: 13 % in 113 is 13.
    #[must_use]
    pub fn contained_in(self, amount: Money) -> Money {
        let whole = i128::from(Self::HUNDRED.0 + self.0);
        let share = (i128::from(amount.0) * i128::from(self.0) + whole / 2).div_euclid(whole);
        Money(i64::try_from(share).unwrap_or(amount.0))
    }

    /// Formats without trailing zeros: `12.5`.
    #[must_use]
    pub fn to_decimal_string(self) -> String {
        let (whole, rest) = (self.0 / 10_000, self.0 % 10_000);
        if rest == 0 {
            return whole.to_string();
        }
        format!("{whole}.{rest:04}")
            .trim_end_matches('0')
            .to_owned()
    }

    /// The JSON number of this rate: `12.5`, `18`.
    #[must_use]
    pub fn to_number(self) -> Number {
        if self.0 % 10_000 == 0 {
            return Number::from(self.0 / 10_000);
        }
        self.to_decimal_string()
            .parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .unwrap_or_else(|| Number::from(self.0 / 10_000))
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_decimal_string())
    }
}

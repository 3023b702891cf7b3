//! Money in whole minor units, rates in percent, and the one rounding rule (decisions §2, §5).
//!
//! No float ever holds money. JSON numbers are read by their shortest text, so that `12.35` on the
//! wire is exactly 1235 cents here, and written so that 1235 cents is exactly `12.35` there.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::currency_table::{CODES, PROVIDER_MINIMUMS, THREE_DIGITS, ZERO_DIGITS};

/// Why a text or number is not an amount, or an amount not a result.
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

/// A code that ISO 4217 does not know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a currency: give a code of ISO 4217 in capitals, such as USD")]
pub struct UnknownCurrency(pub String);

/// A currency of ISO 4217, known by its code in capitals.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Currency(&'static str);

impl Currency {
    pub const USD: Self = Self("USD");
    pub const NPR: Self = Self("NPR");

    pub fn parse(code: &str) -> Result<Self, UnknownCurrency> {
        CODES
            .iter()
            .find(|known| **known == code)
            .map(|known| Self(known))
            .ok_or_else(|| UnknownCurrency(code.to_owned()))
    }

    #[must_use]
    pub fn code(self) -> &'static str {
        self.0
    }

    /// Decimals of the minor unit: JPY 0, USD 2, KWD 3.
    #[must_use]
    pub fn minor_digits(self) -> u32 {
        if ZERO_DIGITS.contains(&self.0) {
            0
        } else if THREE_DIGITS.contains(&self.0) {
            3
        } else {
            2
        }
    }

    /// The least that a card payment provider charges in this currency; less cannot be sold.
    #[must_use]
    pub fn provider_minimum(self) -> Money {
        PROVIDER_MINIMUMS
            .iter()
            .find(|(code, _)| *code == self.0)
            .map_or_else(
                || Money::from_minor(if self.minor_digits() == 3 { 500 } else { 50 }),
                |(_, minor)| Money::from_minor(*minor),
            )
    }
}

impl fmt::Display for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl fmt::Debug for Currency {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl Serialize for Currency {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0)
    }
}

impl<'de> Deserialize<'de> for Currency {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

impl std::str::FromStr for Currency {
    type Err = UnknownCurrency;
    fn from_str(code: &str) -> Result<Self, UnknownCurrency> {
        Self::parse(code)
    }
}

/// An amount in minor units; the currency stands beside it.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(transparent)]
pub struct Money(i64);

impl Money {
    pub const ZERO: Self = Self(0);
    /// Fifteen digits: the most that a JSON number (a double) carries without changing one.
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

    /// Reads `12.50`. More decimals than the currency has are refused, zeros too.
    pub fn parse_major(text: &str, currency: Currency) -> Result<Self, MoneyError> {
        Decimal::parse(text)?.to_units(currency.minor_digits())
    }

    /// Reads a JSON number by its value: `500.0` is 500 yen, `12.345` is no amount of dollars.
    pub fn from_number(number: &Number, currency: Currency) -> Result<Self, MoneyError> {
        Decimal::parse(&number.to_string())?
            .without_trailing_zeros()
            .to_units(currency.minor_digits())
    }

    /// `12.50`: always as many decimals as the currency has.
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

    /// The JSON number that says this amount and nothing more: `12.5`, `500`.
    #[must_use]
    pub fn to_number(self, currency: Currency) -> Number {
        let unit = 10_i64.pow(currency.minor_digits());
        if self.0 % unit == 0 {
            return Number::from(self.0 / unit);
        }
        // Up to Money::MAX the nearest double prints as the very digits it was read from.
        self.to_major_string(currency)
            .parse::<f64>()
            .ok()
            .and_then(Number::from_f64)
            .unwrap_or_else(|| Number::from(self.0 / unit))
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

/// Why a text or number is not a rate.
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

    /// A whole percentage known at compile time; more than 100 is 100.
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
        if rate.0 > Self::HUNDRED.0 {
            return Err(PercentError::OutOfRange);
        }
        Ok(Self(rate.0))
    }

    /// This share of an amount, rounded half up to the minor unit. The only rounding of money there is.
    #[must_use]
    pub fn of(self, amount: Money) -> Money {
        let whole = i128::from(Self::HUNDRED.0);
        let share = (i128::from(amount.0) * i128::from(self.0) + whole / 2).div_euclid(whole);
        // A rate of at most 100 % cannot leave the range of the amount.
        Money(i64::try_from(share).unwrap_or(amount.0))
    }

    /// `12.5`, without trailing zeros.
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

    /// The JSON number that says this rate: `12.5`, `18`.
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

/// A decimal number as written: digits and how many of them stand behind the point.
struct Decimal {
    digits: Vec<u8>,
    scale: i32,
}

impl Decimal {
    /// Reads `12.5`, `12` and, as JSON numbers may print, `1e21` and `1.5e-7`. No plus sign, no
    /// blanks, no bare point.
    fn parse(text: &str) -> Result<Self, MoneyError> {
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (
                mantissa,
                exponent
                    .parse::<i16>()
                    .map_err(|_| MoneyError::NotANumber)?,
            ),
            None => (text, 0),
        };
        let (negative, mantissa) = match mantissa.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, mantissa),
        };
        let (whole, fraction) = match mantissa.split_once('.') {
            Some((whole, fraction)) if !fraction.is_empty() => (whole, fraction),
            Some(_) => return Err(MoneyError::NotANumber),
            None => (mantissa, ""),
        };
        let digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
        if whole.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return Err(MoneyError::NotANumber);
        }
        if negative && digits.iter().any(|d| *d != b'0') {
            return Err(MoneyError::Negative);
        }
        let behind_point =
            i32::try_from(fraction.len()).map_err(|_| MoneyError::TooManyDecimals)?;
        Ok(Self {
            digits,
            scale: behind_point - i32::from(exponent),
        })
    }

    fn without_trailing_zeros(mut self) -> Self {
        while self.scale > 0 && self.digits.last() == Some(&b'0') {
            self.digits.pop();
            self.scale -= 1;
        }
        self
    }

    /// The number in units of 10^-decimals, if it has no more decimals than that.
    fn to_units(&self, decimals: u32) -> Result<Money, MoneyError> {
        let missing = i64::from(decimals) - i64::from(self.scale);
        let missing = usize::try_from(missing).map_err(|_| MoneyError::TooManyDecimals)?;
        let significant = self.digits.iter().skip_while(|d| **d == b'0');
        if significant.clone().next().is_none() {
            return Ok(Money::ZERO);
        }
        let mut units: i64 = 0;
        for digit in significant.chain(std::iter::repeat_n(&b'0', missing)) {
            units = units * 10 + i64::from(digit - b'0');
            if units > Money::MAX.0 {
                return Err(MoneyError::TooLarge);
            }
        }
        Ok(Money(units))
    }
}

//! The rate between the currency of a booking and Nepalese rupees, which is locked with the booking, so that the
//! balance in rupees does not change until it is paid (operations §3).

use std::fmt;

use chrono::{DateTime, TimeDelta, Utc};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::decimal::Decimal;
use crate::money::{Currency, Money, MoneyError};

/// Minor units of a rupee. Cash is counted in whole rupees.
const PAISA: i64 = 100;

/// Why a text or number is not a valid rate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum RateError {
    #[error("must be a number")]
    NotANumber,
    #[error("must be more than zero")]
    NotPositive,
    #[error("can have at most 8 decimals")]
    TooManyDecimals,
    #[error("must be at most 1000000")]
    TooLarge,
}

impl From<MoneyError> for RateError {
    fn from(error: MoneyError) -> Self {
        match error {
            MoneyError::NotANumber => Self::NotANumber,
            MoneyError::Negative => Self::NotPositive,
            MoneyError::TooManyDecimals => Self::TooManyDecimals,
            MoneyError::TooLarge => Self::TooLarge,
        }
    }
}

/// Rupees for one unit of another currency, in hundred-millionths: 133.2 is 13 320 000 000.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rate(i64);

impl Rate {
    const DECIMALS: u32 = 8;
    const ONE: i64 = 100_000_000;
    /// No currency is worth a million rupees.
    pub const MAX: Self = Self(1_000_000 * Self::ONE);

    fn new(units: i64) -> Result<Self, RateError> {
        match Self(units) {
            rate if rate.0 <= 0 => Err(RateError::NotPositive),
            rate if rate > Self::MAX => Err(RateError::TooLarge),
            rate => Ok(rate),
        }
    }

    /// Parses `133.2`.
    pub fn parse(text: &str) -> Result<Self, RateError> {
        let decimal = Decimal::parse(text)?.without_trailing_zeros();
        Self::new(decimal.to_units(Self::DECIMALS)?)
    }

    /// Reads a JSON number by its value.
    pub fn from_number(number: &Number) -> Result<Self, RateError> {
        Self::parse(&number.to_string())
    }

    /// The rate of a bank that lists rupees for `unit` units of a currency, for example for 100 Indian rupees.
    pub fn of_units(rupees: &str, unit: u32) -> Result<Self, RateError> {
        let listed = Decimal::parse(rupees)?.truncated_to(Self::DECIMALS);
        let listed = i128::from(listed.to_units(Self::DECIMALS)?);
        divide(listed, i128::from(unit))
    }

    /// The rate of a service that lists rupees and a currency for one unit of the same third currency.
    pub fn cross(rupees: &str, currency: &str) -> Result<Self, RateError> {
        let read = |text| {
            let decimal = Decimal::parse(text)?.truncated_to(Self::DECIMALS);
            Ok::<_, RateError>(i128::from(decimal.to_units(Self::DECIMALS)?))
        };
        divide(read(rupees)? * i128::from(Self::ONE), read(currency)?)
    }

    /// Whether this rate is more than a fifth above or below another one.
    #[must_use]
    pub fn is_far_from(self, other: Self) -> bool {
        (i128::from(self.0) - i128::from(other.0)).abs() * 5 > i128::from(other.0)
    }

    /// The JSON number of this rate: `133.2`.
    #[must_use]
    pub fn to_number(self) -> Number {
        let text = self.to_string();
        let whole = text.parse::<i64>().ok().map(Number::from);
        let number = || text.parse::<f64>().ok().and_then(Number::from_f64);
        whole
            .or_else(number)
            .unwrap_or_else(|| Number::from(self.0 / Self::ONE))
    }

    /// The text of the rate where people read it, with two decimals at least: `133.20`.
    #[must_use]
    pub fn to_display(self) -> String {
        let text = self.to_string();
        match text.split_once('.') {
            None => format!("{text}.00"),
            Some((_, decimals)) if decimals.len() == 1 => format!("{text}0"),
            Some(_) => text,
        }
    }
}

/// Rounds half up.
fn divide(amount: i128, by: i128) -> Result<Rate, RateError> {
    if by <= 0 {
        return Err(RateError::NotPositive);
    }
    let units = (amount + by / 2) / by;
    Rate::new(i64::try_from(units).map_err(|_| RateError::TooLarge)?)
}

/// Without trailing zeros: `133.2`.
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / Self::ONE, self.0 % Self::ONE);
        if rest == 0 {
            return write!(f, "{whole}");
        }
        let rest = format!("{rest:08}");
        write!(f, "{whole}.{}", rest.trim_end_matches('0'))
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Rate {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Where a rate comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RateSource {
    /// Nepal Rastra Bank, the central bank.
    Nrb,
    /// The exchange rate service of the site.
    Exchange,
    /// Staff typed it in.
    Typed,
}

impl RateSource {
    pub const ALL: [Self; 3] = [Self::Nrb, Self::Exchange, Self::Typed];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Nrb => "nrb",
            Self::Exchange => "exchange",
            Self::Typed => "typed",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|source| source.as_str() == word)
    }

    /// The name that people read.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::Nrb => "Nepal Rastra Bank",
            Self::Exchange => "exchange rate service",
            Self::Typed => "the agency's rate",
        }
    }

    /// The age up to which a rate is locked with a booking. Banks close for about a week at Dashain; staff type a rate
    /// less often than a bank lists one.
    #[must_use]
    pub fn max_age(self) -> TimeDelta {
        match self {
            Self::Nrb | Self::Exchange => TimeDelta::days(7),
            Self::Typed => TimeDelta::days(30),
        }
    }
}

/// Rupees for one unit of the currency of a booking. It stays the same until the booking ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LockedRate {
    pub value: Rate,
    pub source: RateSource,
    /// When the source listed it, or staff typed it in.
    pub at: DateTime<Utc>,
}

impl LockedRate {
    /// Whether the rate is too old to be locked with a new booking.
    #[must_use]
    pub fn is_outdated(&self, now: DateTime<Utc>) -> bool {
        now.signed_duration_since(self.at) > self.source.max_age()
    }

    /// What an amount is in rupees, rounded up to whole rupees.
    #[must_use]
    pub fn to_rupees(&self, amount: Money, currency: Currency) -> Money {
        let unit = 10_i128.pow(currency.minor_digits()) * i128::from(Rate::ONE);
        let exact = i128::from(amount.minor()) * i128::from(self.value.0);
        let rupees = (exact + unit - 1).div_euclid(unit);
        let most = Money::MAX.minor() / PAISA;
        let rupees = i64::try_from(rupees).map_or(most, |rupees| rupees.min(most));
        Money::from_minor(rupees * PAISA)
    }

    /// What an amount in rupees is worth in the currency of the booking, rounded half up to its minor unit. All rupees
    /// of the balance are worth exactly the balance, and no amount is worth more than the balance.
    #[must_use]
    pub fn from_rupees(&self, rupees: Money, currency: Currency, balance: Money) -> Money {
        if rupees >= self.to_rupees(balance, currency) {
            return balance;
        }
        let unit = 10_i128.pow(currency.minor_digits()) * i128::from(Rate::ONE);
        let by = i128::from(self.value.0) * i128::from(PAISA);
        let worth = (i128::from(rupees.minor()) * unit + by / 2).div_euclid(by);
        Money::from_minor(i64::try_from(worth).unwrap_or(i64::MAX)).min(balance)
    }
}

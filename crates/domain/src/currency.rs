//! Currencies for prices: ISO 4217 codes, their decimals, and the minimum amount of a card payment.

use std::fmt;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::money::Money;

/// The text is not an ISO 4217 code.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a currency: give a code of ISO 4217 in capitals, such as USD")]
pub struct UnknownCurrency(pub String);

/// An ISO 4217 currency, identified by its upper-case code.
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

    /// The smallest amount that payment providers accept in this currency. A lower total cannot be sold.
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

/// Active codes of national currencies; without funds codes, metals and test codes.
const CODES: &[&str] = &[
    "AED", "AFN", "ALL", "AMD", "AOA", "ARS", "AUD", "AWG", "AZN", "BAM", "BBD", "BDT", "BHD",
    "BIF", "BMD", "BND", "BOB", "BRL", "BSD", "BTN", "BWP", "BYN", "BZD", "CAD", "CDF", "CHF",
    "CLP", "CNY", "COP", "CRC", "CUP", "CVE", "CZK", "DJF", "DKK", "DOP", "DZD", "EGP", "ERN",
    "ETB", "EUR", "FJD", "FKP", "GBP", "GEL", "GHS", "GIP", "GMD", "GNF", "GTQ", "GYD", "HKD",
    "HNL", "HTG", "HUF", "IDR", "ILS", "INR", "IQD", "IRR", "ISK", "JMD", "JOD", "JPY", "KES",
    "KGS", "KHR", "KMF", "KPW", "KRW", "KWD", "KYD", "KZT", "LAK", "LBP", "LKR", "LRD", "LSL",
    "LYD", "MAD", "MDL", "MGA", "MKD", "MMK", "MNT", "MOP", "MRU", "MUR", "MVR", "MWK", "MXN",
    "MYR", "MZN", "NAD", "NGN", "NIO", "NOK", "NPR", "NZD", "OMR", "PAB", "PEN", "PGK", "PHP",
    "PKR", "PLN", "PYG", "QAR", "RON", "RSD", "RUB", "RWF", "SAR", "SBD", "SCR", "SDG", "SEK",
    "SGD", "SHP", "SLE", "SOS", "SRD", "SSP", "STN", "SVC", "SYP", "SZL", "THB", "TJS", "TMT",
    "TND", "TOP", "TRY", "TTD", "TWD", "TZS", "UAH", "UGX", "USD", "UYU", "UZS", "VES", "VND",
    "VUV", "WST", "XAF", "XCD", "XOF", "XPF", "YER", "ZAR", "ZMW", "ZWG",
];

/// Currencies without a minor unit.
const ZERO_DIGITS: &[&str] = &[
    "BIF", "CLP", "DJF", "GNF", "ISK", "JPY", "KMF", "KRW", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
];

/// Currencies whose minor unit is a thousandth.
const THREE_DIGITS: &[&str] = &["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"];

/// Smallest card payment in minor units, where it is not 50 (or 500 with three decimals). NPR and INR: about half a
/// dollar, because providers convert to dollars.
const PROVIDER_MINIMUMS: &[(&str, i64)] = &[
    ("AED", 200),
    ("CZK", 1_500),
    ("DKK", 250),
    ("GBP", 30),
    ("HKD", 400),
    ("HUF", 17_500),
    ("INR", 5_000),
    ("MXN", 1_000),
    ("MYR", 200),
    ("NOK", 300),
    ("NPR", 7_000),
    ("PLN", 200),
    ("RON", 200),
    ("SEK", 300),
    ("THB", 1_000),
];

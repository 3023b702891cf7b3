//! Decimal numbers, parsed digit by digit, so that no amount or rate is ever converted to a float.

use crate::money::{Money, MoneyError};

/// A decimal number as written: its digits and the number of decimals.
pub(crate) struct Decimal {
    digits: Vec<u8>,
    scale: i32,
}

impl Decimal {
    /// Parses `12.5`, `12` and the exponent forms that JSON permits, `1e21` and `1.5e-7`. Rejects plus signs, spaces
    /// and a point without digits.
    pub(crate) fn parse(text: &str) -> Result<Self, MoneyError> {
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

    pub(crate) fn without_trailing_zeros(mut self) -> Self {
        while self.scale > 0 && self.digits.last() == Some(&b'0') {
            self.digits.pop();
            self.scale -= 1;
        }
        self
    }

    /// Drops the decimals after the first `decimals`.
    pub(crate) fn truncated_to(mut self, decimals: u32) -> Self {
        while i64::from(self.scale) > i64::from(decimals) && self.digits.pop().is_some() {
            self.scale -= 1;
        }
        self
    }

    /// The number in units of 10^-decimals. Fails if the number has more decimals.
    pub(crate) fn to_units(&self, decimals: u32) -> Result<i64, MoneyError> {
        let missing = i64::from(decimals) - i64::from(self.scale);
        let missing = usize::try_from(missing).map_err(|_| MoneyError::TooManyDecimals)?;
        let significant = self.digits.iter().skip_while(|d| **d == b'0');
        if significant.clone().next().is_none() {
            return Ok(0);
        }
        let mut units: i64 = 0;
        for digit in significant.chain(std::iter::repeat_n(&b'0', missing)) {
            units = units * 10 + i64::from(digit - b'0');
            if units > Money::MAX.minor() {
                return Err(MoneyError::TooLarge);
            }
        }
        Ok(units)
    }
}

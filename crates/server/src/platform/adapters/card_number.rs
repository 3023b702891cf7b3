//! Card data as typed into the form. It is validated and never stored.

use chrono::{DateTime, Datelike, Utc};
use store::sandbox_intents::Card;

/// Card data that lives only during the request. Its `Debug` output shows the last four digits.
#[derive(Clone)]
pub struct CardNumber {
    pub(super) digits: String,
    pub exp_month: u32,
    pub exp_year: i32,
    pub(super) cvc: String,
}

impl std::fmt::Debug for CardNumber {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "CardNumber(…{})", last4(&self.digits))
    }
}

impl CardNumber {
    #[must_use]
    pub fn new(number: &str, exp_month: u32, exp_year: i32, cvc: &str) -> Self {
        Self {
            digits: number.chars().filter(|c| !matches!(c, ' ' | '-')).collect(),
            exp_month,
            // People type two digits for the year.
            exp_year: if (0..100).contains(&exp_year) {
                exp_year + 2000
            } else {
                exp_year
            },
            cvc: cvc.trim().to_owned(),
        }
    }

    /// A test card by the name of its payment method, for the legacy payload.
    #[must_use]
    pub fn of_payment_method(name: &str, now: DateTime<Utc>) -> Option<Self> {
        let number = match name {
            "pm_card_visa" => "4242424242424242",
            "pm_card_visa_chargeDeclined" => "4000000000000002",
            "pm_card_visa_chargeDeclinedInsufficientFunds" => "4000000000009995",
            "pm_card_authenticationRequired" => "4000002500003155",
            _ => return None,
        };
        Some(Self::new(number, 12, now.year() + 1, "123"))
    }

    /// The part of the card data that may be stored.
    #[must_use]
    pub fn receipt(&self) -> Card {
        Card {
            brand: brand(&self.digits).to_owned(),
            last4: last4(&self.digits),
        }
    }
}

/// Whether the check digit (Luhn) is right.
pub(super) fn luhn(digits: &str) -> bool {
    let sum: u32 = digits
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| {
            let digit = u32::from(byte - b'0');
            match place % 2 {
                0 => digit,
                _ if digit > 4 => digit * 2 - 9,
                _ => digit * 2,
            }
        })
        .sum();
    sum.is_multiple_of(10)
}

pub(super) fn brand(digits: &str) -> &'static str {
    let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| digits.starts_with(prefix));
    match () {
        () if starts(&["34", "37"]) => "amex",
        () if starts(&["4"]) => "visa",
        () if starts(&[
            "51", "52", "53", "54", "55", "22", "23", "24", "25", "26", "27",
        ]) =>
        {
            "mastercard"
        }
        () if starts(&["6011", "65", "644"]) => "discover",
        () if starts(&["30", "36", "38"]) => "diners",
        () if starts(&["35"]) => "jcb",
        () if starts(&["62"]) => "unionpay",
        () => "unknown",
    }
}

fn last4(digits: &str) -> String {
    // Other characters that were typed are not stored.
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(4)..].to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_prints_as_its_last_four_digits() {
        let card = CardNumber::new("4242424242424242", 12, 2030, "987");
        assert_eq!(format!("{card:?}"), "CardNumber(…4242)");
        assert_eq!(
            card.receipt(),
            Card {
                brand: "visa".to_owned(),
                last4: "4242".to_owned()
            }
        );
    }
}

//! Stripe's public test cards and their results (decisions §5).

use chrono::{DateTime, Datelike, Utc};

use super::card_number::{CardNumber, brand, luhn};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    Charged,
    NeedsAuthentication,
    Declined(&'static str),
}

const INCORRECT_NUMBER: &str = "Your card number is incorrect.";
const NO_TEST_CARD: &str =
    "Your card was declined. Your request was in test mode, but used a non test card.";

/// Numbers that are charged successfully.
const CHARGED: &[&str] = &[
    "4242424242424242",
    "4000056655665556",
    "5555555555554444",
    "2223003122003222",
    "5200828282828210",
    "5105105105105100",
    "378282246310005",
    "371449635398431",
    "6011111111111117",
    "3056930009020004",
    "36227206271667",
    "3566002020360505",
    "6200000000000005",
];

const AUTHENTICATED: &[&str] = &["4000002500003155", "4000002760003184"];

const DECLINED: &[(&str, &str)] = &[
    ("4000000000000002", "Your card was declined."),
    ("4000000000009995", "Your card has insufficient funds."),
    ("4000000000009987", "Your card was declined."),
    ("4000000000009979", "Your card was declined."),
    ("4000000000000069", "Your card has expired."),
    (
        "4000000000000127",
        "Your card's security code is incorrect.",
    ),
    (
        "4000000000000119",
        "An error occurred while processing your card. Try again in a little bit.",
    ),
];

/// The result of a card, with the provider's message.
#[must_use]
pub fn judge(card: &CardNumber, now: DateTime<Utc>) -> Verdict {
    if let Some(message) = misprint(card, now) {
        return Verdict::Declined(message);
    }
    let number = card.digits.as_str();
    if let Some((_, message)) = DECLINED.iter().find(|(known, _)| *known == number) {
        return Verdict::Declined(message);
    }
    if AUTHENTICATED.contains(&number) {
        return Verdict::NeedsAuthentication;
    }
    if CHARGED.contains(&number) {
        Verdict::Charged
    } else {
        Verdict::Declined(NO_TEST_CARD)
    }
}

fn misprint(card: &CardNumber, now: DateTime<Utc>) -> Option<&'static str> {
    let digits = &card.digits;
    if !digits.bytes().all(|b| b.is_ascii_digit())
        || digits.len() < 12
        || digits.len() > 19
        || !luhn(digits)
    {
        return Some(INCORRECT_NUMBER);
    }
    if !(1..=12).contains(&card.exp_month) {
        return Some("Your card's expiration month is invalid.");
    }
    if card.exp_year < now.year() {
        return Some("Your card's expiration year is in the past.");
    }
    if card.exp_year > now.year() + 50 {
        return Some("Your card's expiration year is invalid.");
    }
    if card.exp_year == now.year() && card.exp_month < now.month() {
        return Some("Your card's expiration date is in the past.");
    }
    let length = if brand(digits) == "amex" { 4 } else { 3 };
    if card.cvc.len() < length {
        return Some("Your card's security code is incomplete.");
    }
    if card.cvc.len() > 4 || !card.cvc.bytes().all(|b| b.is_ascii_digit()) {
        return Some("Your card's security code is invalid.");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(number: &str, month: u32, year: i32, cvc: &str) -> Verdict {
        let now = DateTime::parse_from_rfc3339("2026-11-20T10:00:00Z")
            .unwrap()
            .to_utc();
        judge(&CardNumber::new(number, month, year, cvc), now)
    }

    // PAY-04 PAY-07: each public test card gets its own words.
    #[test]
    fn test_cards_are_told_apart() {
        assert_eq!(
            verdict("4242 4242 4242 4242", 12, 2030, "123"),
            Verdict::Charged
        );
        assert_eq!(
            verdict("4242-4242-4242-4242", 11, 26, "123"),
            Verdict::Charged
        );
        assert_eq!(
            verdict("378282246310005", 1, 2027, "1234"),
            Verdict::Charged
        );
        assert_eq!(
            verdict("4000002500003155", 1, 2027, "123"),
            Verdict::NeedsAuthentication
        );
        for (number, message) in DECLINED {
            assert_eq!(verdict(number, 1, 2027, "123"), Verdict::Declined(message));
        }
        assert_eq!(
            verdict("4111111111111111", 1, 2027, "123"),
            Verdict::Declined(NO_TEST_CARD)
        );
    }

    // PAY-07: a misprint is named as the provider names it.
    #[test]
    fn misprints_are_named() {
        for (number, month, year, cvc, message) in [
            ("4242424242424241", 1, 2027, "123", INCORRECT_NUMBER),
            ("4242", 1, 2027, "123", INCORRECT_NUMBER),
            ("", 1, 2027, "123", INCORRECT_NUMBER),
            ("４２４２424242424242", 1, 2027, "123", INCORRECT_NUMBER),
            (
                "4242424242424242",
                13,
                2027,
                "123",
                "Your card's expiration month is invalid.",
            ),
            (
                "4242424242424242",
                12,
                2025,
                "123",
                "Your card's expiration year is in the past.",
            ),
            (
                "4242424242424242",
                12,
                9999,
                "123",
                "Your card's expiration year is invalid.",
            ),
            (
                "4242424242424242",
                10,
                2026,
                "123",
                "Your card's expiration date is in the past.",
            ),
            (
                "4242424242424242",
                12,
                2027,
                "12",
                "Your card's security code is incomplete.",
            ),
            (
                "4242424242424242",
                12,
                2027,
                "12a",
                "Your card's security code is invalid.",
            ),
            (
                "378282246310005",
                12,
                2027,
                "123",
                "Your card's security code is incomplete.",
            ),
        ] {
            assert_eq!(
                verdict(number, month, year, cvc),
                Verdict::Declined(message),
                "{number} {message}"
            );
        }
    }
}

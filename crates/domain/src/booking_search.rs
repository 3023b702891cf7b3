//! The search text of bookings, and the rules for comparing search words with it.

use unicode_normalization::UnicodeNormalization;

use crate::booking::Booking;

/// Shorter sequences of digits are compared as typed, never as a part of a phone number.
const MIN_PHONE_DIGITS: usize = 3;

/// A search word. A booking matches if its search text contains `text` or, if present, `digits`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchWord {
    pub text: String,
    /// The word as a part of a phone number: digits only, without the leading zeros of a dialling prefix.
    pub digits: Option<String>,
}

/// The search text of a booking, one item per line: ids and numbers, customer, reseller, guests, phone numbers, trek and notes.
/// Case, accents and the formatting of phone numbers are removed.
#[must_use]
pub fn search_text(booking: &Booking) -> String {
    let id = booking.id.to_string();
    let guests = || std::iter::once(&booking.party.primary).chain(&booking.party.additional);
    let phones: Vec<String> = guests()
        .filter_map(|guest| guest.phone_number.as_deref())
        .map(|phone| fold(phone).chars().filter(char::is_ascii_digit).collect())
        .collect();
    let mut lines: Vec<&str> = vec![
        &id,
        &booking.reference,
        booking.invoice_number.as_deref().unwrap_or_default(),
        &booking.customer.name,
        &booking.customer.email,
        booking.reseller.as_deref().unwrap_or_default(),
        &booking.trek.name,
        booking.notes.as_deref().unwrap_or_default(),
    ];
    lines.extend(guests().map(|guest| guest.name.as_str()));
    lines.extend(phones.iter().map(String::as_str));
    lines.retain(|line| !line.is_empty());
    fold(&lines.join("\n"))
}

/// The words of a search, normalised like [`search_text`].
#[must_use]
pub fn search_words(typed: &str) -> Vec<SearchWord> {
    let folded = fold(typed);
    let words = folded.split_whitespace().map(|word| SearchWord {
        text: word.to_owned(),
        digits: phone_digits(word),
    });
    words.collect()
}

/// The sort key of the primary guest's name.
#[must_use]
pub fn guest_key(booking: &Booking) -> String {
    fold(&booking.party.primary.name)
}

fn phone_digits(word: &str) -> Option<String> {
    let is_phone = |letter: char| letter.is_ascii_digit() || "+-.()/".contains(letter);
    if !word.chars().all(is_phone) {
        return None;
    }
    let digits: String = word.chars().filter(char::is_ascii_digit).collect();
    let digits = digits.trim_start_matches('0');
    (digits.len() >= MIN_PHONE_DIGITS).then(|| digits.to_owned())
}

/// Converts to lower case, decomposes compatibility characters and removes Latin accents: 'Müller' equals 'muller'.
fn fold(text: &str) -> String {
    let lower = text.to_lowercase();
    let plain = lower
        .nfkd()
        .filter(|letter| !('\u{300}'..='\u{36f}').contains(letter));
    plain.flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_without_case_and_accents() {
        let text = |typed: &str| search_words(typed)[0].text.clone();
        assert_eq!(text("MÜLLER"), "muller");
        assert_eq!(text("İnci"), "inci");
        assert_eq!(text("ＡＢＣ"), "abc");
        assert_eq!(text("पासाङ"), text("पासाङ"));
        assert_ne!(text("की"), text("क"));
    }

    #[test]
    fn a_phone_number_is_found_in_any_formatting() {
        let digits = |typed: &str| -> Vec<Option<String>> {
            let words = search_words(typed);
            words.into_iter().map(|word| word.digits).collect()
        };
        let some = |digits: &str| Some(digits.to_owned());
        assert_eq!(digits("+977-980.123(4567)"), [some("9779801234567")]);
        assert_eq!(digits("00977"), [some("977")]);
        assert_eq!(digits("0980 123"), [some("980"), some("123")]);
        assert_eq!(digits("98 000 INV-2026-00042"), [None, None, None]);
    }
}

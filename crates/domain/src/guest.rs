//! The guests of a booking and their validation (document 2 §5).

use serde::{Deserialize, Serialize};
use serde_json::Number;

use crate::problem::{Problem, has_control_character};

pub const MIN_GUESTS: u32 = 1;
pub const MAX_GUESTS: u32 = 100;
pub const MIN_AGE: u8 = 5;
pub const MAX_AGE: u8 = 100;
pub const MIN_NAME_LENGTH: usize = 2;
pub const MAX_NAME_LENGTH: usize = 100;
const MIN_PHONE_DIGITS: usize = 10;
const MAX_PHONE_LENGTH: usize = 40;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Gender {
    #[default]
    Male,
    Female,
    Other,
}

impl Gender {
    /// Parses one of the three values of the form, in their exact spelling.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "Male" => Some(Self::Male),
            "Female" => Some(Self::Female),
            "Other" => Some(Self::Other),
            _ => None,
        }
    }

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Male => "Male",
            Self::Female => "Female",
            Self::Other => "Other",
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Guest {
    pub name: String,
    /// 0 means unknown. Only the legacy flow sends it, for the primary guest.
    pub age: u8,
    pub gender: Gender,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
}

/// The API call that a party came with. The calls differ in one rule (question 70 of the decisions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingFlow {
    /// `POST /api/bookings`.
    Current,
    /// The legacy payload of `verify-payment`: the primary guest's age may be 0.
    Legacy,
}

/// All guests of a booking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Party {
    pub primary: Guest,
    #[serde(default)]
    pub additional: Vec<Guest>,
}

/// Converts an age from JSON. A number that is not an integer from 0 to 254 becomes 255, which every rule rejects.
#[must_use]
pub fn parse_age(number: &Number) -> u8 {
    let text = number.to_string();
    let whole = text.strip_suffix(".0").unwrap_or(&text);
    whole.parse().unwrap_or(u8::MAX)
}

impl Party {
    /// Number of guests.
    #[must_use]
    pub fn size(&self) -> u32 {
        u32::try_from(self.additional.len())
            .unwrap_or(u32::MAX)
            .saturating_add(1)
    }

    /// The same party with trimmed names and phone numbers, and without empty phone numbers.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        for guest in std::iter::once(&mut self.primary).chain(&mut self.additional) {
            guest.name = guest.name.trim().to_owned();
            guest.phone_number = guest
                .phone_number
                .take()
                .map(|phone| phone.trim().to_owned())
                .filter(|phone| !phone.is_empty());
        }
        self
    }

    /// All problems, in the order of the form.
    #[must_use]
    pub fn check(&self, flow: BookingFlow) -> Vec<Problem> {
        let mut problems = Vec::new();
        if !(MIN_GUESTS..=MAX_GUESTS).contains(&self.size()) {
            problems.push(Problem::new(
                "bookingDetails.totalGuests",
                "Guests must be between 1 and 100",
            ));
            return problems; // Do not list the problems of a thousand guests.
        }
        let unknown_age = flow == BookingFlow::Legacy && self.primary.age == 0;
        check_guest(
            &self.primary,
            "guestDetails.primaryGuest",
            Needs {
                phone: true,
                age: !unknown_age,
            },
            &mut problems,
        );
        for (index, guest) in self.additional.iter().enumerate() {
            let path = format!("guestDetails.additionalGuests[{index}]");
            let needs = Needs {
                phone: false,
                age: true,
            };
            check_guest(guest, &path, needs, &mut problems);
        }
        problems
    }
}

#[derive(Clone, Copy)]
struct Needs {
    phone: bool,
    age: bool,
}

fn check_guest(guest: &Guest, path: &str, needs: Needs, problems: &mut Vec<Problem>) {
    if let Some(message) = name_problem(&guest.name) {
        problems.push(Problem::new(format!("{path}.name"), message));
    }
    let phone = guest.phone_number.as_deref().unwrap_or("").trim();
    if (needs.phone || !phone.is_empty()) && !is_phone_number(phone) {
        problems.push(Problem::new(
            format!("{path}.phoneNumber"),
            "Please enter a valid phone number",
        ));
    }
    if needs.age && !(MIN_AGE..=MAX_AGE).contains(&guest.age) {
        problems.push(Problem::new(
            format!("{path}.age"),
            "Age must be between 5 and 100 years",
        ));
    }
}

/// The message for an invalid name.
#[must_use]
pub fn name_problem(name: &str) -> Option<&'static str> {
    let name = name.trim();
    match name.chars().count() {
        0..MIN_NAME_LENGTH => Some("Name must be at least 2 characters"),
        MIN_NAME_LENGTH..=MAX_NAME_LENGTH if has_control_character(name) => {
            Some("Name has characters that cannot be used")
        }
        MIN_NAME_LENGTH..=MAX_NAME_LENGTH => None,
        _ => Some("Name must be at most 100 characters"),
    }
}

/// Whether the text is an optional plus followed by at least 10 digits, spaces and hyphens, with at least 10 digits
/// (question 133 of the decisions).
#[must_use]
pub fn is_phone_number(text: &str) -> bool {
    let rest = text.strip_prefix('+').unwrap_or(text);
    let digits = rest.bytes().filter(u8::is_ascii_digit).count();
    rest.len() <= MAX_PHONE_LENGTH
        && digits >= MIN_PHONE_DIGITS
        && rest
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b' ' || b == b'-')
}

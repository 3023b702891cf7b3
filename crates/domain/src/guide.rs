//! Guides: people who lead departures (operations §1, §2).

use chrono::{Days, NaiveDate};
use uuid::Uuid;

use crate::account::Email;
use crate::departure::Departure;
use crate::guest::is_phone_number;
use crate::problem::{Problem, has_control_character};

pub const MAX_NAME_LENGTH: usize = 100;
pub const MAX_LICENCE_LENGTH: usize = 100;
/// More than any departure needs.
pub const MAX_GUIDES_OF_DEPARTURE: usize = 20;
/// A guide reads a manifest from this many days before the start to as many days after the last day.
pub const MANIFEST_DAYS: u64 = 7;

/// A person who leads departures. One who is out of service keeps past departures and gets no new ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Guide {
    pub id: Uuid,
    pub name: String,
    pub phone: Option<String>,
    /// An account with this address and the role guide reads the manifests of this guide.
    pub email: Option<Email>,
    /// The number of the licence.
    pub licence: Option<String>,
    /// The last day on which the licence is valid.
    pub licence_until: Option<NaiveDate>,
    pub is_active: bool,
    pub version: i64,
}

impl Guide {
    /// All problems at once. The type of the address has checked the address.
    #[must_use]
    pub fn check(&self) -> Vec<Problem> {
        let name = self.name.as_str();
        let licence = self.licence.as_deref().unwrap_or_default();
        let rules = [
            (
                name.trim().is_empty(),
                "name",
                "Enter the name of the guide",
            ),
            (
                name.chars().count() > MAX_NAME_LENGTH,
                "name",
                "Name must be at most 100 characters",
            ),
            (
                has_control_character(name),
                "name",
                "Name has characters that cannot be used",
            ),
            (
                self.phone
                    .as_deref()
                    .is_some_and(|phone| !is_phone_number(phone)),
                "phone",
                "Please enter a valid phone number",
            ),
            (
                licence.chars().count() > MAX_LICENCE_LENGTH,
                "licence",
                "Licence must be at most 100 characters",
            ),
            (
                has_control_character(licence),
                "licence",
                "Licence has characters that cannot be used",
            ),
        ];
        rules
            .into_iter()
            .filter(|(is_broken, ..)| *is_broken)
            .map(|(_, field, message)| Problem::new(field, message))
            .collect()
    }

    /// Whether the licence ends before the last day of a departure.
    #[must_use]
    pub fn is_unlicensed_at(&self, last_day: NaiveDate) -> bool {
        self.licence_until.is_some_and(|until| until < last_day)
    }
}

/// The first and the last day on which guides read the manifest of a departure.
#[must_use]
pub fn manifest_days(departure: &Departure) -> (NaiveDate, NaiveDate) {
    let days = Days::new(MANIFEST_DAYS);
    let from = departure.start_date.checked_sub_days(days);
    let until = departure.end_date.checked_add_days(days);
    (
        from.unwrap_or(NaiveDate::MIN),
        until.unwrap_or(NaiveDate::MAX),
    )
}

//! A generator of random values, and of the people made of them.

use chrono::{DateTime, Utc};
use domain::guest::{Gender, Guest};
use uuid::{Builder, Uuid};

const FIRST_NAMES: [&str; 12] = [
    "Maya",
    "Pasang",
    "Lhamu",
    "Élodie",
    "Jürgen",
    "Sofia",
    "Kenji",
    "Amara",
    "Pemba",
    "Olivia",
    "मीना",
    "Tomás",
];
const LAST_NAMES: [&str; 12] = [
    "Gurung",
    "Sherpa",
    "Tamang",
    "Müller",
    "O'Brien",
    "Rossi",
    "Tanaka",
    "Okafor",
    "Rai",
    "Smith",
    "थापा",
    "García",
];

/// Xorshift, so that a new version of a library does not change the data.
pub struct Dice(pub u64);

impl Dice {
    pub fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end.max(1) as u64).unwrap_or_default()
    }

    pub fn id(&mut self, made: DateTime<Utc>) -> Uuid {
        let mut bytes = [0; 10];
        for byte in &mut bytes {
            *byte = u8::try_from(self.below(256)).unwrap_or_default();
        }
        let millis = u64::try_from(made.timestamp_millis()).unwrap_or_default();
        Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid()
    }

    pub fn name(&mut self) -> String {
        let (first, last) = (self.below(FIRST_NAMES.len()), self.below(LAST_NAMES.len()));
        format!("{} {}", FIRST_NAMES[first], LAST_NAMES[last])
    }

    pub fn guest(&mut self, with_phone: bool) -> Guest {
        let genders = [Gender::Female, Gender::Male, Gender::Other];
        let phone = format!("+977 98{:02}-{:06}", self.below(100), self.below(1_000_000));
        Guest {
            name: self.name(),
            age: u8::try_from(18 + self.below(50)).unwrap_or(30),
            gender: genders[self.below(3)],
            phone_number: with_phone.then_some(phone),
        }
    }
}

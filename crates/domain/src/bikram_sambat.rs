//! The calendar of Nepal, Bikram Sambat, for dates from 1 Baishakh 2080 (14 April 2023) to the end of 2100.
//!
//! The lengths of the months follow no formula; a committee in Nepal publishes them. This table is that of the Python
//! package nepali-datetime 1.0.8.5. The npm package nepali-date-converter 3.4.0 agrees with it for 2080 to 2083. From 2084
//! on the lengths are forecasts, and the two packages differ: dates of those years, and with them the first days of fiscal
//! years, may be wrong by a day. Compare each year with the published calendar before it begins.

use std::fmt;

use chrono::{Days, NaiveDate};

const FIRST_YEAR: u16 = 2080;

/// The number of days of each month, from 2080 on.
const MONTH_LENGTHS: [[u8; 12]; 21] = [
    [31, 32, 31, 32, 31, 30, 30, 30, 29, 29, 30, 30],
    [31, 32, 31, 32, 31, 30, 30, 30, 29, 30, 29, 31],
    [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
    [31, 31, 32, 31, 31, 31, 30, 29, 30, 29, 30, 30],
    [31, 31, 32, 31, 31, 30, 30, 30, 29, 30, 30, 30],
    [31, 32, 31, 32, 30, 31, 30, 30, 29, 30, 30, 30],
    [30, 32, 31, 32, 31, 30, 30, 30, 29, 30, 30, 30],
    [31, 31, 32, 31, 31, 31, 30, 29, 30, 30, 30, 30],
    [30, 31, 32, 32, 30, 31, 30, 30, 29, 30, 30, 30],
    [30, 32, 31, 32, 31, 30, 30, 30, 29, 30, 30, 30],
    [30, 32, 31, 32, 31, 30, 30, 30, 29, 30, 30, 30],
    [31, 31, 32, 31, 31, 31, 30, 30, 29, 30, 30, 30],
    [30, 31, 32, 32, 31, 30, 30, 30, 29, 30, 30, 30],
    [30, 32, 31, 32, 31, 30, 30, 30, 29, 30, 30, 30],
    [31, 31, 32, 31, 31, 30, 30, 30, 29, 30, 30, 30],
    [31, 31, 32, 31, 31, 31, 30, 29, 30, 30, 30, 30],
    [30, 31, 32, 32, 31, 30, 30, 29, 30, 29, 30, 30],
    [31, 32, 31, 32, 31, 30, 30, 30, 29, 30, 30, 30],
    [31, 31, 32, 31, 31, 31, 29, 30, 29, 30, 29, 31],
    [31, 31, 32, 31, 31, 31, 30, 29, 29, 30, 30, 30],
    [31, 32, 31, 32, 30, 31, 30, 29, 30, 29, 30, 30],
];

const MONTHS: [&str; 12] = [
    "Baishakh", "Jestha", "Asar", "Shrawan", "Bhadra", "Asoj", "Kartik", "Mangsir", "Poush",
    "Magh", "Falgun", "Chaitra",
];

/// The month in which the fiscal year of Nepal begins.
const SHRAWAN: u8 = 4;

/// A date of the calendar. Written as `2083-04-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NepaliDate {
    year: u16,
    /// 1 is Baishakh.
    month: u8,
    day: u8,
}

impl NepaliDate {
    /// Converts a date. `None` outside the table.
    #[must_use]
    pub fn from_gregorian(date: NaiveDate) -> Option<Self> {
        let first = NaiveDate::from_ymd_opt(2023, 4, 14)?;
        let mut left = u64::try_from(date.signed_duration_since(first).num_days()).ok()?;
        for (year, lengths) in (FIRST_YEAR..).zip(MONTH_LENGTHS) {
            for (month, length) in (1..).zip(lengths) {
                if left < u64::from(length) {
                    let day = u8::try_from(left + 1).ok()?;
                    return Some(Self { year, month, day });
                }
                left -= u64::from(length);
            }
        }
        None
    }

    /// The date in the other calendar. `None` for a date that does not exist.
    #[must_use]
    pub fn to_gregorian(year: u16, month: u8, day: u8) -> Option<NaiveDate> {
        let years = usize::from(year.checked_sub(FIRST_YEAR)?);
        let lengths = MONTH_LENGTHS.get(years)?;
        let months = usize::from(month.checked_sub(1)?);
        if !(1..=*lengths.get(months)?).contains(&day) {
            return None;
        }
        let whole_years = MONTH_LENGTHS[..years].iter().flatten();
        let before = whole_years.chain(&lengths[..months]);
        let days: u64 = before.map(|length| u64::from(*length)).sum();
        let first = NaiveDate::from_ymd_opt(2023, 4, 14)?;
        first.checked_add_days(Days::new(days + u64::from(day) - 1))
    }

    /// The fiscal year, which begins on 1 Shrawan: `2083/84`.
    #[must_use]
    pub fn fiscal_year(self) -> String {
        let start = if self.month < SHRAWAN {
            self.year - 1
        } else {
            self.year
        };
        format!("{start}/{:02}", (start + 1) % 100)
    }

    /// `1 Shrawan 2083`
    #[must_use]
    pub fn long(self) -> String {
        let name = MONTHS.get(usize::from(self.month) - 1).unwrap_or(&"");
        format!("{} {name} {}", self.day, self.year)
    }
}

impl fmt::Display for NepaliDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

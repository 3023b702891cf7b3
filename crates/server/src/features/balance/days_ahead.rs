//! How far ahead the desk looks.

use chrono::{Days, NaiveDate};

/// How far ahead the desk lists what is due: balances, departures and decisions.
pub const DAYS_AHEAD: u64 = 14;

#[must_use]
pub fn last_day_ahead(today: NaiveDate) -> NaiveDate {
    let last = today.checked_add_days(Days::new(DAYS_AHEAD));
    last.unwrap_or(NaiveDate::MAX)
}

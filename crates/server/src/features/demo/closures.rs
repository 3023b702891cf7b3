//! Closures of the demo's treks.

use chrono::{Datelike, NaiveDate};
use domain::departure::Closure;

use super::departure_table::{CLOSED_SEASONS, Season};

/// Bookings are possible for three years.
const CLOSED_YEARS: i32 = 3;

/// The closures of a trek for this year and the next ones.
pub fn closures(key: &str, today: NaiveDate) -> Vec<Closure> {
    let seasons = CLOSED_SEASONS.iter().filter(|season| season.0 == key);
    let years = today.year()..=today.year() + CLOSED_YEARS;
    let closure = |year, Season(_, from, to, reason): &Season| {
        Some(Closure {
            from: NaiveDate::from_ymd_opt(year, from.0, from.1)?,
            to: NaiveDate::from_ymd_opt(year, to.0, to.1)?,
            reason: (*reason).to_owned(),
        })
    };
    seasons
        .flat_map(|season| years.clone().filter_map(move |year| closure(year, season)))
        .filter(|closure| closure.to >= today)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn treks_in_the_rain_shadow_are_not_closed_in_the_monsoon() {
        let today = NaiveDate::from_ymd_opt(2026, 11, 23).expect("a day");
        assert_eq!(closures("upper-mustang", today), []);
        let closed = closures("annapurna-base-camp", today);
        let july = NaiveDate::from_ymd_opt(2027, 7, 15).expect("a day");
        assert!(closed.iter().any(|closure| closure.contains(july)));
    }
}

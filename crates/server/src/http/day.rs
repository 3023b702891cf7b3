//! Parses days of requests.

use chrono::{DateTime, Datelike, NaiveDate};
use chrono_tz::Tz;

/// Parses `yyyy-mm-dd` with a year of four digits. PostgreSQL does not support all years that chrono parses.
pub fn calendar_day(text: &str) -> Option<NaiveDate> {
    let day = NaiveDate::parse_from_str(text, "%Y-%m-%d").ok()?;
    (1..=9999).contains(&day.year()).then_some(day)
}

/// Parses `yyyy-mm-dd`, or the day of a timestamp in the time zone.
pub fn day(text: &str, timezone: Tz) -> Option<NaiveDate> {
    let text = text.trim();
    if text.len() == 10 {
        return calendar_day(text);
    }
    let moment = DateTime::parse_from_rfc3339(text).ok()?;
    Some(moment.with_timezone(&timezone).date_naive())
}

#[cfg(test)]
mod tests {
    use super::*;

    // BOOK-01 DATA-12: a start date is a day, however it is written.
    #[test]
    fn a_timestamp_is_the_day_it_falls_on_in_the_time_zone() {
        let read = |text| day(text, chrono_tz::Asia::Kathmandu).map(|day| day.to_string());
        assert_eq!(read("2027-03-01").as_deref(), Some("2027-03-01"));
        assert_eq!(
            read("2027-03-01T00:00:00.000Z").as_deref(),
            Some("2027-03-01")
        );
        assert_eq!(read("2027-02-28T18:15:00Z").as_deref(), Some("2027-03-01"));
        assert_eq!(read("2027-02-28T18:14:59Z").as_deref(), Some("2027-02-28"));
        for wrong in [
            "",
            "2027-02-30",
            "01.03.2027",
            "2027-3-1",
            "tomorrow",
            "2027-03-01T25:00:00Z",
        ] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}

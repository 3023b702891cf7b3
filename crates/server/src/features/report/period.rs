//! The days that a report covers, in the agency's time zone.

use chrono::{DateTime, Months, NaiveDate, NaiveTime, Utc};
use chrono_tz::Tz;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::http::day::calendar_day;
use crate::http::error::{ApiError, ApiResult};

const MAX_DAYS: i64 = 366;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ReportDays {
    /// The first day, for example 2027-03-01.
    from: Option<String>,
    /// The last day, at most 366 days in all.
    to: Option<String>,
}

impl ReportDays {
    /// The first and the last day.
    pub fn read(&self) -> ApiResult<(NaiveDate, NaiveDate)> {
        let from = parse_day("from", self.from.as_deref())?;
        let to = parse_day("to", self.to.as_deref())?;
        if to < from {
            return Err(ApiError::bad_request("to must not be before from"));
        }
        if to.signed_duration_since(from).num_days() >= MAX_DAYS {
            let message = format!("A report covers at most {MAX_DAYS} days");
            return Err(ApiError::bad_request(message));
        }
        Ok((from, to))
    }
}

/// A required parameter of a call.
pub fn parse_day(name: &str, text: Option<&str>) -> ApiResult<NaiveDate> {
    let day = text.and_then(calendar_day);
    day.ok_or_else(|| ApiError::bad_request(format!("{name} must be a day, as 2026-07-17")))
}

/// A required parameter with a month, `2027-03`: its first and its last day.
pub fn parse_month(name: &str, text: Option<&str>) -> ApiResult<(NaiveDate, NaiveDate)> {
    let first = text.and_then(|text| {
        let first = calendar_day(&format!("{text}-01"))?;
        (month_of(first) == text).then_some(first)
    });
    let days = first.and_then(|first| {
        let next = first.checked_add_months(Months::new(1))?;
        Some((first, next.pred_opt()?))
    });
    days.ok_or_else(|| ApiError::bad_request(format!("{name} must be a month, as 2026-07")))
}

/// The moments at which the days begin and end.
pub fn moments((from, to): (NaiveDate, NaiveDate), zone: Tz) -> (DateTime<Utc>, DateTime<Utc>) {
    let end = to.succ_opt().unwrap_or(to);
    (start_of_day(from, zone), start_of_day(end, zone))
}

/// The start of a day in a time zone. Uses midnight UTC if a change of clocks skipped the local midnight.
pub fn start_of_day(day: NaiveDate, zone: Tz) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    midnight
        .and_local_timezone(zone)
        .earliest()
        .map_or_else(|| midnight.and_utc(), |moment| moment.with_timezone(&Utc))
}

/// For example `2027-03`.
pub fn month_of(day: NaiveDate) -> String {
    day.format("%Y-%m").to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_begins_at_midnight_in_the_zone_of_the_agency() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let days = (day("2027-03-01"), day("2027-03-31"));
        let (from, to) = moments(days, chrono_tz::Asia::Kathmandu);
        assert_eq!(from.to_rfc3339(), "2027-02-28T18:15:00+00:00");
        assert_eq!(to.to_rfc3339(), "2027-03-31T18:15:00+00:00");
    }

    #[test]
    fn a_month_is_its_first_and_its_last_day() {
        let read = |text: &str| {
            let days = parse_month("month", Some(text)).ok();
            days.map(|(first, last)| format!("{first} {last}"))
        };
        assert_eq!(read("2028-02").as_deref(), Some("2028-02-01 2028-02-29"));
        assert_eq!(read("2027-12").as_deref(), Some("2027-12-01 2027-12-31"));
        for wrong in ["", "2027", "2027-13", "2027-1", "2027-01-01", "12027-01"] {
            assert_eq!(read(wrong), None, "{wrong}");
        }
        assert!(parse_month("month", None).is_err());
    }

    #[test]
    fn a_report_covers_at_most_a_year_and_both_days_are_required() {
        let read = |from: &str, to: &str| {
            let text = |day: &str| Some(day.to_owned()).filter(|day| !day.is_empty());
            let days = ReportDays {
                from: text(from),
                to: text(to),
            };
            days.read().is_ok()
        };
        assert!(read("2027-03-01", "2027-03-01"));
        assert!(read("2027-01-01", "2028-01-01"));
        assert!(!read("2027-01-01", "2028-01-02"));
        assert!(!read("2027-03-02", "2027-03-01"));
        assert!(!read("", "2027-03-01"));
        assert!(!read("2027-03-01", "2027-02-30"));
    }
}

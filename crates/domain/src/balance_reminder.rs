//! Which reminder of a balance is due (operations §3).

use chrono::{Days, NaiveDate};

/// A reminder whose day is longer ago is not sent any more.
pub const MAX_DAYS_LATE: i64 = 7;

/// The reminder that is due today, as the number of days before the due date; negative after it.
///
/// It is the latest of `reminder_days` whose day has come: after an outage, the customer gets one email, not several.
/// A reminder is left out if its day was not after `told_on`, the day on which the customer was told the due date.
#[must_use]
pub fn due_reminder(
    reminder_days: &[i32],
    due_on: NaiveDate,
    told_on: NaiveDate,
    today: NaiveDate,
) -> Option<i32> {
    let left = due_on.signed_duration_since(today).num_days();
    let has_come = |days: &i32| left <= i64::from(*days);
    let days = reminder_days.iter().copied().filter(has_come).min()?;
    let distance = Days::new(days.unsigned_abs().into());
    let day = match days {
        0.. => due_on.checked_sub_days(distance),
        _ => due_on.checked_add_days(distance),
    }?;
    let late = today.signed_duration_since(day).num_days();
    (told_on < day && late <= MAX_DAYS_LATE).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::*;

    const REMINDER_DAYS: [i32; 5] = [14, 7, 1, -1, -7];

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn due(today: &str) -> Option<i32> {
        let told_on = day("2026-11-20");
        due_reminder(&REMINDER_DAYS, day("2027-03-01"), told_on, day(today))
    }

    #[test]
    fn the_reminder_is_the_latest_one_whose_day_has_come() {
        for (today, reminder) in [
            ("2027-02-14", None),
            ("2027-02-15", Some(14)),
            ("2027-02-21", Some(14)),
            ("2027-02-22", Some(7)),
            ("2027-02-28", Some(1)),
            ("2027-03-01", Some(1)),
            ("2027-03-02", Some(-1)),
            ("2027-03-07", Some(-1)),
            ("2027-03-08", Some(-7)),
            ("2027-03-15", Some(-7)),
            // More than a week late.
            ("2027-03-16", None),
        ] {
            assert_eq!(due(today), reminder, "{today}");
        }
    }

    #[test]
    fn a_due_date_that_the_customer_was_just_told_is_not_repeated() {
        let due_on = day("2027-03-01");
        let due = |told_on, today| due_reminder(&REMINDER_DAYS, due_on, day(told_on), day(today));
        // Booked 10 days before, and on the day of a reminder.
        assert_eq!(due("2027-02-19", "2027-02-19"), None);
        assert_eq!(due("2027-02-19", "2027-02-21"), None);
        assert_eq!(due("2027-02-19", "2027-02-22"), Some(7));
        assert_eq!(due("2027-02-15", "2027-02-15"), None);
    }

    #[test]
    fn no_reminders_are_due_without_days_or_beyond_the_calendar() {
        let today = day("2027-03-01");
        assert_eq!(due_reminder(&[], today, NaiveDate::MIN, today), None);
        let last = NaiveDate::MAX;
        assert_eq!(due_reminder(&[-1], last, today, last), None);
    }
}

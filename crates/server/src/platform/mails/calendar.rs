//! The dates of a booking as an iCalendar file (RFC 5545) with an all-day event.

use chrono::{DateTime, Days, NaiveDate, Utc};

/// Longer lines are folded.
const MAX_LINE_OCTETS: usize = 75;

pub struct CalendarEvent {
    /// The same for the same booking, so that importing it twice gives one entry.
    pub uid: String,
    pub written_at: DateTime<Utc>,
    pub start: NaiveDate,
    /// The last day.
    pub end: NaiveDate,
    pub summary: String,
    pub location: String,
    pub description: String,
    pub url: String,
}

#[must_use]
pub fn calendar(journey: &CalendarEvent) -> String {
    let date = |day: NaiveDate| day.format("%Y%m%d").to_string();
    // The end of an all-day event is exclusive.
    let after = journey.end.checked_add_days(Days::new(1));
    let lines = [
        ("BEGIN", "VCALENDAR".to_owned()),
        ("VERSION", "2.0".to_owned()),
        ("PRODID", "-//Chautari//Booking//EN".to_owned()),
        ("METHOD", "PUBLISH".to_owned()),
        ("BEGIN", "VEVENT".to_owned()),
        ("UID", text(&journey.uid)),
        (
            "DTSTAMP",
            journey.written_at.format("%Y%m%dT%H%M%SZ").to_string(),
        ),
        ("DTSTART;VALUE=DATE", date(journey.start)),
        ("DTEND;VALUE=DATE", date(after.unwrap_or(journey.end))),
        ("SUMMARY", text(&journey.summary)),
        ("LOCATION", text(&journey.location)),
        ("DESCRIPTION", text(&journey.description)),
        ("URL", journey.url.clone()),
        ("STATUS", "CONFIRMED".to_owned()),
        ("END", "VEVENT".to_owned()),
        ("END", "VCALENDAR".to_owned()),
    ];
    let mut file = String::new();
    for (name, value) in lines {
        fold_into(&mut file, &format!("{name}:{value}"));
    }
    file
}

fn text(value: &str) -> String {
    let mut escaped = String::with_capacity(value.len());
    for character in value.chars() {
        match character {
            '\\' | ';' | ',' => {
                escaped.push('\\');
                escaped.push(character);
            }
            '\n' => escaped.push_str("\\n"),
            other if other.is_control() => {}
            other => escaped.push(other),
        }
    }
    escaped
}

/// Never splits a UTF-8 character.
fn fold_into(file: &mut String, line: &str) {
    let mut width = 0;
    for character in line.chars() {
        if width + character.len_utf8() > MAX_LINE_OCTETS {
            file.push_str("\r\n ");
            width = 1;
        }
        file.push(character);
        width += character.len_utf8();
    }
    file.push_str("\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calendar_file_is_escaped_folded_and_ends_after_the_last_day() {
        let journey = CalendarEvent {
            uid: "1@treks.example".to_owned(),
            written_at: "2026-11-20T03:30:00Z".parse().unwrap(),
            start: NaiveDate::from_ymd_opt(2027, 2, 27).unwrap(),
            end: NaiveDate::from_ymd_opt(2027, 2, 28).unwrap(),
            summary: "Namche; Bazaar, \\ up".to_owned(),
            location: "नाम्चे बजार ".repeat(8),
            description: "One\nTwo\r".to_owned(),
            url: "https://treks.example/booking/1".to_owned(),
        };
        let file = calendar(&journey);
        for line in file.split("\r\n") {
            assert!(line.len() <= MAX_LINE_OCTETS, "{line}");
        }
        for line in [
            "DTSTART;VALUE=DATE:20270227\r\n",
            "DTEND;VALUE=DATE:20270301\r\n",
            "SUMMARY:Namche\\; Bazaar\\, \\\\ up\r\n",
            "DESCRIPTION:One\\nTwo\r\n",
        ] {
            assert!(file.contains(line), "{line} in {file}");
        }
        let unfolded = file.replace("\r\n ", "");
        assert!(unfolded.contains(&journey.location));
        assert!(file.starts_with("BEGIN:VCALENDAR\r\n") && file.ends_with("END:VCALENDAR\r\n"));
    }
}

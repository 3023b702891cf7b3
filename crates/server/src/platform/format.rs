//! Formats numbers, amounts and dates for pages and emails. web/src/lib/format.ts formats them the same way.

use chrono::{DateTime, NaiveDate};
use chrono_tz::Tz;
use domain::money::{Currency, Money};
use serde_json::Number;

/// Between a number and its unit: a narrow no-break space.
const THIN: char = '\u{202f}';

/// `$1,234.50` or `INR 1,234.50`: with a symbol for well-known currencies, otherwise with the code.
pub fn amount(money: Money, currency: Currency) -> String {
    let text = money.to_major_string(currency);
    let (whole, decimals) = text
        .split_once('.')
        .map_or((text.as_str(), String::new()), |(whole, decimals)| {
            (whole, format!(".{decimals}"))
        });
    let grouped = thousands(whole);
    match currency.code() {
        "USD" => format!("${grouped}{decimals}"),
        code => format!("{code}\u{a0}{grouped}{decimals}"),
    }
}

/// `$1,290`: an amount from JSON without decimals that are all zero. Text that is not an amount stays unchanged.
pub fn short_amount(number: &Number, code: &str) -> String {
    let read = Currency::parse(code)
        .ok()
        .and_then(|currency| Some((Money::from_number(number, currency).ok()?, currency)));
    let Some((money, currency)) = read else {
        return format!("{code}\u{a0}{number}");
    };
    let text = amount(money, currency);
    match text.split_once('.') {
        Some((whole, decimals)) if decimals.chars().all(|digit| digit == '0') => whole.to_owned(),
        _ => text,
    }
}

/// `5,545 m`
pub fn metres(height: i32) -> String {
    let sign = if height < 0 { "−" } else { "" };
    let digits = thousands(&height.unsigned_abs().to_string());
    format!("{sign}{digits}{THIN}m")
}

/// `7.8 km`, `134 km`: to a tenth, and 7.25 is 7.3. Rust's own formatting would round it to the even 7.2.
pub fn kilometres(distance: f64) -> String {
    let text = format!("{:.1}", (distance * 10.0).round() / 10.0);
    let (whole, tenth) = text.split_once('.').unwrap_or((&text, "0"));
    let whole = thousands(whole);
    match tenth {
        "0" => format!("{whole}{THIN}km"),
        _ => format!("{whole}.{tenth}{THIN}km"),
    }
}

pub use domain::itinerary::duration_text as duration;

/// `Jan 05, 2026`
pub fn day(day: NaiveDate) -> String {
    day.format("%b %d, %Y").to_string()
}

/// `Jan 05, 2026 at 14:05 (UTC+05:45)`: with the offset, because the reader may be in any time zone.
pub fn moment(moment: DateTime<Tz>) -> String {
    moment.format("%b %d, %Y at %H:%M (UTC%:z)").to_string()
}

/// `1 day`, `12 days`
pub fn count(number: u32, word: &str) -> String {
    let many = if number == 1 { "" } else { "s" };
    format!("{} {word}{many}", thousands(&number.to_string()))
}

/// `12 days`, or `9–12 days` if the routes of a trek differ; web/src/lib/trek-length.ts mirrors it. `None` without routes.
pub fn length_in_days(days: impl Iterator<Item = u32> + Clone) -> Option<String> {
    let (shortest, longest) = (days.clone().min()?, days.max()?);
    Some(match shortest == longest {
        true => count(longest, "day"),
        false => format!("{shortest}–{}", count(longest, "day")),
    })
}

fn thousands(digits: &str) -> String {
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_written_as_people_read_them() {
        let usd = |minor| amount(Money::from_minor(minor), Currency::USD);
        assert_eq!(usd(5), "$0.05");
        assert_eq!(usd(99_900), "$999.00");
        assert_eq!(usd(123_456_789), "$1,234,567.89");
        let yen = Currency::parse("JPY").unwrap();
        assert_eq!(amount(Money::from_minor(123_456), yen), "JPY\u{a0}123,456");
        assert_eq!(short_amount(&Number::from(1290), "USD"), "$1,290");
        let odd = Number::from_f64(1290.5).unwrap();
        assert_eq!(short_amount(&odd, "USD"), "$1,290.50");
        assert_eq!(short_amount(&odd, "nope"), "nope\u{a0}1290.5");
    }

    #[test]
    fn a_unit_stands_close_to_its_number() {
        assert_eq!(metres(5545), "5,545\u{202f}m");
        assert_eq!(metres(-12), "−12\u{202f}m");
        assert_eq!(kilometres(7.84), "7.8\u{202f}km");
        assert_eq!(kilometres(1134.0), "1,134\u{202f}km");
        assert_eq!(duration(195), "3\u{202f}h 15\u{202f}min");
        assert_eq!(duration(120), "2\u{202f}h");
        assert_eq!(duration(45), "45\u{202f}min");
        assert_eq!(
            (count(1, "day"), count(1200, "day")),
            ("1 day".to_owned(), "1,200 days".to_owned())
        );
    }

    #[derive(serde::Deserialize)]
    struct Golden {
        lengths: Vec<Length>,
        kilometres: Vec<Distance>,
    }

    #[derive(serde::Deserialize)]
    struct Length {
        days: Vec<u32>,
        text: Option<String>,
    }

    #[derive(serde::Deserialize)]
    struct Distance {
        distance: f64,
        text: String,
    }

    #[test]
    fn lengths_and_distances_are_written_as_in_the_app() {
        let text = include_str!("../../../../contract/trek-summary-cases.json");
        let golden: Golden = serde_json::from_str(text).expect("the golden cases");
        for Length { days, text } in golden.lengths {
            assert_eq!(length_in_days(days.into_iter()), text);
        }
        for Distance { distance, text } in golden.kilometres {
            assert_eq!(kilometres(distance), text, "{distance}");
        }
    }
}

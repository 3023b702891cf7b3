//! Rates to rupees: reading them, and amounts at a locked rate.

use chrono::{DateTime, TimeDelta, Utc};
use domain::money::{Currency, Money};
use domain::rate::{LockedRate, Rate, RateError, RateSource};
use proptest::prelude::*;

fn at() -> DateTime<Utc> {
    "2026-11-22T00:00:00Z".parse().expect("a time")
}

fn locked(value: &str) -> LockedRate {
    LockedRate {
        value: Rate::parse(value).expect("a rate"),
        source: RateSource::Nrb,
        at: at(),
    }
}

fn currency(code: &str) -> Currency {
    Currency::parse(code).expect("a currency")
}

#[test]
fn a_rate_is_read_digit_by_digit_and_nonsense_is_refused() {
    for (text, expected) in [
        ("133.2", "133.2"),
        ("133.20", "133.2"),
        ("1", "1"),
        ("0.00532", "0.00532"),
        ("1000000", "1000000"),
    ] {
        assert_eq!(Rate::parse(text).expect(text).to_string(), expected);
    }
    for (text, expected) in [
        ("0", RateError::NotPositive),
        ("0.00", RateError::NotPositive),
        ("-133.2", RateError::NotPositive),
        ("1000000.1", RateError::TooLarge),
        ("1e300", RateError::TooLarge),
        ("0.000000001", RateError::TooManyDecimals),
        ("NaN", RateError::NotANumber),
        ("inf", RateError::NotANumber),
        ("", RateError::NotANumber),
        ("133,20", RateError::NotANumber),
    ] {
        assert_eq!(Rate::parse(text), Err(expected), "{text}");
    }
    assert_eq!(locked("133.2").value.to_display(), "133.20");
    assert_eq!(locked("160").value.to_display(), "160.00");
    assert_eq!(locked("0.0053").value.to_display(), "0.0053");
    assert_eq!(locked("133.2").value.to_number().to_string(), "133.2");
    assert_eq!(locked("160").value.to_number().to_string(), "160");
}

#[test]
fn a_rate_of_several_units_is_divided_by_them() {
    let rate = |rupees, unit| Rate::of_units(rupees, unit).map(|rate| rate.to_string());
    assert_eq!(rate("160.00", 100).as_deref(), Ok("1.6"));
    assert_eq!(rate("9.65", 10).as_deref(), Ok("0.965"));
    assert_eq!(rate("131.97", 1).as_deref(), Ok("131.97"));
    assert_eq!(rate("0.00", 1), Err(RateError::NotPositive));
    assert_eq!(rate("131.97", 0), Err(RateError::NotPositive));
}

#[test]
fn a_rate_crosses_over_a_third_currency() {
    let rate = |rupees, other| Rate::cross(rupees, other).map(|rate| rate.to_string());
    assert_eq!(rate("141.25", "1").as_deref(), Ok("141.25"));
    assert_eq!(rate("133.2", "0.9").as_deref(), Ok("148"));
    assert_eq!(rate("133.2", "149.503").as_deref(), Ok("0.89095202"));
    assert_eq!(rate("133.2", "0"), Err(RateError::NotPositive));
    assert_eq!(rate("0", "1"), Err(RateError::NotPositive));
    assert_eq!(rate("NaN", "1"), Err(RateError::NotANumber));
}

#[test]
fn a_jump_is_more_than_a_fifth() {
    let is_far = |a: &str, b: &str| locked(a).value.is_far_from(locked(b).value);
    assert!(!is_far("120", "100") && !is_far("80", "100"));
    assert!(is_far("120.01", "100") && is_far("79.99", "100"));
}

#[test]
fn a_balance_in_rupees_is_rounded_up_and_all_of_it_settles_the_balance() {
    for (value, code, minor, rupees) in [
        ("133.2", "USD", 125_680, 167_406),
        ("133.2", "USD", 1, 2),
        ("133.2", "USD", 0, 0),
        ("0.965", "JPY", 150_000, 144_750),
        ("433.05", "KWD", 1_234, 535),
        ("1.6", "INR", 100, 2),
    ] {
        let (rate, currency, balance) = (locked(value), currency(code), Money::from_minor(minor));
        let all = rate.to_rupees(balance, currency);
        assert_eq!(all.minor(), rupees * 100, "{value} {code} {minor}");
        assert_eq!(rate.from_rupees(all, currency, balance), balance);
    }
    let worth = |rupees| {
        let rupees = Money::from_minor(rupees);
        locked("133.2").from_rupees(rupees, Currency::USD, Money::from_minor(125_680))
    };
    assert_eq!(worth(1_000_000).minor(), 7_508, "75.075 is rounded half up");
    assert_eq!(worth(0).minor(), 0);
    assert_eq!(worth(50).minor(), 0, "half a rupee is less than a cent");
}

#[test]
fn a_rate_is_outdated_after_a_week_and_a_typed_one_after_a_month() {
    let rate = |source| LockedRate {
        source,
        ..locked("133.2")
    };
    let days = |days| at() + TimeDelta::days(days);
    assert!(!rate(RateSource::Nrb).is_outdated(days(7)));
    assert!(rate(RateSource::Exchange).is_outdated(days(7) + TimeDelta::seconds(1)));
    assert!(!rate(RateSource::Typed).is_outdated(days(30)));
    assert!(rate(RateSource::Typed).is_outdated(days(30) + TimeDelta::seconds(1)));
}

#[test]
fn a_locked_rate_is_stored_as_text() {
    let stored = serde_json::to_value(locked("133.20")).expect("json");
    assert_eq!(
        stored,
        serde_json::json!({"value": "133.2", "source": "nrb", "at": "2026-11-22T00:00:00Z"})
    );
    assert_eq!(
        serde_json::from_value::<LockedRate>(stored).ok(),
        Some(locked("133.2"))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    /// A balance that is paid in any parts is settled exactly, never exceeded, and costs at most one rupee a part more
    /// than it did at once.
    #[test]
    fn rupees_in_any_parts_settle_exactly_the_balance(
        units in 1_000_u64..1_000_000_000_000,
        code in prop::sample::select(vec!["USD", "JPY", "KWD", "INR", "EUR"]),
        minor in 1_i64..100_000_000,
        shares in prop::collection::vec(1_i64..100, 0..4),
    ) {
        let text = format!("{}.{:08}", units / 100_000_000, units % 100_000_000);
        let (rate, currency) = (locked(&text), currency(code));
        let total = Money::from_minor(minor);
        let at_once = rate.to_rupees(total, currency);
        prop_assert_eq!(at_once.minor() % 100, 0);
        prop_assert_eq!(rate.from_rupees(at_once, currency, total), total);
        let (mut left, mut paid) = (total, 0_i64);
        let parts = i64::try_from(shares.len()).expect("few");
        for share in shares {
            let rupees = rate.to_rupees(left, currency).minor() / 100 * share / 100;
            let worth = rate.from_rupees(Money::from_minor(rupees * 100), currency, left);
            prop_assert!(worth <= left);
            paid += rupees;
            left = Money::from_minor(left.minor() - worth.minor());
        }
        let rest = rate.to_rupees(left, currency);
        prop_assert_eq!(rate.from_rupees(rest, currency, left), left);
        paid += rest.minor() / 100;
        let minor_unit = rate.to_rupees(Money::from_minor(1), currency).minor() / 100;
        prop_assert!((paid - at_once.minor() / 100).abs() <= (parts + 1) * minor_unit);
    }
}

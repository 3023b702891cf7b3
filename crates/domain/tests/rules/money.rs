use domain::money::{Currency, Money, MoneyError, Percent, PercentError};
use proptest::prelude::*;
use serde_json::Number;

fn currency(code: &str) -> Currency {
    Currency::parse(code).expect("a currency")
}

fn number(json: &str) -> Number {
    serde_json::from_str(json).expect("a JSON number")
}

#[test]
fn a_currency_is_a_code_of_iso_4217_in_capitals() {
    assert_eq!(currency("USD").code(), "USD");
    assert_eq!(
        ["JPY", "USD", "NPR", "KWD"].map(|code| currency(code).minor_digits()),
        [0, 2, 2, 3]
    );
    for code in ["", "usd", "US", "USDX", "XXX", "ABC", " USD"] {
        let refused = Currency::parse(code).expect_err(code).to_string();
        assert!(refused.contains(&format!("'{code}'")), "{refused}");
    }
    assert!(serde_json::from_str::<Currency>("\"DOLLARS\"").is_err());
    let kept: Currency = serde_json::from_str("\"KWD\"").expect("a code");
    assert_eq!(serde_json::to_string(&kept).expect("json"), "\"KWD\"");
}

#[test]
fn an_amount_has_as_many_decimals_as_its_currency_at_most() {
    let read = |text, code| Money::parse_major(text, currency(code)).map(Money::minor);
    assert_eq!(read("12.50", "USD"), Ok(1250));
    assert_eq!(read("12.5", "USD"), Ok(1250));
    assert_eq!(read("12", "USD"), Ok(1200));
    assert_eq!(read("0", "USD"), Ok(0));
    assert_eq!(read("-0", "USD"), Ok(0));
    assert_eq!(read("007", "JPY"), Ok(7));
    assert_eq!(read("1.005", "KWD"), Ok(1005));
    assert_eq!(read("12.345", "USD"), Err(MoneyError::TooManyDecimals));
    assert_eq!(read("12.500", "USD"), Err(MoneyError::TooManyDecimals));
    assert_eq!(read("1.0", "JPY"), Err(MoneyError::TooManyDecimals));
    assert_eq!(read("-0.01", "USD"), Err(MoneyError::Negative));
    assert_eq!(read("9999999999999.99", "USD"), Ok(Money::MAX.minor()));
    assert_eq!(read("10000000000000.00", "USD"), Err(MoneyError::TooLarge));
    assert_eq!(read(&"9".repeat(5000), "USD"), Err(MoneyError::TooLarge));
}

#[test]
fn an_amount_that_is_not_a_number_is_refused() {
    for text in [
        "", " ", "abc", "1,5", "1.", ".5", "+1", " 1", "1 ", "1.2.3", "--1", "NaN", "inf", "0x10",
        "1e", "e5", "1e99999", "१२",
    ] {
        let refused = Money::parse_major(text, Currency::USD);
        assert_eq!(refused, Err(MoneyError::NotANumber), "{text:?}");
    }
}

#[test]
fn a_json_number_is_read_by_its_value_to_the_last_digit() {
    let read = |json, code| Money::from_number(&number(json), currency(code)).map(Money::minor);
    assert_eq!(read("12.35", "USD"), Ok(1235));
    assert_eq!(read("0.29", "USD"), Ok(29));
    assert_eq!(read("500.0", "JPY"), Ok(500));
    assert_eq!(read("1.500", "USD"), Ok(150));
    assert_eq!(read("1e3", "USD"), Ok(100_000));
    assert_eq!(read("1.5e1", "JPY"), Ok(15));
    assert_eq!(read("0", "KWD"), Ok(0));
    assert_eq!(read("9999999999999.99", "USD"), Ok(Money::MAX.minor()));
    assert_eq!(read("12.345", "USD"), Err(MoneyError::TooManyDecimals));
    assert_eq!(read("1e-7", "USD"), Err(MoneyError::TooManyDecimals));
    assert_eq!(read("-1", "USD"), Err(MoneyError::Negative));
    assert_eq!(read("1e300", "USD"), Err(MoneyError::TooLarge));
    assert_eq!(
        read("18446744073709551615", "USD"),
        Err(MoneyError::TooLarge)
    );
}

#[test]
fn an_amount_is_written_as_its_shortest_exact_json_number() {
    let write = |minor, code| {
        Money::from_minor(minor)
            .to_number(currency(code))
            .to_string()
    };
    assert_eq!(write(1250, "USD"), "12.5");
    assert_eq!(write(1235, "USD"), "12.35");
    assert_eq!(write(1200, "USD"), "12");
    assert_eq!(write(29, "USD"), "0.29");
    assert_eq!(write(500, "JPY"), "500");
    assert_eq!(write(1005, "KWD"), "1.005");
    assert_eq!(write(0, "USD"), "0");
    assert_eq!(write(Money::MAX.minor(), "USD"), "9999999999999.99");
}

#[test]
fn text_always_shows_the_decimals_of_the_currency() {
    let text = |minor, code| Money::from_minor(minor).to_major_string(currency(code));
    assert_eq!(text(1250, "USD"), "12.50");
    assert_eq!(text(5, "USD"), "0.05");
    assert_eq!(text(-5, "USD"), "-0.05");
    assert_eq!(text(500, "JPY"), "500");
    assert_eq!(text(1005, "KWD"), "1.005");
}

#[test]
fn a_percentage_lies_between_0_and_100_with_four_decimals_at_most() {
    let read = |text| Percent::parse(text).map(Percent::ten_thousandths);
    assert_eq!(read("12.5"), Ok(125_000));
    assert_eq!(read("0.0001"), Ok(1));
    assert_eq!(read("100"), Ok(1_000_000));
    assert_eq!(read("0"), Ok(0));
    assert_eq!(read("100.0001"), Err(PercentError::OutOfRange));
    assert_eq!(read("-1"), Err(PercentError::OutOfRange));
    assert_eq!(read("99999999999999999999"), Err(PercentError::OutOfRange));
    assert_eq!(read("12.34567"), Err(PercentError::TooManyDecimals));
    assert_eq!(read("twelve"), Err(PercentError::NotANumber));
    let wire = |json| Percent::from_number(&number(json)).map(|p| p.to_number().to_string());
    assert_eq!(wire("12.5"), Ok("12.5".to_owned()));
    assert_eq!(wire("18"), Ok("18".to_owned()));
    assert_eq!(wire("18.0"), Ok("18".to_owned()));
    assert_eq!(wire("0.0001"), Ok("0.0001".to_owned()));
    assert_eq!(Percent::whole(20), Percent::parse("20").expect("a rate"));
    assert_eq!(Percent::whole(101), Percent::HUNDRED);
}

#[test]
fn a_share_is_rounded_half_up_to_the_minor_unit() {
    let five = Percent::whole(5);
    let of = |percent: Percent, minor| percent.of(Money::from_minor(minor)).minor();
    assert_eq!(
        [1009, 1010, 1011].map(|minor| of(five, minor)),
        [50, 51, 51]
    );
    assert_eq!(of(Percent::HUNDRED, Money::MAX.minor()), Money::MAX.minor());
    assert_eq!(of(Percent::HUNDRED, i64::MAX), i64::MAX);
    assert_eq!(of(Percent::ZERO, Money::MAX.minor()), 0);
}

#[test]
fn sums_that_do_not_fit_are_refused() {
    let most = Money::from_minor(i64::MAX);
    assert_eq!(most.checked_add(Money::from_minor(1)), None);
    assert_eq!(Money::from_minor(i64::MIN).checked_sub(most), None);
    assert_eq!(most.checked_mul(2), None);
    assert_eq!(
        Money::from_minor(150).checked_mul(3),
        Some(Money::from_minor(450))
    );
}

proptest! {
    #[test]
    fn every_amount_survives_a_json_round_trip(
        minor in 0..=Money::MAX.minor(),
        code in prop::sample::select(vec!["JPY", "USD", "KWD"]),
    ) {
        let (money, currency) = (Money::from_minor(minor), currency(code));
        let json = serde_json::to_string(&money.to_number(currency)).expect("json");
        prop_assert_eq!(Money::from_number(&number(&json), currency), Ok(money));
        prop_assert_eq!(Money::parse_major(&money.to_major_string(currency), currency), Ok(money));
    }

    #[test]
    fn every_percentage_survives_a_json_round_trip(units in 0..=1_000_000_i64) {
        let percent = Percent::parse(&format!("{}.{:04}", units / 10_000, units % 10_000)).expect("a rate");
        prop_assert_eq!(percent.ten_thousandths(), units);
        let json = serde_json::to_string(&percent.to_number()).expect("json");
        prop_assert_eq!(Percent::from_number(&number(&json)), Ok(percent));
        prop_assert_eq!(Percent::parse(&percent.to_decimal_string()), Ok(percent));
    }
}

#[test]
fn an_amount_is_rounded_up_to_the_step_of_the_provider() {
    let up = |minor, step| Money::from_minor(minor).up_to_step(step).minor();
    assert_eq!([up(6_175, 10), up(6_180, 10), up(0, 10)], [6_180, 6_180, 0]);
    assert_eq!([up(1_550, 100), up(7, 1), up(7, 0)], [1_600, 7, 7]);
}

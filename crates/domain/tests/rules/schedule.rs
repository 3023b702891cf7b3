//! What of a price is due when, with the golden cases of contract/schedule-cases.json.

use chrono::{Days, NaiveDate};
use domain::money::{Currency, Money, Percent};
use domain::schedule::{
    BalanceDue, Deposit, Installment, Pay, PaymentTerms, Priced, lowered, moved, next_due,
    schedule, usable_credit,
};
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::Number;

#[derive(Deserialize)]
struct Golden {
    cases: Vec<Case>,
    credits: Vec<CreditCase>,
}

#[derive(Deserialize)]
struct CreditCase {
    name: String,
    currency: Currency,
    parts: Vec<String>,
    credit: String,
    used: String,
    left: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    total: String,
    currency: Currency,
    guests: u32,
    start_date: NaiveDate,
    today: NaiveDate,
    pay: String,
    terms: Option<WrittenTerms>,
    schedule: Vec<WrittenPart>,
}

#[derive(Deserialize)]
struct WrittenTerms {
    deposit: WrittenDeposit,
    balance: WrittenBalance,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum WrittenDeposit {
    Percent(Number),
    PerPerson(Number),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum WrittenBalance {
    DaysBefore(u32),
    OnArrival(bool),
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenPart {
    amount: String,
    due_on: Option<NaiveDate>,
}

fn terms(written: &WrittenTerms, currency: Currency) -> PaymentTerms {
    PaymentTerms {
        deposit: match &written.deposit {
            WrittenDeposit::Percent(number) => {
                Deposit::Percent(Percent::from_number(number).expect("a percentage"))
            }
            WrittenDeposit::PerPerson(number) => {
                Deposit::PerPerson(Money::from_number(number, currency).expect("an amount"))
            }
        },
        balance: match written.balance {
            WrittenBalance::DaysBefore(days) => BalanceDue::DaysBefore(days),
            WrittenBalance::OnArrival(is_on_arrival) => {
                assert!(is_on_arrival, "onArrival is true or absent");
                BalanceDue::OnArrival
            }
        },
    }
}

fn golden() -> Golden {
    let text = include_str!("../../../../contract/schedule-cases.json");
    serde_json::from_str(text).expect("golden cases")
}

#[test]
fn every_golden_case_has_the_credit_computed_by_hand() {
    let golden = golden();
    assert!(golden.credits.len() > 5);
    for case in &golden.credits {
        let amount = |text: &String| Money::parse_major(text, case.currency).expect("an amount");
        let parts = case.parts.iter().map(|part| Installment {
            amount: amount(part),
            due_on: None,
        });
        let parts: Vec<Installment> = parts.collect();
        let used = usable_credit(&parts, amount(&case.credit), case.currency);
        assert_eq!(used, amount(&case.used), "{}", case.name);
        let mut credit = used;
        for (part, left) in parts.iter().zip(&case.left) {
            assert_eq!(part.amount.less(credit), amount(left), "{}", case.name);
            credit = credit.less(part.amount);
        }
    }
}

#[test]
fn every_golden_case_has_the_schedule_computed_by_hand() {
    let golden = golden();
    assert!(golden.cases.len() > 10);
    for case in &golden.cases {
        let amount = |text: &str| Money::parse_major(text, case.currency).expect("an amount");
        let priced = Priced {
            total: amount(&case.total),
            currency: case.currency,
            guests: case.guests,
            start_date: case.start_date,
        };
        let terms = case.terms.as_ref().map(|it| terms(it, case.currency));
        let pay = Pay::parse(&case.pay).expect("a way to pay");
        let expected = case.schedule.iter().map(|part| Installment {
            amount: amount(&part.amount),
            due_on: part.due_on,
        });
        assert_eq!(
            schedule(&priced, terms.as_ref(), pay, case.today),
            expected.collect::<Vec<_>>(),
            "{}",
            case.name
        );
    }
}

fn day(text: &str) -> NaiveDate {
    text.parse().expect("a day")
}

fn two_parts() -> Vec<Installment> {
    let part = |minor, day: Option<&str>| Installment {
        amount: Money::from_minor(minor),
        due_on: day.map(|text| text.parse().expect("a day")),
    };
    vec![part(200, Some("2027-01-15")), part(800, Some("2027-09-01"))]
}

#[test]
fn the_next_part_is_the_first_that_the_payments_do_not_cover() {
    let parts = two_parts();
    let next = |received| next_due(&parts, Money::from_minor(received)).map(|part| part.amount);
    assert_eq!(next(0), Some(Money::from_minor(200)));
    assert_eq!(next(199), Some(Money::from_minor(200)));
    assert_eq!(next(200), Some(Money::from_minor(800)));
    assert_eq!(next(999), Some(Money::from_minor(800)));
    assert_eq!(next(1000), None);
}

#[test]
fn a_lower_price_shortens_the_balance_before_the_deposit() {
    let amounts = |less| -> Vec<i64> {
        let parts = lowered(&two_parts(), Money::from_minor(less));
        parts.iter().map(|part| part.amount.minor()).collect()
    };
    assert_eq!(amounts(100), [200, 700]);
    assert_eq!(amounts(800), [200]);
    assert_eq!(amounts(900), [100]);
}

#[test]
fn a_balance_moves_with_the_start_but_is_never_due_in_the_past() {
    let due = |to: &str, today: &str| {
        let days = (day("2027-10-01"), day(to));
        let parts = moved(&two_parts(), days, day(today));
        parts.iter().map(|part| part.due_on).collect::<Vec<_>>()
    };
    let first = Some(day("2027-01-15"));
    assert_eq!(
        due("2027-10-04", "2027-02-01"),
        [first, Some(day("2027-09-04"))]
    );
    assert_eq!(
        due("2027-09-20", "2027-08-30"),
        [first, Some(day("2027-08-30"))]
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn the_parts_of_a_schedule_add_up_to_the_total_to_the_minor_unit(
        code in prop_oneof![Just("JPY"), Just("USD"), Just("NPR"), Just("KWD")],
        total in 1_i64..10_000_000_000,
        share in prop_oneof![
            (1_i64..=1_000_000).prop_map(|it| (true, it)),
            (1_i64..1_000_000_000).prop_map(|it| (false, it)),
        ],
        days in prop_oneof![Just(None), (0_u32..=365).prop_map(Some)],
        ahead in 0_u64..800,
        guests in 1_u32..=100,
        less in 0_i64..10_000_000_000,
    ) {
        let currency = Currency::parse(code).expect("a currency");
        // What can be sold at all: a price that providers accept, of dinars in steps of ten fils.
        let step = if code == "KWD" { 10 } else { 1 };
        let total = Money::from_minor(total).max(currency.provider_minimum()).up_to_step(step);
        let today = day("2027-01-15");
        let priced = Priced { total, currency, guests, start_date: today + Days::new(ahead) };
        let percent = |it: i64| Percent::parse(&format!("{}.{:04}", it / 10_000, it % 10_000));
        let terms = PaymentTerms {
            deposit: match share {
                (true, it) => Deposit::Percent(percent(it).expect("a percentage")),
                (false, it) => Deposit::PerPerson(Money::from_minor(it)),
            },
            balance: days.map_or(BalanceDue::OnArrival, BalanceDue::DaysBefore),
        };
        let parts = schedule(&priced, Some(&terms), Pay::Deposit, today);
        let sum = |parts: &[Installment]| parts.iter().map(|part| part.amount.minor()).sum::<i64>();
        prop_assert_eq!(sum(&parts), total.minor());
        for part in &parts {
            prop_assert!(part.amount >= currency.provider_minimum(), "{:?}", parts);
            prop_assert_eq!(part.amount.up_to_step(step), part.amount);
            prop_assert!(part.due_on.is_none_or(|due| today <= due && due <= priced.start_date));
        }
        let used = usable_credit(&parts, Money::from_minor(less), currency);
        prop_assert!(used <= total && used.minor() <= less);
        let first = parts.first().expect("a part").amount;
        for left in [first.less(used), total.less(used)] {
            prop_assert!(left.is_zero() || left >= currency.provider_minimum(), "{:?}", parts);
            prop_assert_eq!(left.up_to_step(step), left);
        }
        let less = Money::from_minor(less.min(total.minor()));
        prop_assert_eq!(sum(&lowered(&parts, less)), total.minor() - less.minor());
    }
}

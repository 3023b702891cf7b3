//! Prices: the golden cases, and properties of every price.

use domain::money::{Currency, Money, Percent};
use domain::pricing::{PriceError, Quote, quote};
use domain::promotion::Deduction;
use domain::trek::{Charges, Discount, PaymentDetails};
use proptest::prelude::*;
use serde::Deserialize;

use crate::sample::usd;

#[derive(Deserialize)]
struct Golden {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Case {
    name: String,
    currency: String,
    price_per_head: String,
    guests: u32,
    payment_details: WrittenTerms,
    promotion: Option<WrittenPromotion>,
    expect: Option<Lines>,
    error: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum WrittenPromotion {
    Percent(String),
    Amount(String),
}

#[derive(Deserialize)]
struct WrittenTerms {
    discount: WrittenDiscount,
    charges: WrittenCharges,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenDiscount {
    group_discount_threshold: u32,
    group_discount_percentage: String,
    is_group_discount_applicable: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct WrittenCharges {
    gst: String,
    service_fee: String,
    insurance_per_person: String,
    booking_fee: String,
}

#[derive(Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lines {
    base_price: String,
    discount: String,
    promotion: Option<String>,
    gst: String,
    service_fee: String,
    insurance: String,
    booking_fee: String,
    total: String,
}

/// The result of a case: its lines as text, or the name of its fault.
fn outcome(case: &Case) -> Result<Lines, &'static str> {
    let currency = Currency::parse(&case.currency).expect("a currency");
    let amount = |text: &str| Money::parse_major(text, currency).map_err(|_| "amount");
    let rate = |text: &str| Percent::parse(text).map_err(|_| "amount");
    let WrittenTerms { discount, charges } = &case.payment_details;
    let terms = PaymentDetails {
        discount: Discount {
            group_discount_threshold: discount.group_discount_threshold,
            group_discount_percentage: rate(&discount.group_discount_percentage)?,
            is_group_discount_applicable: discount.is_group_discount_applicable,
        },
        charges: Charges {
            gst: rate(&charges.gst)?,
            service_fee: rate(&charges.service_fee)?,
            insurance_per_person: amount(&charges.insurance_per_person)?,
            booking_fee: amount(&charges.booking_fee)?,
        },
        terms: None,
    };
    let price = amount(&case.price_per_head)?;
    let promotion = match &case.promotion {
        Some(WrittenPromotion::Percent(text)) => Some(Deduction::Percent(rate(text)?)),
        Some(WrittenPromotion::Amount(text)) => Some(Deduction::Amount {
            amount: amount(text)?,
            currency,
        }),
        None => None,
    };
    let quote =
        quote(price, case.guests, &terms, currency, promotion).map_err(|error| match error {
            PriceError::Guests => "guests",
            PriceError::ZeroOrTooSmall => "zeroOrTooSmall",
            PriceError::Overflow => "overflow",
        })?;
    assert_eq!(quote.currency, currency);
    let text = |money: Money| money.to_major_string(currency);
    Ok(Lines {
        base_price: text(quote.base_price),
        discount: text(quote.discount),
        promotion: case.promotion.as_ref().map(|_| text(quote.promotion)),
        gst: text(quote.gst),
        service_fee: text(quote.service_fee),
        insurance: text(quote.insurance),
        booking_fee: text(quote.booking_fee),
        total: text(quote.total),
    })
}

// PRICE-02 PRICE-03 PRICE-04: the lines, their sum, and when the discount applies.
#[test]
fn every_golden_case_has_the_price_computed_by_hand() {
    let text = include_str!("../../../../contract/pricing-cases.json");
    let golden: Golden = serde_json::from_str(text).expect("the golden cases");
    assert!(golden.cases.len() >= 60, "only {}", golden.cases.len());
    for case in &golden.cases {
        match (outcome(case), &case.expect, &case.error) {
            (Ok(lines), Some(expected), None) => assert_eq!(&lines, expected, "{}", case.name),
            (Err(fault), None, Some(expected)) => assert_eq!(fault, expected, "{}", case.name),
            (outcome, _, _) => panic!("{}: {outcome:?}", case.name),
        }
    }
}

// PRICE-05 PRICE-06 PRICE-07 PRICE-08: the defaults of the documents.
#[test]
fn the_default_terms_are_those_of_the_documents() {
    let PaymentDetails {
        discount, charges, ..
    } = PaymentDetails::default();
    assert_eq!(discount.group_discount_threshold, 4);
    assert_eq!(discount.group_discount_percentage, Percent::whole(20));
    assert!(discount.is_group_discount_applicable);
    assert_eq!(charges.gst, Percent::whole(18));
    assert_eq!(charges.service_fee, Percent::whole(5));
    assert_eq!(charges.insurance_per_person, usd("500"));
    assert_eq!(charges.booking_fee, usd("200"));
    let yen = Currency::parse("JPY").expect("a currency");
    let in_yen = Charges::default_in(yen);
    assert_eq!(in_yen.insurance_per_person.to_major_string(yen), "500");
}

// PRICE-04: the threshold is inclusive.
#[test]
fn the_group_discount_starts_exactly_at_its_threshold() {
    let terms = PaymentDetails::default();
    let of = |guests| quote(usd("1000"), guests, &terms, Currency::USD, None).expect("a price");
    assert_eq!(of(3).discount, Money::ZERO);
    assert_eq!(of(4).discount, usd("800"));
    assert_eq!(of(5).discount, usd("1000"));
}

#[test]
fn amounts_beyond_the_limits_of_the_parser_are_refused_too() {
    let mut terms = PaymentDetails::default();
    let dear = Money::from_minor(i64::MAX);
    let price = |price, terms: &PaymentDetails| quote(price, 2, terms, Currency::USD, None);
    assert_eq!(price(dear, &terms), Err(PriceError::Overflow));
    terms.charges.booking_fee = dear;
    assert_eq!(price(usd("1"), &terms), Err(PriceError::Overflow));
    terms.charges.booking_fee = Money::from_minor(-1_000_000);
    assert_eq!(price(usd("1"), &terms), Err(PriceError::ZeroOrTooSmall));
}

fn any_terms() -> impl Strategy<Value = PaymentDetails> {
    let rate = || {
        let whole = 0..=100_u8;
        prop_oneof![
            whole.prop_map(Percent::whole),
            (0..100_u32, 0..10_000_u32).prop_map(|(whole, rest)| {
                Percent::parse(&format!("{whole}.{rest:04}")).expect("a rate")
            })
        ]
    };
    let cents = |most: i64| (0..=most).prop_map(Money::from_minor);
    let discount = (1..=101_u32, rate(), any::<bool>());
    let charges = (rate(), rate(), cents(1_000_000), cents(1_000_000));
    (discount, charges).prop_map(|(d, c)| PaymentDetails {
        discount: Discount {
            group_discount_threshold: d.0,
            group_discount_percentage: d.1,
            is_group_discount_applicable: d.2,
        },
        charges: Charges {
            gst: c.0,
            service_fee: c.1,
            insurance_per_person: c.2,
            booking_fee: c.3,
        },
        terms: None,
    })
}

fn any_currency() -> impl Strategy<Value = Currency> {
    prop::sample::select(vec!["USD", "JPY", "KWD", "NPR"])
        .prop_map(|code| Currency::parse(code).expect("a currency"))
}

fn lines(quote: &Quote) -> [Money; 6] {
    [
        quote.base_price,
        quote.discount,
        quote.gst,
        quote.service_fee,
        quote.insurance,
        quote.booking_fee,
    ]
}

proptest! {
    #[test]
    fn no_line_of_any_price_is_negative_and_the_discount_never_exceeds_the_base(
        price in 0..=100_000_000_i64, guests in 1..=100_u32, terms in any_terms(), currency in any_currency(),
    ) {
        if let Ok(quote) = quote(Money::from_minor(price), guests, &terms, currency, None) {
            prop_assert!(lines(&quote).iter().all(|line| *line >= Money::ZERO));
            prop_assert!(quote.discount <= quote.base_price);
            prop_assert!(quote.total >= currency.provider_minimum());
        }
    }

    // PRICE-03: the total is the sum of its lines.
    #[test]
    fn the_lines_always_add_up_to_the_total(
        price in 0..=100_000_000_i64, guests in 1..=100_u32, terms in any_terms(), currency in any_currency(),
    ) {
        if let Ok(quote) = quote(Money::from_minor(price), guests, &terms, currency, None) {
            let [base, discount, added @ ..] = lines(&quote).map(Money::minor);
            prop_assert_eq!(base - discount + added.iter().sum::<i64>(), quote.total.minor());
        }
    }

    #[test]
    fn one_more_guest_never_costs_less_except_where_the_discount_starts(
        price in 0..=100_000_000_i64, guests in 1..100_u32, terms in any_terms(), currency in any_currency(),
    ) {
        let of = |guests| quote(Money::from_minor(price), guests, &terms, currency, None);
        if let (Ok(fewer), Ok(more)) = (of(guests), of(guests + 1)) {
            let sets_in = !terms.discount.applies_to(guests) && terms.discount.applies_to(guests + 1);
            prop_assert!(sets_in || more.total >= fewer.total, "{:?} then {:?}", fewer, more);
        }
    }

    #[test]
    fn a_price_is_refused_only_below_the_minimum_of_the_provider(
        price in 0..=1_000_i64, guests in 1..=100_u32, terms in any_terms(), currency in any_currency(),
    ) {
        match quote(Money::from_minor(price), guests, &terms, currency, None) {
            Ok(_) => {}
            Err(error) => {
                prop_assert_eq!(error, PriceError::ZeroOrTooSmall);
                prop_assert!(terms.charges.booking_fee < currency.provider_minimum());
            }
        }
    }
}

#[derive(Deserialize)]
struct GoldenLines {
    cases: Vec<LineCase>,
}

#[derive(Deserialize)]
struct LineCase {
    name: String,
    currency: String,
    price: std::collections::BTreeMap<String, String>,
    lines: Vec<(String, String)>,
}

// PRICE-02: pages, invoice and emails use these names in this order.
#[test]
fn price_lines_have_the_names_and_order_of_the_golden_cases() {
    let text = include_str!("../../../../contract/price-line-cases.json");
    let golden: GoldenLines = serde_json::from_str(text).expect("the golden cases");
    assert!(!golden.cases.is_empty());
    for case in golden.cases {
        let currency = Currency::parse(&case.currency).expect("a currency");
        let of = |name: &str| Money::parse_major(&case.price[name], currency).expect("an amount");
        let quote = Quote {
            base_price: of("basePrice"),
            discount: of("discount"),
            promotion: match case.price.contains_key("promotion") {
                true => of("promotion"),
                false => Money::ZERO,
            },
            gst: of("gst"),
            service_fee: of("serviceFee"),
            insurance: of("insurance"),
            booking_fee: of("bookingFee"),
            total: Money::ZERO,
            currency,
        };
        let lines: Vec<(String, String)> = quote
            .lines()
            .into_iter()
            .map(|line| {
                let sign = if line.is_discount { "-" } else { "" };
                let amount = line.amount.to_major_string(currency);
                (line.label.to_owned(), format!("{sign}{amount}"))
            })
            .collect();
        assert_eq!(lines, case.lines, "{}", case.name);
    }
}

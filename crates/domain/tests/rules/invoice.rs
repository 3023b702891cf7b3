//! Invoices: numbers, the calendar of Nepal, and how a total is taxed.

use chrono::{Days, NaiveDate};
use domain::bikram_sambat::NepaliDate;
use domain::booking::{Booking, Customer, NewBooking};
use domain::invoice::{Invoice, InvoiceTerms, LineVat, Seller, VatTerms, format_number};
use domain::money::{Currency, Money, Percent};
use domain::pricing::{Quote, quote};
use domain::promotion::Deduction;
use uuid::Uuid;

use crate::sample::{date, moment, party, trek};

fn nepali(day: &str) -> Option<String> {
    NepaliDate::from_gregorian(date(day)).map(|date| date.to_string())
}

// operations §3. The days are those that the government announced.
#[test]
fn days_of_the_nepali_calendar_are_those_of_the_published_one() {
    for (gregorian, expected) in [
        ("2023-04-14", "2080-01-01"),
        ("2024-04-13", "2081-01-01"),
        ("2024-07-16", "2081-04-01"),
        ("2025-04-14", "2082-01-01"),
        ("2025-07-16", "2082-03-32"),
        ("2025-07-17", "2082-04-01"),
        ("2026-04-14", "2083-01-01"),
        ("2026-07-17", "2083-04-01"),
        ("2026-11-22", "2083-08-06"),
    ] {
        assert_eq!(nepali(gregorian).as_deref(), Some(expected), "{gregorian}");
    }
    assert_eq!(nepali("2023-04-13"), None);
    assert_eq!(nepali("2060-01-01"), None);
    assert_eq!(NepaliDate::to_gregorian(2082, 3, 33), None);
    assert_eq!(NepaliDate::to_gregorian(2082, 13, 1), None);
    assert_eq!(NepaliDate::to_gregorian(2079, 1, 1), None);
}

#[test]
fn every_day_of_the_table_converts_there_and_back_and_each_follows_the_one_before() {
    let mut day = date("2023-04-14");
    let mut before = None;
    while let Some(nepali) = NepaliDate::from_gregorian(day) {
        assert!(before < Some(nepali), "{day}");
        let text = nepali.to_string();
        let parts: Vec<u16> = text
            .split('-')
            .map(|part| part.parse().expect("a number"))
            .collect();
        let back = NepaliDate::to_gregorian(parts[0], parts[1] as u8, parts[2] as u8);
        assert_eq!(back, Some(day), "{text}");
        before = Some(nepali);
        day = day.checked_add_days(Days::new(1)).expect("a day");
    }
    assert_eq!(
        before.map(|last| last.to_string()).as_deref(),
        Some("2100-12-30")
    );
}

pub fn terms(is_included: bool) -> VatTerms {
    VatTerms {
        seller_pan: "609812345".to_owned(),
        rate: Percent::whole(13),
        is_included,
        base_price: LineVat::Taxable,
        service_fee: LineVat::Taxable,
        insurance: LineVat::PassThrough,
        booking_fee: LineVat::ZeroRated,
        zero_rated_reason: "Paid abroad".to_owned(),
    }
}

pub fn invoice_terms(vat: Option<VatTerms>) -> InvoiceTerms {
    InvoiceTerms {
        seller: Seller {
            name: "Chautari Treks".to_owned(),
            address: "Thamel".to_owned(),
            registration: None,
            contact: "hello@chautari.example".to_owned(),
        },
        vat,
    }
}

#[test]
fn numbers_begin_again_with_each_fiscal_year_in_nepal_and_with_each_year_elsewhere() {
    let nepal = invoice_terms(Some(terms(true)));
    assert_eq!(nepal.series(date("2026-07-16")), "2082/83");
    assert_eq!(nepal.series(date("2026-07-17")), "2083/84");
    assert_eq!(format_number("2083/84", 1), "2083/84-000001");
    let plain = invoice_terms(None);
    assert_eq!(plain.series(date("2026-07-17")), "2026");
    assert_eq!(format_number("2026", 42), "INV-2026-00042");
    // No number is refused for lack of a calendar.
    assert_eq!(nepal.series(date("2060-01-01")), "2060");
}

fn issued(quote: Quote, vat: VatTerms) -> Invoice {
    let trek = trek();
    let order = NewBooking {
        id: Uuid::from_u128(7),
        user_id: Uuid::from_u128(8),
        customer: Customer {
            name: "Maya Gurung".to_owned(),
            email: "maya@chautari.example".to_owned(),
        },
        trek: &trek,
        route: &trek.routes[0],
        departure: None,
        start_date: date("2026-12-24"),
        party: party(2),
        quote,
        schedule: Vec::new(),
        notes: None,
        include_meals: false,
        include_porter: false,
    };
    let booking = Booking::pending(order, moment());
    let day: NaiveDate = date("2026-11-22");
    Invoice::issue(
        &booking,
        "2083/84-000001".to_owned(),
        day,
        &invoice_terms(Some(vat)),
    )
}

fn price(base: i64, gst: i64, service: i64, insurance: i64, fee: i64) -> Quote {
    let money = Money::from_minor;
    Quote {
        base_price: money(base),
        discount: Money::ZERO,
        promotion: Money::ZERO,
        gst: money(gst),
        service_fee: money(service),
        insurance: money(insurance),
        booking_fee: money(fee),
        total: money(base + gst + service + insurance + fee),
        currency: Currency::USD,
    }
}

fn summary(quote: Quote, vat: VatTerms) -> [i64; 4] {
    let tax = issued(quote, vat).tax.expect("a tax");
    let summary = tax.summary;
    [
        summary.taxable,
        summary.vat,
        summary.zero_rated,
        summary.pass_through,
    ]
    .map(Money::minor)
}

#[test]
fn vat_is_taken_from_prices_that_include_it_and_added_to_those_that_do_not() {
    // 1,130.00 and a fee of 113.00 contain 143.00.
    let included = summary(price(113_000, 0, 11_300, 5_000, 2_000), terms(true));
    assert_eq!(included, [110_000, 14_300, 2_000, 5_000]);
    // 130.00 on top of 1,000.00, and a fee that contains 13.00.
    let on_top = summary(price(100_000, 13_000, 11_300, 5_000, 2_000), terms(false));
    assert_eq!(on_top, [110_000, 14_300, 2_000, 5_000]);
    // A price without a tax line contains its VAT, even where it is usually on top.
    let contained = summary(price(113_000, 0, 0, 0, 0), terms(false));
    assert_eq!(contained, [100_000, 13_000, 0, 0]);
    let export = VatTerms {
        base_price: LineVat::ZeroRated,
        ..terms(true)
    };
    assert_eq!(
        summary(price(100_000, 0, 0, 0, 0), export),
        [0, 0, 100_000, 0]
    );
}

#[test]
fn what_is_taxed_in_whatever_way_adds_up_to_the_total_to_the_minor_unit() {
    let trek = trek();
    let payment_details = &trek.payment_details;
    for guests in 1..=100 {
        for (minor, promotion) in [
            (1_001, None),
            (9_999, Some(Deduction::Percent(Percent::whole(15)))),
            (123_457, None),
            (7_777_777, Some(Deduction::Percent(Percent::whole(3)))),
        ] {
            let price = quote(
                Money::from_minor(minor),
                guests,
                payment_details,
                Currency::USD,
                promotion,
            );
            let price = price.expect("a price");
            for is_included in [true, false] {
                let parts = summary(price, terms(is_included));
                assert_eq!(parts.iter().sum::<i64>(), price.total.minor(), "{price:?}");
                assert!(parts.iter().all(|part| *part >= 0), "{price:?}");
            }
            let lines = issued(price, terms(true)).lines;
            let sum: i64 = lines.iter().map(|line| line.amount.minor()).sum();
            assert_eq!(sum, price.total.minor());
        }
    }
}

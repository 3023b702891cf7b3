//! Credit notes: which invoice an amount is taken back from, and the VAT in it.

use chrono::{DateTime, TimeDelta, Utc};
use domain::booking::{Booking, BookingStatus, NewDates};
use domain::credit_note::{Cause, CreditNoteEntry, GivenBack, credit_note_entries};
use domain::invoice::{Invoice, VatSummary};
use domain::money::Money;

use crate::booking::pending;
use crate::invoice::{invoice_terms, terms};
use crate::sample::{date, moment};

fn hours(count: i64) -> DateTime<Utc> {
    moment() + TimeDelta::hours(count)
}

fn invoice(booking: &Booking, number: &str) -> Invoice {
    let terms = invoice_terms(Some(terms(true)));
    Invoice::issue(booking, number.to_owned(), date("2026-11-22"), &terms)
}

fn refund(hour: i64, minor: i64) -> GivenBack {
    GivenBack {
        at: hours(hour),
        amount: Money::from_minor(minor),
        cause: Cause::Refund,
        reason: "A day of rain".to_owned(),
    }
}

fn sum(summary: &VatSummary) -> i64 {
    let VatSummary {
        taxable,
        vat,
        zero_rated,
        pass_through,
    } = summary;
    [taxable, vat, zero_rated, pass_through]
        .map(|amount| amount.minor())
        .iter()
        .sum()
}

fn shown(entry: &CreditNoteEntry) -> (&str, &str, &str, i64) {
    let CreditNoteEntry {
        number,
        invoice_number,
        cause,
        amount,
        ..
    } = entry;
    (number, invoice_number, cause.as_str(), amount.minor())
}

// operations §3.
#[test]
fn parts_of_an_invoice_that_are_credited_one_after_the_other_add_up_to_its_vat() {
    let mut booking = pending();
    booking.invoice_number = Some("2083/84-000001".to_owned());
    booking.credit_note_number = Some("CN-2083/84-00001".to_owned());
    let issued = invoice(&booking, "2083/84-000001");
    let total = issued.total.minor();
    let given: Vec<GivenBack> = [1, 33_333, 1_050, 77, total]
        .into_iter()
        .zip(1..)
        .map(|(amount, hour)| refund(hour, amount))
        .collect();
    let entries = credit_note_entries(&booking, std::slice::from_ref(&issued), &given);
    let mut summed = [0; 4];
    for entry in &entries {
        let vat = entry.vat.expect("the VAT");
        assert_eq!(sum(&vat), entry.amount.minor());
        let parts = [vat.taxable, vat.vat, vat.zero_rated, vat.pass_through];
        for (sum, part) in summed.iter_mut().zip(parts) {
            *sum += part.minor();
        }
    }
    // Never more than the invoice, whatever was refunded.
    let last = entries.last().expect("an entry").amount.minor();
    assert_eq!(last, total - 1 - 33_333 - 1_050 - 77);
    let whole = issued.tax.expect("a tax").summary;
    let whole = [
        whole.taxable,
        whole.vat,
        whole.zero_rated,
        whole.pass_through,
    ];
    assert_eq!(summed, whole.map(Money::minor));
}

#[test]
fn an_invoice_that_was_replaced_is_credited_in_full_and_later_refunds_belong_to_the_new_one() {
    let mut booking = pending();
    booking.status = BookingStatus::Confirmed;
    let old = invoice(&booking, "2083/84-000001");
    let moved = NewDates {
        departure_id: None,
        start_date: date("2026-12-26"),
        end_date: date("2026-12-28"),
        route: None,
        quote: None,
    };
    assert!(booking.change_dates(&moved, (hours(5), hours(5).date_naive())));
    let earlier = booking.earlier_dates.last_mut().expect("earlier dates");
    earlier.invoice_number = Some("2083/84-000001".to_owned());
    earlier.credit_note_number = Some("CN-2083/84-00001".to_owned());
    booking.invoice_number = Some("2083/84-000002".to_owned());
    booking.credit_note_number = Some("CN-2083/84-00002".to_owned());
    let new = invoice(&booking, "2083/84-000002");
    let total = old.total.minor();
    let given = [refund(1, 1_000), refund(6, 2_000)];
    let entries = credit_note_entries(&booking, &[old, new], &given);
    let (first, second) = ("2083/84-000001", "2083/84-000002");
    assert_eq!(
        entries.iter().map(shown).collect::<Vec<_>>(),
        [
            ("CN-2083/84-00001", first, "refund", 1_000),
            ("CN-2083/84-00001", first, "replaced", total - 1_000),
            ("CN-2083/84-00002", second, "refund", 2_000),
        ]
    );
    assert_eq!(entries[1].at, hours(5));
    let reasons: Vec<&str> = entries.iter().map(|entry| entry.reason.as_str()).collect();
    let replaced = "Replaced by invoice no. 2083/84-000002";
    assert_eq!(reasons, ["A day of rain", replaced, "A day of rain"]);
}

#[test]
fn a_booking_without_a_credit_note_has_no_entries_and_a_plain_invoice_no_vat() {
    let mut booking = pending();
    booking.invoice_number = Some("INV-2026-00001".to_owned());
    assert_eq!(credit_note_entries(&booking, &[], &[refund(1, 100)]), []);
    booking.credit_note_number = Some("CN-2026-00001".to_owned());
    let entries = credit_note_entries(&booking, &[], &[refund(1, 100)]);
    assert_eq!(entries.len(), 1);
    assert_eq!(entries[0].vat, None);
}

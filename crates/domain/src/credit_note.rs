//! Credit notes: what of the invoices of a booking was taken back, when, and the VAT in it (operations §3).
//!
//! An invoice that another one replaced is taken back in full. Otherwise its credit note is of what was refunded or kept
//! as a travel credit while it was the invoice of the booking.

use chrono::{DateTime, Utc};

use crate::booking::Booking;
use crate::invoice::{Invoice, VatSummary};
use crate::money::Money;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    Refund,
    TravelCredit,
    /// A new invoice replaced the one that is taken back.
    Replaced,
}

impl Cause {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Refund => "refund",
            Self::TravelCredit => "travel credit",
            Self::Replaced => "replaced",
        }
    }
}

/// A part of the price that went back to the customer, as money or as a travel credit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GivenBack {
    pub at: DateTime<Utc>,
    pub amount: Money,
    pub cause: Cause,
    /// As the customer reads it.
    pub reason: String,
}

/// An amount of a credit note.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreditNoteEntry {
    pub number: String,
    pub invoice_number: String,
    pub at: DateTime<Utc>,
    pub cause: Cause,
    /// As the customer reads it.
    pub reason: String,
    pub amount: Money,
    /// `None` for a plain invoice.
    pub vat: Option<VatSummary>,
}

/// The entries of the credit notes of a booking, oldest first. `invoices` has its invoices, and `given_back` all that
/// the customer got back of the price, oldest first.
#[must_use]
pub fn credit_note_entries(
    booking: &Booking,
    invoices: &[Invoice],
    given_back: &[GivenBack],
) -> Vec<CreditNoteEntry> {
    let numbers: Vec<&str> = booking.invoice_numbers().collect();
    let mut entries = Vec::new();
    let mut left = given_back;
    for (index, number) in numbers.iter().copied().enumerate() {
        let mut earlier = booking.earlier_dates.iter();
        let replaced = earlier.find(|earlier| earlier.invoice_number.as_deref() == Some(number));
        let is_before_end = |back: &GivenBack| replaced.is_none_or(|end| back.at < end.at);
        let (own, later) = left.split_at(left.partition_point(is_before_end));
        left = later;
        let Some(credit_note) = booking.credit_note_of(number) else {
            continue;
        };
        let invoice = invoices.iter().find(|invoice| invoice.number == number);
        let total = replaced.map_or(booking.quote.total, |earlier| earlier.total);
        let total = invoice.map_or(total, |invoice| invoice.total);
        let summary = invoice.and_then(|invoice| invoice.tax.as_ref());
        let rest = replaced.map(|earlier| GivenBack {
            at: earlier.at,
            amount: total,
            cause: Cause::Replaced,
            reason: match numbers.get(index + 1) {
                Some(next) => format!("Replaced by invoice no. {next}"),
                None => "Replaced".to_owned(),
            },
        });
        let mut credited = Money::ZERO;
        for back in own.iter().cloned().chain(rest) {
            let amount = back.amount.min(total.less(credited));
            if amount.is_zero() {
                continue;
            }
            let until = credited.plus(amount);
            entries.push(CreditNoteEntry {
                number: credit_note.to_owned(),
                invoice_number: number.to_owned(),
                at: back.at,
                cause: back.cause,
                reason: back.reason,
                amount,
                vat: summary.map(|tax| tax.summary.between((credited, until), total)),
            });
            credited = until;
        }
    }
    entries
}

impl VatSummary {
    /// What a credit of `amount` contains of an invoice of `total`: everything in proportion, rounded so that the four
    /// amounts add up to `amount`.
    fn part(&self, amount: Money, total: Money) -> Self {
        let share = |of: i64| {
            let (of, amount, total) = (of.into(), i128::from(amount.minor()), total.minor().into());
            let share = rounded_ratio(of, amount, total);
            i64::try_from(share).unwrap_or_default()
        };
        let vat = share(self.vat.minor());
        let with_zero_rated = share(self.vat.minor() + self.zero_rated.minor());
        let untaxed = self.zero_rated.minor() + self.pass_through.minor();
        let with_pass_through = share(self.vat.minor() + untaxed);
        Self {
            taxable: Money::from_minor(amount.minor() - with_pass_through),
            vat: Money::from_minor(vat),
            zero_rated: Money::from_minor(with_zero_rated - vat),
            pass_through: Money::from_minor(with_pass_through - with_zero_rated),
        }
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            taxable: self.taxable.plus(other.taxable),
            vat: self.vat.plus(other.vat),
            zero_rated: self.zero_rated.plus(other.zero_rated),
            pass_through: self.pass_through.plus(other.pass_through),
        }
    }

    /// What is added when the credit grows from one amount to another: several credits add up to that of their sum.
    fn between(&self, (from, to): (Money, Money), total: Money) -> Self {
        let (before, after) = (self.part(from, total), self.part(to, total));
        let grown = |after: Money, before: Money| Money::from_minor(after.minor() - before.minor());
        Self {
            taxable: grown(after.taxable, before.taxable),
            vat: grown(after.vat, before.vat),
            zero_rated: grown(after.zero_rated, before.zero_rated),
            pass_through: grown(after.pass_through, before.pass_through),
        }
    }
}

/// `of` × `amount` ÷ `total`, rounded to the nearest unit, halves up. Zero for a total of zero.
fn rounded_ratio(of: i128, amount: i128, total: i128) -> i128 {
    match total {
        0 => 0,
        _ => (2 * of * amount + total).div_euclid(2 * total),
    }
}

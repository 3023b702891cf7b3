//! The sums of the accountant's files.

use std::collections::BTreeMap;

use domain::invoice::VatSummary;
use domain::money::{Currency, Money};
use store::movements::Direction;
use store::payments::Method;

use super::accounts_files::Month;
use crate::http::csv::Csv;

const VAT: [&str; 9] = [
    "Trek",
    "Document",
    "Count",
    "Taxable",
    "VAT",
    "Zero-rated",
    "Pass-through",
    "Total",
    "Currency",
];
const TOTALS: [&str; 4] = ["What", "Count", "Amount", "Currency"];

/// In the order of the file.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Total {
    Received,
    Reversed,
    Refunded,
    /// All money that came and went.
    Money,
    PaidWithCredit,
    Invoices,
    CreditNotes,
}

impl Total {
    fn label(self) -> &'static str {
        match self {
            Self::Received => "Payments received",
            Self::Reversed => "Payments reversed",
            Self::Refunded => "Refunds",
            Self::Money => "Payments in all",
            Self::PaidWithCredit => "Paid with travel credits",
            Self::Invoices => "Invoices",
            Self::CreditNotes => "Credit notes",
        }
    }
}

/// In minor units: taxable, VAT, zero-rated, pass-through and total.
struct VatSum {
    currency: Currency,
    count: u64,
    amounts: [i64; 5],
}

impl VatSum {
    fn empty(currency: Currency) -> Self {
        Self {
            currency,
            count: 0,
            amounts: [0; 5],
        }
    }

    fn add(&mut self, vat: &VatSummary, total: Money, sign: i64) {
        let parts = [
            vat.taxable,
            vat.vat,
            vat.zero_rated,
            vat.pass_through,
            total,
        ];
        for (sum, part) in self.amounts.iter_mut().zip(parts) {
            *sum += sign * part.minor();
        }
        self.count += 1;
    }
}

impl Month {
    /// Sums by trek of the documents with VAT. Those of credit notes are negative, so that a sum is what is to be
    /// declared.
    pub(super) fn vat_table(&self) -> Csv {
        let mut sums: BTreeMap<(String, &str, &str), VatSum> = BTreeMap::new();
        for invoice in &self.invoices {
            if let Some(tax) = &invoice.tax {
                let key = (invoice.trek.clone(), "invoices", invoice.currency.code());
                let sum = sums.entry(key).or_insert(VatSum::empty(invoice.currency));
                sum.add(&tax.summary, invoice.total, 1);
            }
        }
        for note in &self.credit_notes {
            if let Some(vat) = &note.entry.vat {
                let [_, _, trek] = self.names(note.booking_id);
                let key = (trek, "credit notes", note.currency.code());
                let sum = sums.entry(key).or_insert(VatSum::empty(note.currency));
                sum.add(vat, note.entry.amount, -1);
            }
        }
        let mut table = Csv::with_head(&VAT);
        for ((trek, document, code), sum) in sums {
            let amounts = sum
                .amounts
                .map(|minor| Money::from_minor(minor).to_major_string(sum.currency));
            let [taxable, vat, zero_rated, pass_through, total] = amounts;
            let cells: [String; VAT.len()] = [
                trek,
                document.to_owned(),
                sum.count.to_string(),
                taxable,
                vat,
                zero_rated,
                pass_through,
                total,
                code.to_owned(),
            ];
            table.add(&cells);
        }
        table
    }

    /// By currency. `ledger check` compares the sum of the same payments with the ledger.
    pub(super) fn totals_table(&self) -> Csv {
        let mut sums: BTreeMap<(&str, Total), (u64, i64, Currency)> = BTreeMap::new();
        let mut add = |total: Total, amount: i64, currency: Currency| {
            let sum = sums.entry((currency.code(), total));
            let (count, minor, _) = sum.or_insert((0, 0, currency));
            *count += 1;
            *minor += amount;
        };
        for movement in &self.payments {
            let (amount, currency) = (movement.amount, movement.currency);
            if movement.method == Method::Credit {
                add(Total::PaidWithCredit, amount, currency);
                continue;
            }
            let direction = match movement.direction {
                Direction::Payment => Total::Received,
                Direction::Reversal => Total::Reversed,
                Direction::Refund => Total::Refunded,
            };
            add(direction, amount, currency);
            add(Total::Money, amount, currency);
        }
        for invoice in &self.invoices {
            add(Total::Invoices, invoice.total.minor(), invoice.currency);
        }
        for note in &self.credit_notes {
            let amount = -note.entry.amount.minor();
            add(Total::CreditNotes, amount, note.currency);
        }
        let mut table = Csv::with_head(&TOTALS);
        for ((code, total), (count, minor, currency)) in sums {
            let amount = Money::from_minor(minor).to_major_string(currency);
            table.add(&[total.label(), &count.to_string(), &amount, code]);
        }
        table
    }
}

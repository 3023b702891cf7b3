//! The lines of the accountant's files. All amounts are plain decimals.

use domain::invoice::VatSummary;
use domain::money::{Currency, Money};
use store::payments::Method;

use super::accounts_files::Month;
use super::wire_payments::MovementKind;
use crate::http::csv::Csv;

const PAYMENTS: [&str; 14] = [
    "Day",
    "Kind",
    "Method",
    "Booking",
    "Invoice",
    "Customer",
    "Trek",
    "Amount",
    "Paid with credit",
    "Currency",
    "Tendered amount",
    "Tendered currency",
    "Receipt",
    "Reference",
];
const INVOICES: [&str; 15] = [
    "Invoice",
    "Day",
    "Nepali date",
    "Fiscal year",
    "Booking",
    "Customer",
    "Trek",
    "Start",
    "Guests",
    "Taxable",
    "VAT",
    "Zero-rated",
    "Pass-through",
    "Total",
    "Currency",
];
const CREDIT_NOTES: [&str; 13] = [
    "Credit note",
    "Day",
    "Invoice",
    "Booking",
    "Customer",
    "Trek",
    "Cause",
    "Taxable",
    "VAT",
    "Zero-rated",
    "Pass-through",
    "Total",
    "Currency",
];
impl Month {
    /// Money that came and went. What travel credits paid has a column of its own: the sum of the amounts is money.
    pub(super) fn payments_table(&self) -> Csv {
        let mut table = Csv::with_head(&PAYMENTS);
        for movement in &self.payments {
            let [reference, customer, trek] = self.names(movement.booking_id);
            let booking = self.booking(movement.booking_id);
            let invoice = booking.and_then(|booking| booking.invoice_number.clone());
            let (amount, credit) = match movement.method {
                Method::Credit => (0, movement.amount),
                _ => (movement.amount, 0),
            };
            let text = |minor: i64| Money::from_minor(minor).to_major_string(movement.currency);
            let tendered = Money::from_minor(movement.tendered);
            let cells: [String; PAYMENTS.len()] = [
                self.day(movement.at),
                MovementKind::new(movement.direction, movement.method)
                    .as_str()
                    .to_owned(),
                movement.method.as_str().to_owned(),
                reference,
                invoice.unwrap_or_default(),
                customer,
                trek,
                text(amount),
                text(credit),
                movement.currency.code().to_owned(),
                tendered.to_major_string(movement.tendered_currency),
                movement.tendered_currency.code().to_owned(),
                movement.receipt_number.clone().unwrap_or_default(),
                movement.reference.clone(),
            ];
            table.add(&cells);
        }
        table
    }

    /// The VAT columns of a plain invoice are empty.
    pub(super) fn invoices_table(&self) -> Csv {
        let mut table = Csv::with_head(&INVOICES);
        for invoice in &self.invoices {
            let [_, customer, _] = self.names(invoice.booking_id);
            let tax = invoice.tax.as_ref();
            let [taxable, vat, zero_rated, pass_through] =
                vat_cells(tax.map(|tax| &tax.summary), invoice.currency);
            let cells: [String; INVOICES.len()] = [
                invoice.number.clone(),
                invoice.issued_on.to_string(),
                tax.map_or_else(String::new, |tax| tax.nepali_date.clone()),
                tax.map_or_else(String::new, |tax| tax.fiscal_year.clone()),
                invoice.reference.clone(),
                customer,
                invoice.trek.clone(),
                invoice.start_date.to_string(),
                invoice.guests.to_string(),
                taxable,
                vat,
                zero_rated,
                pass_through,
                invoice.total.to_major_string(invoice.currency),
                invoice.currency.code().to_owned(),
            ];
            table.add(&cells);
        }
        table
    }

    /// The amounts of credit notes are positive.
    pub(super) fn credit_notes_table(&self) -> Csv {
        let mut table = Csv::with_head(&CREDIT_NOTES);
        for note in &self.credit_notes {
            let (entry, currency) = (&note.entry, note.currency);
            let [reference, customer, trek] = self.names(note.booking_id);
            let [taxable, vat, zero_rated, pass_through] = vat_cells(entry.vat.as_ref(), currency);
            let cells: [String; CREDIT_NOTES.len()] = [
                entry.number.clone(),
                self.day(entry.at),
                entry.invoice_number.clone(),
                reference,
                customer,
                trek,
                entry.cause.as_str().to_owned(),
                taxable,
                vat,
                zero_rated,
                pass_through,
                entry.amount.to_major_string(currency),
                currency.code().to_owned(),
            ];
            table.add(&cells);
        }
        table
    }
}

/// Empty for a document without VAT.
fn vat_cells(summary: Option<&VatSummary>, currency: Currency) -> [String; 4] {
    let Some(vat) = summary else {
        return Default::default();
    };
    [vat.taxable, vat.vat, vat.zero_rated, vat.pass_through]
        .map(|amount| amount.to_major_string(currency))
}

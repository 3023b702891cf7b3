//! The content of an invoice: what a booking costs, who sells it, and how it is taxed (operations §3).
//!
//! It is stored when the number is assigned and never changes, so that a later change of a setting or of the price
//! changes no invoice that exists. The customer's name is not part of it: it stays in the booking, where it is erased
//! when the traveller deletes the account.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::bikram_sambat::NepaliDate;
use crate::booking::Booking;
use crate::money::{Currency, Money, Percent};
use crate::pricing::Quote;

/// Who sells.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seller {
    pub name: String,
    pub address: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registration: Option<String>,
    /// Email and phone.
    pub contact: String,
}

/// How a line of the price is taxed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum LineVat {
    Taxable,
    ZeroRated,
    /// Collected for others at cost, such as permits: not a sale of the agency.
    PassThrough,
}

/// The terms of an invoice under the VAT of Nepal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VatTerms {
    /// The seller's PAN or VAT number.
    pub seller_pan: String,
    pub rate: Percent,
    /// Whether the prices contain the VAT. Otherwise the tax line of a price is the VAT of its base price.
    pub is_included: bool,
    pub base_price: LineVat,
    pub service_fee: LineVat,
    pub insurance: LineVat,
    pub booking_fee: LineVat,
    /// Why lines are zero-rated. Empty if none is.
    pub zero_rated_reason: String,
}

/// The settings that new invoices are issued with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvoiceTerms {
    pub seller: Seller,
    /// `None`: a plain invoice.
    pub vat: Option<VatTerms>,
}

impl InvoiceTerms {
    /// The series of the numbers of this day: the fiscal year in Nepal's mode (`2083/84`), otherwise the year. A day
    /// outside the table of the Nepali calendar counts by year.
    #[must_use]
    pub fn series(&self, day: NaiveDate) -> String {
        let nepali = self.vat.as_ref().and(NepaliDate::from_gregorian(day));
        nepali.map_or_else(|| day.format("%Y").to_string(), NepaliDate::fiscal_year)
    }
}

/// Formats a number: `2083/84-000042` in a fiscal year, otherwise `INV-2026-00042`.
#[must_use]
pub fn format_number(series: &str, number: i64) -> String {
    if series.contains('/') {
        format!("{series}-{number:06}")
    } else {
        format!("INV-{series}-{number:05}")
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InvoiceLine {
    pub label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each: Option<Money>,
    /// Negative for a discount.
    pub amount: Money,
    /// How it is taxed, in Nepal's mode. `None` for the tax line itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub vat: Option<LineVat>,
}

/// The total, divided by how it is taxed. The four amounts add up to the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct VatSummary {
    /// Without the VAT.
    pub taxable: Money,
    pub vat: Money,
    pub zero_rated: Money,
    pub pass_through: Money,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Invoice {
    pub number: String,
    pub booking_id: Uuid,
    pub reference: String,
    pub issued_on: NaiveDate,
    pub seller: Seller,
    pub trek: String,
    pub route: String,
    pub number_of_days: u32,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
    pub guests: u32,
    pub lines: Vec<InvoiceLine>,
    pub total: Money,
    pub currency: Currency,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tax: Option<InvoiceTax>,
}

/// What an invoice says in Nepal's mode only.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct InvoiceTax {
    pub terms: VatTerms,
    pub summary: VatSummary,
    /// For example `2083/84`. Empty outside the table of the Nepali calendar, like `nepali_date`.
    pub fiscal_year: String,
    /// For example `2083-08-07`.
    pub nepali_date: String,
    /// For example `7 Mangsir 2083`.
    pub nepali_date_long: String,
    /// The buyer's PAN or VAT number. It stays when the traveller deletes the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buyer_pan: Option<String>,
}

impl Invoice {
    /// The invoice of a booking with its price as it is now.
    #[must_use]
    pub fn issue(
        booking: &Booking,
        number: String,
        issued_on: NaiveDate,
        terms: &InvoiceTerms,
    ) -> Self {
        let nepali = NepaliDate::from_gregorian(issued_on);
        let vat = terms.vat.as_ref();
        let guests = booking.party.size();
        Self {
            number,
            booking_id: booking.id,
            reference: booking.reference.clone(),
            issued_on,
            seller: terms.seller.clone(),
            trek: booking.trek.name.clone(),
            route: booking.route.name.clone(),
            number_of_days: booking.route.number_of_days,
            start_date: booking.start_date,
            end_date: booking.end_date,
            guests,
            lines: lines(&booking.quote, booking.route.price_per_head, guests, vat),
            total: booking.quote.total,
            currency: booking.quote.currency,
            tax: vat.map(|terms| InvoiceTax {
                terms: terms.clone(),
                summary: summary(&booking.quote, terms),
                fiscal_year: nepali.map_or_else(String::new, NepaliDate::fiscal_year),
                nepali_date: nepali.map_or_else(String::new, |date| date.to_string()),
                nepali_date_long: nepali.map_or_else(String::new, NepaliDate::long),
                buyer_pan: booking.buyer_pan.clone(),
            }),
        }
    }
}

/// A base price that was taxed is taxable, whatever the setting is.
fn base_vat(quote: &Quote, terms: &VatTerms) -> LineVat {
    if quote.gst.is_zero() {
        terms.base_price
    } else {
        LineVat::Taxable
    }
}

/// The lines of the price in order, without those of zero. The base price is always included.
fn lines(
    quote: &Quote,
    price_per_head: Money,
    guests: u32,
    terms: Option<&VatTerms>,
) -> Vec<InvoiceLine> {
    let line = |label: &str, amount: Money, vat: Option<LineVat>| InvoiceLine {
        label: label.to_owned(),
        quantity: None,
        each: None,
        amount,
        vat,
    };
    let base_vat = terms.map(|terms| base_vat(quote, terms));
    let tax_label = match terms {
        Some(terms) if !terms.is_included => "VAT on the base price",
        _ => "Tax",
    };
    let per_guest = |amount: Money| Money::from_minor(amount.minor() / i64::from(guests.max(1)));
    // The total of a proposal need not be divisible by the number of guests.
    let is_per_person = price_per_head.checked_mul(guests) == Some(quote.base_price);
    let base = match is_per_person {
        true => InvoiceLine {
            quantity: Some(guests),
            each: Some(price_per_head),
            ..line("Base price, per person", quote.base_price, base_vat)
        },
        false => line("Base price", quote.base_price, base_vat),
    };
    let deducted = |label, amount: Money| line(label, Money::from_minor(-amount.minor()), base_vat);
    let insurance = InvoiceLine {
        quantity: Some(guests),
        each: Some(per_guest(quote.insurance)),
        ..line(
            "Insurance",
            quote.insurance,
            terms.map(|terms| terms.insurance),
        )
    };
    let booking_fee = InvoiceLine {
        quantity: Some(1),
        each: Some(quote.booking_fee),
        ..line(
            "Booking fee",
            quote.booking_fee,
            terms.map(|terms| terms.booking_fee),
        )
    };
    let others = [
        deducted("Group discount", quote.discount),
        deducted("Promotion code", quote.promotion),
        line(tax_label, quote.gst, None),
        line(
            "Service fee",
            quote.service_fee,
            terms.map(|terms| terms.service_fee),
        ),
        insurance,
        booking_fee,
    ];
    let charged = others.into_iter().filter(|line| !line.amount.is_zero());
    std::iter::once(base).chain(charged).collect()
}

/// Divides the total by how its lines are taxed. The VAT on top of the base price is that of the price; the VAT that
/// is included is calculated once from the sum of what contains it.
fn summary(quote: &Quote, terms: &VatTerms) -> VatSummary {
    let base = quote.base_price.minor() - quote.discount.minor() - quote.promotion.minor();
    let parts = [
        (base_vat(quote, terms), base),
        (terms.service_fee, quote.service_fee.minor()),
        (terms.insurance, quote.insurance.minor()),
        (terms.booking_fee, quote.booking_fee.minor()),
    ];
    let sum = |wanted: LineVat| {
        let amounts = parts.iter().filter(|(vat, _)| *vat == wanted);
        amounts.map(|(_, amount)| amount).sum::<i64>()
    };
    let taxable = sum(LineVat::Taxable) + quote.gst.minor();
    let is_on_top = !terms.is_included && !quote.gst.is_zero();
    let vat = if is_on_top {
        let contains = Money::from_minor(taxable - base - quote.gst.minor());
        quote.gst.minor() + terms.rate.contained_in(contains).minor()
    } else {
        terms.rate.contained_in(Money::from_minor(taxable)).minor()
    };
    VatSummary {
        taxable: Money::from_minor(taxable - vat),
        vat: Money::from_minor(vat),
        zero_rated: Money::from_minor(sum(LineVat::ZeroRated)),
        pass_through: Money::from_minor(sum(LineVat::PassThrough)),
    }
}

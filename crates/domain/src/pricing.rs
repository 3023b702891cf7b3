//! The price of a route for a party, line by line (document 2 §9, decisions §5 and §10).
//!
//! `web/src/features/booking/pricing.ts` mirrors this file; both run `contract/pricing-cases.json`.

use serde::{Deserialize, Serialize};

use crate::guest::{MAX_GUESTS, MIN_GUESTS};
use crate::money::{Currency, Money};
use crate::promotion::Deduction;
use crate::trek::PaymentDetails;

/// A price breakdown. Every line is rounded to the minor unit; the total is the sum of the lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// Price per head × guests, before the discount.
    pub base_price: Money,
    pub discount: Money,
    /// What the promotion code takes off the price after the discount. Zero in bookings from before there were codes.
    #[serde(default)]
    pub promotion: Money,
    pub gst: Money,
    pub service_fee: Money,
    /// Insurance per person × guests.
    pub insurance: Money,
    pub booking_fee: Money,
    pub total: Money,
    pub currency: Currency,
}

/// A line of the price as shown to people.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PriceLine {
    pub label: &'static str,
    pub amount: Money,
    /// Whether the amount is deducted.
    pub is_discount: bool,
}

impl Quote {
    /// The lines in order, without those of zero. The base price is always included.
    ///
    /// `web/src/features/currency/price-lines.ts` mirrors this; both run `contract/price-line-cases.json`.
    #[must_use]
    pub fn lines(&self) -> Vec<PriceLine> {
        let line = |label, amount| PriceLine {
            label,
            amount,
            is_discount: false,
        };
        let deducted = |label, amount| PriceLine {
            is_discount: true,
            ..line(label, amount)
        };
        let base_price = line("Base price", self.base_price);
        let others = [
            deducted("Group discount", self.discount),
            deducted("Promotion code", self.promotion),
            line("Tax", self.gst),
            line("Service fee", self.service_fee),
            line("Insurance", self.insurance),
            line("Booking fee", self.booking_fee),
        ];
        let charged = others.into_iter().filter(|line| !line.amount.is_zero());
        std::iter::once(base_price).chain(charged).collect()
    }
}

/// Why no price can be calculated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriceError {
    #[error("Guests must be between 1 and 100")]
    Guests,
    #[error("The total is below the smallest amount that can be paid")]
    ZeroOrTooSmall,
    #[error("The total is too large")]
    Overflow,
}

/// Calculates the price for `guests` people at `price_per_head` with the terms of a trek, and with a promotion whose
/// currency is that of the price.
///
/// The discount and the promotion are rounded before percentages of the rest are taken, so that the lines on the page
/// add up to the total to the cent.
pub fn quote(
    price_per_head: Money,
    guests: u32,
    terms: &PaymentDetails,
    currency: Currency,
    promotion: Option<Deduction>,
) -> Result<Quote, PriceError> {
    if !(MIN_GUESTS..=MAX_GUESTS).contains(&guests) {
        return Err(PriceError::Guests);
    }
    let base_price = times(price_per_head, guests)?;
    let discount = if terms.discount.applies_to(guests) {
        terms.discount.group_discount_percentage.of(base_price)
    } else {
        Money::ZERO
    };
    let discounted = base_price
        .checked_sub(discount)
        .ok_or(PriceError::Overflow)?;
    let promotion = promotion.map_or(Money::ZERO, |deduction| deduction.of(discounted));
    let taxed = discounted.less(promotion);
    let gst = terms.charges.gst.of(taxed);
    let service_fee = terms.charges.service_fee.of(taxed);
    let insurance = times(terms.charges.insurance_per_person, guests)?;
    let booking_fee = terms.charges.booking_fee;
    let mut total = taxed;
    for line in [gst, service_fee, insurance, booking_fee] {
        total = total.checked_add(line).ok_or(PriceError::Overflow)?;
    }
    if total > Money::MAX {
        return Err(PriceError::Overflow);
    }
    if total.minor() <= 0 || total < currency.provider_minimum() {
        return Err(PriceError::ZeroOrTooSmall);
    }
    Ok(Quote {
        base_price,
        discount,
        promotion,
        gst,
        service_fee,
        insurance,
        booking_fee,
        total,
        currency,
    })
}

fn times(amount: Money, guests: u32) -> Result<Money, PriceError> {
    amount
        .checked_mul(guests)
        .filter(|product| *product <= Money::MAX)
        .ok_or(PriceError::Overflow)
}

//! The amounts in a booking request. They are compared with the server's price and never stored (decisions §10).

use domain::money::{Currency, Money};
use domain::pricing::Quote;
use serde_json::Number;

use super::request::BookingRequest;

impl BookingRequest {
    /// Whether every amount in the request equals the server's price.
    #[must_use]
    pub fn matches(&self, quote: &Quote, price_per_head: Money) -> bool {
        let charges = self.payment.charges.clone().unwrap_or_default();
        let lines = self.price_breakdown.clone().unwrap_or_default();
        let currency = quote.currency;
        let same_currency = lines
            .currency
            .as_deref()
            .is_none_or(|code| code == currency.code());
        let amounts = [
            (Some(&self.payment.final_amount), quote.total),
            (self.payment.base_amount.as_ref(), quote.base_price),
            (self.route_details.price_per_head.as_ref(), price_per_head),
            (charges.gst.as_ref(), quote.gst),
            (charges.service_fee.as_ref(), quote.service_fee),
            (charges.insurance_fee.as_ref(), quote.insurance),
            (charges.booking_fee.as_ref(), quote.booking_fee),
            (lines.base_price.as_ref(), quote.base_price),
            (lines.discount.as_ref(), quote.discount),
            (lines.promotion.as_ref(), quote.promotion),
            (lines.gst.as_ref(), quote.gst),
            (lines.service_fee.as_ref(), quote.service_fee),
            (lines.insurance.as_ref(), quote.insurance),
            (lines.booking_fee.as_ref(), quote.booking_fee),
            (lines.total.as_ref(), quote.total),
        ];
        same_currency
            && amounts
                .into_iter()
                .all(|(shown, ours)| is_amount(shown, ours, currency))
    }
}

/// A missing amount counts as equal.
fn is_amount(shown: Option<&Number>, ours: Money, currency: Currency) -> bool {
    shown.is_none_or(|number| Money::from_number(number, currency) == Ok(ours))
}

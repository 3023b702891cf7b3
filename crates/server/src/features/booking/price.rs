//! The price of a booking and its installments.

use chrono::NaiveDate;
use domain::departure::Departure;
use domain::money::Money;
use domain::pricing::{self, PriceError, Quote};
use domain::problem::Problem;
use domain::promotion::Deduction;
use domain::schedule::{Installment, Pay, Priced, schedule};
use domain::trek::{Route, Trek};
use serde_json::json;

use super::wire::PriceBreakdown;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

pub const PRICE_CHANGED: &str = "The price has changed. Please check the new price and try again.";

/// What one guest pays for a route, on a departure that has a price of its own or without one.
#[must_use]
pub fn departure_price(departure: Option<&Departure>, route: &Route) -> Money {
    domain::departure::price_per_head(departure, route)
}

/// `guests_field` is the path of the number of guests in the request. The promotion is one that
/// `promotion::applied` found.
pub fn price(
    trek: &Trek,
    price_per_head: Money,
    guests: u32,
    guests_field: &str,
    promotion: Option<Deduction>,
) -> ApiResult<Quote> {
    let terms = &trek.payment_details;
    pricing::quote(price_per_head, guests, terms, trek.currency, promotion).map_err(|error| {
        let field = match error {
            PriceError::Guests => guests_field,
            PriceError::ZeroOrTooSmall | PriceError::Overflow => "payment.finalAmount",
        };
        ApiError::invalid(
            error.to_string(),
            vec![Problem::new(field, error.to_string())],
        )
    })
}

/// Stripe does not accept every fils of a dinar amount. The check runs before anything is booked.
pub(super) fn check_step(app: &App, quote: &Quote) -> ApiResult<()> {
    if quote.total.up_to_step(app.payments.step(quote.currency)) == quote.total {
        return Ok(());
    }
    let message = "The total is finer than what can be paid by card";
    let problem = Problem::new("payment.finalAmount", message);
    Err(ApiError::invalid(message, vec![problem]))
}

/// The installments of a booking; empty if everything is due at once.
pub(super) fn schedule_of(
    app: &App,
    trek: &Trek,
    quote: &Quote,
    guests: u32,
    start_date: NaiveDate,
    pay: Pay,
) -> Vec<Installment> {
    let parts = installments(app, trek, quote, guests, start_date, pay);
    match parts.len() {
        1 => Vec::new(),
        _ => parts,
    }
}

/// What of a price is due when, if it is booked now.
pub fn installments(
    app: &App,
    trek: &Trek,
    quote: &Quote,
    guests: u32,
    start_date: NaiveDate,
    pay: Pay,
) -> Vec<Installment> {
    let priced = Priced {
        total: quote.total,
        currency: quote.currency,
        guests,
        start_date,
    };
    let today = app.clock.today(app.config.timezone);
    schedule(&priced, trek.payment_details.terms.as_ref(), pay, today)
}

pub(super) fn price_changed(quote: &Quote) -> ApiError {
    ApiError::conflict(PRICE_CHANGED)
        .with_data(json!({ "priceBreakdown": PriceBreakdown::from(quote) }))
}

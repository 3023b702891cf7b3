//! Amounts in Nepalese rupees of a booking in another currency, at its locked rate, as responses and emails show them
//! (operations §3).

use chrono_tz::Tz;
use domain::booking::Booking;
use domain::money::{Currency, Money};
use domain::rate::Rate;
use serde_json::{Value, json};
use store::payments::Payment;

use crate::platform::format::{amount, day, short_amount};

/// Fields of a response that says how much can be paid at most.
#[must_use]
pub fn limits(booking: &Booking, names: (&str, &str), most: Money) -> Value {
    let mut data = json!({ names.0: most.to_number(booking.quote.currency) });
    if let Some(rupees) = booking.in_rupees(most) {
        data[names.1] = json!(rupees.to_number(Currency::NPR));
    }
    data
}

/// The amount of a payment as a receipt shows it: `$100.00`, or `NPR 13,320 at 133.20 ($100.00)`. Without a sign.
#[must_use]
pub fn payment_amount(payment: &Payment, booking: &Booking) -> String {
    let size = |amount: Money| Money::from_minor(amount.minor().abs());
    let rate = payment.rate.as_deref().and_then(|it| Rate::parse(it).ok());
    let Some(rate) = rate else {
        return amount(size(payment.amount), payment.currency);
    };
    format!(
        "{} at {} ({})",
        short(size(payment.amount), payment.currency),
        rate.to_display(),
        amount(size(payment.booking_amount), booking.quote.currency)
    )
}

/// What an open balance is in rupees, in a sentence. `None` without a locked rate.
#[must_use]
pub fn balance_in_rupees(booking: &Booking, balance: Money, timezone: Tz) -> Option<String> {
    let rate = booking.rate?;
    Some(format!(
        "The balance of {} is {} at the rate of {} ({}).",
        amount(balance, booking.quote.currency),
        short(booking.in_rupees(balance)?, Currency::NPR),
        day(rate.at.with_timezone(&timezone).date_naive()),
        rate.source.label()
    ))
}

/// For example `NPR 13,320`.
#[must_use]
pub fn short(amount: Money, currency: Currency) -> String {
    short_amount(&amount.to_number(currency), currency.code())
}

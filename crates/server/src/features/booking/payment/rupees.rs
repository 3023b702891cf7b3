//! Payments and payouts in Nepalese rupees on a booking in another currency, at its locked rate (operations §3).

use chrono_tz::Tz;
use domain::booking::Booking;
use domain::money::{Currency, Money};
use domain::problem::Problem;
use domain::rate::{LockedRate, Rate};
use serde_json::{Value, json};
use store::payments::Payment;

use crate::http::error::{ApiError, ApiResult};
use crate::platform::format::{amount, day, short_amount};

/// What was handed over, as staff typed it.
#[derive(Clone, Copy, Debug)]
pub struct Tender {
    pub amount: Money,
    /// The currency of the booking, or NPR.
    pub currency: Currency,
}

/// A tender in the currency of the booking.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    pub amount: Money,
    /// `None`: the tender is in the currency of the booking.
    pub rate: Option<LockedRate>,
}

impl Tender {
    /// Reads amount and currency. `what` is the plural of the record, for example `Payments`.
    pub fn read(
        booking: &Booking,
        what: &str,
        (sent, code): (&serde_json::Number, &str),
        problems: &mut Vec<Problem>,
    ) -> Self {
        let own = booking.quote.currency;
        let currency = Currency::parse(code).ok();
        let currency = currency.filter(|it| [own, Currency::NPR].contains(it));
        if currency.is_none() {
            let or_npr = if own == Currency::NPR { "" } else { " or NPR" };
            let message = format!("{what} of this booking are in {own}{or_npr}");
            problems.push(Problem::new("currency", message));
        }
        let currency = currency.unwrap_or(own);
        let amount = match Money::from_number(sent, currency) {
            Ok(amount) if !amount.is_zero() => amount,
            Ok(_) => {
                problems.push(Problem::new("amount", "Amount must be more than zero"));
                Money::ZERO
            }
            Err(error) => {
                problems.push(Problem::new("amount", format!("Amount {error}")));
                Money::ZERO
            }
        };
        Self { amount, currency }
    }

    /// What the tender is of `most`, the amount that can be paid at most. `None`: it is more than that.
    pub fn worth(&self, booking: &Booking, most: Money) -> ApiResult<Option<Worth>> {
        let own = booking.quote.currency;
        if self.currency == own {
            let worth = Worth {
                amount: self.amount,
                rate: None,
            };
            return Ok(Some(worth).filter(|worth| worth.amount <= most));
        }
        let rate = booking
            .rate
            .ok_or_else(|| ApiError::conflict(no_rate(own)))?;
        if self.amount > rate.to_rupees(most, own) {
            return Ok(None);
        }
        let amount = rate.from_rupees(self.amount, own, most);
        if amount.is_zero() {
            let message = format!("Amount is worth less than the smallest unit of {own}");
            let problem = Problem::new("amount", message.clone());
            return Err(ApiError::invalid(message, vec![problem]));
        }
        let rate = Some(rate);
        Ok(Some(Worth { amount, rate }))
    }

    /// For the ledger and the audit log: empty in the currency of the booking, otherwise `NPR 167,406 at 133.20`.
    #[must_use]
    pub fn at_rate(&self, worth: &Worth) -> Option<String> {
        let rate = worth.rate?;
        Some(format!(
            "{} at {}",
            short(self.amount, self.currency),
            rate.value.to_display()
        ))
    }
}

fn no_rate(currency: Currency) -> String {
    format!(
        "No rate is locked for this booking, so it cannot be paid in NPR. Set a rate for it, or record the amount in {currency}."
    )
}

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

fn short(amount: Money, currency: Currency) -> String {
    short_amount(&amount.to_number(currency), currency.code())
}

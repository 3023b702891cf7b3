//! What staff take or pay out by hand, as they typed it, and what it is worth in the currency of the booking (operations
//! §3).

use domain::booking::Booking;
use domain::money::{Currency, Money};
use domain::problem::{Problem, has_control_character};
use domain::rate::LockedRate;
use serde_json::{Number, Value, json};
use store::payments::Method;

use super::rupees::short;
use crate::http::error::{ApiError, ApiResult};

const MAX_REFERENCE_LENGTH: usize = 200;

/// The fields of a request for a payment or payout by hand.
#[derive(Clone, Copy)]
pub struct Typed<'a> {
    pub method: &'a str,
    pub amount: &'a Number,
    pub currency: &'a str,
    pub reference: Option<&'a str>,
}

/// What was handed over.
#[derive(Clone, Debug)]
pub struct Tender {
    pub method: Method,
    pub amount: Money,
    /// The currency of the booking, or NPR.
    pub currency: Currency,
    /// For example the number of a bank transfer; may be empty.
    pub reference: String,
}

/// A tender in the currency of the booking.
#[derive(Clone, Copy, Debug)]
pub struct Worth {
    pub amount: Money,
    /// `None`: the tender is in the currency of the booking.
    pub rate: Option<LockedRate>,
}

impl Tender {
    /// Validates what was typed. `what` is the plural of the record, for example `Payments`.
    pub fn read(booking: &Booking, what: &str, typed: Typed<'_>) -> Result<Self, Vec<Problem>> {
        let mut problems = Vec::new();
        let method = Method::parse(typed.method).filter(|method| method.is_by_hand());
        if method.is_none() {
            let message = "Method must be cash, bank or other";
            problems.push(Problem::new("method", message));
        }
        let (amount, currency) = read_amount(booking, what, typed, &mut problems);
        let reference = typed.reference.unwrap_or_default().trim();
        if reference.chars().count() > MAX_REFERENCE_LENGTH {
            let message = "Reference must be at most 200 characters";
            problems.push(Problem::new("reference", message));
        } else if has_control_character(reference) {
            let message = "Reference has characters that cannot be used";
            problems.push(Problem::new("reference", message));
        }
        match method {
            Some(method) if problems.is_empty() => Ok(Self {
                method,
                amount,
                currency,
                reference: reference.to_owned(),
            }),
            _ => Err(problems),
        }
    }

    /// For the audit log.
    #[must_use]
    pub fn details(&self) -> [(&'static str, Value); 4] {
        [
            ("method", json!(self.method.as_str())),
            ("amount", json!(self.amount.to_number(self.currency))),
            ("currency", json!(self.currency)),
            ("reference", json!(self.reference)),
        ]
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

/// `currency` is that of the booking where the typed one cannot be used.
fn read_amount(
    booking: &Booking,
    what: &str,
    typed: Typed<'_>,
    problems: &mut Vec<Problem>,
) -> (Money, Currency) {
    let own = booking.quote.currency;
    let currency = Currency::parse(typed.currency).ok();
    let currency = currency.filter(|it| [own, Currency::NPR].contains(it));
    if currency.is_none() {
        let or_npr = if own == Currency::NPR { "" } else { " or NPR" };
        let message = format!("{what} of this booking are in {own}{or_npr}");
        problems.push(Problem::new("currency", message));
    }
    let currency = currency.unwrap_or(own);
    let amount = match Money::from_number(typed.amount, currency) {
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
    (amount, currency)
}

fn no_rate(currency: Currency) -> String {
    format!(
        "No rate is locked for this booking, so it cannot be paid in NPR. Set a rate for it, or record the amount in {currency}."
    )
}

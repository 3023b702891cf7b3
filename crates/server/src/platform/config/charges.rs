//! The default charges and deposit of a new trek.

use domain::money::{Currency, Money, Percent};
use domain::schedule::{BalanceDue, Deposit, MAX_DAYS_BEFORE, PaymentTerms};
use domain::trek::Charges;

use super::read::{bad, number};
use crate::platform::settings::{BadSetting, Values};

pub(super) fn read(values: &Values, currency: Currency) -> Result<Charges, BadSetting> {
    Ok(Charges {
        gst: percent(values, "default_tax_percent")?,
        service_fee: percent(values, "default_service_fee_percent")?,
        insurance_per_person: amount(values, "default_insurance_per_person", currency)?,
        booking_fee: amount(values, "default_booking_fee", currency)?,
    })
}

/// The default deposit of a new trek; none if everything is due with the booking.
pub(super) fn terms(values: &Values) -> Result<Option<PaymentTerms>, BadSetting> {
    let deposit = percent(values, "default_deposit_percent")?;
    let days = number(values, "default_balance_days", 0, MAX_DAYS_BEFORE)?;
    Ok((deposit != Percent::ZERO).then_some(PaymentTerms {
        deposit: Deposit::Percent(deposit),
        balance: BalanceDue::DaysBefore(days),
    }))
}

fn percent(values: &Values, name: &'static str) -> Result<Percent, BadSetting> {
    let text = values.get(name).unwrap_or_default();
    Percent::parse(text).or_else(|_| bad(name, format!("'{text}' must be a number from 0 to 100")))
}

pub(super) fn amount(
    values: &Values,
    name: &'static str,
    currency: Currency,
) -> Result<Money, BadSetting> {
    let text = values.get(name).unwrap_or_default();
    match Money::parse_major(text, currency) {
        Ok(amount) if amount >= Money::from_minor(0) => Ok(amount),
        _ => bad(
            name,
            format!("'{text}' must be an amount of {} from 0", currency.code()),
        ),
    }
}

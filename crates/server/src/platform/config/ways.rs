//! Reads the settings of the ways to pay whose payments staff record (operations §3).

use chrono::TimeDelta;

use super::read::{bad, number, switch};
use crate::platform::settings::{BadSetting, Values, variable};

/// Transfers to the agency's bank account.
#[derive(Clone, Debug)]
pub struct BankTransfer {
    /// How long a booking waits for its transfer.
    pub wait: TimeDelta,
    pub account_name: String,
    /// Number or IBAN.
    pub account_number: String,
    /// With its branch.
    pub bank: String,
    pub swift: Option<String>,
    pub note: Option<String>,
}

/// Payments at the agency.
#[derive(Clone, Copy, Debug)]
pub struct PayOnArrival {
    /// How long a booking waits for its payment.
    pub wait: TimeDelta,
}

pub(super) fn bank_transfer(values: &Values) -> Result<Option<BankTransfer>, BadSetting> {
    let wait = hours(values, "pay_by_bank_hours", 2160)?;
    if !switch(values, "pay_by_bank")? {
        return Ok(None);
    }
    let optional = |name: &str| values.get(name).map(str::to_owned);
    Ok(Some(BankTransfer {
        wait,
        account_name: required(values, "bank_account_name")?,
        account_number: required(values, "bank_account_number")?,
        bank: required(values, "bank_name")?,
        swift: optional("bank_swift"),
        note: optional("bank_note"),
    }))
}

pub(super) fn pay_on_arrival(values: &Values) -> Result<Option<PayOnArrival>, BadSetting> {
    let wait = hours(values, "pay_on_arrival_hours", 8760)?;
    Ok(switch(values, "pay_on_arrival")?.then_some(PayOnArrival { wait }))
}

fn hours(values: &Values, name: &'static str, most: u32) -> Result<TimeDelta, BadSetting> {
    Ok(TimeDelta::hours(number(values, name, 1, most)?.into()))
}

/// Without its account a transfer cannot be made.
fn required(values: &Values, name: &'static str) -> Result<String, BadSetting> {
    match values.get(name) {
        Some(text) => Ok(text.to_owned()),
        None => bad(
            name,
            format!("is missing; {} needs it", variable("pay_by_bank")),
        ),
    }
}

//! What of a price is due when: a deposit with the booking and the balance later, or everything at once (operations §3).
//!
//! `web/src/features/booking/schedule.ts` mirrors [`schedule`] and [`usable_credit`]; both run `contract/schedule-cases.json`.

use chrono::{Days, NaiveDate};
use serde::{Deserialize, Serialize};

use crate::money::{Currency, Money, Percent};

/// The most days before the start on which a balance can be due.
pub const MAX_DAYS_BEFORE: u32 = 365;

/// The deposit of a trek, and when the rest is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentTerms {
    pub deposit: Deposit,
    pub balance: BalanceDue,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Deposit {
    /// Of the total.
    Percent(Percent),
    PerPerson(Money),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum BalanceDue {
    /// This many days before the start.
    DaysBefore(u32),
    OnArrival,
}

/// What the traveller wants to pay with the booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Pay {
    #[default]
    All,
    Deposit,
}

impl Pay {
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        match word {
            "all" => Some(Self::All),
            "deposit" => Some(Self::Deposit),
            _ => None,
        }
    }
}

/// A part of the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Installment {
    pub amount: Money,
    /// The last day on which it is paid in time. `None`: on arrival.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub due_on: Option<NaiveDate>,
}

/// A price that is to be divided.
#[derive(Debug, Clone, Copy)]
pub struct Priced {
    pub total: Money,
    pub currency: Currency,
    pub guests: u32,
    pub start_date: NaiveDate,
}

/// Divides a price into what is due `today`, with the booking, and the rest. The parts add up to the total.
///
/// Everything is due today without terms, if the traveller wants so, if the balance would have been due before today,
/// and if a part would be less than providers accept.
#[must_use]
pub fn schedule(
    priced: &Priced,
    terms: Option<&PaymentTerms>,
    pay: Pay,
    today: NaiveDate,
) -> Vec<Installment> {
    let part = |amount, due_on| Installment { amount, due_on };
    let all = vec![part(priced.total, Some(today))];
    let Some(terms) = terms.filter(|_| pay == Pay::Deposit) else {
        return all;
    };
    let due_on = match terms.balance {
        BalanceDue::OnArrival => None,
        BalanceDue::DaysBefore(days) => {
            let day = priced.start_date.checked_sub_days(Days::new(days.into()));
            match day {
                Some(day) if today <= day => Some(day),
                _ => return all,
            }
        }
    };
    let deposit = deposit(priced, terms.deposit);
    let balance = Money::from_minor(priced.total.minor() - deposit.minor());
    if balance < priced.currency.provider_minimum() {
        return all;
    }
    vec![part(deposit, Some(today)), part(balance, due_on)]
}

fn deposit(priced: &Priced, deposit: Deposit) -> Money {
    let wanted = match deposit {
        Deposit::Percent(percent) => percent.of(priced.total),
        // More than any total, which is then due at once.
        Deposit::PerPerson(amount) => amount.checked_mul(priced.guests).unwrap_or(Money::MAX),
    };
    chargeable(wanted, priced.currency).min(priced.total)
}

/// At least what providers accept, and never finer than they accept it.
fn chargeable(amount: Money, currency: Currency) -> Money {
    // Of dinars, Stripe accepts multiples of ten fils.
    let step = if currency.minor_digits() == 3 { 10 } else { 1 };
    amount.max(currency.provider_minimum()).up_to_step(step)
}

/// What a travel credit pays of a schedule, the first parts first. It leaves nothing of a part, or an amount that
/// providers accept.
#[must_use]
pub fn usable_credit(installments: &[Installment], credit: Money, currency: Currency) -> Money {
    let mut used = Money::ZERO;
    for part in installments {
        let end = used.plus(part.amount);
        if credit < end {
            return end.less(chargeable(end.less(credit), currency).min(part.amount));
        }
        used = end;
    }
    used
}

/// The first part that `received` does not cover.
#[must_use]
pub fn next_due(installments: &[Installment], received: Money) -> Option<&Installment> {
    let mut sum = 0;
    installments.iter().find(|part| {
        sum += part.amount.minor();
        sum > received.minor()
    })
}

/// Takes `less` off a schedule, from its last part on: the deposit that was agreed stays.
#[must_use]
pub fn lowered(installments: &[Installment], less: Money) -> Vec<Installment> {
    let mut left = less.minor();
    let mut parts: Vec<Installment> = installments.to_vec();
    for part in parts.iter_mut().rev() {
        let taken = part.amount.minor().min(left);
        part.amount = Money::from_minor(part.amount.minor() - taken);
        left -= taken;
    }
    parts.retain(|part| !part.amount.is_zero());
    parts
}

/// Adds `more` to a schedule: to its last part if that is not due yet, otherwise as a part of its own that is due on
/// `due_on`.
#[must_use]
pub fn raised(
    installments: &[Installment],
    more: Money,
    due_on: Option<NaiveDate>,
    today: NaiveDate,
) -> Vec<Installment> {
    let mut parts = installments.to_vec();
    let is_later = |part: &Installment| part.due_on.is_none_or(|day| today < day);
    match parts.last_mut().filter(|part| is_later(part)) {
        Some(last) => last.amount = last.amount.plus(more),
        None => parts.push(Installment {
            amount: more,
            due_on,
        }),
    }
    parts
}

/// When a balance is due under the terms of a trek: today without terms, or if the day has passed.
#[must_use]
pub fn balance_due_on(
    terms: Option<&PaymentTerms>,
    start_date: NaiveDate,
    today: NaiveDate,
) -> Option<NaiveDate> {
    match terms.map(|terms| terms.balance) {
        None => Some(today),
        Some(BalanceDue::OnArrival) => None,
        Some(BalanceDue::DaysBefore(days)) => {
            let day = start_date.checked_sub_days(Days::new(days.into()));
            Some(day.map_or(today, |day| day.max(today)))
        }
    }
}

/// The schedule after the start moved from one day to another: the balance is due as long before the start as it was
/// agreed, and not before `today`.
#[must_use]
pub fn moved(
    installments: &[Installment],
    (from, to): (NaiveDate, NaiveDate),
    today: NaiveDate,
) -> Vec<Installment> {
    let shift = to.signed_duration_since(from);
    let due = |(index, part): (usize, &Installment)| Installment {
        due_on: match (index, part.due_on) {
            (0, day) => day,
            (_, day) => day.map(|day| day.checked_add_signed(shift).unwrap_or(day).max(today)),
        },
        ..*part
    };
    installments.iter().enumerate().map(due).collect()
}

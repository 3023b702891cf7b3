//! The ways to pay that the agency offers, and how long a booking waits for each (operations §3).

use chrono::{DateTime, TimeDelta, Utc};
use domain::booking::Booking;
use domain::money::{Currency, Money};
use domain::problem::Problem;
use domain::way::Way;
use serde::Serialize;
use serde_json::Number;
use store::StoreResult;
use utoipa::ToSchema;

use super::wallet::Charge;
use crate::features::npr_rate::find_current_rate;
use crate::platform::adapters::payments::Wallet;
use crate::platform::app::App;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WayToPay {
    Card,
    Bank,
    Arrival,
    Esewa,
    Khalti,
}

impl From<Way> for WayToPay {
    fn from(way: Way) -> Self {
        match way {
            Way::Card => Self::Card,
            Way::Bank => Self::Bank,
            Way::Arrival => Self::Arrival,
            Way::Esewa => Self::Esewa,
            Way::Khalti => Self::Khalti,
        }
    }
}

/// A way to pay that the traveller can choose.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OfferedWay {
    pub way: WayToPay,
    /// For how many hours a booking waits for a payment that staff record.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub hours: Option<i64>,
    /// The currency in which a wallet charges, at the rate of the booking.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub currency: Option<String>,
    /// The smallest payment in that currency.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<f64>)]
    pub min: Option<Number>,
}

/// Where the money of a bank transfer goes.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BankDetails {
    pub account_name: String,
    /// Number or IBAN.
    pub account_number: String,
    pub bank: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub swift: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub note: Option<String>,
    /// What the payer states, so that the agency finds the booking: its reference.
    pub reference: String,
}

/// The way to pay of a new booking.
#[derive(Debug, Clone, Copy)]
pub struct Choice {
    pub way: Way,
    /// False if the traveller chooses later.
    pub is_made: bool,
}

/// The ways to pay, in the order in which the checkout shows them.
async fn list(app: &App) -> StoreResult<Vec<Way>> {
    let wallets = match app.payments.wallets() {
        wallets if wallets.is_empty() || can_charge_rupees(app).await? => wallets,
        _ => Vec::new(),
    };
    let is_on = |way: &Way| match way {
        Way::Card => app.payments.takes_cards(),
        Way::Bank => app.config.bank_transfer.is_some(),
        Way::Arrival => app.config.pay_on_arrival.is_some(),
        Way::Esewa => wallets.contains(&Wallet::Esewa),
        Way::Khalti => wallets.contains(&Wallet::Khalti),
    };
    let shown = [Way::Card, Way::Esewa, Way::Khalti, Way::Bank, Way::Arrival];
    Ok(shown.into_iter().filter(is_on).collect())
}

/// The ways to pay what is left of a confirmed booking, in the order in which its page shows them. Wallets take only the
/// payment that confirms a booking.
#[must_use]
pub fn list_for_balance(app: &App) -> Vec<Way> {
    let is_on = |way: &Way| match way {
        Way::Card => app.payments.takes_cards(),
        Way::Bank => app.config.bank_transfer.is_some(),
        Way::Arrival => app.config.pay_on_arrival.is_some(),
        Way::Esewa | Way::Khalti => false,
    };
    let shown = [Way::Card, Way::Bank, Way::Arrival];
    shown.into_iter().filter(is_on).collect()
}

/// Wallets charge rupees: prices in another currency need a rate, which a booking locks.
async fn can_charge_rupees(app: &App) -> StoreResult<bool> {
    Ok(app.config.currency == Currency::NPR || find_current_rate(app).await?.is_some())
}

pub(crate) async fn offered(app: &App) -> StoreResult<Vec<OfferedWay>> {
    let ways = list(app).await?.into_iter();
    let shown = |way: Way| {
        let wallet = wallet_of(way);
        OfferedWay {
            way: way.into(),
            hours: wait(app, way).map(|wait| wait.num_hours()),
            currency: wallet.map(|_| Currency::NPR.code().to_owned()),
            min: wallet
                .map(Wallet::min_amount)
                .filter(|min| *min > Money::from_minor(1))
                .map(|min| min.to_number(Currency::NPR)),
        }
    };
    Ok(ways.map(shown).collect())
}

#[must_use]
pub fn wallet_of(way: Way) -> Option<Wallet> {
    match way {
        Way::Esewa => Some(Wallet::Esewa),
        Way::Khalti => Some(Wallet::Khalti),
        Way::Card | Way::Bank | Way::Arrival => None,
    }
}

/// What confirms a booking, in the rupees of the wallet with which it is to be paid. `None` for another way to pay, and
/// for a wallet that was switched off.
pub fn wallet_charge(
    app: &App,
    booking: &Booking,
    way: Way,
) -> Result<Option<(Wallet, Charge)>, Problem> {
    let wallet = wallet_of(way).filter(|wallet| app.payments.wallets().contains(wallet));
    let Some(wallet) = wallet else {
        return Ok(None);
    };
    let name = wallet.name();
    let Some(charge) = Charge::of(booking) else {
        let message = format!("{name} cannot be used: this booking has no rate to NPR");
        return Err(refused(&message));
    };
    if charge.amount < wallet.min_amount() {
        let min = wallet.min_amount().to_number(charge.currency);
        return Err(refused(&format!("{name} takes NPR {min} or more")));
    }
    Ok(Some((wallet, charge)))
}

/// The way that a request names; without one card, or the only way that is offered.
pub(crate) async fn choose(
    app: &App,
    asked: Option<Way>,
    is_later: bool,
) -> StoreResult<Result<Choice, Problem>> {
    Ok(choose_of(&list(app).await?, asked, is_later))
}

fn choose_of(offered: &[Way], asked: Option<Way>, is_later: bool) -> Result<Choice, Problem> {
    let is_made = asked.is_some() || !is_later;
    let way = match (asked, offered) {
        (Some(way), offered) if offered.contains(&way) => way,
        (Some(_), _) => return Err(refused("This way to pay is not offered")),
        (None, offered) if offered.contains(&Way::Card) => Way::Card,
        (None, [only]) => *only,
        (None, [first, ..]) if is_later => *first,
        (None, _) => return Err(refused("Choose how to pay")),
    };
    Ok(Choice { way, is_made })
}

fn refused(message: &str) -> Problem {
    Problem::new("payWith", message)
}

/// How long a booking waits for a payment that staff record. `None` for a payment through a provider.
fn wait(app: &App, way: Way) -> Option<TimeDelta> {
    match way {
        Way::Bank => app.config.bank_transfer.as_ref().map(|bank| bank.wait),
        Way::Arrival => app.config.pay_on_arrival.map(|arrival| arrival.wait),
        Way::Card | Way::Esewa | Way::Khalti => None,
    }
}

/// Until when a booking with this way to pay waits, counted from its creation. Nothing waits longer than its first
/// day.
#[must_use]
pub fn pay_by(app: &App, way: Way, booking: &Booking) -> Option<DateTime<Utc>> {
    Some(wait_end(app, wait(app, way)?, booking))
}

/// Until when a booking that staff made for a caller waits for the card payment by its link.
#[must_use]
pub fn pay_by_link(app: &App, booking: &Booking) -> DateTime<Utc> {
    wait_end(app, app.config.unpaid_for, booking)
}

fn wait_end(app: &App, wait: TimeDelta, booking: &Booking) -> DateTime<Utc> {
    let end = booking.created_at + wait;
    let next_day = booking.start_date.succ_opt();
    let midnight = next_day.and_then(|day| day.and_hms_opt(0, 0, 0));
    let first_day_ends =
        midnight.and_then(|time| time.and_local_timezone(app.config.timezone).earliest());
    first_day_ends.map_or(end, |day_end| end.min(day_end.to_utc()))
}

/// The bank account for an unpaid booking that is paid by transfer.
#[must_use]
pub fn bank_details(app: &App, booking: &Booking) -> Option<BankDetails> {
    let is_by_transfer = booking.payment.way == Way::Bank && booking.is_payable();
    is_by_transfer.then(|| bank_account(app, booking)).flatten()
}

/// The bank account of the agency, with the reference that the payer states.
#[must_use]
pub fn bank_account(app: &App, booking: &Booking) -> Option<BankDetails> {
    let bank = app.config.bank_transfer.as_ref()?;
    Some(BankDetails {
        account_name: bank.account_name.clone(),
        account_number: bank.account_number.clone(),
        bank: bank.bank.clone(),
        swift: bank.swift.clone(),
        note: bank.note.clone(),
        reference: booking.reference.clone(),
    })
}

//! The part of `chautari ledger check` that asks the wallets. A wallet has no list of its payments, so that each line is
//! asked about by itself.

use std::collections::{HashMap, HashSet};

use domain::booking::Booking;
use domain::money::{Currency, Money};
use store::ledger::{Kind, Line};
use store::refunds::{Refund, State};
use store::{StoreError, Tx, wallet_payments};
use uuid::Uuid;

use crate::features::booking::payment::wallet::worth;
use crate::platform::adapters::payments::{Intent, IntentStatus, PaymentError, Wallet};
use crate::platform::app::App;

/// The payments that wallets took according to the ledger, and what was refunded of each booking.
#[derive(Default)]
pub struct WalletLines {
    captures: Vec<Line>,
    refunded: HashMap<Uuid, i64>,
}

impl WalletLines {
    /// Whether the line is about a payment at a wallet, so that the card provider does not know it.
    pub fn add(&mut self, line: &Line) -> bool {
        if line.kind == Kind::Refund {
            *self.refunded.entry(line.booking_id).or_default() += line.amount.minor();
        }
        let is_at_wallet = Wallet::of(&line.reference).is_some();
        if is_at_wallet {
            self.captures.push(line.clone());
        }
        is_at_wallet
    }

    /// Reads what the wallets were asked for. Afterwards the snapshot is not needed any more.
    pub(crate) async fn read_asked(self, tx: &Tx) -> Result<AskedAtWallets, StoreError> {
        let mut asked = Vec::new();
        for line in self.captures {
            let payment = wallet_payments::find_by_intent(tx, &line.reference).await?;
            asked.push((line, payment));
        }
        let recorded: HashSet<&str> = asked.iter().map(|it| it.0.reference.as_str()).collect();
        let open = wallet_payments::list_open(tx).await?;
        let unsettled = open
            .into_iter()
            .filter_map(|payment| payment.intent_id)
            .filter(|id| !recorded.contains(id.as_str()))
            .collect();
        Ok(AskedAtWallets {
            asked,
            unsettled,
            refunded: self.refunded,
        })
    }
}

pub struct AskedAtWallets {
    asked: Vec<(Line, Option<wallet_payments::WalletPayment>)>,
    /// Payments that were not paid yet, as far as we know.
    unsettled: Vec<String>,
    refunded: HashMap<Uuid, i64>,
}

pub struct Compared {
    pub differences: Vec<String>,
    /// What the wallets took, in the currency of each booking.
    pub taken: Vec<(Money, Currency)>,
}

impl AskedAtWallets {
    /// Asks about each payment, and describes every difference.
    pub(crate) async fn compare(self, app: &App) -> Result<Compared, PaymentError> {
        let (mut differences, mut taken) = (Vec::new(), Vec::new());
        for (line, payment) in &self.asked {
            let what = format!("capture {} of booking {}", line.reference, line.booking_id);
            let ours = amount(line.amount, line.currency);
            let found = match app.payments.retrieve(&line.reference).await {
                Err(PaymentError::Unknown(_)) => {
                    let text = format!("{what}: {ours} in the ledger, unknown to the wallet");
                    differences.push(text);
                    continue;
                }
                found => found?,
            };
            let theirs = match payment {
                Some(payment) => (worth(payment, found.amount), payment.booking_currency),
                None => (found.amount, found.currency),
            };
            taken.push(theirs);
            if !self.is_paid(line, &found) {
                let text = format!("{what}: {ours} in the ledger, not paid at the wallet");
                differences.push(text);
            } else if theirs != (line.amount, line.currency) {
                let theirs = amount(found.amount, found.currency);
                let text = format!("{what}: {ours} in the ledger, {theirs} at the wallet");
                differences.push(text);
            }
        }
        for id in &self.unsettled {
            let found = app.payments.retrieve(id).await;
            if let Ok(found) = found
                && found.status == IntentStatus::Succeeded
            {
                let theirs = amount(found.amount, found.currency);
                differences.push(format!(
                    "capture {id}: {theirs} at the wallet, not in the ledger"
                ));
            }
        }
        Ok(Compared { differences, taken })
    }

    /// A wallet reports a payment that staff refunded in its merchant account as refunded and not as paid.
    fn is_paid(&self, line: &Line, found: &Intent) -> bool {
        let refunded = self.refunded.get(&line.booking_id).copied();
        found.status == IntentStatus::Succeeded
            || (found.status == IntentStatus::Canceled
                && Money::from_minor(refunded.unwrap_or_default()) >= line.amount)
    }
}

/// What a wallet took for a booking that did not wait for it, until staff pay it out. It does not count as paid.
pub(super) fn owed_besides(booking: &Booking, refunds: &[Refund]) -> i64 {
    let is_besides = |refund: &&Refund| {
        refund.booking_id == booking.id
            && refund.state == State::Owed
            && !store::bookings::counts_as_price(booking, refund)
    };
    let owed = refunds.iter().filter(is_besides);
    owed.map(|refund| refund.amount.minor()).sum()
}

pub(super) fn amount(money: Money, currency: Currency) -> String {
    format!("{} {currency}", money.to_major_string(currency))
}

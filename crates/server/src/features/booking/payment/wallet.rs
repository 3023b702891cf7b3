//! Payments of bookings at a wallet (operations §3): what a wallet is asked for, and what it says, in the currency of the
//! booking, so that settling knows one kind of payment.
//!
//! A booking may have several open payments at wallets, because no wallet closes one on request: the first that is paid
//! confirms it, and money of the others is refunded by hand.

use domain::booking::Booking;
use domain::money::{Currency, Money};
use domain::way::Way;
use store::payments::{Method, Payment};
use store::wallet_payments::{self, State, WalletPayment};
use store::{StoreError, Tx, bookings};

use super::order::end_after_commit;
use crate::platform::adapters::payments::{Intent, IntentStatus, PaymentError, Wallet};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

/// What a wallet is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Charge {
    pub amount: Money,
    pub currency: Currency,
    /// Units of `currency` for one unit of the booking's currency, if they differ.
    pub rate: Option<String>,
    /// What it pays, in the currency of the booking.
    pub booking_amount: Money,
}

impl Charge {
    /// The amount that confirms a booking, at its locked rate. `None`: it has no rate.
    #[must_use]
    pub fn of(booking: &Booking) -> Option<Self> {
        let (due, npr) = (booking.amount_to_confirm(), Currency::NPR);
        let (amount, rate) = match booking.rate {
            _ if booking.quote.currency == npr => (due, None),
            rate => {
                let rate = rate?;
                let rupees = rate.to_rupees(due, booking.quote.currency);
                (rupees, Some(rate.value.to_string()))
            }
        };
        Some(Self {
            amount,
            currency: npr,
            rate,
            booking_amount: due,
        })
    }
}

pub(super) fn way_of(wallet: Wallet) -> Way {
    match wallet {
        Wallet::Esewa => Way::Esewa,
        Wallet::Khalti => Way::Khalti,
    }
}

/// Makes a payment that was made the current one of its booking, in the transaction that confirms it.
pub(crate) async fn make_current(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    intent_id: &str,
) -> Result<(), StoreError> {
    let Some(wallet) = Wallet::of(intent_id) else {
        return Ok(());
    };
    let (replaced, paid) = (
        booking.payment.intent_id.clone(),
        (intent_id, way_of(wallet)),
    );
    let is_new = bookings::replace_intent(tx, booking.id, paid, app.clock.now()).await?;
    let replaced = replaced.filter(|replaced| is_new && replaced != intent_id);
    end_card_payment(app, tx, booking, replaced).await
}

/// Has a payment by card cancelled that `tx` replaced with one at a wallet. Another payment at a wallet stays open, because
/// no wallet closes one.
pub(super) async fn end_card_payment(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    replaced: Option<String>,
) -> Result<(), StoreError> {
    let by_card = replaced.filter(|intent_id| Wallet::of(intent_id).is_none());
    end_after_commit(app, tx, booking.id, by_card).await
}

/// The ids of the payments to ask about: the current one, and every other that was opened at a wallet.
pub(crate) async fn list_intent_ids(
    app: &App,
    booking: &Booking,
) -> Result<Vec<String>, StoreError> {
    let mut ids: Vec<String> = booking.payment.intent_id.iter().cloned().collect();
    for payment in wallet_payments::list_for_booking(&app.db, booking.id).await? {
        let open = payment.intent_id.filter(|_| payment.state == State::Open);
        ids.extend(open.filter(|id| booking.payment.intent_id.as_ref() != Some(id)));
    }
    Ok(ids)
}

/// A payment in the currency of its booking. What a wallet took is worth what was stored when it was opened.
pub(crate) async fn in_booking_currency(app: &App, intent: Intent) -> Result<Intent, StoreError> {
    if Wallet::of(&intent.id).is_none() {
        return Ok(intent);
    }
    let Some(payment) = wallet_payments::find_by_intent(&app.db, &intent.id).await? else {
        return Ok(intent);
    };
    if let (Some(reference), None) = (&intent.reference, &payment.reference) {
        let now = app.clock.now();
        wallet_payments::note_reference(&app.db, &intent.id, reference, now).await?;
    }
    Ok(Intent {
        amount: worth(&payment, intent.amount),
        currency: payment.booking_currency,
        ..intent
    })
}

/// What an amount at the wallet is worth in the currency of the booking. Another amount than was asked for is never
/// worth the same.
#[must_use]
pub fn worth(payment: &WalletPayment, amount: Money) -> Money {
    let (asked, taken) = (payment.amount.minor(), amount.minor());
    let product = i128::from(taken) * i128::from(payment.booking_amount.minor());
    let divisor = i128::from(asked.max(1));
    let whole = product / divisor;
    let rest = i128::from(taken > asked && product % divisor > 0);
    Money::from_minor(i64::try_from(whole + rest).unwrap_or(i64::MAX))
}

/// Whether the wallet has ended the payment of a booking that can still be paid another way.
pub fn is_over(booking: &Booking, intent: &Intent) -> bool {
    intent.status == IntentStatus::Canceled
        && Wallet::of(&intent.id).is_some()
        && booking.payment.by_hand.is_none()
        && booking.payment.cancel_requested_at.is_none()
}

/// Ends a payment that can no longer be made, so that its booking can be paid again, also another way.
pub(crate) async fn end_unpaid(
    app: &App,
    booking: &Booking,
    intent_id: &str,
) -> Result<(), StoreError> {
    let now = app.clock.now();
    let name = Wallet::of(intent_id).map_or("the wallet", Wallet::name);
    let message = format!("The payment at {name} was not completed. Nothing was charged.");
    app.in_transaction("end_wallet_payment", async |tx| -> Result<(), StoreError> {
        bookings::drop_intent(&tx, booking.id, intent_id, &message, now).await?;
        wallet_payments::end(&tx, intent_id, State::Ended, now).await?;
        Ok(())
    })
    .await?;
    kill_point("wallet-payment-ended");
    Ok(())
}

/// Notes that a payment is settled, so that the wallet is not asked again. A crash before it only repeats the question.
pub(crate) async fn mark_paid(app: &App, intent: &Intent) -> Result<(), StoreError> {
    if intent.status == IntentStatus::Succeeded && Wallet::of(&intent.id).is_some() {
        wallet_payments::end(&app.db, &intent.id, State::Paid, app.clock.now()).await?;
    }
    Ok(())
}

/// The payment of a line of the ledger, with what the wallet took if it came through one.
pub(crate) async fn describe(tx: &Tx, payment: Payment) -> Result<Payment, StoreError> {
    let Some(wallet) = Wallet::of(&payment.reference) else {
        return Ok(payment);
    };
    let Some(at_wallet) = wallet_payments::find_by_intent(tx, &payment.reference).await? else {
        return Ok(payment);
    };
    Ok(Payment {
        method: Method::Other,
        amount: at_wallet.amount,
        currency: at_wallet.currency,
        rate: at_wallet.rate,
        reference: match at_wallet.reference {
            Some(reference) => format!("{} · {reference}", wallet.name()),
            None => wallet.name().to_owned(),
        },
        ..payment
    })
}

/// Whether the provider has no call for refunds: the refund is owed, and staff make it in the merchant account.
pub fn is_refunded_by_hand(intent_id: Option<&String>, error: &PaymentError) -> bool {
    let wallet = intent_id.and_then(|id| Wallet::of(id));
    wallet.is_some() && matches!(error, PaymentError::Refused(_))
}

//! Payments of bookings at a wallet (operations §3): opens them, and translates what the wallet says into the currency
//! of the booking, so that settling knows one kind of payment.
//!
//! A booking may have several open payments at wallets, because no wallet closes one on request: the first that is paid
//! confirms it, and money of the others is refunded by hand.

use domain::booking::Booking;
use domain::money::{Currency, Money};
use domain::way::Way;
use store::jobs::{self, Job};
use store::payments::{Method, Payment};
use store::wallet_payments::{self, State, WalletPayment};
use store::{Connection, StoreError, Tx, bookings};

use super::order::first_payment;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::adapters::payments::{
    Intent, IntentStatus, PaymentError, PaymentOrder, Redirect, Wallet,
};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

pub const NOT_PAYABLE: &str = "This booking cannot be paid any more.";

/// An open payment and the page of the wallet to which its payer is sent.
pub struct OpenPayment {
    pub intent_id: String,
    pub page: Redirect,
}

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

/// Opens the payment that confirms a booking, or returns the open one with the page to which the payer was sent before.
pub async fn open(
    app: &App,
    booking: &Booking,
    wallet: Wallet,
    charge: &Charge,
) -> ApiResult<OpenPayment> {
    if let Some(open) = find_open(&app.db, booking, wallet, charge).await? {
        return Ok(open);
    }
    let begun = begin(app, booking, wallet, charge).await?;
    kill_point("wallet-payment-begun");
    let order = PaymentOrder {
        number: begun.number,
        amount: charge.amount,
        currency: charge.currency,
        ..first_payment(app, booking)
    };
    let intent = app.payments.open_wallet(wallet, &order).await?;
    kill_point("wallet-payment-opened");
    let opened = store_opened(app, booking, wallet, charge, (&begun, intent)).await?;
    kill_point("wallet-payment-stored");
    Ok(opened)
}

/// The current payment of a booking, if it is at this wallet and of this amount.
async fn find_open(
    db: &impl Connection,
    booking: &Booking,
    wallet: Wallet,
    charge: &Charge,
) -> ApiResult<Option<OpenPayment>> {
    let Some(intent_id) = &booking.payment.intent_id else {
        return Ok(None);
    };
    let found = wallet_payments::find_by_intent(db, intent_id).await?;
    let found = found.filter(|it| {
        let asked = (it.amount, it.booking_amount);
        it.state == State::Open
            && it.wallet == wallet.as_str()
            && asked == (charge.amount, charge.booking_amount)
    });
    let Some(page) = found.and_then(|it| it.page) else {
        return Ok(None);
    };
    let page = serde_json::from_str(&page).map_err(ApiError::internal)?;
    Ok(Some(OpenPayment {
        intent_id: intent_id.clone(),
        page,
    }))
}

/// Stores the attempt, with a number of its own, before the wallet is asked.
async fn begin(
    app: &App,
    booking: &Booking,
    wallet: Wallet,
    charge: &Charge,
) -> ApiResult<WalletPayment> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    // The lock keeps the numbers of concurrent attempts apart.
    bookings::find_for_update(&tx, booking.id).await?;
    let attempt = WalletPayment {
        id: app.clock.new_id(),
        booking_id: booking.id,
        number: wallet_payments::next_number(&tx, booking.id).await?,
        wallet: wallet.as_str().to_owned(),
        amount: charge.amount,
        currency: charge.currency,
        rate: charge.rate.clone(),
        booking_amount: charge.booking_amount,
        booking_currency: booking.quote.currency,
        intent_id: None,
        page: None,
        reference: None,
        state: State::Opening,
        created_at: now,
    };
    wallet_payments::insert(&tx, &attempt).await?;
    tx.commit().await?;
    Ok(attempt)
}

/// Makes a payment that the wallet opened the current one of its booking.
async fn store_opened(
    app: &App,
    booking: &Booking,
    wallet: Wallet,
    charge: &Charge,
    (begun, intent): (&WalletPayment, Intent),
) -> ApiResult<OpenPayment> {
    let now = app.clock.now();
    let page = intent
        .next_action
        .ok_or_else(|| ApiError::internal("a wallet opened a payment without a page"))?;
    let tx = app.db.begin().await?;
    let locked = bookings::find_for_update(&tx, booking.id).await?;
    let locked = locked
        .filter(|it| it.is_payable() && it.amount_to_confirm() == charge.booking_amount)
        .ok_or_else(|| ApiError::conflict(NOT_PAYABLE))?;
    // A concurrent request was first. No payer sees the payment of this one.
    if let Some(open) = find_open(&tx, &locked, wallet, charge).await? {
        return Ok(open);
    }
    let text = serde_json::to_string(&page).map_err(ApiError::internal)?;
    wallet_payments::open(&tx, begun.id, (&intent.id, &text), now).await?;
    bookings::replace_intent(&tx, booking.id, (&intent.id, way_of(wallet)), now).await?;
    if let Some(replaced) = locked.payment.intent_id {
        end_card_payment(app, &tx, booking, replaced).await?;
    }
    tx.commit().await?;
    app.wake_worker();
    Ok(OpenPayment {
        intent_id: intent.id,
        page,
    })
}

fn way_of(wallet: Wallet) -> Way {
    match wallet {
        Wallet::Esewa => Way::Esewa,
        Wallet::Khalti => Way::Khalti,
    }
}

/// Makes a payment that was made the current one of its booking, in the transaction that confirms it.
pub async fn make_current(
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
    match replaced.filter(|replaced| is_new && replaced != intent_id) {
        Some(replaced) => end_card_payment(app, tx, booking, replaced).await,
        None => Ok(()),
    }
}

/// Has a payment by card cancelled that `tx` replaced with one at a wallet.
async fn end_card_payment(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    intent_id: String,
) -> Result<(), StoreError> {
    if Wallet::of(&intent_id).is_some() {
        return Ok(());
    }
    let end = Job::EndPaymentIntent {
        booking_id: booking.id,
        intent_id,
    };
    jobs::add(tx, app.clock.new_id(), &end, app.clock.now()).await
}

/// The ids of the payments to ask about: the current one, and every other that was opened at a wallet.
pub async fn list_intent_ids(app: &App, booking: &Booking) -> Result<Vec<String>, StoreError> {
    let mut ids: Vec<String> = booking.payment.intent_id.iter().cloned().collect();
    for payment in wallet_payments::list_for_booking(&app.db, booking.id).await? {
        let open = payment.intent_id.filter(|_| payment.state == State::Open);
        ids.extend(open.filter(|id| booking.payment.intent_id.as_ref() != Some(id)));
    }
    Ok(ids)
}

/// A payment in the currency of its booking. What a wallet took is worth what was stored when it was opened.
pub async fn in_booking_currency(app: &App, intent: Intent) -> Result<Intent, StoreError> {
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
pub async fn end_unpaid(app: &App, booking: &Booking, intent_id: &str) -> Result<(), StoreError> {
    let now = app.clock.now();
    let name = Wallet::of(intent_id).map_or("the wallet", Wallet::name);
    let message = format!("The payment at {name} was not completed. Nothing was charged.");
    let tx = app.db.begin().await?;
    bookings::drop_intent(&tx, booking.id, intent_id, &message, now).await?;
    wallet_payments::end(&tx, intent_id, State::Ended, now).await?;
    tx.commit().await?;
    kill_point("wallet-payment-ended");
    Ok(())
}

/// Notes that a payment is settled, so that the wallet is not asked again. A crash before it only repeats the question.
pub async fn mark_paid(app: &App, intent: &Intent) -> Result<(), StoreError> {
    if intent.status == IntentStatus::Succeeded && Wallet::of(&intent.id).is_some() {
        wallet_payments::end(&app.db, &intent.id, State::Paid, app.clock.now()).await?;
    }
    Ok(())
}

/// The payment of a line of the ledger, with what the wallet took if it came through one.
pub async fn describe(tx: &Tx, payment: Payment) -> Result<Payment, StoreError> {
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

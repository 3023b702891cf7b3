//! Opens the payment of a booking at a wallet (operations §3). The attempt is stored before the wallet is asked.

use domain::booking::Booking;
use store::wallet_payments::{self, State, WalletPayment};
use store::{Connection, bookings};

use super::order::first_payment;
use super::wallet::{Charge, end_card_payment, way_of};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::adapters::payments::{Intent, PaymentOrder, Redirect, Wallet};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

pub const NOT_PAYABLE: &str = "This booking cannot be paid any more.";

/// An open payment and the page of the wallet to which its payer is sent.
pub struct OpenPayment {
    pub intent_id: String,
    pub page: Redirect,
}

/// Opens the payment that confirms a booking, or returns the open one with the page to which the payer was sent before.
pub(crate) async fn open(
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
    app.in_transaction("begin_wallet_payment", async |tx| -> ApiResult<_> {
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
        Ok(attempt)
    })
    .await
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
    let (opened, is_new) = app
        .in_transaction("open_wallet_payment", async |tx| -> ApiResult<_> {
            let locked = bookings::find_for_update(&tx, booking.id).await?;
            let locked = locked
                .filter(|it| it.is_payable() && it.amount_to_confirm() == charge.booking_amount)
                .ok_or_else(|| ApiError::conflict(NOT_PAYABLE))?;
            // A concurrent request was first. No payer sees the payment of this one.
            if let Some(open) = find_open(&tx, &locked, wallet, charge).await? {
                return Ok((open, false));
            }
            let text = serde_json::to_string(&page).map_err(ApiError::internal)?;
            wallet_payments::open(&tx, begun.id, (&intent.id, &text), now).await?;
            bookings::replace_intent(&tx, booking.id, (&intent.id, way_of(wallet)), now).await?;
            end_card_payment(app, &tx, booking, locked.payment.intent_id).await?;
            let opened = OpenPayment {
                intent_id: intent.id.clone(),
                page: page.clone(),
            };
            Ok((opened, true))
        })
        .await?;
    if is_new {
        app.wake_worker();
    }
    Ok(opened)
}

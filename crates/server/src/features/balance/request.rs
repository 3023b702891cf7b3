//! Opens the payment of a balance at the provider. A retry returns the open one; one of another amount is ended first.

use domain::booking::Booking;
use domain::money::Money;
use store::bookings;
use store::payment_requests::{self, PaymentRequest, State};

use super::link::{balance_url, is_open};
use super::settle::{close_balance, settle_balance};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::adapters::payments::{Intent, PaymentError, PaymentOrder};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

pub const ENDED: &str = "This booking takes no payments any more.";
pub const NOTHING_LEFT: &str = "This booking is paid in full.";
const NO_CARDS: &str = "We do not take cards.";
const NOT_CONFIRMED: &str = "This booking is not confirmed yet.";
const UNDER_WAY: &str = "A payment is under way. Please try again in a minute.";
const NOT_CHARGEABLE: &str = "This amount cannot be paid by card. Please contact us.";
/// Each try fails only if another request changed the payment in between.
const MAX_TRIES: usize = 3;

/// Returns the open payment of what is left of the price, as the booking stands after what was paid until now.
pub(crate) async fn open_balance(app: &App, mut booking: Booking) -> ApiResult<(Booking, Intent)> {
    for _ in 0..MAX_TRIES {
        // It may have been paid in another tab.
        booking = settle_balance(app, booking).await?;
        check(app, &booking)?;
        let amount = chargeable(app, &booking);
        if amount.is_zero() {
            return Err(ApiError::conflict(NOT_CHARGEABLE));
        }
        let Some(request) = find_or_store(app, &booking, amount).await? else {
            booking = bookings::reread(&app.db, booking).await?;
            continue;
        };
        if request.amount != amount {
            booking = close_balance(app, booking).await?;
            if payment_requests::find_open(&app.db, booking.id).await? == Some(request) {
                return Err(ApiError::conflict(UNDER_WAY));
            }
            continue;
        }
        if let Some(intent) = open(app, &booking, &request).await? {
            return Ok((booking, intent));
        }
    }
    Err(ApiError::conflict(UNDER_WAY))
}

fn check(app: &App, booking: &Booking) -> ApiResult<()> {
    if !app.payments.takes_cards() {
        return Err(ApiError::conflict(NO_CARDS));
    }
    if booking.is_payable() {
        return Err(ApiError::conflict(NOT_CONFIRMED));
    }
    if !is_open(app, booking) {
        return Err(ApiError::conflict(ENDED));
    }
    if booking.balance().is_zero() {
        return Err(ApiError::conflict(NOTHING_LEFT));
    }
    Ok(())
}

/// The balance, in steps that the provider moves.
fn chargeable(app: &App, booking: &Booking) -> Money {
    let balance = booking.balance();
    let step = app.payments.step(booking.quote.currency);
    match balance.up_to_step(step) {
        whole if whole == balance => balance,
        above => Money::from_minor((above.minor() - step).max(0)),
    }
}

/// The open payment of the booking, or a new one of this amount. `None`: the balance is below it meanwhile.
async fn find_or_store(
    app: &App,
    booking: &Booking,
    amount: Money,
) -> ApiResult<Option<PaymentRequest>> {
    let now = app.clock.now();
    app.in_transaction("store_payment_request", async |tx| -> ApiResult<_> {
        // The lock makes concurrent calls run one after the other.
        let locked = bookings::find_for_update(&tx, booking.id).await?;
        let Some(locked) = locked.filter(|it| is_open(app, it) && amount <= it.balance()) else {
            return Ok(None);
        };
        if let Some(open) = payment_requests::find_open(&tx, locked.id).await? {
            return Ok(Some(open));
        }
        let last = payment_requests::last_number(&tx, locked.id).await?;
        let request = PaymentRequest {
            id: app.clock.new_id(),
            booking_id: locked.id,
            number: last.max(locked.payment.intent_number) + 1,
            amount,
            currency: locked.quote.currency,
            intent_id: None,
            state: State::Open,
            created_at: now,
        };
        payment_requests::insert(&tx, &request).await?;
        Ok(Some(request))
    })
    .await
}

/// Opens a stored payment at the provider, or returns the open one. `None`: it has ended meanwhile.
async fn open(app: &App, booking: &Booking, request: &PaymentRequest) -> ApiResult<Option<Intent>> {
    // The provider forgets idempotency keys after a day. Opening by key again would create a second payment.
    if let Some(intent_id) = &request.intent_id {
        return Ok(Some(app.payments.retrieve(intent_id).await?));
    }
    let intent = match app.payments.open(&order(app, booking, request)).await {
        Err(PaymentError::Refused(reason)) => {
            payment_requests::end_unopened(&app.db, request.id, app.clock.now()).await?;
            tracing::warn!(booking = %booking.id, reason, "the provider does not take the payment of a balance");
            return Err(ApiError::conflict(NOT_CHARGEABLE));
        }
        opened => opened?,
    };
    kill_point("balance-opened");
    let now = app.clock.now();
    if payment_requests::set_intent(&app.db, request.id, &intent.id, now).await? {
        kill_point("balance-noted");
        return Ok(Some(intent));
    }
    // The request was ended while the payment was opened: it must not be paid.
    app.payments.cancel(&intent.id).await?;
    Ok(None)
}

fn order(app: &App, booking: &Booking, request: &PaymentRequest) -> PaymentOrder {
    PaymentOrder {
        booking_id: booking.id,
        number: request.number,
        amount: request.amount,
        currency: request.currency,
        description: format!("{} {}", booking.trek.name, booking.reference),
        customer_name: booking.customer.name.clone(),
        customer_email: booking.customer.email.clone(),
        return_url: balance_url(app, booking),
    }
}

//! Opens the payment that confirms a booking, in the way that the traveller chose (decisions §5; operations §3).

use domain::booking::Booking;
use domain::way::Way;

use super::order::first_payment;
use super::wallet::Charge;
use super::{open_wallet, ways};
use crate::features::booking::read::{reread, shown};
use crate::features::booking::request::INVALID;
use crate::features::booking::wire::PriceBreakdown;
use crate::features::booking::wire_response::{BookingOpened, BookingOpenedAnswer};
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::response::Success;
use crate::platform::adapters::payments::{Intent, Wallet};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const CHANGED: &str = "This booking has changed. Please try again.";

/// What a wallet is asked for, if the booking is to be paid at one. 400 if it cannot be.
pub fn wallet_charge(
    app: &App,
    booking: &Booking,
    way: Way,
) -> ApiResult<Option<(Wallet, Charge)>> {
    ways::wallet_charge(app, booking, way)
        .map_err(|problem| ApiError::invalid(INVALID, vec![problem]))
}

/// Opens the payment at the provider, or returns the open one. The booking is already stored: if the process dies
/// here, the same request or the payment-intent call continues.
pub async fn open_payment(
    app: &App,
    me: &SignedIn,
    mut booking: Booking,
) -> ApiResult<BookingOpenedAnswer> {
    if !booking.is_payable() && booking.payment.intent_id.is_none() {
        return opened(app, me, booking, None).await;
    }
    if let Some((wallet, charge)) = wallet_charge(app, &booking, booking.payment.way)? {
        let payment = open_wallet::open(app, &booking, wallet, &charge).await?;
        let mut answer = opened(app, me, reread(app, &booking).await?, None).await?;
        answer.data.payment_intent_id = payment.intent_id;
        answer.data.redirect = Some(payment.page.into());
        return Ok(answer);
    }
    // Without a card provider or the wallet any more, the traveller chooses another way.
    let is_by_card = booking.payment.way == Way::Card && app.payments.takes_cards();
    if !is_by_card {
        return opened(app, me, booking, None).await;
    }
    let intent = open_card(app, &mut booking).await?;
    opened(app, me, booking, Some(intent)).await
}

/// Opens the card payment that confirms a booking, or returns the open one.
pub(crate) async fn open_card(app: &App, booking: &mut Booking) -> ApiResult<Intent> {
    let intent = match &booking.payment.intent_id {
        // The provider forgets idempotency keys after a day. Opening by key again would create a second payment.
        Some(id) => app.payments.retrieve(id).await?,
        None => app.payments.open(&first_payment(app, booking)).await?,
    };
    kill_point("payment-opened");
    let opened_as = (intent.id.as_str(), booking.payment.intent_number);
    let now = app.clock.now();
    let noted = store::bookings::set_intent(&app.db, booking.id, opened_as, now).await?;
    kill_point("payment-noted");
    let Some(noted) = noted else {
        // Another amount is due since the booking was read, or none.
        app.payments.cancel(&intent.id).await?;
        return Err(ApiError::conflict(CHANGED));
    };
    *booking = noted;
    Ok(intent)
}

/// The response to a booking, without a card payment if staff record its payment.
pub(crate) async fn opened(
    app: &App,
    me: &SignedIn,
    booking: Booking,
    intent: Option<Intent>,
) -> ApiResult<BookingOpenedAnswer> {
    let (payment_intent_id, client_secret) = intent
        .map(|intent| (intent.id, intent.client_secret))
        .unwrap_or_default();
    let data = BookingOpened {
        client_secret,
        payment_intent_id,
        pay_with: booking.payment.way.into(),
        pay_by: Some(booking.pay_by(app.config.unpaid_for)),
        bank_details: ways::bank_details(app, &booking),
        redirect: None,
        payment_breakdown: PriceBreakdown::from(&booking.quote),
        amount_due: booking
            .amount_to_confirm()
            .to_number(booking.quote.currency),
        booking: shown(app, me, booking).await?,
    };
    Ok(BookingOpenedAnswer {
        status: Success::Success,
        data,
    })
}

//! The page on which a balance is paid by its link, without signing in: `POST /api/bookings/{id}/balance-link` and
//! `/api/balance/{token}` (operations §3).

use axum::Json;
use axum::extract::{Path, State};
use domain::booking::{Booking, BookingStatus, PaymentStatus};
use domain::booking_action::BookingAction;
use serde_json::json;
use store::bookings;
use store::payment_requests::{self, PaymentRequest, State as RequestState};
use store::payments;
use uuid::Uuid;

use super::link::{
    balance_url, can_be_confirmed_by_link, has_ways, is_confirmed_by_link, is_open, read,
};
use super::request::{ENDED, NOTHING_LEFT, open_balance};
use super::settle::{settle_balance, settle_request};
use super::wire::{
    BalanceAnswer, BalanceBooking, BalanceLink, BalanceLinkAnswer, BalanceOpened,
    BalanceOpenedAnswer, BalancePaid, BalancePaidAnswer, OneBalance, VerifyBalanceRequest,
};
use crate::features::booking::payment::capture::SettleError;
use crate::features::booking::payment::open::open_card;
use crate::features::booking::payment::settle::settle;
use crate::features::booking::payment::ways::{bank_account, list_for_balance};
use crate::features::booking::read::{BOOKING_NOT_FOUND, NO_SUCH_PAYMENT};
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{
    AdminErrors, BodyErrors, Conflict, Gone, NotFound, PaymentRequired, StoreErrors,
};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::adapters::payments::{Intent, PaymentError};
use crate::platform::app::App;

const UNKNOWN_LINK: &str = "This link is not valid.";
const CANCELLED: &str = "This booking was cancelled, so nothing is left to pay.";
const OVER: &str = "This trip has ended, so this link takes no payments any more.";
const NO_WAYS: &str = "There is no way to pay a balance with its link.";
const NOT_PAID: &str = "The payment has not been made.";
const GOES_BACK: &str =
    "This amount was not due any more when you paid it. It will be refunded to your card in full.";

/// Returns the link that pays the balance of a confirmed booking without signing in. Staff send it.
#[utoipa::path(
    post, path = "/api/bookings/{id}/balance-link", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = BalanceLinkAnswer), AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn create_balance_link(
    State(app): State<App>,
    Staff(_staff): Staff,
    id: PathId,
) -> ApiResult<Json<BalanceLinkAnswer>> {
    let booking = bookings::find(&app.db, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    if !has_ways(&app) {
        return Err(ApiError::conflict(NO_WAYS));
    }
    if !booking.allows(BookingAction::PayBalance) || !is_open(&app, &booking) {
        let is_paid = is_open(&app, &booking) && booking.balance().is_zero();
        return Err(ApiError::conflict(if is_paid {
            NOTHING_LEFT
        } else {
            ENDED
        }));
    }
    let url = balance_url(&app, &booking);
    Ok(Json(BalanceLinkAnswer {
        status: Success::Success,
        data: BalanceLink { url },
    }))
}

/// Returns what is left to pay of a booking, for its link. 410 once the booking has ended.
#[utoipa::path(
    get, path = "/api/balance/{token}", tag = "bookings",
    params(("token" = String, Path)),
    responses((status = 200, body = BalanceAnswer), NotFound, Gone, StoreErrors),
)]
pub(crate) async fn read_balance(
    State(app): State<App>,
    Path(token): Path<String>,
) -> ApiResult<Json<BalanceAnswer>> {
    let booking = find_open(&app, &token).await?;
    // A payment of a moment ago changes what is left. Without the provider, the stored state counts.
    let booking = match settle_balance(&app, booking.clone()).await {
        Err(SettleError::Payment(PaymentError::Unavailable(_))) => booking,
        settled => settled?,
    };
    let data = OneBalance {
        booking: BalanceBooking::from(&booking),
        ways_to_pay: list_for_balance(&app).into_iter().map(Into::into).collect(),
        bank_details: bank_account(&app, &booking),
    };
    Ok(Json(BalanceAnswer {
        status: Success::Success,
        data,
    }))
}

/// Opens the payment of the balance, or returns the open one.
#[utoipa::path(
    post, path = "/api/balance/{token}/payment-intent", tag = "bookings",
    params(("token" = String, Path)),
    responses((status = 200, body = BalanceOpenedAnswer), NotFound, Conflict, Gone, StoreErrors),
)]
pub(crate) async fn open_balance_payment(
    State(app): State<App>,
    Path(token): Path<String>,
) -> ApiResult<Json<BalanceOpenedAnswer>> {
    let booking = find_open(&app, &token).await?;
    let (booking, intent) = match can_be_confirmed_by_link(&app, &booking) {
        true => open_first(&app, booking).await?,
        false => open_balance(&app, booking).await?,
    };
    let data = BalanceOpened {
        client_secret: intent.client_secret,
        payment_intent_id: intent.id,
        amount_due: intent.amount.to_number(intent.currency),
        currency: intent.currency.code().to_owned(),
        booking: BalanceBooking::from(&booking),
    };
    Ok(Json(BalanceOpenedAnswer {
        status: Success::Success,
        data,
    }))
}

/// Records a payment that the provider has captured. 402 with the status of the payment until then.
#[utoipa::path(
    post, path = "/api/balance/{token}/verify", tag = "bookings",
    params(("token" = String, Path)), request_body = VerifyBalanceRequest,
    responses(
        (status = 200, body = BalancePaidAnswer), BodyErrors, PaymentRequired, NotFound, Conflict, StoreErrors,
    ),
)]
pub(crate) async fn verify_balance_payment(
    State(app): State<App>,
    Path(token): Path<String>,
    Body(ask): Body<VerifyBalanceRequest>,
) -> ApiResult<Json<BalancePaidAnswer>> {
    // Not refused after the booking has ended: the payer has to know what happens to the money.
    let booking = find(&app, &token).await?;
    let is_first = booking.payment.intent_id.as_ref() == Some(&ask.payment_intent_id);
    let booking = if is_first && is_confirmed_by_link(&booking) {
        verify_first(&app, booking).await?
    } else {
        let request = find_request(&app, booking.id, &ask.payment_intent_id).await?;
        let request = request.ok_or_else(|| ApiError::not_found(NO_SUCH_PAYMENT))?;
        verify_request(&app, booking, &request, &ask.payment_intent_id).await?
    };
    let payments = payments::list_for_booking(&app.db, booking.id).await?;
    let mut of_it = payments.into_iter();
    let payment = of_it.find(|payment| payment.reference == ask.payment_intent_id);
    let payment = payment.ok_or_else(|| ApiError::internal("a paid request has no payment"))?;
    let data = BalancePaid {
        receipt_number: payment.receipt_number.unwrap_or_default(),
        amount: payment.amount.to_number(payment.currency),
        currency: payment.currency.code().to_owned(),
        booking: BalanceBooking::from(&booking),
    };
    Ok(Json(BalancePaidAnswer {
        status: Success::Success,
        data,
    }))
}

/// Opens the payment that confirms a booking.
async fn open_first(app: &App, booking: Booking) -> ApiResult<(Booking, Intent)> {
    // It may have been paid in another tab.
    let mut booking = settle(app, booking).await?;
    if !can_be_confirmed_by_link(app, &booking) {
        return open_balance(app, booking).await;
    }
    let intent = open_card(app, &mut booking).await?;
    Ok((booking, intent))
}

/// Returns the booking once the payment that confirms it is recorded. 402 until then, 409 if it is refunded.
async fn verify_first(app: &App, booking: Booking) -> ApiResult<Booking> {
    let booking = settle(app, booking).await?;
    match (booking.payment.status, booking.status) {
        (PaymentStatus::Pending | PaymentStatus::Failed, _) => {
            let message = booking.payment.last_error.as_deref().unwrap_or(NOT_PAID);
            let data = json!({ "paymentStatus": booking.payment.status.as_str() });
            Err(ApiError::payment_required(message).with_data(data))
        }
        (_, BookingStatus::Cancelled) => Err(ApiError::conflict(GOES_BACK)),
        (PaymentStatus::Confirmed | PaymentStatus::Refunded, _) => Ok(booking),
    }
}

/// The payment of the balance of a booking with this id at the provider.
pub(crate) async fn find_request(
    app: &App,
    booking_id: Uuid,
    intent_id: &str,
) -> ApiResult<Option<PaymentRequest>> {
    let found = payment_requests::find_by_intent(&app.db, intent_id).await?;
    Ok(found.filter(|request| request.booking_id == booking_id))
}

/// Returns the booking once the payment is recorded. 402 until the provider has captured it, 409 if it is refunded.
pub(crate) async fn verify_request(
    app: &App,
    booking: Booking,
    request: &PaymentRequest,
    intent_id: &str,
) -> ApiResult<Booking> {
    let booking = settle_request(app, booking, request, intent_id).await?;
    let settled = payment_requests::find_by_intent(&app.db, intent_id).await?;
    match settled.map_or(request.state, |settled| settled.state) {
        RequestState::Paid => Ok(booking),
        RequestState::Ended if store::ledger::has(&app.db, intent_id).await? => {
            Err(ApiError::conflict(GOES_BACK))
        }
        RequestState::Open | RequestState::Ended => {
            let data = json!({ "paymentStatus": "Pending" });
            Err(ApiError::payment_required(NOT_PAID).with_data(data))
        }
    }
}

async fn find(app: &App, token: &str) -> ApiResult<Booking> {
    let unknown = || ApiError::not_found(UNKNOWN_LINK);
    let id = read(app, token).ok_or_else(unknown)?;
    bookings::find(&app.db, id).await?.ok_or_else(unknown)
}

/// The booking of a link that is still good.
async fn find_open(app: &App, token: &str) -> ApiResult<Booking> {
    let booking = find(app, token).await?;
    match booking.status {
        BookingStatus::Cancelled => Err(ApiError::gone(CANCELLED)),
        BookingStatus::Confirmed if !is_open(app, &booking) => Err(ApiError::gone(OVER)),
        BookingStatus::Completed => Err(ApiError::gone(OVER)),
        BookingStatus::Pending | BookingStatus::Confirmed => Ok(booking),
    }
}

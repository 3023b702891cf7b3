//! `POST /api/bookings/{id}/cancel`: the refund follows the cancellation policy, or staff choose the amount (decisions §5,
//! §10 "Cancel").

use axum::Json;
use axum::extract::State;
use domain::booking::{Booking, BookingStatus};
use domain::money::Money;
use serde::Deserialize;
use serde_json::Number;
use store::agency_events::Kind;
use store::audit::Entry;
use store::bookings;
use store::jobs::{self, Job};
use store::ledger::Actor;
use store::refunds::Cause;
use utoipa::ToSchema;

use super::cancellation::{NOT_CANCELLABLE, by_policy, find_open_change, reason_of};
use super::payment::capture::{SettleError, series};
use super::payment::close::{close, close_by};
use super::payment::order::end_after_commit;
use super::payment::settle::{end_mismatched, settle};
use super::read::{BOOKING_NOT_FOUND, reread, shown, visible_booking};
use super::refund::create::{
    audit_details, money_back, parse_amount, parse_internal_reason, parse_reason,
};
use super::refund::limit;
use super::refund::split::{Reason, store_refunds};
use super::refund::steps::try_finish;
use super::refund::wire::MoneyBack;
use super::wire_response::MovedAnswer;
use super::{agency_event, audit_entry};
use crate::features::balance::settle::close_balance;
use crate::features::trek::trending::Trending;
use crate::features::waitlist::offers::pass_on;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{OptionalBody, PathId};
use crate::platform::adapters::payments::{IntentStatus, Wallet};
use crate::platform::app::{App, AppState as _};
use crate::platform::kill_points::kill_point;

pub const PAYMENT_IN_PROGRESS: &str = "The payment is under way. Please try again in a minute.";
pub(super) const BY_TRAVELLER: &str = "Cancelled by the traveller";
const BY_RESELLER: &str = "Cancelled by the reseller";
const BY_ADMIN: &str = "Cancelled by the agency";

/// Read for the agency only. Without an amount, everything that was paid is refunded.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CancelRequest {
    /// The refund in major units. 0 means no refund.
    #[schema(value_type = Option<f64>)]
    pub amount: Option<Number>,
    /// For the guest, on the credit note. Required with an amount.
    pub reason: Option<String>,
    /// For the agency, in the audit log only.
    pub internal_reason: Option<String>,
}

/// Cancels a booking and refunds what the policy says. For the agency, refunds everything or the given amount; more than
/// staff may refund is a 403.
#[utoipa::path(
    post, path = "/api/bookings/{id}/cancel", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)), request_body = Option<CancelRequest>,
    responses((status = 200, body = MovedAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn cancel_booking(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
    OptionalBody(ask): OptionalBody<CancelRequest>,
) -> ApiResult<Json<MovedAnswer>> {
    let booking = visible_booking(&app, &me, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    let (booking, back) = cancel(&app, &me, booking, &ask).await?;
    Ok(Json(MovedAnswer::new(
        shown(&app, &me, booking).await?,
        back,
    )))
}

/// An unpaid booking ends with its payment intent cancelled, a paid one with a refund.
pub async fn cancel(
    app: &App,
    me: &SignedIn,
    booking: Booking,
    ask: &CancelRequest,
) -> ApiResult<(Booking, MoneyBack)> {
    let how = How::read(me, &booking, ask)?;
    // Before the open payment is closed; checked again under the lock.
    how.check_limit(app, me, &booking)?;
    let mut booking = match settle(app, booking.clone()).await {
        // What staff took is refunded with the booking, and what the provider captured by itself.
        Err(SettleError::Mismatch(..)) if !booking.paid().is_zero() => {
            return cancel_paid(app, me, &booking, how).await;
        }
        Err(SettleError::Mismatch(..)) => return cancel_mismatched(app, me, booking, &how).await,
        settled => close_balance(app, settled?).await?,
    };
    if booking.is_payable() {
        // A concurrent request may see the closed payment and end the booking first. It is cancelled in either case.
        let closed = if how.is_by_agency() {
            let line = how.line(app, me, &booking, Money::ZERO);
            close_by(app, booking, &line).await?
        } else {
            close(app, booking).await?
        };
        if closed.status == BookingStatus::Cancelled {
            let nothing = money_back(&closed, Money::ZERO);
            return Ok((closed, nothing));
        }
        // The bank is processing the payment, so it is neither paid nor cancelled. A later attempt sees the result.
        if closed.is_payable() && !is_closed(app, &closed).await? {
            return Err(ApiError::conflict(PAYMENT_IN_PROGRESS));
        }
        booking = closed;
    }
    if booking.ended_unpaid() {
        bookings::give_up_seats(&app.db, booking.id, app.clock.now()).await?;
    }
    let is_paid_in_part = booking.is_payable() && !booking.paid().is_zero();
    if booking.status != BookingStatus::Confirmed && !is_paid_in_part {
        return Err(ApiError::conflict(NOT_CANCELLABLE));
    }
    cancel_paid(app, me, &booking, how).await
}

/// Whether a booking of whose deposit staff took a part has no payment at the provider any more.
async fn is_closed(app: &App, booking: &Booking) -> ApiResult<bool> {
    if booking.paid().is_zero() {
        return Ok(false);
    }
    let Some(intent_id) = &booking.payment.intent_id else {
        return Ok(true);
    };
    let mut intent = app.payments.retrieve(intent_id).await?;
    if Wallet::of(intent_id).is_some() {
        intent = intent.closed_unless_paid();
    }
    Ok(intent.status == IntentStatus::Canceled)
}

/// Cancels a booking for which the provider captured a different amount than the price, and refunds all of that
/// amount.
async fn cancel_mismatched(
    app: &App,
    me: &SignedIn,
    booking: Booking,
    how: &How,
) -> ApiResult<(Booking, MoneyBack)> {
    let line = how
        .is_by_agency()
        .then(|| how.line(app, me, &booking, Money::ZERO));
    let ended = end_mismatched(app, booking, line.as_ref()).await?;
    let back = match &ended.payment.mismatch {
        Some(taken) => MoneyBack::new(taken.amount, taken.currency),
        None => money_back(&ended, Money::ZERO),
    };
    Ok((ended, back))
}

/// The refund of a cancellation and its reason.
struct How {
    /// `None` for the amount of the policy.
    amount: Option<Amount>,
    reason: String,
    internal: Option<String>,
    actor: Actor,
}

enum Amount {
    All,
    Of(Money),
}

impl How {
    fn read(me: &SignedIn, booking: &Booking, ask: &CancelRequest) -> ApiResult<Self> {
        let actor = Actor::Account(me.id);
        // Staff cancel a booking of their own like a traveller.
        if !me.is_admin() && (!me.is_staff() || booking.user_id == me.id) {
            return Ok(Self {
                amount: None,
                reason: match booking.reseller {
                    Some(_) => BY_RESELLER.to_owned(),
                    None => BY_TRAVELLER.to_owned(),
                },
                internal: None,
                actor,
            });
        }
        let amount = match &ask.amount {
            Some(number) => Amount::Of(parse_amount(booking, number)?),
            None => Amount::All,
        };
        let reason = match (&ask.reason, &amount) {
            (Some(reason), _) => parse_reason(reason)?,
            (None, Amount::All) => BY_ADMIN.to_owned(),
            (None, Amount::Of(_)) => parse_reason("")?,
        };
        Ok(Self {
            amount: Some(amount),
            reason,
            internal: parse_internal_reason(ask.internal_reason.as_deref())?,
            actor,
        })
    }

    /// Whether the agency cancels and chooses the refund. Otherwise the policy does.
    fn is_by_agency(&self) -> bool {
        self.amount.is_some()
    }

    fn check_limit(&self, app: &App, me: &SignedIn, booking: &Booking) -> ApiResult<()> {
        match self.amount {
            None => Ok(()),
            Some(Amount::All) => limit::check(app, me, booking, booking.refundable()),
            Some(Amount::Of(amount)) => limit::check(app, me, booking, amount),
        }
    }

    /// The audit log entry for a cancellation by the agency.
    fn line(&self, app: &App, me: &SignedIn, booking: &Booking, back: Money) -> Entry {
        let amount = back.to_number(booking.quote.currency);
        let said = audit_details(amount, &self.reason, self.internal.as_deref());
        audit_entry::entry(app, me, "cancel", booking, &said)
    }
}

/// Stores the cancellation, the promised refund, the credit note and the mail job in one transaction; then calls the
/// provider.
async fn cancel_paid(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    how: How,
) -> ApiResult<(Booking, MoneyBack)> {
    let now = app.clock.now();
    let (booking, back, refund_ids) = app
        .in_transaction("cancel_booking", async |tx| -> ApiResult<_> {
            // Staff may have recorded or reversed a payment since the booking was read.
            let booking = bookings::find_for_update(&tx, booking.id)
                .await?
                .ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
            how.check_limit(app, me, &booking)?;
            let change = find_open_change(&tx, booking.id).await?;
            let change = change.filter(|_| !how.is_by_agency());
            let back = match how.amount {
                None if change.is_some() => booking.refundable(),
                None => by_policy(app, &booking),
                Some(Amount::All) => booking.refundable(),
                Some(Amount::Of(amount)) if amount > booking.refundable() => {
                    return Err(super::refund::create::too_much(&booking));
                }
                Some(Amount::Of(amount)) => amount,
            };
            // A payment of the rest of the deposit. It is cancelled, and what it captures all the same goes back.
            let open_intent = booking.payment.intent_id.clone();
            let open_intent = open_intent.filter(|_| booking.is_payable());
            if !bookings::cancel(&tx, booking.id, back, now).await? {
                return Err(ApiError::conflict(NOT_CANCELLABLE));
            }
            end_after_commit(app, &tx, booking.id, open_intent).await?;
            if how.is_by_agency() {
                store::audit::add(&tx, &how.line(app, me, &booking, back)).await?;
            }
            let reason = Reason {
                text: change.map_or_else(|| how.reason.clone(), |change| reason_of(&change)),
                actor: how.actor,
                cause: Cause::Cancelled,
            };
            let mail = Job::MailBookingCancelled {
                booking_id: booking.id,
            };
            jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            agency_event::add(app, &tx, Kind::BookingCancelled, booking.id).await?;
            pass_on(app, &tx, booking.departure_id).await?;
            bookings::assign_credit_note_number(&tx, booking.id, &series(app, now), now).await?;
            let refund_ids = store_refunds(app, &tx, &booking, back, &reason).await?;
            Ok((booking, back, refund_ids))
        })
        .await?;
    kill_point("booking-cancelled");
    Trending::of(app).forget();
    app.wake_worker();
    tracing::info!(booking = %booking.id, "cancelled");
    try_finish(app, &refund_ids).await;
    let back = money_back(&booking, back);
    Ok((reread(app, &booking).await?, back))
}

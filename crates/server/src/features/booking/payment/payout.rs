//! `POST /api/bookings/{id}/payouts`: staff note that they paid out what was owed by hand (operations §3).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use domain::booking::Booking;
use domain::money::Money;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use store::jobs::{self, Job};
use store::ledger::{self, Actor, Kind, Line};
use store::refunds::{self, Cause, Refund, State as RefundState};
use store::{Tx, bookings};
use utoipa::ToSchema;

use super::capture::series;
use super::rupees::limits;
use super::tender::{Tender, Typed};
use crate::features::booking::audit_entry;
use crate::features::booking::read::{BOOKING_NOT_FOUND, reread, shown};
use crate::features::booking::wire_response::BookingAnswer;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::http::idempotency::{self, Request};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const INVALID: &str = "Invalid payout. Please check your input.";
const TOO_MUCH: &str = "This is more than is owed.";

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayoutRequest {
    /// In major units.
    #[schema(value_type = f64)]
    pub amount: Number,
    /// The currency of the booking, or NPR at the booking's locked rate.
    pub currency: String,
    /// cash, bank or other.
    pub method: String,
    /// For example the number of a bank transfer.
    #[serde(default)]
    pub reference: Option<String>,
}

/// Notes a payout of what is owed by hand. The same key and request note it once.
#[utoipa::path(
    post, path = "/api/bookings/{id}/payouts", tag = "bookings",
    security(("session" = [])),
    params(
        ("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "The same key gives one payout for 24 hours"),
    ),
    request_body = PayoutRequest,
    responses((status = 201, body = BookingAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn record_payout(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    headers: HeaderMap,
    Body(ask): Body<PayoutRequest>,
) -> ApiResult<(StatusCode, Json<BookingAnswer>)> {
    let key = idempotency::key_of(&headers)?;
    let id = id.or_not_found(BOOKING_NOT_FOUND)?;
    let booking = bookings::find(&app.db, id).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    let request = Request::new(me.id, key, &("payout", id, &ask))?;
    if request.earlier(&app).await?.is_none() {
        let payout = read(&booking, &ask)?;
        pay_out(&app, &me, &booking, &payout, &request).await?;
    }
    let booking = reread(&app, &booking).await?;
    let answer = shown(&app, &me, booking).await?.into();
    Ok((StatusCode::CREATED, Json(answer)))
}

fn read(booking: &Booking, ask: &PayoutRequest) -> ApiResult<Tender> {
    let typed = Typed {
        method: &ask.method,
        amount: &ask.amount,
        currency: &ask.currency,
        reference: ask.reference.as_deref(),
    };
    Tender::read(booking, "Payouts", typed).map_err(|problems| ApiError::invalid(INVALID, problems))
}

/// Ends the owed refunds that the payout covers, oldest first, in one transaction with their ledger lines. A refund that
/// it covers in part is divided.
async fn pay_out(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    payout: &Tender,
    request: &Request<'_>,
) -> ApiResult<()> {
    let now = app.clock.now();
    let is_new = app
        .in_transaction("pay_out", async |tx| -> ApiResult<_> {
            // Concurrent payouts run one after the other.
            let locked = bookings::find_for_update(&tx, booking.id).await?;
            let locked = locked.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
            if !request.remember(&tx, booking.id, now).await? {
                tx.roll_back();
                return Ok(false);
            }
            let mut owed = refunds::list_for_booking(&tx, booking.id).await?;
            owed.retain(|refund| refund.state == RefundState::Owed);
            let sum = Money::from_minor(owed.iter().map(|refund| refund.amount.minor()).sum());
            let worth = payout.worth(&locked, sum)?;
            let worth = worth.ok_or_else(|| {
                let data = limits(&locked, ("left", "leftInRupees"), sum);
                ApiError::conflict(TOO_MUCH).with_data(data)
            })?;
            let how = match payout.at_rate(&worth) {
                Some(rupees) => format!("{}: {rupees}", payout.method.as_str()),
                None => payout.method.as_str().to_owned(),
            };
            let mut left = worth.amount.minor();
            let mut has_credit_note = false;
            for refund in owed {
                let share = left.min(refund.amount.minor());
                if share == 0 {
                    break;
                }
                left -= share;
                let paid = Money::from_minor(share);
                has_credit_note |= end_refund(app, &tx, me, refund, paid, &how).await?;
            }
            audit_entry::note(app, &tx, me, "pay out", booking, &payout.details()).await?;
            if has_credit_note {
                let series = series(app, now);
                bookings::assign_credit_note_number(&tx, booking.id, &series, now).await?;
            }
            Ok(true)
        })
        .await?;
    if !is_new {
        // A concurrent request with the same key was first.
        request.earlier(app).await?;
        return Ok(());
    }
    kill_point("payout-recorded");
    app.wake_worker();
    Ok(())
}

/// Records that `paid` of an owed refund was paid out, and `how`. Returns whether it is part of the price.
async fn end_refund(
    app: &App,
    tx: &Tx,
    me: &SignedIn,
    owed: Refund,
    paid: Money,
    how: &str,
) -> ApiResult<bool> {
    let now = app.clock.now();
    let gone = || ApiError::conflict(TOO_MUCH);
    let refund = if paid == owed.amount {
        let reference = format!("manual:{}", owed.id);
        if !refunds::pay_out(tx, owed.id, &reference, now).await? {
            return Err(gone());
        }
        owed
    } else {
        let rest = Money::from_minor(owed.amount.minor() - paid.minor());
        if !refunds::lower_owed(tx, owed.id, (owed.amount, rest), now).await? {
            return Err(gone());
        }
        let id = app.clock.new_id();
        let part = Refund {
            id,
            amount: paid,
            state: RefundState::Made,
            reference: Some(format!("manual:{id}")),
            created_at: now,
            ..owed
        };
        refunds::insert(tx, &part).await?;
        part
    };
    let line = Line {
        id: app.clock.new_id(),
        booking_id: refund.booking_id,
        kind: Kind::Refund,
        amount: refund.amount,
        currency: refund.currency,
        reference: format!("manual:{}", refund.id),
        reason: format!("{} ({how})", refund.reason),
        actor: Actor::Account(me.id),
        at: now,
    };
    ledger::add(tx, &line).await?;
    if refund.cause != Cause::Cancelled {
        let mail = Job::MailRefund {
            refund_id: refund.id,
        };
        jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    }
    Ok(bookings::record_refund(tx, &refund, now).await?)
}

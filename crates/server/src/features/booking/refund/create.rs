//! `POST /api/bookings/{id}/refund`: staff refund part or all of a booking that keeps its status, up to their limit
//! (decisions §3, operations §1).

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use domain::booking::Booking;
use domain::money::Money;
use domain::problem::{Problem, has_control_character_besides_breaks};
use serde::{Deserialize, Serialize};
use serde_json::{Number, Value, json};
use store::bookings;
use store::ledger::Actor;
use store::refunds::Cause;
use utoipa::ToSchema;

use super::limit;
use super::split::{Reason, store_refunds};
use super::steps::try_finish_promised;
use super::wire::MoneyBack;
use crate::features::balance::settle::close_balance;
use crate::features::booking::audit_entry;
use crate::features::booking::payment::capture::series;
use crate::features::booking::payment::settle::settle;
use crate::features::booking::read::{BOOKING_NOT_FOUND, reread, shown};
use crate::features::booking::wire_response::MovedAnswer;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::http::idempotency::{self, Request};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const TOO_MUCH: &str = "This is more than is left to refund.";
const NOT_CONFIRMED: &str = "This booking is not confirmed yet. Cancel it to refund what was paid.";
const MAX_REASON_LENGTH: usize = 500;

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundRequest {
    /// In major units.
    #[schema(value_type = f64)]
    pub amount: Number,
    /// For the guest, in the email and on the credit note.
    pub reason: String,
    /// For the agency, in the audit log only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub internal_reason: Option<String>,
}

/// Refunds an amount. The same key and request refund it once. More than the refundable amount is a 409, more than staff
/// may refund a 403.
#[utoipa::path(
    post, path = "/api/bookings/{id}/refund", tag = "bookings",
    security(("session" = [])),
    params(
        ("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "The same key gives one refund for 24 hours"),
    ),
    request_body = RefundRequest,
    responses((status = 200, body = MovedAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn refund_booking(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    headers: HeaderMap,
    Body(ask): Body<RefundRequest>,
) -> ApiResult<Json<MovedAnswer>> {
    let key = idempotency::key_of(&headers)?;
    let id = id.or_not_found(BOOKING_NOT_FOUND)?;
    let booking = bookings::find(&app.db, id).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    let amount = parse_amount(&booking, &ask.amount)?;
    if amount.is_zero() {
        return Err(wrong_amount("Amount must be more than zero"));
    }
    let step = app.payments.step(booking.quote.currency);
    if amount.up_to_step(step) != amount {
        return Err(wrong_amount(
            "Amount is finer than the payment provider moves",
        ));
    }
    let reason = parse_reason(&ask.reason)?;
    let internal = parse_internal_reason(ask.internal_reason.as_deref())?;
    let booking = close_balance(&app, settle(&app, booking).await?).await?;
    let request = Request::new(
        me.id,
        key,
        &("refund", id, amount.minor(), &reason, &internal),
    )?;
    let granted = Granted {
        amount,
        reason: &Reason {
            text: reason,
            actor: Actor::Account(me.id),
            cause: Cause::Granted,
        },
        internal: internal.as_deref(),
    };
    promise(&app, &me, &booking, granted, &request).await?;
    try_finish_promised(&app, id).await?;
    let back = money_back(&booking, amount);
    let booking = reread(&app, &booking).await?;
    Ok(Json(MovedAnswer::new(
        shown(&app, &me, booking).await?,
        back,
    )))
}

/// A refund and the agency's reason for it.
#[derive(Clone, Copy)]
struct Granted<'a> {
    amount: Money,
    reason: &'a Reason,
    internal: Option<&'a str>,
}

/// Whether the transaction promised the refund.
enum Promised {
    Now,
    /// A concurrent request with the same key was first.
    Before,
    No,
}

/// Stores key, promise and refund together. A key that was used for the same request promises nothing more.
async fn promise(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    granted: Granted<'_>,
    request: &Request<'_>,
) -> ApiResult<()> {
    let Granted { amount, reason, .. } = granted;
    if request.earlier(app).await?.is_some() {
        return Ok(());
    }
    let now = app.clock.now();
    let promised = app
        .in_transaction("promise_refund", async |tx| -> ApiResult<_> {
            if !request.remember(&tx, booking.id, now).await? {
                tx.roll_back();
                return Ok(Promised::Before);
            }
            // Locked, so that two refunds at once do not pass the limit together.
            let locked = bookings::find_for_update(&tx, booking.id).await?;
            limit::check(app, me, locked.as_ref().unwrap_or(booking), amount)?;
            if !bookings::promise_refund(&tx, booking.id, amount, now).await? {
                tx.roll_back();
                return Ok(Promised::No);
            }
            if !booking.back_as_credit(amount).is_zero() {
                // No provider reports it later.
                bookings::assign_credit_note_number(&tx, booking.id, &series(app, now), now)
                    .await?;
            }
            store_refunds(app, &tx, booking, amount, reason).await?;
            let amount = amount.to_number(booking.quote.currency);
            let said = audit_details(amount, &reason.text, granted.internal);
            audit_entry::note(app, &tx, me, "refund", booking, &said).await?;
            Ok(Promised::Now)
        })
        .await?;
    match promised {
        Promised::Now => {
            kill_point("refund-promised");
            Ok(())
        }
        Promised::Before => {
            request.earlier(app).await?;
            Ok(())
        }
        Promised::No => {
            let booking = reread(app, booking).await?;
            if booking.is_payable() && amount <= booking.refundable() {
                return Err(ApiError::conflict(NOT_CONFIRMED));
            }
            Err(too_much(&booking))
        }
    }
}

/// 409 with the refundable amount.
pub fn too_much(booking: &Booking) -> ApiError {
    let left = booking.refundable().to_number(booking.quote.currency);
    ApiError::conflict(TOO_MUCH).with_data(json!({ "left": left }))
}

/// A refund of a booking that has not promised it yet.
pub fn money_back(booking: &Booking, amount: Money) -> MoneyBack {
    let credit = booking.back_as_credit(amount);
    MoneyBack::new(amount, booking.quote.currency).with_credit(credit, booking.quote.currency)
}

pub fn parse_amount(booking: &Booking, number: &Number) -> ApiResult<Money> {
    Money::from_number(number, booking.quote.currency)
        .map_err(|error| wrong_amount(&format!("Amount {error}")))
}

fn wrong_amount(message: &str) -> ApiError {
    ApiError::invalid(message, vec![Problem::new("amount", message)])
}

/// The data of the audit log entry for a refund or cancellation by an administrator.
pub fn audit_details(
    amount: Number,
    reason: &str,
    internal: Option<&str>,
) -> Vec<(&'static str, Value)> {
    let mut said = vec![("amount", json!(amount)), ("reason", json!(reason))];
    said.extend(internal.map(|internal| ("internalReason", json!(internal))));
    said
}

/// `None` if the reason is absent or blank.
pub fn parse_internal_reason(reason: Option<&str>) -> ApiResult<Option<String>> {
    let given = reason.map(str::trim).filter(|reason| !reason.is_empty());
    let check = |reason| checked_reason(reason, "internalReason", "Internal note");
    given.map(check).transpose()
}

pub fn parse_reason(reason: &str) -> ApiResult<String> {
    checked_reason(reason.trim(), "reason", "Reason")
}

fn checked_reason(reason: &str, field: &str, label: &str) -> ApiResult<String> {
    let message = if reason.is_empty() {
        format!("{label} is required")
    } else if reason.chars().count() > MAX_REASON_LENGTH {
        format!("{label} must be at most {MAX_REASON_LENGTH} characters")
    } else if has_control_character_besides_breaks(reason) {
        format!("{label} has characters that cannot be used")
    } else {
        return Ok(reason.to_owned());
    };
    let problem = Problem::new(field, message.clone());
    Err(ApiError::invalid(message, vec![problem]))
}

//! `POST /api/bookings/{id}/payments`: staff record a payment that they took by hand (operations §3).

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use chrono::{DateTime, TimeDelta, Utc};
use domain::booking::{Booking, BookingStatus};
use domain::problem::Problem;
use serde::{Deserialize, Serialize};
use serde_json::Number;
use store::bookings::{self, Receipt};
use store::jobs::{self, Job};
use store::ledger::{Actor, Kind, Line};
use store::payments::{self, Payment};
use store::{StoreError, Tx};
use utoipa::ToSchema;
use uuid::Uuid;

use super::capture::{SettleError, series};
use super::complete::complete_confirmation;
use super::list::{ReceivedPaymentAnswer, answer};
use super::order::end_after_commit;
use super::rupees::limits;
use super::settle::settle;
use super::tender::{Tender, Typed, Worth};
use crate::features::balance::settle::close_balance;
use crate::features::booking::audit_entry;
use crate::features::booking::read::BOOKING_NOT_FOUND;
use crate::features::trek::trending::Trending;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::http::idempotency::{self, Request};
use crate::platform::app::{App, AppState as _};
use crate::platform::format;
use crate::platform::kill_points::kill_point;

const INVALID: &str = "Invalid payment. Please check your input.";
const ABOVE_BALANCE: &str = "This is more than is left to pay.";
const ENDED: &str = "This booking takes no payments any more.";
const NO_CREDIT: &str = "The travel credit of this booking was used for another one.";
const NO_PROMOTION: &str = "The promotion code of this booking was used up by others.";
const NO_SEATS: &str = "The seats of this booking were sold to others.";
/// How far the clock of staff may be ahead.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::minutes(5);
/// How long before the booking a payment may have been received.
const MAX_AGE: TimeDelta = TimeDelta::days(366);

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RecordPayment {
    /// cash, bank or other.
    pub method: String,
    /// In major units.
    #[schema(value_type = f64)]
    pub amount: Number,
    /// The currency of the booking, or NPR at the booking's locked rate.
    pub currency: String,
    /// For example the number of a bank transfer.
    #[serde(default)]
    pub reference: Option<String>,
    /// When the money came. Absent: now.
    #[serde(default)]
    pub received_at: Option<DateTime<Utc>>,
}

/// Records a payment that staff took by hand, and mails its receipt. The same key and request record it once.
#[utoipa::path(
    post, path = "/api/bookings/{id}/payments", tag = "bookings",
    security(("session" = [])),
    params(
        ("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "The same key gives one payment for 24 hours"),
    ),
    request_body = RecordPayment,
    responses((status = 201, body = ReceivedPaymentAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn record_payment(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    headers: HeaderMap,
    Body(ask): Body<RecordPayment>,
) -> ApiResult<(StatusCode, Json<ReceivedPaymentAnswer>)> {
    let key = idempotency::key_of(&headers)?;
    let id = id.or_not_found(BOOKING_NOT_FOUND)?;
    let booking = bookings::find(&app.db, id).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    let request = Request::new(me.id, key, &("payment", id, &ask))?;
    if let Some(payment_id) = request.earlier(&app).await? {
        return answer(&app, &me, &booking, payment_id).await;
    }
    let taken = read(&app, &booking, &ask)?;
    // A payment at the provider of a moment ago changes what is left to pay.
    let booking = match settle_and_close(&app, booking.clone()).await {
        // Money in the hand is recorded whatever the provider says.
        Err(SettleError::Payment(_) | SettleError::Mismatch(..)) => booking,
        settled => settled?,
    };
    let payment_id = match store_payment(&app, &me, &booking, taken, &request).await? {
        Some(id) => id,
        // A concurrent request with the same key was first.
        None => request
            .earlier(&app)
            .await?
            .ok_or_else(|| ApiError::internal("an idempotency key exists without its payment"))?,
    };
    answer(&app, &me, &booking, payment_id).await
}

/// From then on, no card can pay the balance that staff take.
async fn settle_and_close(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    close_balance(app, settle(app, booking).await?).await
}

/// A payment by hand.
#[derive(Clone)]
struct Taken {
    tender: Tender,
    received_at: DateTime<Utc>,
}

fn read(app: &App, booking: &Booking, ask: &RecordPayment) -> ApiResult<Taken> {
    let typed = Typed {
        method: &ask.method,
        amount: &ask.amount,
        currency: &ask.currency,
        reference: ask.reference.as_deref(),
    };
    let tender = Tender::read(booking, "Payments", typed);
    let now = app.clock.now();
    let received_at = ask.received_at.unwrap_or(now);
    let is_late = received_at > now + MAX_CLOCK_SKEW;
    let time_problem = (is_late || received_at < booking.created_at - MAX_AGE).then(|| {
        let message = "Time must not be in the future, nor long before the booking";
        Problem::new("receivedAt", message)
    });
    match (tender, time_problem) {
        (Ok(tender), None) => Ok(Taken {
            tender,
            received_at,
        }),
        (tender, time_problem) => {
            let mut problems = tender.err().unwrap_or_default();
            problems.extend(time_problem);
            Err(ApiError::invalid(INVALID, problems))
        }
    }
}

/// Stores payment, ledger line, receipt number and mails in one transaction, and confirms an unpaid booking whose
/// deposit is covered. `None`: a concurrent request with the same key was first.
async fn store_payment(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    taken: Taken,
    request: &Request<'_>,
) -> ApiResult<Option<Uuid>> {
    let (now, id) = (app.clock.now(), app.clock.new_id());
    let is_new = app
        .in_transaction("record_payment", async |tx| -> ApiResult<_> {
            let locked = bookings::find_for_update(&tx, booking.id).await?;
            let mut locked = locked.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
            if !request.remember(&tx, id, now).await? {
                tx.roll_back();
                return Ok(false);
            }
            let today = app.clock.today(app.config.timezone);
            if locked.can_reopen() && today <= locked.end_date {
                locked.reopen();
            }
            let worth = worth(&locked, &taken)?;
            let (is_confirmed, replaced) =
                match bookings::receive(&tx, booking.id, worth.amount, now).await? {
                    Receipt::Recorded {
                        is_confirmed,
                        replaced_intent,
                    } => (is_confirmed, replaced_intent),
                    Receipt::AboveBalance => return Err(above_balance(&locked)),
                    Receipt::BelowDeposit => return Err(below_deposit(&locked)),
                    Receipt::Ended => return Err(ApiError::conflict(ENDED)),
                    Receipt::NoSeats => return Err(ApiError::conflict(NO_SEATS)),
                    Receipt::NoCredit => return Err(ApiError::conflict(NO_CREDIT)),
                    Receipt::NoPromotion => return Err(ApiError::conflict(NO_PROMOTION)),
                };
            end_after_commit(app, &tx, booking.id, replaced).await?;
            audit_entry::note(
                app,
                &tx,
                me,
                "record payment",
                booking,
                &taken.tender.details(),
            )
            .await?;
            if is_confirmed {
                complete_confirmation(app, &tx, booking).await?;
            } else {
                let mail = Job::MailReceipt { payment_id: id };
                jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            }
            add_payment(app, &tx, me, booking, id, (taken.clone(), worth)).await?;
            Ok(true)
        })
        .await?;
    if !is_new {
        return Ok(None);
    }
    kill_point("payment-recorded");
    Trending::of(app).forget();
    app.wake_worker();
    tracing::info!(booking = %booking.id, payment = %id, "recorded a payment");
    Ok(Some(id))
}

/// What a payment is in the currency of the booking, at the locked rate.
fn worth(booking: &Booking, taken: &Taken) -> ApiResult<Worth> {
    if booking.status == BookingStatus::Cancelled {
        return Err(ApiError::conflict(ENDED));
    }
    let worth = taken.tender.worth(booking, booking.balance())?;
    worth.ok_or_else(|| above_balance(booking))
}

async fn add_payment(
    app: &App,
    tx: &Tx,
    me: &SignedIn,
    booking: &Booking,
    id: Uuid,
    (taken, worth): (Taken, Worth),
) -> Result<(), StoreError> {
    let now = app.clock.now();
    let tender = taken.tender;
    let parts = [
        Some(tender.method.as_str().to_owned()),
        tender.at_rate(&worth),
        Some(tender.reference.clone()).filter(|reference| !reference.is_empty()),
    ];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let line = Line {
        id,
        booking_id: booking.id,
        kind: Kind::Manual,
        amount: worth.amount,
        currency: booking.quote.currency,
        reference: format!("manual:{id}"),
        reason: parts.join(": "),
        actor: Actor::Account(me.id),
        at: now,
    };
    let number = payments::next_receipt_number(tx, &series(app, now)).await?;
    let payment = Payment {
        method: tender.method,
        amount: tender.amount,
        currency: tender.currency,
        rate: worth.rate.map(|rate| rate.value.to_string()),
        reference: tender.reference,
        received_at: taken.received_at,
        ..payments::of_line(&line, Some(number))
    };
    payments::add(tx, &payment, &line).await
}

/// 409 with the least amount that confirms the booking.
fn below_deposit(booking: &Booking) -> ApiError {
    let names = ("amountDue", "amountDueInRupees");
    let due = booking.amount_to_confirm();
    let least = format::amount(due, booking.quote.currency);
    let message = format!(
        "This booking has ended unpaid. Only a payment of at least {least} confirms it again."
    );
    ApiError::conflict(message).with_data(limits(booking, names, due))
}

/// 409 with what is left to pay.
fn above_balance(booking: &Booking) -> ApiError {
    let names = ("balance", "balanceInRupees");
    ApiError::conflict(ABOVE_BALANCE).with_data(limits(booking, names, booking.balance()))
}

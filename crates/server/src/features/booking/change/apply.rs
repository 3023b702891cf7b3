//! `POST /api/bookings/{id}/change`: makes a change, in one transaction with the seats, the invoice, what goes back, and
//! the emails.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use chrono::Months;
use domain::booking::Booking;
use domain::departure_change::CREDIT_MONTHS;
use domain::money::Money;
use domain::problem::Problem;
use serde_json::{Value, json};
use store::Tx;
use store::bookings::{self, GivenBack};
use store::jobs::{self, Job};
use store::ledger::Actor;
use store::refunds::Cause;

use super::plan::{Plan, plan};
use super::request::{ChangeRequest, INVALID, MoneyBack, Wanted};
use super::seats::move_seats;
use crate::features::audit;
use crate::features::balance::settle::close_balance;
use crate::features::booking::audit_entry;
use crate::features::booking::invoice::issue::{issue_invoice, store_first};
use crate::features::booking::payment::capture::series;
use crate::features::booking::payment::credit_record::{give_credit, mail_credit};
use crate::features::booking::payment::settle::settle;
use crate::features::booking::price::price_changed;
use crate::features::booking::read::{found, reread, shown};
use crate::features::booking::refund::limit;
use crate::features::booking::refund::split::{Reason, store_refunds};
use crate::features::booking::refund::steps::try_finish_promised;
use crate::features::booking::wire_response::BookingAnswer;
use crate::features::departure::guarantee::guarantee_if_full;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::http::idempotency::{self, Request};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const STALE: &str = "This booking was changed meanwhile. Check it and try again.";
const NO_CHANGE: &str = "Nothing would change.";
const ABOVE_LIMIT: &str =
    "Only an owner can refund this amount. Keep it as a travel credit instead.";
/// For the traveller, with the refund.
const LOWERED: &str = "Your booking was changed and costs less";

/// Changes a booking. The same key and request change it once.
#[utoipa::path(
    post, path = "/api/bookings/{id}/change", tag = "bookings",
    security(("session" = [])),
    params(
        ("id" = String, Path),
        ("Idempotency-Key" = Option<String>, Header, description = "The same key makes one change for 24 hours"),
    ),
    request_body = ChangeRequest,
    responses((status = 200, body = BookingAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn change_booking(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    headers: HeaderMap,
    Body(ask): Body<ChangeRequest>,
) -> ApiResult<Json<BookingAnswer>> {
    let key = idempotency::key_of(&headers)?;
    let booking = found(&app, id).await?;
    let id = booking.id;
    let request = Request::new(me.id, key, &("change", id, &ask))?;
    if request.earlier(&app).await?.is_none()
        && let Err(refused) = change(&app, &me, &booking, &ask, &request).await
        // A concurrent request with the same key may have made the change meanwhile.
        && request.earlier(&app).await?.is_none()
    {
        return Err(refused);
    }
    try_finish_promised(&app, id).await?;
    let booking = reread(&app, &booking).await?;
    Ok(Json(shown(&app, &me, booking).await?.into()))
}

async fn change(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    ask: &ChangeRequest,
    request: &Request<'_>,
) -> ApiResult<()> {
    let wanted = ask.read(app)?;
    let plan = checked_plan(app, me, booking, ask, &wanted).await?;
    store(app, me, booking, &plan, ask, request).await
}

/// The change, if staff saw the booking as it is and the price as it becomes. An open payment of the balance is closed
/// before, so that it cannot pay for what is not booked any more.
async fn checked_plan(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    ask: &ChangeRequest,
    wanted: &Wanted,
) -> ApiResult<Plan> {
    if ask.version != booking.version {
        return Err(stale(app, me, booking).await?);
    }
    let plan = plan(app, booking, wanted).await?;
    let (order, currency) = (&plan.order, booking.quote.currency);
    let expected = ask.expected_total.as_ref();
    let expected = expected.and_then(|total| Money::from_number(total, currency).ok());
    let Some(expected) = expected else {
        let problem = Problem::new("expectedTotal", "Send the new price that was shown");
        return Err(ApiError::invalid(INVALID, vec![problem]));
    };
    if expected != order.quote.total {
        return Err(price_changed(&order.quote));
    }
    if ask.money_back() == MoneyBack::Refund && !limit::allows_change(app, me, booking, plan.back) {
        return Err(ApiError::forbidden(ABOVE_LIMIT));
    }
    if !booking.is_other_order(order) {
        return match order.party == booking.party {
            true => Err(ApiError::bad_request(NO_CHANGE)),
            false => Ok(plan),
        };
    }
    let settled = close_balance(app, settle(app, booking.clone()).await?).await?;
    match settled.version == booking.version {
        true => Ok(plan),
        false => Err(stale(app, me, booking).await?),
    }
}

/// 409 with the booking as it is now.
async fn stale(app: &App, me: &SignedIn, booking: &Booking) -> ApiResult<ApiError> {
    let current = reread(app, booking).await?;
    let version = current.version;
    let data = json!({ "booking": shown(app, me, current).await? });
    let refused = ApiError::conflict(STALE).with_data(data);
    Ok(refused.with_current_version(version))
}

/// Whether the transaction stored the change.
enum Stored {
    Now,
    /// A concurrent request with the same key was first.
    Before,
    /// The booking has changed since staff saw it.
    Stale,
}

async fn store(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    plan: &Plan,
    ask: &ChangeRequest,
    request: &Request<'_>,
) -> ApiResult<()> {
    let (now, today) = (app.clock.now(), app.clock.today(app.config.timezone));
    let outcome = app
        .in_transaction("change_booking", async |tx| -> ApiResult<_> {
            if !request.remember(&tx, booking.id, now).await? {
                tx.roll_back();
                return Ok(Stored::Before);
            }
            let locked = bookings::find_for_update(&tx, booking.id).await?;
            if locked.as_ref() != Some(booking) {
                tx.roll_back();
                return Ok(Stored::Stale);
            }
            let is_other = booking.is_other_order(&plan.order);
            if is_other {
                move_seats(app, &tx, booking, plan).await?;
            }
            let back = GivenBack {
                amount: plan.back,
                is_credit: ask.money_back() == MoneyBack::Credit,
            };
            if !bookings::change_order(&tx, booking.id, &plan.order, back, (now, today)).await? {
                tx.roll_back();
                return Ok(Stored::Stale);
            }
            note(app, &tx, me, booking, plan, back).await?;
            if is_other {
                settle_difference(app, &tx, me, booking, plan, back).await?;
            }
            kill_point("change-unsaved");
            Ok(Stored::Now)
        })
        .await?;
    match outcome {
        Stored::Before => {
            request.earlier(app).await?;
            return Ok(());
        }
        Stored::Stale => return Err(stale(app, me, booking).await?),
        Stored::Now => {}
    }
    kill_point("booking-changed");
    app.wake_worker();
    tracing::info!(booking = %booking.id, "staff changed a booking");
    Ok(())
}

/// Invoice, refund or travel credit, and emails of a booking that `tx` has changed.
async fn settle_difference(
    app: &App,
    tx: &Tx,
    me: &SignedIn,
    booking: &Booking,
    plan: &Plan,
    back: GivenBack,
) -> ApiResult<()> {
    let (id, now) = (booking.id, app.clock.now());
    let changed = bookings::find(tx, id).await?;
    let changed = changed.ok_or_else(|| ApiError::internal("a changed booking is gone"))?;
    guarantee_if_full(app, tx, &changed).await?;
    let mail = Job::MailBookingConfirmed { booking_id: id };
    jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    if changed.quote != booking.quote {
        store_first(app, tx, booking).await?;
        bookings::replace_invoice(tx, id, &series(app, now), now).await?;
        issue_invoice(app, tx, id, now).await?;
    }
    if back.amount.is_zero() {
        return Ok(());
    }
    if back.is_credit {
        let today = app.clock.today(app.config.timezone);
        let expires_on = today.checked_add_months(Months::new(CREDIT_MONTHS));
        if let Some(credit) = give_credit(app, tx, id, Some(expires_on.unwrap_or(today))).await? {
            mail_credit(app, tx, &credit).await?;
        }
        return Ok(());
    }
    let reason = Reason {
        text: LOWERED.to_owned(),
        actor: Actor::Account(me.id),
        cause: Cause::Lowered,
    };
    store_refunds(app, tx, booking, plan.back, &reason).await?;
    Ok(())
}

/// The audit log has no names of guests, so that a person who deletes the account is forgotten.
async fn note(
    app: &App,
    tx: &Tx,
    me: &SignedIn,
    booking: &Booking,
    plan: &Plan,
    back: GivenBack,
) -> ApiResult<()> {
    let (order, currency) = (&plan.order, booking.quote.currency);
    let before = json!({
        "startDate": booking.start_date, "endDate": booking.end_date, "route": booking.route.name,
        "departureId": booking.departure_id, "totalGuests": booking.party.size(),
        "amount": booking.quote.total.to_number(currency),
    });
    let mut after = json!({
        "startDate": order.start_date, "endDate": order.end_date, "route": order.route.name,
        "departureId": order.departure_id, "totalGuests": order.party.size(),
        "amount": order.quote.total.to_number(currency),
    });
    if order.party != booking.party {
        after["guestDetails"] = Value::from("changed");
    }
    if !back.amount.is_zero() {
        let field = if back.is_credit {
            "credited"
        } else {
            "refunded"
        };
        after[field] = json!(back.amount.to_number(currency));
    }
    let subject = audit_entry::subject(booking);
    let changes = audit::changes(&before, &after);
    store::audit::add(tx, &audit::note(app, me, "change", subject, changes)).await?;
    Ok(())
}

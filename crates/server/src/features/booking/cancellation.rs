//! `GET /api/bookings/{id}/cancellation`: the refund of a cancellation now, by the cancellation policy (decisions §5).

use axum::Json;
use axum::extract::State;
use domain::booking::{Booking, BookingStatus};
use domain::departure_change::{ChangeKind, DepartureChange};
use domain::money::{Money, Percent};
use serde::Serialize;
use serde_json::Number;
use store::{Connection, StoreResult, departure_changes};
use utoipa::ToSchema;
use uuid::Uuid;

use super::cancellation_terms::policy_of;
use super::payment::settle::settle;
use super::read::{BOOKING_NOT_FOUND, visible_booking};
use super::refund::create::money_back;
use super::refund::wire::MoneyBack;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{Conflict, NotFound, SignInErrors, StoreErrors};
use crate::http::extract::PathId;
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::format::day;

pub const NOT_CANCELLABLE: &str = "This booking cannot be cancelled any more.";

#[derive(Debug, Serialize, ToSchema)]
pub struct CancellationAnswer {
    pub status: Success,
    pub data: Cancellation,
}

/// The refund if the booking were cancelled now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Cancellation {
    pub refund: MoneyBack,
    #[schema(value_type = f64)]
    pub percent: Number,
    pub days_before_start: i64,
}

/// Returns the refund of a cancellation now, by the policy.
#[utoipa::path(
    get, path = "/api/bookings/{id}/cancellation", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    responses((status = 200, body = CancellationAnswer), SignInErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn read_cancellation(
    State(app): State<App>,
    me: SignedIn,
    id: PathId,
) -> ApiResult<Json<CancellationAnswer>> {
    let booking = visible_booking(&app, &me, id.or_not_found(BOOKING_NOT_FOUND)?).await?;
    // A payment of a moment ago changes the result.
    let booking = settle(&app, booking).await?;
    if !booking.status.can_become(BookingStatus::Cancelled) {
        return Err(ApiError::conflict(NOT_CANCELLABLE));
    }
    let days = booking.days_before_start(app.clock.today(app.config.timezone));
    let (percent, back) = match find_open_change(&app.db, booking.id).await? {
        Some(_) => (Percent::HUNDRED, booking.refundable()),
        None => (
            policy_of(&app, &booking).percent(days),
            by_policy(&app, &booking),
        ),
    };
    let data = Cancellation {
        refund: money_back(&booking, back),
        percent: percent.to_number(),
        days_before_start: days,
    };
    Ok(Json(CancellationAnswer {
        status: Success::Success,
        data,
    }))
}

/// The change of its departure that the traveller has not answered. Until then a cancellation gives everything back, as
/// silence does: the agency did not keep to the date, and no policy applies.
pub(super) async fn find_open_change(
    db: &impl Connection,
    booking_id: Uuid,
) -> StoreResult<Option<DepartureChange>> {
    let open = departure_changes::list_open_for_bookings(db, &[booking_id]).await?;
    match open.first() {
        Some(choice) => departure_changes::find(db, choice.change_id).await,
        None => Ok(None),
    }
}

/// Why a booking of a changed departure ends: for the guest, on the credit note.
pub(crate) fn reason_of(change: &DepartureChange) -> String {
    if !change.reason.is_empty() {
        return change.reason.clone();
    }
    let verb = match change.kind {
        ChangeKind::Move => "moved",
        ChangeKind::Cancel => "cancelled",
    };
    format!("The departure of {} was {verb}", day(change.from_start))
}

pub(super) fn by_policy(app: &App, booking: &Booking) -> Money {
    let days = booking.days_before_start(app.clock.today(app.config.timezone));
    let payment = &booking.payment;
    // What a move lowered the price by is refunded whatever the policy says.
    let lowered_by = payment.lowered_by.minor();
    let price = Money::from_minor(booking.paid().minor() - lowered_by);
    let back = policy_of(app, booking).refund(days, price);
    // Earlier partial refunds are deducted.
    let given = payment.refunded.plus(payment.refunding);
    let given = given.plus(payment.credited);
    let left = back.minor() + lowered_by - given.minor();
    let step = app.payments.step(booking.quote.currency);
    Money::from_minor(left.max(0))
        .up_to_step(step)
        .min(booking.refundable())
}

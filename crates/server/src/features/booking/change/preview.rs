//! `POST /api/bookings/{id}/change/preview`: a change with its price, before anything is done.

use axum::Json;
use axum::extract::State;
use domain::booking::Booking;
use domain::money::Money;
use store::seats;

use super::plan::{Plan, plan};
use super::request::ChangeRequest;
use super::wire::{ChangePreview, ChangePreviewAnswer, OnePreview, OrderTerms};
use crate::features::booking::read::found;
use crate::features::booking::refund::limit;
use crate::http::auth::{SignedIn, Staff};
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::http::response::Success;
use crate::platform::app::App;

/// Shows what a change would make of a booking. Nothing is stored.
#[utoipa::path(
    post, path = "/api/bookings/{id}/change/preview", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)), request_body = ChangeRequest,
    responses((status = 200, body = ChangePreviewAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn preview_change(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<ChangeRequest>,
) -> ApiResult<Json<ChangePreviewAnswer>> {
    let booking = found(&app, id).await?;
    let wanted = ask.read(&app)?;
    let plan = plan(&app, &booking, &wanted).await?;
    let preview = preview(&app, &me, &booking, &plan).await?;
    Ok(Json(ChangePreviewAnswer {
        status: Success::Success,
        data: OnePreview { preview },
    }))
}

async fn preview(
    app: &App,
    me: &SignedIn,
    booking: &Booking,
    plan: &Plan,
) -> ApiResult<ChangePreview> {
    let (now, today) = (app.clock.now(), app.clock.today(app.config.timezone));
    let mut after = booking.clone();
    after.change_order(&plan.order, plan.back, (now, today));
    let currency = booking.quote.currency;
    let seats_left = seats_left(app, booking, plan).await?;
    let difference = after.quote.total.minor() - booking.quote.total.minor();
    Ok(ChangePreview {
        version: booking.version,
        before: OrderTerms::from(booking),
        after: OrderTerms::from(&after),
        difference: Money::from_minor(difference).to_number(currency),
        back: plan.back.to_number(currency),
        back_as_credit: booking.back_as_credit(plan.back).to_number(currency),
        may_refund: limit::allows_change(app, me, booking, plan.back),
        are_seats_free: seats_left.is_none_or(|left| after.party.size() <= left),
        seats_left,
    })
}

/// The free seats of the departure, with those that the party has in the same pool.
async fn seats_left(app: &App, booking: &Booking, plan: &Plan) -> ApiResult<Option<u32>> {
    let Some(departure) = &plan.departure else {
        return Ok(None);
    };
    let usage = seats::usage(&app.db, &[departure.pool_id], app.clock.now()).await?;
    let left = usage
        .get(&departure.pool_id)
        .map_or(0, |usage| usage.left());
    let own = seats::find(&app.db, booking.id).await?;
    let own = own.filter(|own| own.pool_id == departure.pool_id);
    Ok(Some(left + own.map_or(0, |own| own.seats)))
}

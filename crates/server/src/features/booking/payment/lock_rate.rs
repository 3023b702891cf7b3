//! `PUT /api/bookings/{id}/rate`: staff lock a rate for a booking that has none, so that it can be paid in NPR.

use axum::Json;
use axum::extract::State;
use domain::money::Currency;
use serde::{Deserialize, Serialize};
use serde_json::{Number, json};
use store::bookings;
use utoipa::ToSchema;

use crate::features::booking::audit_entry;
use crate::features::booking::read::{BOOKING_NOT_FOUND, reread, shown};
use crate::features::booking::wire_response::BookingAnswer;
use crate::features::npr_rate::read_typed_rate;
use crate::http::auth::Staff;
use crate::http::error::{ApiError, ApiResult};
use crate::http::error_responses::{AdminErrors, BodyErrors, Conflict, NotFound, StoreErrors};
use crate::http::extract::{Body, PathId};
use crate::platform::app::App;

const LOCKED: &str = "A rate is locked for this booking already. It cannot be changed.";
const IN_NPR: &str = "This booking is in NPR, so it needs no rate.";

#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub struct LockRate {
    /// NPR for one unit of the booking's currency.
    #[schema(value_type = f64)]
    pub value: Number,
}

/// Locks a rate for a booking that was made without one. It is not changed afterwards.
#[utoipa::path(
    put, path = "/api/bookings/{id}/rate", tag = "bookings",
    security(("session" = [])), params(("id" = String, Path)),
    request_body = LockRate,
    responses((status = 200, body = BookingAnswer), BodyErrors, AdminErrors, NotFound, Conflict, StoreErrors),
)]
pub(crate) async fn lock_booking_rate(
    State(app): State<App>,
    Staff(me): Staff,
    id: PathId,
    Body(ask): Body<LockRate>,
) -> ApiResult<Json<BookingAnswer>> {
    let id = id.or_not_found(BOOKING_NOT_FOUND)?;
    let booking = bookings::find(&app.db, id).await?;
    let booking = booking.ok_or_else(|| ApiError::not_found(BOOKING_NOT_FOUND))?;
    if booking.quote.currency == Currency::NPR {
        return Err(ApiError::conflict(IN_NPR));
    }
    let rate = read_typed_rate(&app, &ask.value)?;
    app.in_transaction("lock_booking_rate", async |tx| -> ApiResult<()> {
        if !bookings::lock_rate(&tx, id, rate, app.clock.now()).await? {
            return Err(ApiError::conflict(LOCKED));
        }
        let said = [("value", json!(rate.value.to_number()))];
        audit_entry::note(&app, &tx, &me, "lock rate", &booking, &said).await?;
        Ok(())
    })
    .await?;
    let booking = reread(&app, &booking).await?;
    Ok(Json(shown(&app, &me, booking).await?.into()))
}

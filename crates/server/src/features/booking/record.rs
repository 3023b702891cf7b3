//! Stores a booking once, together with its Idempotency-Key and the count for the traveller's rate limit (decisions
//! §10 "Idempotency-Key", "Limits").

use domain::booking::Booking;

use crate::http::error::{ApiError, ApiResult};
use crate::http::idempotency::Request;
use crate::http::rate_limit::{Limit, count_in};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const TOO_MANY: &str = "Too many bookings.";

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recorded {
    Stored,
    /// A concurrent request used the key first.
    KeyTaken,
}

/// Stores booking, reference, key and count in one transaction: a key never exists without its booking, and
/// concurrent requests cannot exceed the limit.
pub async fn record(
    app: &App,
    booking: &mut Booking,
    request: &Request<'_>,
) -> ApiResult<Recorded> {
    let tx = app.db.begin().await?;
    if !request
        .remember(&tx, booking.id, booking.created_at)
        .await?
    {
        return Ok(Recorded::KeyTaken);
    }
    let counted = (Limit::BookingsOfUser, &*booking.user_id.to_string());
    if let Some(ends_at) = count_in(app, &tx, counted).await? {
        let left = (ends_at - app.clock.now()).num_milliseconds();
        let seconds = u64::try_from(left).unwrap_or_default().div_ceil(1000);
        return Err(ApiError::too_many(TOO_MANY, seconds));
    }
    // Last, because concurrent bookings wait for the counter until the commit.
    booking.reference = store::bookings::next_reference(&tx, &app.config.reference_prefix).await?;
    store::bookings::insert(&tx, booking).await?;
    tx.commit().await?;
    kill_point("booking-stored");
    Ok(Recorded::Stored)
}

/// The booking that an earlier identical request created.
pub async fn find_recorded(app: &App, request: &Request<'_>) -> ApiResult<Option<Booking>> {
    match request.earlier(app).await? {
        Some(id) => Ok(store::bookings::find(&app.db, id).await?),
        None => Ok(None),
    }
}

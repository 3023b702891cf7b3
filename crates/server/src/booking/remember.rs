//! A booking is stored once: with its Idempotency-Key, and counted against the traveller's limit, in one
//! transaction (decisions §10 "Idempotency-Key", "Limits").

use axum::http::HeaderMap;
use domain::booking::Booking;
use domain::problem::Problem;
use sha2::{Digest, Sha256};
use store::StoreError;
use store::idempotency::{self, Used};
use uuid::Uuid;

use super::request::BookingRequest;
use crate::app::App;
use crate::error::{ApiError, ApiResult};
use crate::kill_points::kill_point;
use crate::limits::{Limit, count_in};

pub const KEY_REUSED: &str = "This Idempotency-Key was used for another request.";
const TOO_MANY: &str = "Too many bookings.";
const MAX_KEY_LENGTH: usize = 255;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remembered {
    Kept,
    /// The key was taken in the same moment by another request.
    ByAnother,
}

/// Booking, key and count are stored together: a key never stands without its booking, and of many requests
/// at once no more get through than may.
pub async fn remember(
    app: &App,
    booking: &Booking,
    key: Option<&str>,
    fingerprint: &str,
) -> ApiResult<Remembered> {
    let tx = app.db.begin().await?;
    if let Some(key) = key {
        let used = Used {
            fingerprint: fingerprint.to_owned(),
            booking_id: booking.id,
        };
        let made = booking.created_at;
        match idempotency::remember(&tx, booking.user_id, key, &used, made).await {
            Err(StoreError::Taken(_)) => return Ok(Remembered::ByAnother),
            kept => kept?,
        }
    }
    let counted = (Limit::BookingsOfUser, &*booking.user_id.to_string());
    if let Some(ends_at) = count_in(app, &tx, counted).await? {
        let left = (ends_at - app.clock.now()).num_milliseconds();
        let seconds = u64::try_from(left).unwrap_or_default().div_ceil(1000);
        return Err(ApiError::too_many(TOO_MANY, seconds));
    }
    store::bookings::insert(&tx, booking).await?;
    tx.commit().await?;
    kill_point("booking-stored");
    Ok(Remembered::Kept)
}

pub async fn already_made(
    app: &App,
    user_id: Uuid,
    key: Option<&str>,
    fingerprint: &str,
) -> ApiResult<Option<Booking>> {
    let Some(key) = key else { return Ok(None) };
    match idempotency::find(&app.db, user_id, key, app.clock.now()).await? {
        None => Ok(None),
        Some(used) if used.fingerprint != fingerprint => Err(ApiError::conflict(KEY_REUSED)),
        Some(used) => Ok(store::bookings::find(&app.db, used.booking_id).await?),
    }
}

/// A digest of what was asked, without the fields that we ignore and the way it was written.
pub fn fingerprint(ask: &BookingRequest, payment_method: &str) -> ApiResult<String> {
    let bytes =
        serde_json::to_vec(&(ask, payment_method)).map_err(|error| ApiError::internal(&error))?;
    Ok(Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect())
}

pub fn idempotency_key(headers: &HeaderMap) -> ApiResult<Option<&str>> {
    let Some(value) = headers.get("idempotency-key") else {
        return Ok(None);
    };
    let key = value
        .to_str()
        .ok()
        .map(str::trim)
        .filter(|key| !key.is_empty() && key.len() <= MAX_KEY_LENGTH);
    key.map(Some).ok_or_else(|| {
        let message = "Idempotency-Key must be 1 to 255 plain characters";
        ApiError::invalid(message, vec![Problem::new("Idempotency-Key", message)])
    })
}

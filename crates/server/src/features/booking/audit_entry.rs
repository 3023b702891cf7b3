//! Audit log entries for actions of administrators on bookings, written in the transaction of the action.

use domain::booking::Booking;
use serde_json::Value;
use store::Tx;
use store::audit::{Change, Entry};

use crate::features::audit;
use crate::http::auth::SignedIn;
use crate::http::error::ApiResult;
use crate::platform::app::App;

/// The kind of subject of all entries about a booking.
pub const SUBJECT: &str = "booking";

pub fn subject(booking: &Booking) -> (&'static str, String, &str) {
    (SUBJECT, booking.id.to_string(), &booking.trek.name)
}

/// `said` contains the administrator's input as pairs of field and value.
pub(crate) async fn note(
    app: &App,
    tx: &Tx,
    admin: &SignedIn,
    action: &str,
    booking: &Booking,
    said: &[(&str, Value)],
) -> ApiResult<()> {
    Ok(store::audit::add(tx, &entry(app, admin, action, booking, said)).await?)
}

/// The entry of [`note`], for a transaction that another function begins.
pub fn entry(
    app: &App,
    admin: &SignedIn,
    action: &str,
    booking: &Booking,
    said: &[(&str, Value)],
) -> Entry {
    let changes = said.iter().map(|(field, value)| Change {
        field: (*field).to_owned(),
        before: Value::Null,
        after: value.clone(),
    });
    audit::note(app, admin, action, subject(booking), changes.collect())
}

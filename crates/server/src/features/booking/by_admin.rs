//! What an administrator does to a booking stands in the audit log, in the transaction that does it.

use domain::booking::Booking;
use serde_json::Value;
use store::Tx;
use store::audit::{Change, Entry};

use crate::features::audit;
use crate::http::auth::SignedIn;
use crate::http::error::ApiResult;
use crate::platform::app::App;

/// `said` is what the administrator gave: a field and its value.
pub async fn note(
    app: &App,
    tx: &Tx,
    admin: &SignedIn,
    action: &str,
    booking: &Booking,
    said: &[(&str, Value)],
) -> ApiResult<()> {
    Ok(store::audit::add(tx, &entry(app, admin, action, booking, said)).await?)
}

/// The line of [`note`], for a transaction that somebody else begins.
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
    let subject = ("booking", booking.id.to_string(), &*booking.trek.name);
    audit::note(app, admin, action, subject, changes.collect())
}

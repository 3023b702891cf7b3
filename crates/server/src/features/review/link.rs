//! The link with which the customer of a booking writes a review without signing in.

use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::signed_id;

#[must_use]
pub fn sign(app: &App, booking_id: Uuid) -> String {
    signed_id::sign(&app.secrets.review_link_key(), booking_id)
}

/// The page of the link.
#[must_use]
pub fn review_url(app: &App, booking_id: Uuid) -> String {
    format!("{}/review/{}", app.config.public_url, sign(app, booking_id))
}

/// The booking of a token that this server signed.
#[must_use]
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    signed_id::read(&app.secrets.review_link_key(), token)
}

//! The token in the link of an offer: the id of the waitlist entry and its signature.

use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::signed_id;

pub fn sign(app: &App, entry_id: Uuid) -> String {
    signed_id::sign(&app.secrets.seat_offer_key(), entry_id)
}

/// The waitlist entry of a token that this server signed.
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    signed_id::read(&app.secrets.seat_offer_key(), token)
}

//! The token in the link of an offer: the id of the waitlist entry and its signature.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::platform::app::App;

const ID_BYTES: usize = 16;

pub fn sign(app: &App, entry_id: Uuid) -> String {
    let mut bytes = entry_id.as_bytes().to_vec();
    bytes.extend(mac_of(app, entry_id.as_bytes()).finalize().into_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The waitlist entry of a token that this server signed.
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    let bytes = URL_SAFE_NO_PAD.decode(token.trim()).ok()?;
    let (id, signature) = bytes.split_at_checked(ID_BYTES)?;
    // Compares in constant time.
    mac_of(app, id).verify_slice(signature).ok()?;
    Uuid::from_slice(id).ok()
}

fn mac_of(app: &App, id: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.secrets.seat_offer_key())
        .expect("HMAC takes keys of any length");
    mac.update(id);
    mac
}

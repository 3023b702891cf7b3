//! The link with which a traveller chooses what happens to the booking, without signing in. It is signed, so that only
//! who got the email has it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::platform::app::App;

/// The id of the choice and its signature.
#[must_use]
pub fn sign(app: &App, choice_id: Uuid) -> String {
    let signature = mac_of(app, choice_id).finalize().into_bytes();
    format!("{choice_id}.{}", URL_SAFE_NO_PAD.encode(signature))
}

/// The choice of a token that this server signed.
#[must_use]
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    let (id, signature) = token.split_once('.')?;
    let id = Uuid::parse_str(id).ok()?;
    let signature = URL_SAFE_NO_PAD.decode(signature).ok()?;
    // Compares in constant time.
    mac_of(app, id).verify_slice(&signature).ok()?;
    Some(id)
}

/// The page on which the traveller chooses.
#[must_use]
pub fn page_of(app: &App, choice_id: Uuid) -> String {
    format!("{}/choices/{}", app.config.public_url, sign(app, choice_id))
}

fn mac_of(app: &App, choice_id: Uuid) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.secrets.departure_choice_key())
        .expect("HMAC takes keys of any length");
    mac.update(choice_id.as_bytes());
    mac
}

//! The link with which the balance of a booking is paid without signing in. It is signed, so that only those have it to
//! whom staff or an email sent it.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use domain::booking::{Booking, BookingStatus};
use domain::booking_action::BookingAction;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::platform::app::App;

const ID_BYTES: usize = 16;

/// The page on which the balance of a booking is paid.
#[must_use]
pub fn balance_url(app: &App, booking: &Booking) -> String {
    let token = sign(app, booking.id);
    format!("{}/balance/{token}", app.config.public_url)
}

/// Whether a booking takes payments of its balance: it is confirmed and its last day has not passed.
#[must_use]
pub fn is_open(app: &App, booking: &Booking) -> bool {
    let today = app.clock.today(app.config.timezone);
    booking.status == BookingStatus::Confirmed && today <= booking.end_date
}

/// Whether the link of a booking takes a payment: cards are taken, something is left to pay, and the last day has not
/// passed.
#[must_use]
pub fn can_be_paid_by_link(app: &App, booking: &Booking) -> bool {
    let takes_cards = app.payments.takes_cards();
    takes_cards && booking.allows(BookingAction::PayBalance) && is_open(app, booking)
}

/// The page on which what is left of the price is paid by card. Empty if it takes no payment.
#[must_use]
pub fn balance_link(app: &App, booking: &Booking) -> String {
    match can_be_paid_by_link(app, booking) {
        true => balance_url(app, booking),
        false => String::new(),
    }
}

/// The id of the booking and its signature.
#[must_use]
pub fn sign(app: &App, booking_id: Uuid) -> String {
    let mut bytes = booking_id.as_bytes().to_vec();
    bytes.extend(mac_of(app, booking_id.as_bytes()).finalize().into_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The booking of a token that this server signed.
#[must_use]
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    let bytes = URL_SAFE_NO_PAD.decode(token.trim()).ok()?;
    let (id, signature) = bytes.split_at_checked(ID_BYTES)?;
    // Compares in constant time.
    mac_of(app, id).verify_slice(signature).ok()?;
    Uuid::from_slice(id).ok()
}

fn mac_of(app: &App, id: &[u8]) -> Hmac<Sha256> {
    let mut mac = Hmac::<Sha256>::new_from_slice(&app.secrets.balance_link_key())
        .expect("HMAC takes keys of any length");
    mac.update(id);
    mac
}

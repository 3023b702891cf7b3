//! The link with which the balance of a booking is paid without signing in. It is signed, so that it cannot
//! be guessed.

use domain::booking::{Booking, BookingStatus};
use domain::booking_action::BookingAction;
use domain::way::Way;
use uuid::Uuid;

use crate::features::booking::payment::ways::list_for_balance;
use crate::platform::app::App;
use crate::platform::signed_id;

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

/// Whether a booking is confirmed by a card payment with its link: staff made it for a caller.
#[must_use]
pub fn is_confirmed_by_link(booking: &Booking) -> bool {
    booking.payment.way == Way::Card && booking.payment.pay_by.is_some()
}

/// Whether an unpaid booking can be confirmed by a card payment with its link.
#[must_use]
pub fn can_be_confirmed_by_link(app: &App, booking: &Booking) -> bool {
    booking.is_payable() && is_confirmed_by_link(booking) && app.payments.takes_cards()
}

/// Whether the link of a booking takes a payment: the agency offers a way, something is left to pay, and the last day has
/// not passed.
#[must_use]
pub fn can_be_paid_by_link(app: &App, booking: &Booking) -> bool {
    has_ways(app) && booking.allows(BookingAction::PayBalance) && is_open(app, booking)
}

/// Whether the page of a balance offers a way to pay it.
#[must_use]
pub fn has_ways(app: &App) -> bool {
    !list_for_balance(app).is_empty()
}

/// The page on which what is left of the price is paid. Empty if it takes no payment.
#[must_use]
pub fn balance_link(app: &App, booking: &Booking) -> String {
    match can_be_paid_by_link(app, booking) {
        true => balance_url(app, booking),
        false => String::new(),
    }
}

/// The token of the link of a booking.
#[must_use]
pub fn sign(app: &App, booking_id: Uuid) -> String {
    signed_id::sign(&app.secrets.balance_link_key(), booking_id)
}

/// The booking of a token that this server signed.
#[must_use]
pub fn read(app: &App, token: &str) -> Option<Uuid> {
    signed_id::read(&app.secrets.balance_link_key(), token)
}

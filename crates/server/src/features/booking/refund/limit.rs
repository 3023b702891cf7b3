//! The limit of what staff refund of a booking (`staff_refund_limit`). Owners have none.

use domain::booking::Booking;
use domain::money::Money;

use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;
use crate::platform::format;
use crate::platform::security_log::{self, Event, Subject};

const OWNERS_ONLY: &str = "Only an owner can refund this booking.";

/// The most that `me` may refund of a booking; none for no limit.
#[must_use]
pub fn of(app: &App, me: &SignedIn) -> Option<Money> {
    let limit = app.config.staff_refund_limit;
    limit.filter(|_| !me.is_admin())
}

/// Whether `me` may refund what a change of the order gives back. Counts all that was given back of the booking, so that
/// several changes do not pass the limit together.
#[must_use]
pub fn allows_change(app: &App, me: &SignedIn, booking: &Booking, back: Money) -> bool {
    let is_within = |limit| booking.given_back().plus(back) <= limit;
    back.is_zero() || of(app, me).is_none_or(is_within)
}

/// 403 if the amount is above the limit of `me`.
pub fn check(app: &App, me: &SignedIn, booking: &Booking, amount: Money) -> ApiResult<()> {
    let within = booking.refundable_within(of(app, me));
    // More than is left to refund is another error, for owners too.
    if amount <= within || within == booking.refundable() {
        return Ok(());
    }
    let subject = Subject::Account(me.id);
    security_log::record(app, Event::RoleRefused, subject, "staff_refund_limit");
    if within.is_zero() {
        return Err(ApiError::forbidden(OWNERS_ONLY));
    }
    let most = format::amount(within, booking.quote.currency);
    Err(ApiError::forbidden(format!(
        "You can refund at most {most} of this booking. An owner can refund more."
    )))
}

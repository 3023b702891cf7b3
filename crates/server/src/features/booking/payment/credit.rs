//! Travel credits that pay bookings (operations §2): an unpaid booking reserves one.

use domain::booking::{Booking, CreditUse};
use domain::money::Currency;
use domain::problem::Problem;
use domain::schedule::usable_credit;
use store::travel_credits::{self, CreditState, TravelCredit};
use store::{Tx, bookings};
use uuid::Uuid;

use crate::features::booking::request::INVALID;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;
use crate::platform::format::day;

/// The open travel credit of the traveller that a request names, for a price in `currency`.
pub(crate) async fn find_own(
    app: &App,
    me: &SignedIn,
    number: &str,
    currency: Currency,
) -> ApiResult<TravelCredit> {
    let found = travel_credits::find_by_number(&app.db, number.trim()).await?;
    let credit = found.filter(|credit| credit.user_id == me.id);
    let credit = credit.ok_or_else(|| refused("Travel credit not found."))?;
    let number = &credit.number;
    if credit.currency != currency {
        let message = format!(
            "Travel credit {number} is in {} and cannot pay a price in {currency}.",
            credit.currency
        );
        return Err(refused(&message));
    }
    match credit.state(app.clock.today(app.config.timezone)) {
        CreditState::Open => Ok(credit),
        CreditState::Used => Err(was_used(number)),
        CreditState::Expired => {
            let message = format!(
                "Travel credit {number} was valid until {}.",
                day(credit.expires_on)
            );
            Err(ApiError::conflict(message))
        }
    }
}

/// Makes a credit pay as much of a new booking as it can.
pub fn apply(booking: &mut Booking, credit: &TravelCredit) -> ApiResult<()> {
    let amount = usable_credit(&booking.installments(), credit.amount, credit.currency);
    if amount.is_zero() {
        return Err(refused("This price is too low to be paid in part."));
    }
    booking.payment.credit_used = Some(CreditUse {
        number: credit.number.clone(),
        amount,
    });
    Ok(())
}

/// Reserves a credit for a booking that is stored in `tx`. Of concurrent bookings, one gets it.
pub(crate) async fn reserve(
    tx: &Tx,
    booking: &Booking,
    credit: &TravelCredit,
    replaced: Option<Uuid>,
) -> ApiResult<()> {
    if travel_credits::reserve(tx, credit.id, booking.id, replaced).await? {
        return Ok(());
    }
    let number = &credit.number;
    let current = travel_credits::find_by_number(tx, number).await?;
    let user = current.filter(|current| current.used_at.is_none());
    let user = match user.and_then(|current| current.used_by_booking) {
        Some(id) => bookings::find(tx, id).await?,
        None => None,
    };
    let Some(other) = user else {
        return Err(was_used(number));
    };
    Err(ApiError::conflict(format!(
        "Travel credit {number} is reserved for your unpaid booking {}. Pay or cancel that booking first.",
        other.reference
    )))
}

fn was_used(number: &str) -> ApiError {
    ApiError::conflict(format!("Travel credit {number} was used already."))
}

fn refused(message: &str) -> ApiError {
    ApiError::invalid(INVALID, vec![Problem::new("travelCredit", message)])
}

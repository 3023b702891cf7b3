//! Moves the seats of a changed booking, in the transaction of the change.

use domain::booking::Booking;
use domain::departure::Departure;
use store::seats::{self, Claim, ClaimState, Seating};
use store::{Tx, departure_changes, departures};
use uuid::Uuid;

use super::plan::Plan;
use crate::features::booking::record::too_few;
use crate::features::waitlist::offers::{offer_if_awaited, pass_on};
use crate::http::error::{ApiError, ApiResult};
use crate::platform::app::App;

const UNANSWERED: &str = "The traveller has not answered the last move of the departure yet.";
const DEPARTURE_CHANGED: &str = "The departure was changed meanwhile. Check it and try again.";

/// Frees the seats that the party has and sells those that it needs. Without room the caller drops its transaction.
pub(super) async fn move_seats(
    app: &App,
    tx: &Tx,
    booking: &Booking,
    plan: &Plan,
) -> ApiResult<()> {
    let (now, order) = (app.clock.now(), &plan.order);
    let pools: Vec<Uuid> = plan.departure.iter().map(|it| it.pool_id).collect();
    seats::lock_pools(tx, &[booking.id], &pools, now).await?;
    // A move of the departure locks its pool, too: what it did is seen from here on.
    let open = departure_changes::list_open_for_bookings(tx, &[booking.id]).await?;
    if !open.is_empty() {
        return Err(ApiError::conflict(UNANSWERED));
    }
    let (departure_id, size) = (order.departure_id, order.party.size());
    if let Some(departure) = &plan.departure {
        check_unchanged(tx, departure).await?;
        if (departure_id, size) == (booking.departure_id, booking.party.size()) {
            return Ok(());
        }
        // Holds and offers that ended by the clock go to those who wait first.
        offer_if_awaited(app, tx, departure.pool_id).await?;
    }
    seats::release(tx, booking.id, now).await?;
    if departure_id.is_none() {
        let mut changed = booking.clone();
        let today = app.clock.today(app.config.timezone);
        changed.change_order(order, plan.back, (now, today));
        departures::follow_private(tx, &changed, now).await?;
    } else if booking.departure_id.is_none() {
        departures::cancel_private(tx, booking.id, now).await?;
    }
    let claim = Claim {
        owner_id: booking.id,
        pool_id: plan.departure.as_ref().map_or(booking.id, |it| it.pool_id),
        departure_id: departure_id.unwrap_or(booking.id),
        seats: size,
        state: ClaimState::Held,
        expires_at: None,
    };
    if let Seating::TooFew { left } = seats::hold(tx, &claim, now).await? {
        return Err(too_few(left));
    }
    seats::take(tx, booking.id, now).await?;
    Ok(pass_on(app, tx, booking.departure_id).await?)
}

/// Refuses a departure that staff closed or moved since the change was computed. Its pool is locked now.
async fn check_unchanged(tx: &Tx, departure: &Departure) -> ApiResult<()> {
    let current = departures::find(tx, departure.id).await?;
    let terms = |it: &Departure| (it.state, it.start_date, it.end_date, it.price_per_head);
    match current.as_ref().map(terms) == Some(terms(departure)) {
        true => Ok(()),
        false => Err(ApiError::conflict(DEPARTURE_CHANGED)),
    }
}

//! Guarantees departures, and informs the customers who booked them: once, in the transaction that guarantees one.

use domain::booking::Booking;
use domain::departure::DepartureKind;
use store::jobs::{self, Job};
use store::{StoreResult, Tx, bookings, departures, seats};
use uuid::Uuid;

use crate::platform::app::App;

/// Guarantees the group departure of a booking that this transaction confirmed, if its minimum is sold.
pub(crate) async fn guarantee_if_full(app: &App, tx: &Tx, booking: &Booking) -> StoreResult<()> {
    let Some(id) = booking.departure_id else {
        return Ok(());
    };
    let Some(departure) = departures::find(tx, id).await? else {
        return Ok(());
    };
    if departure.kind == DepartureKind::Group
        && seats::count_taken(tx, id).await? >= departure.minimum
        && departures::guarantee(tx, id, app.clock.now()).await?
    {
        mail_travellers(app, tx, id, Some(booking.id)).await?;
    }
    Ok(())
}

/// Stores a job for each confirmed booking of a departure that this transaction guaranteed. `except`: a booking whose
/// confirmation says it already.
pub(crate) async fn mail_travellers(
    app: &App,
    tx: &Tx,
    departure_id: Uuid,
    except: Option<Uuid>,
) -> StoreResult<()> {
    for booking_id in bookings::list_confirmed_ids_on(tx, departure_id).await? {
        if Some(booking_id) != except {
            let mail = Job::MailDepartureGuaranteed { booking_id };
            jobs::add(tx, app.clock.new_id(), &mail, app.clock.now()).await?;
        }
    }
    Ok(())
}

//! What every confirmation of a booking consists of, however it was paid.

use domain::booking::Booking;
use store::agency_events::Kind;
use store::jobs::{self, Job};
use store::{StoreError, Tx, bookings};

use super::capture::series;
use super::credit_record::record_credit_payment;
use crate::features::booking::agency_event;
use crate::features::booking::invoice::issue::store_invoice;
use crate::features::departure::guarantee::guarantee_if_full;
use crate::platform::app::App;

/// Stores the emails, the invoice and the payment by travel credit of a booking that `tx` has confirmed.
///
/// Call it last before the commit, before the receipts of other payments.
pub(crate) async fn complete_confirmation(
    app: &App,
    tx: &Tx,
    booking: &Booking,
) -> Result<(), StoreError> {
    let (now, booking_id) = (app.clock.now(), booking.id);
    guarantee_if_full(app, tx, booking).await?;
    let mail = Job::MailBookingConfirmed { booking_id };
    jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    agency_event::add(app, tx, Kind::BookingPaid, booking_id).await?;
    let numbered = bookings::assign_invoice_number(tx, booking_id, &series(app, now), now).await?;
    store_invoice(app, tx, &numbered, now).await?;
    record_credit_payment(app, tx, &numbered).await
}

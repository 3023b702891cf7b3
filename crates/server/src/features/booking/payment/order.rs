//! The payment that a booking asks the provider for, and the end of one that was replaced.

use domain::booking::Booking;
use store::jobs::{self, Job};
use store::{StoreError, Tx};
use uuid::Uuid;

use crate::platform::adapters::payments::PaymentOrder;
use crate::platform::app::App;

/// The payment that confirms a booking: its price or its deposit, without what staff took of it.
#[must_use]
pub fn first_payment(app: &App, booking: &Booking) -> PaymentOrder {
    PaymentOrder {
        booking_id: booking.id,
        number: booking.payment.intent_number,
        amount: booking.amount_to_confirm(),
        currency: booking.quote.currency,
        description: description(booking),
        customer_name: booking.customer.name.clone(),
        customer_email: booking.customer.email.clone(),
        return_url: return_url(app, booking.id),
    }
}

/// Where the payer comes back to from a page of the provider or the card's bank.
#[must_use]
pub fn return_url(app: &App, booking_id: Uuid) -> String {
    let site = &app.config.public_url;
    format!("{site}/booking/confirmation/{booking_id}")
}

/// Has the payment that `tx` replaced cancelled at the provider after the commit, because its amount or its way is not due
/// any more.
pub(crate) async fn end_after_commit(
    app: &App,
    tx: &Tx,
    booking_id: Uuid,
    replaced: Option<String>,
) -> Result<(), StoreError> {
    let Some(intent_id) = replaced else {
        return Ok(());
    };
    let end = Job::EndPaymentIntent {
        booking_id,
        intent_id,
    };
    jobs::add(tx, app.clock.new_id(), &end, app.clock.now()).await
}

fn description(booking: &Booking) -> String {
    format!("{} {}", booking.trek.name, booking.reference)
}

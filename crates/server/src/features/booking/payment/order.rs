//! The payment that a booking asks the provider for.

use domain::booking::Booking;
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

fn description(booking: &Booking) -> String {
    format!("{} {}", booking.trek.name, booking.reference)
}

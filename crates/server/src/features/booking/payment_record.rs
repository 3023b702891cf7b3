//! Comparison and storage of a payment that the provider reports, and the errors of settling.

use chrono::{DateTime, Datelike, Utc};
use domain::booking::{Booking, PaymentStatus};
use store::StoreError;
use store::bookings::CapturedPayment;
use store::ledger::{Actor, Kind, Line};
use uuid::Uuid;

use crate::http::error::ApiError;
use crate::platform::adapters::payments::{Intent, PaymentError};
use crate::platform::app::App;

pub const DOES_NOT_MATCH: &str = "The payment does not match this booking. We have been notified.";

#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// The provider reports a different amount, currency or booking than requested. The agency was informed.
    #[error("payment {0} is not the payment of booking {1}")]
    Mismatch(String, Uuid),
}

impl From<SettleError> for ApiError {
    fn from(error: SettleError) -> Self {
        match error {
            SettleError::Store(error) => error.into(),
            SettleError::Payment(error) => error.into(),
            SettleError::Mismatch(..) => Self::conflict(DOES_NOT_MATCH),
        }
    }
}

/// An unreachable provider is not an error of the request: the client may try again.
impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Unavailable(seconds) => Self::retry_later(
                "The payment provider does not answer. Please try again.",
                seconds,
            ),
            PaymentError::Store(error) => error.into(),
            other => Self::internal(other),
        }
    }
}

/// Whether the provider captured the price of this booking.
pub(super) fn is_price(booking: &Booking, intent: &Intent) -> bool {
    let price = (booking.id, booking.quote.total, booking.quote.currency);
    (intent.booking_id, intent.amount, intent.currency) == price
}

/// The payment data of a captured intent.
pub(super) fn paid(app: &App, intent: &Intent) -> CapturedPayment {
    CapturedPayment {
        at: intent.changed_at,
        card_brand: intent.card.as_ref().map(|card| card.brand.clone()),
        card_last4: intent.card.as_ref().map(|card| card.last4.clone()),
        invoice_series: series(app, app.clock.now()),
    }
}

/// Invoices and credit notes are numbered per year in the agency's time zone.
pub(super) fn series(app: &App, now: DateTime<Utc>) -> String {
    now.with_timezone(&app.config.timezone).year().to_string()
}

pub(super) fn capture(app: &App, booking: &Booking, intent: &Intent, reason: &str) -> Line {
    Line {
        id: app.clock.new_id(),
        booking_id: booking.id,
        kind: Kind::Capture,
        amount: intent.amount,
        currency: intent.currency,
        reference: intent.id.clone(),
        reason: reason.to_owned(),
        actor: Actor::Account(booking.user_id),
        at: app.clock.now(),
    }
}

/// Whether the booking is already paid with this payment, so that nothing remains to be done.
pub(super) fn is_paid_with(booking: &Booking, intent: &Intent) -> bool {
    matches!(
        booking.payment.status,
        PaymentStatus::Confirmed | PaymentStatus::Refunded
    ) && booking.payment.by_hand.is_none()
        && booking.payment.intent_id.as_deref() == Some(intent.id.as_str())
}

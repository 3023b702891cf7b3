//! Comparison and storage of a payment that the provider reports, and the errors of settling.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, PaymentStatus};
use store::bookings::CapturedPayment;
use store::ledger::{Actor, Kind, Line};
use store::payments::{self, Payment};
use store::{StoreError, Tx};
use uuid::Uuid;

use super::wallet;
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

/// Whether the provider captured what confirms this booking.
pub(super) fn is_price(booking: &Booking, intent: &Intent) -> bool {
    let price = (
        booking.id,
        booking.amount_to_confirm(),
        booking.quote.currency,
    );
    (intent.booking_id, intent.amount, intent.currency) == price
}

/// The payment data of a captured intent.
pub(super) fn paid(intent: &Intent) -> CapturedPayment {
    CapturedPayment {
        amount: intent.amount,
        at: intent.changed_at,
        card_brand: intent.card.as_ref().map(|card| card.brand.clone()),
        card_last4: intent.card.as_ref().map(|card| card.last4.clone()),
    }
}

/// Invoices and credit notes are numbered per year in the agency's time zone, in Nepal's mode per fiscal year.
pub fn series(app: &App, now: DateTime<Utc>) -> String {
    let today = now.with_timezone(&app.config.timezone).date_naive();
    app.config.invoice_terms().series(today)
}

pub fn capture(app: &App, booking: &Booking, intent: &Intent, reason: &str) -> Line {
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

/// Stores the payment of a ledger line with the next receipt number.
///
/// Call it last before the commit: until the commit every other payment waits for the counter.
pub(crate) async fn record_payment(app: &App, tx: &Tx, line: &Line) -> Result<(), StoreError> {
    let payment = wallet::describe(tx, payments::of_line(line, None)).await?;
    let number = payments::next_receipt_number(tx, &series(app, line.at)).await?;
    let payment = Payment {
        receipt_number: Some(number),
        ..payment
    };
    payments::add(tx, &payment, line).await
}

/// Whether the booking is already paid with this payment, so that nothing remains to be done.
pub(super) fn is_paid_with(booking: &Booking, intent: &Intent) -> bool {
    matches!(
        booking.payment.status,
        PaymentStatus::Confirmed | PaymentStatus::Refunded
    ) && booking.payment.by_hand.is_none()
        && booking.payment.intent_id.as_deref() == Some(intent.id.as_str())
}

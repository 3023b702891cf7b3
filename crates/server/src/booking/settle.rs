//! The one way in which a booking learns that it is paid (decisions §5): ask the provider what is true
//! and write it down once. Called by verify-payment, by reading a booking, by opening its payment again
//! and by the reconciler; whoever comes first moves it, the others find it moved.

use chrono::Datelike;
use domain::booking::Booking;
use store::bookings::{self, Paid};
use store::jobs::{self, Job};
use uuid::Uuid;

use crate::app::App;
use crate::error::ApiError;
use crate::kill_points::kill_point;
use crate::ports::payments::{Intent, IntentStatus, PaymentError};

const NEVER_PAID: &str = "The payment was cancelled before it was made.";

#[derive(Debug, thiserror::Error)]
pub enum SettleError {
    #[error(transparent)]
    Store(#[from] store::StoreError),
    #[error(transparent)]
    Payment(#[from] PaymentError),
    /// Someone must look: the provider took another amount than we sold for.
    #[error("payment {0} is not the payment of booking {1}")]
    Mismatch(String, Uuid),
}

impl From<SettleError> for ApiError {
    fn from(error: SettleError) -> Self {
        match error {
            SettleError::Store(error) => error.into(),
            SettleError::Payment(error) => error.into(),
            SettleError::Mismatch(..) => Self::internal(&error),
        }
    }
}

/// A provider that cannot be reached is no fault of the request: the client may try again.
impl From<PaymentError> for ApiError {
    fn from(error: PaymentError) -> Self {
        match error {
            PaymentError::Unavailable => {
                Self::unavailable("The payment provider does not answer. Please try again.")
            }
            other => Self::internal(&other),
        }
    }
}

/// The booking after the provider was asked. One that is not payable is given back as it is.
pub async fn settle(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    let Some(intent_id) = booking
        .payment
        .intent_id
        .as_deref()
        .filter(|_| booking.is_payable())
    else {
        return Ok(booking);
    };
    let intent = app.payments.retrieve(intent_id).await?;
    kill_point("payment-asked");
    apply(app, &booking, &intent).await?;
    reread(app, booking).await
}

/// Sees to it that an unpaid booking is never paid: its payment is cancelled first, and if that was made
/// already the booking is confirmed instead. `settle`'s counterpart for bookings that nobody paid in time.
pub async fn expire(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    if !booking.is_payable() {
        return Ok(booking);
    }
    let intent_id = match &booking.payment.intent_id {
        Some(id) => id.clone(),
        // A crash came between opening the payment and noting it: the provider finds it by the booking.
        None => app.payments.open(&booking).await?.id,
    };
    let intent = app.payments.cancel(&intent_id).await?;
    kill_point("unpaid-payment-cancelled");
    apply(app, &booking, &intent).await?;
    reread(app, booking).await
}

async fn reread(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    Ok(bookings::find(&app.db, booking.id)
        .await?
        .unwrap_or(booking))
}

async fn apply(app: &App, booking: &Booking, intent: &Intent) -> Result<(), SettleError> {
    let now = app.clock.now();
    match (intent.status, &intent.last_error) {
        (IntentStatus::Succeeded, _) => confirm(app, booking, intent).await?,
        (IntentStatus::Canceled, _) => {
            bookings::fail(&app.db, booking.id, NEVER_PAID, now).await?;
            kill_point("booking-expired");
        }
        (IntentStatus::RequiresPaymentMethod, Some(message)) => {
            bookings::note_decline(&app.db, booking.id, message, now).await?;
        }
        (IntentStatus::RequiresPaymentMethod | IntentStatus::RequiresAction, _) => {}
    }
    Ok(())
}

/// Booking, invoice number and mail in one transaction: all of them, once, or none.
async fn confirm(app: &App, booking: &Booking, intent: &Intent) -> Result<(), SettleError> {
    let sold = (booking.id, booking.quote.total, booking.quote.currency);
    if (intent.booking_id, intent.amount, intent.currency) != sold {
        return Err(SettleError::Mismatch(intent.id.clone(), booking.id));
    }
    let now = app.clock.now();
    let paid = Paid {
        at: intent.changed_at,
        card_brand: intent.card.as_ref().map(|card| card.brand.clone()),
        card_last4: intent.card.as_ref().map(|card| card.last4.clone()),
        invoice_series: now.with_timezone(&app.config.timezone).year().to_string(),
    };
    let tx = app.db.begin().await?;
    if bookings::confirm(&tx, booking.id, &paid, now).await? {
        let mail = Job::MailBookingConfirmed {
            booking_id: booking.id,
        };
        jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
        kill_point("confirmation-written");
        tx.commit().await?;
        kill_point("booking-confirmed");
        app.wake_worker();
        tracing::info!(booking = %booking.id, "confirmed");
    }
    Ok(())
}

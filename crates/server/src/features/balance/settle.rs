//! Settles the open payment of a balance, as `booking::payment::settle` does for the first payment of a booking: retrieves
//! its state from the provider and records a captured payment once. A payment that is not due is refunded.

use domain::booking::{Booking, BookingStatus};
use domain::money::Money;
use store::bookings::{self, Receipt};
use store::jobs::{self, Job};
use store::payment_requests::{self, PaymentRequest};
use store::{StoreResult, ledger};

use super::link::is_open;
use crate::features::booking::payment::capture::{SettleError, capture, record_payment};
use crate::features::booking::payment::orphan_payments::refund_late_payment;
use crate::platform::adapters::payments::{Intent, IntentStatus};
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const PAID: &str = "Balance paid";

/// Returns the booking after checking the open payment of its balance at the provider. A payment that is not due any
/// more, because the booking ended or costs less, is cancelled there.
pub(crate) async fn settle_balance(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    if booking.status == BookingStatus::Pending {
        return Ok(booking);
    }
    let Some(request) = payment_requests::find_open(&app.db, booking.id).await? else {
        // It may have been settled after the booking was read.
        return match booking.balance().is_zero() {
            true => Ok(booking),
            false => Ok(bookings::reread(&app.db, booking).await?),
        };
    };
    if !is_due(app, &booking, &request) {
        return close(app, booking, &request).await;
    }
    match &request.intent_id {
        Some(intent_id) => settle_request(app, booking, &request, intent_id).await,
        // A crash happened before the payer got it. The next opening finds it by its number.
        None => Ok(booking),
    }
}

/// Makes sure that the open payment of a balance can no longer be made. If it was made already, it is recorded.
pub(crate) async fn close_balance(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    match payment_requests::find_open(&app.db, booking.id).await? {
        Some(request) => close(app, booking, &request).await,
        None => Ok(booking),
    }
}

/// Settles one payment of a balance, whatever its state.
pub(crate) async fn settle_request(
    app: &App,
    booking: Booking,
    request: &PaymentRequest,
    intent_id: &str,
) -> Result<Booking, SettleError> {
    let intent = app.payments.retrieve(intent_id).await?;
    apply(app, request, &intent).await?;
    Ok(bookings::reread(&app.db, booking).await?)
}

fn is_due(app: &App, booking: &Booking, request: &PaymentRequest) -> bool {
    is_open(app, booking) && request.amount <= booking.balance()
}

async fn close(
    app: &App,
    booking: Booking,
    request: &PaymentRequest,
) -> Result<Booking, SettleError> {
    // The payer receives the payment only after its id is recorded, which fails once the request has ended.
    if request.intent_id.is_none()
        && payment_requests::end_unopened(&app.db, request.id, app.clock.now()).await?
    {
        return Ok(booking);
    }
    let stored = payment_requests::find_open(&app.db, booking.id).await?;
    let Some(intent_id) = stored.and_then(|stored| stored.intent_id) else {
        return Ok(booking);
    };
    let intent = app.payments.cancel(&intent_id).await?;
    kill_point("balance-cancelled");
    apply(app, request, &intent).await?;
    Ok(bookings::reread(&app.db, booking).await?)
}

async fn apply(app: &App, request: &PaymentRequest, intent: &Intent) -> Result<(), SettleError> {
    match intent.status {
        IntentStatus::Succeeded => record(app, request, intent).await,
        IntentStatus::Canceled => Ok(end(app, request).await?),
        IntentStatus::RequiresPaymentMethod
        | IntentStatus::RequiresAction
        | IntentStatus::Processing => Ok(()),
    }
}

async fn end(app: &App, request: &PaymentRequest) -> StoreResult<()> {
    payment_requests::end(&app.db, request.id, app.clock.now()).await?;
    Ok(())
}

/// Whether the transaction recorded a captured payment.
enum Recorded {
    Now,
    Before,
    /// The booking does not wait for it.
    Late,
    NoBooking,
}

/// Stores payment, ledger line, receipt number and mail job in one transaction, once.
async fn record(app: &App, request: &PaymentRequest, intent: &Intent) -> Result<(), SettleError> {
    let now = app.clock.now();
    let outcome = app
        .in_transaction("record_balance", async |tx| -> Result<_, SettleError> {
            let Some(booking) = bookings::find_for_update(&tx, request.booking_id).await? else {
                return Ok(Recorded::NoBooking);
            };
            if ledger::has(&tx, &intent.id).await? {
                return Ok(Recorded::Before);
            }
            let is_received = match worth(&booking, intent) {
                Some(amount) => matches!(
                    bookings::receive(&tx, booking.id, amount, now).await?,
                    Receipt::Recorded { .. }
                ),
                None => false,
            };
            if !is_received {
                tx.roll_back();
                return Ok(Recorded::Late);
            }
            payment_requests::mark_paid(&tx, request.id, now).await?;
            let line = capture(app, &booking, intent, PAID);
            let mail = Job::MailReceipt {
                payment_id: line.id,
            };
            jobs::add(&tx, app.clock.new_id(), &mail, now).await?;
            record_payment(app, &tx, &line).await?;
            kill_point("balance-written");
            Ok(Recorded::Now)
        })
        .await?;
    match outcome {
        Recorded::NoBooking => return Ok(()),
        // Still open if the process died after a late payment was recorded.
        Recorded::Before => return Ok(end(app, request).await?),
        Recorded::Late => {
            refund_late_payment(app, request.booking_id, intent).await?;
            return Ok(end(app, request).await?);
        }
        Recorded::Now => {}
    }
    kill_point("balance-paid");
    app.wake_worker();
    tracing::info!(booking = %request.booking_id, payment = %intent.id, "a balance was paid");
    Ok(())
}

/// What a captured payment is worth in the currency of the booking. `None` if it belongs to another booking
/// or is in another currency.
fn worth(booking: &Booking, intent: &Intent) -> Option<Money> {
    let is_of = (intent.booking_id, intent.currency) == (booking.id, booking.quote.currency);
    (is_of && !intent.amount.is_zero()).then_some(intent.amount)
}

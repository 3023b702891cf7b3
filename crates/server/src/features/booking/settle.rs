//! Settles bookings: the only place that confirms a payment (decisions §5). It retrieves the state of the payment
//! from the provider and records it once. Called by verify-payment, by reading a booking, by opening its payment
//! again, by the webhook, by cancelling and by the reconciler. The first caller makes the transition; the others find
//! it made.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, Mismatch};
use store::agency_events;
use store::audit::{self, Entry};
use store::bookings;
use store::jobs::{self, Job};
use store::ledger::{self, Actor, Kind, Line};
use store::{StoreError, Tx};
use uuid::Uuid;

use super::agency_event;
use super::orphan_payments::refund_late_payment;
use super::payment_record::{SettleError, capture, is_price, paid, series};
use crate::features::trek::trending::Trending;
use crate::platform::adapters::payments::{Intent, IntentStatus};
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::kill_points::kill_point;

const NEVER_PAID: &str = "The payment was cancelled before it was made.";

/// Returns the booking after checking its payment at the provider. A booking without a pending payment is returned
/// unchanged.
pub async fn settle(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    if booking.is_payable() && booking.payment.by_hand.is_some() {
        return close(app, booking).await;
    }
    if !(booking.is_payable() || booking.is_payment_late()) {
        return Ok(booking);
    }
    match booking.payment.intent_id.clone() {
        Some(intent_id) => settle_with(app, booking, &intent_id).await,
        None => Ok(booking),
    }
}

/// Like [`settle`], for a given payment, which may differ from the recorded one. A payment of another booking changes
/// nothing.
pub async fn settle_with(
    app: &App,
    booking: Booking,
    intent_id: &str,
) -> Result<Booking, SettleError> {
    let intent = app.payments.retrieve(intent_id).await?;
    kill_point("payment-asked");
    if intent.booking_id == booking.id {
        apply(app, &booking, &intent, Ending::Failed).await?;
        return reread(app, booking).await;
    }
    if booking.payment.intent_id.as_deref() == Some(intent_id) {
        record_mismatch(app, &booking, &intent).await?;
        return Err(SettleError::Mismatch(intent.id, booking.id));
    }
    Ok(booking)
}

/// Makes sure that an unpaid booking can no longer be paid: cancels its payment intent. If the payment was made
/// already, confirms the booking instead. Used for bookings that were not paid in time, are cancelled, or are
/// confirmed by hand.
pub async fn close(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    close_with(app, booking, Ending::Asked(None)).await
}

/// Like [`close`], for a booking that was not paid in time. The agency is informed that the payment failed.
pub async fn expire(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    close_with(app, booking, Ending::Failed).await
}

/// Ends a booking whose payment does not match, and refunds everything that the provider captured.
pub async fn end_mismatched(
    app: &App,
    booking: Booking,
    line: Option<&Entry>,
) -> Result<Booking, SettleError> {
    end_unpaid(app, booking.id, Ending::Asked(line), app.clock.now()).await?;
    kill_point("mismatched-booking-ended");
    let ended = reread(app, booking).await?;
    settle(app, ended).await
}

/// Why an unpaid booking ends.
#[derive(Clone, Copy)]
enum Ending<'a> {
    /// Somebody requested it. Contains the audit log entry if an administrator did.
    Asked(Option<&'a Entry>),
    /// The payment can no longer be made. Not a failure if somebody requested the cancellation meanwhile.
    Failed,
}

/// Like [`close`], by an administrator. If the booking ends, `line` is stored with it.
pub async fn close_by(app: &App, booking: Booking, line: &Entry) -> Result<Booking, SettleError> {
    close_with(app, booking, Ending::Asked(Some(line))).await
}

async fn close_with(
    app: &App,
    booking: Booking,
    ending: Ending<'_>,
) -> Result<Booking, SettleError> {
    if !booking.is_payable() {
        return Ok(booking);
    }
    let intent_id = match &booking.payment.intent_id {
        Some(id) => id.clone(),
        // A crash happened between opening the payment and recording it. The provider finds it by the booking.
        None => app.payments.open(&booking).await?.id,
    };
    // Recorded first, because the reconciler or the webhook may see the cancelled intent before this request
    // continues.
    if matches!(ending, Ending::Asked(_)) && booking.payment.by_hand.is_none() {
        bookings::request_cancellation(&app.db, booking.id, app.clock.now()).await?;
        kill_point("cancel-requested");
    }
    let intent = app.payments.cancel(&intent_id).await?;
    kill_point("unpaid-payment-cancelled");
    apply(app, &booking, &intent, ending).await?;
    reread(app, booking).await
}

async fn reread(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    Ok(bookings::find(&app.db, booking.id)
        .await?
        .unwrap_or(booking))
}

async fn apply(
    app: &App,
    booking: &Booking,
    intent: &Intent,
    ending: Ending<'_>,
) -> Result<(), SettleError> {
    let now = app.clock.now();
    match (intent.status, &intent.last_error) {
        (IntentStatus::Succeeded, _) => confirm(app, booking, intent).await,
        (IntentStatus::Canceled, _) if is_of(booking, intent) => {
            if end_unpaid(app, booking.id, ending, now).await? {
                kill_point("booking-expired");
                return Ok(());
            }
            confirm_by_hand(app, booking.id).await
        }
        (IntentStatus::RequiresPaymentMethod, Some(message)) if is_of(booking, intent) => {
            bookings::record_decline(&app.db, booking.id, message, now).await?;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The state of an intent other than the recorded one matters only if it was paid.
fn is_of(booking: &Booking, intent: &Intent) -> bool {
    let noted = booking.payment.intent_id.as_deref();
    noted.is_none_or(|noted| noted == intent.id)
}

/// Ends a booking whose payment can no longer be made. A concurrent call may have ended it before the request of the
/// administrator who cancelled it; the audit log entry is then still written, once.
async fn end_unpaid(
    app: &App,
    booking_id: Uuid,
    ending: Ending<'_>,
    now: DateTime<Utc>,
) -> Result<bool, StoreError> {
    let tx = app.db.begin().await?;
    let moved = bookings::fail(&tx, booking_id, NEVER_PAID, now).await?;
    if moved && matches!(ending, Ending::Failed) && !is_cancel_requested(&tx, booking_id).await? {
        agency_event::add(app, &tx, agency_events::Kind::PaymentFailed, booking_id).await?;
    }
    if let Ending::Asked(Some(line)) = ending
        && (moved || is_cancelled(&tx, booking_id).await?)
        && !audit::has(&tx, &line.action, &line.subject).await?
    {
        audit::add(&tx, line).await?;
    }
    tx.commit().await?;
    app.wake_worker();
    Ok(moved)
}

async fn is_cancel_requested(tx: &Tx, booking_id: Uuid) -> Result<bool, StoreError> {
    let booking = bookings::find(tx, booking_id).await?;
    Ok(booking.is_some_and(|booking| booking.payment.cancel_requested_at.is_some()))
}

async fn is_cancelled(tx: &Tx, booking_id: Uuid) -> Result<bool, StoreError> {
    // The lock makes concurrent calls run one after the other, so that the second one finds the entry of the first.
    let booking = bookings::find_for_update(tx, booking_id).await?;
    Ok(booking.is_some_and(|booking| booking.status == BookingStatus::Cancelled))
}

/// Stores booking, invoice number, ledger line and mail job in one transaction, once.
async fn confirm(app: &App, booking: &Booking, intent: &Intent) -> Result<(), SettleError> {
    if booking.is_payable() && !is_price(booking, intent) {
        return hold_mismatched(app, booking, intent).await;
    }
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let paid = paid(app, intent);
    if is_price(booking, intent) && bookings::confirm(&tx, booking.id, &paid, now).await? {
        ledger::add(&tx, &capture(app, booking, intent, "Booking paid")).await?;
        add_mail(app, &tx, booking.id, now).await?;
        agency_event::add(app, &tx, agency_events::Kind::BookingPaid, booking.id).await?;
        bookings::assign_invoice_number(&tx, booking.id, &paid.invoice_series, now).await?;
        kill_point("confirmation-written");
        tx.commit().await?;
        kill_point("booking-confirmed");
        Trending::of(app).forget();
        app.wake_worker();
        tracing::info!(booking = %booking.id, "confirmed");
        return Ok(());
    }
    drop(tx);
    refund_late_payment(app, booking.id, intent).await
}

/// Records a mismatched payment. The booking is not confirmed and nothing is refunded automatically: the agency
/// decides. If an administrator has recorded another payment, that one confirms the booking and this one is fully
/// refunded.
async fn hold_mismatched(app: &App, booking: &Booking, intent: &Intent) -> Result<(), SettleError> {
    record_mismatch(app, booking, intent).await?;
    if booking.payment.by_hand.is_none() || intent.booking_id != booking.id {
        return Err(SettleError::Mismatch(intent.id.clone(), booking.id));
    }
    confirm_by_hand(app, booking.id).await?;
    refund_late_payment(app, booking.id, intent).await
}

/// Stores the mismatch and the job that informs the agency in one transaction, once.
async fn record_mismatch(app: &App, booking: &Booking, intent: &Intent) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mismatch = Mismatch {
        intent_id: intent.id.clone(),
        amount: intent.amount,
        currency: intent.currency,
        at: now,
    };
    let tx = app.db.begin().await?;
    if !bookings::record_mismatch(&tx, booking.id, &mismatch, now).await? {
        return Ok(());
    }
    agency_event::add(app, &tx, agency_events::Kind::PaymentMismatch, booking.id).await?;
    tx.commit().await?;
    kill_point("mismatch-noted");
    app.wake_worker();
    tracing::error!(booking = %booking.id, payment = %intent.id, "a payment does not match its booking");
    Ok(())
}

/// Completes the administrator's confirmation, now that no card can pay the booking any more.
async fn confirm_by_hand(app: &App, booking_id: Uuid) -> Result<(), SettleError> {
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    if !bookings::confirm_by_hand(&tx, booking_id, now).await? {
        return Ok(());
    }
    let booking = bookings::find(&tx, booking_id).await?;
    let Some((booking, by_hand)) = booking.and_then(|booking| {
        let by_hand = booking.payment.by_hand.clone();
        by_hand.map(|by_hand| (booking, by_hand))
    }) else {
        return Ok(());
    };
    let line = Line {
        id: app.clock.new_id(),
        booking_id,
        kind: Kind::Manual,
        amount: booking.quote.total,
        currency: booking.quote.currency,
        reference: format!("manual:{booking_id}"),
        reason: by_hand.reason,
        actor: Actor::Account(by_hand.account_id),
        at: now,
    };
    ledger::add(&tx, &line).await?;
    add_mail(app, &tx, booking_id, now).await?;
    agency_event::add(app, &tx, agency_events::Kind::BookingPaid, booking_id).await?;
    bookings::assign_invoice_number(&tx, booking_id, &series(app, now), now).await?;
    tx.commit().await?;
    kill_point("booking-confirmed-by-hand");
    Trending::of(app).forget();
    app.wake_worker();
    tracing::info!(booking = %booking_id, "confirmed by hand");
    Ok(())
}

async fn add_mail(
    app: &App,
    tx: &Tx,
    booking_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mail = Job::MailBookingConfirmed { booking_id };
    jobs::add(tx, app.clock.new_id(), &mail, now).await
}

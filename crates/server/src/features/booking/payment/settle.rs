//! Settles bookings: the only place that confirms a payment (decisions §5). It retrieves the state of the payment
//! from the provider and records it once. Called by verify-payment, by reading a booking, by opening its payment
//! again, by the webhook, by cancelling and by the reconciler. The first caller makes the transition; the others find
//! it made.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, Mismatch};
use domain::money::Money;
use domain::way::Way;
use store::agency_events;
use store::audit::{self, Entry};
use store::bookings::{self, Confirmation};
use store::jobs::{self, Job};
use store::ledger::{Actor, Kind, Line};
use store::seats::{self, ClaimState};
use store::{StoreError, Tx};
use store::{payment_requests, payments};
use uuid::Uuid;

use super::capture::{SettleError, capture, is_price, paid, record_payment, series};
use super::order::first_payment;
use super::orphan_payments::refund_late_payment;
use super::wallet;
use super::wallet::{in_booking_currency, is_over, list_intent_ids, mark_paid};
use crate::features::balance::settle::{settle_balance, settle_request};
use crate::features::booking::agency_event;
use crate::features::booking::invoice::issue::issue_invoice;
use crate::features::departure::guarantee::guarantee_if_full;
use crate::features::trek::trending::Trending;
use crate::features::waitlist::offers::pass_on;
use crate::platform::adapters::payments::{Intent, IntentStatus, Wallet};
use crate::platform::app::App;
use crate::platform::app::AppState as _;
use crate::platform::job_runner::JobError;
use crate::platform::kill_points::kill_point;

const SEATS_GONE: &str = "The hold of the seats ended before the payment, and others took them.";
const NEVER_PAID: &str = "The payment was cancelled before it was made.";

/// Returns the booking after checking its payment at the provider, that of its balance included. A booking without a
/// pending payment is returned unchanged.
pub async fn settle(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    let booking = settle_balance(app, booking).await?;
    if booking.is_payable() && booking.payment.by_hand.is_some() {
        return close(app, booking).await;
    }
    if !(booking.is_payable() || booking.is_payment_late()) {
        return Ok(booking);
    }
    let mut settled = booking;
    let mut failure = None;
    for intent_id in list_intent_ids(app, &settled).await? {
        // A provider that does not answer keeps nobody from being asked about another payment.
        match settle_with(app, settled.clone(), &intent_id).await {
            Ok(booking) => settled = booking,
            Err(error) => failure = failure.or(Some(error)),
        }
    }
    match failure {
        Some(error) if settled.is_payable() || settled.is_payment_late() => Err(error),
        _ => Ok(settled),
    }
}

/// Like [`settle`]. A booking whose hold has ended is cancelled without waiting for the sweep.
pub async fn settle_or_end(app: &App, booking: Booking) -> Result<Booking, SettleError> {
    let booking = settle(app, booking).await?;
    let can_end =
        booking.is_payable() && booking.payment.by_hand.is_none() && booking.paid().is_zero();
    if booking.departure_id.is_none() || !can_end {
        return Ok(booking);
    }
    let now = app.clock.now();
    let held = seats::find(&app.db, booking.id).await?;
    let has_seats = held.is_some_and(|held| {
        held.state != ClaimState::Released && held.expires_at.is_none_or(|end| now < end)
    });
    if has_seats {
        return Ok(booking);
    }
    expire(app, booking).await
}

/// Like [`settle`], for a given payment, which may differ from the recorded one. A payment of another booking changes
/// nothing.
pub async fn settle_with(
    app: &App,
    booking: Booking,
    intent_id: &str,
) -> Result<Booking, SettleError> {
    if let Some(request) = payment_requests::find_by_intent(&app.db, intent_id).await? {
        return match request.booking_id == booking.id {
            true => settle_request(app, booking, &request, intent_id).await,
            false => Ok(booking),
        };
    }
    let intent = app.payments.retrieve(intent_id).await?;
    kill_point("payment-asked");
    if intent.booking_id == booking.id {
        let intent = in_booking_currency(app, intent).await?;
        if is_over(&booking, &intent) {
            end_attempt(app, &booking, &intent.id).await?;
        } else {
            apply(app, &booking, &intent, Ending::Failed).await?;
            mark_paid(app, &intent).await?;
        }
        return reread(app, booking).await;
    }
    if booking.payment.intent_id.as_deref() == Some(intent_id) {
        record_mismatch(app, &booking, &intent).await?;
        return Err(SettleError::Mismatch(intent.id, booking.id));
    }
    Ok(booking)
}

/// A payment that the wallet has ended: the traveller may pay again, as after a declined card.
async fn end_attempt(app: &App, booking: &Booking, intent_id: &str) -> Result<(), StoreError> {
    wallet::end_unpaid(app, booking, intent_id).await?;
    resume_hold(app, booking).await
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

/// Cancels a payment intent that was replaced. Money that was captured all the same goes back.
pub async fn end_intent(app: &App, booking_id: Uuid, intent_id: &str) -> Result<(), JobError> {
    let Some(booking) = bookings::find(&app.db, booking_id).await? else {
        return Ok(());
    };
    let intent = app
        .payments
        .cancel(intent_id)
        .await
        .map_err(JobError::other)?;
    kill_point("replaced-payment-cancelled");
    match intent.status {
        IntentStatus::Succeeded => {
            let settled = settle_with(app, booking, intent_id).await;
            settled.map(|_| ()).map_err(JobError::other)
        }
        // The provider works on the payment: the next run sees the result.
        IntentStatus::Processing => Err(JobError::other("the payment is being processed")),
        _ => Ok(()),
    }
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
    mut booking: Booking,
    ending: Ending<'_>,
) -> Result<Booking, SettleError> {
    if !booking.is_payable() {
        return Ok(booking);
    }
    if close_other_attempts(app, &booking).await? {
        return reread(app, booking).await;
    }
    let intent_id = match &booking.payment.intent_id {
        Some(id) => id.clone(),
        // No provider takes money for the booking: a reseller is invoiced, or staff record the payment.
        None if booking.reseller.is_some()
            || booking.payment.way != Way::Card
            || !app.payments.takes_cards() =>
        {
            end_or_confirm(app, booking.id, ending).await?;
            return reread(app, booking).await;
        }
        // A crash happened between opening the payment and recording it. The provider finds it by the booking.
        None => app.payments.open(&first_payment(app, &booking)).await?.id,
    };
    // Recorded first, because the reconciler or the webhook may see the cancelled intent before this request
    // continues.
    if matches!(ending, Ending::Asked(_)) && booking.payment.by_hand.is_none() {
        bookings::request_cancellation(&app.db, booking.id, app.clock.now()).await?;
        kill_point("cancel-requested");
    }
    let intent = app.payments.cancel(&intent_id).await?;
    kill_point("unpaid-payment-cancelled");
    let intent = in_booking_currency(app, intent).await?;
    booking.payment.intent_id = Some(intent_id);
    apply(app, &booking, &intent, ending).await?;
    mark_paid(app, &intent).await?;
    reread(app, booking).await
}

/// Asks about the payments at wallets that another one replaced. Returns true if one was paid, or if its wallet works
/// on it: then the booking does not end.
async fn close_other_attempts(app: &App, booking: &Booking) -> Result<bool, SettleError> {
    for intent_id in list_intent_ids(app, booking).await? {
        if booking.payment.intent_id.as_ref() == Some(&intent_id) {
            continue;
        }
        let intent = app.payments.cancel(&intent_id).await?;
        let intent = in_booking_currency(app, intent).await?;
        let is_live = matches!(
            intent.status,
            IntentStatus::Succeeded | IntentStatus::Processing
        );
        if is_live {
            apply(app, booking, &intent, Ending::Failed).await?;
            mark_paid(app, &intent).await?;
            return Ok(true);
        }
    }
    Ok(false)
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
            end_or_confirm(app, booking.id, ending).await
        }
        (IntentStatus::Processing, _)
            if is_of(booking, intent) || Wallet::of(&intent.id).is_some() =>
        {
            Ok(keep_seats(app, booking.id).await?)
        }
        (IntentStatus::RequiresPaymentMethod, message) if is_of(booking, intent) => {
            if let Some(message) = message {
                bookings::record_decline(&app.db, booking.id, message, now).await?;
            }
            Ok(resume_hold(app, booking).await?)
        }
        _ => Ok(()),
    }
}

/// Keeps the seats while the provider works on the payment, because its money can no longer be stopped.
async fn keep_seats(app: &App, booking_id: Uuid) -> Result<(), StoreError> {
    let tx = app.db.begin().await?;
    let booking = bookings::find_for_update(&tx, booking_id).await?;
    if booking.is_some_and(|booking| booking.departure_id.is_some() && booking.is_payable()) {
        // Without room, the money goes back when it comes.
        seats::keep(&tx, booking_id, app.clock.now()).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Starts the hold anew after a payment that was being processed has failed.
async fn resume_hold(app: &App, booking: &Booking) -> Result<(), StoreError> {
    if booking.departure_id.is_none() || booking.payment.by_hand.is_some() {
        return Ok(());
    }
    let claim = seats::find(&app.db, booking.id).await?;
    if claim.is_none_or(|claim| claim.state != ClaimState::Held || claim.expires_at.is_some()) {
        return Ok(());
    }
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let stored = bookings::find_for_update(&tx, booking.id).await?;
    if stored.is_some_and(|stored| stored.is_payable() && stored.payment.by_hand.is_none()) {
        let hold_end = now + app.config.hold_for;
        let hold_end = booking
            .payment
            .pay_by
            .map_or(hold_end, |end| end.max(hold_end));
        seats::resume(&tx, booking.id, hold_end, now).await?;
        tx.commit().await?;
    }
    Ok(())
}

/// Ends a booking that can no longer be paid, or confirms it if an administrator has recorded another payment.
async fn end_or_confirm(
    app: &App,
    booking_id: Uuid,
    ending: Ending<'_>,
) -> Result<(), SettleError> {
    if end_unpaid(app, booking_id, ending, app.clock.now()).await? {
        kill_point("booking-expired");
        return Ok(());
    }
    confirm_by_hand(app, booking_id).await
}

fn is_noted(booking: &Booking, intent: &Intent) -> bool {
    booking.payment.intent_id.as_ref() == Some(&intent.id)
}

/// The state of an intent other than the recorded one matters only if it was paid. One that was replaced by a payment
/// of another way is such an intent, even if none is recorded.
fn is_of(booking: &Booking, intent: &Intent) -> bool {
    match booking.payment.intent_id.as_deref() {
        Some(noted) => noted == intent.id,
        None => booking.payment.intent_number == 0 && !booking.payment.way.is_by_hand(),
    }
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
    let moved = match ending {
        Ending::Asked(_) => bookings::fail(&tx, booking_id, NEVER_PAID, now).await?,
        Ending::Failed => bookings::end_hold(&tx, booking_id, NEVER_PAID, now).await?,
    };
    if moved {
        pass_on_seats(app, &tx, booking_id).await?;
    }
    if moved && matches!(ending, Ending::Failed) && is_payment_failure(&tx, booking_id).await? {
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

/// Offers the seats of a booking that this transaction ended to those who wait.
async fn pass_on_seats(app: &App, tx: &Tx, booking_id: Uuid) -> Result<(), StoreError> {
    let booking = bookings::find(tx, booking_id).await?;
    pass_on(app, tx, booking.and_then(|booking| booking.departure_id)).await
}

/// Not if the end was requested, and not for a reseller's booking, which has no payment that could fail.
async fn is_payment_failure(tx: &Tx, booking_id: Uuid) -> Result<bool, StoreError> {
    let booking = bookings::find(tx, booking_id).await?;
    Ok(booking.is_some_and(|booking| {
        booking.payment.cancel_requested_at.is_none() && booking.reseller.is_none()
    }))
}

async fn is_cancelled(tx: &Tx, booking_id: Uuid) -> Result<bool, StoreError> {
    // The lock makes concurrent calls run one after the other, so that the second one finds the entry of the first.
    let booking = bookings::find_for_update(tx, booking_id).await?;
    Ok(booking.is_some_and(|booking| booking.status == BookingStatus::Cancelled))
}

/// Stores booking, invoice number, ledger line and mail job in one transaction, once.
async fn confirm(app: &App, booking: &Booking, intent: &Intent) -> Result<(), SettleError> {
    // An intent that was replaced, because part of its amount came another way, may be captured all the same.
    // At a wallet it could not be closed, and confirms the booking all the same if it is of what is due.
    let is_of_price = Wallet::of(&intent.id).is_some() && is_price(booking, intent);
    let is_replaced =
        booking.payment.intent_number > 0 && !is_noted(booking, intent) && !is_of_price;
    if booking.is_payable() && !is_price(booking, intent) && !is_replaced {
        return hold_mismatched(app, booking, intent).await;
    }
    let now = app.clock.now();
    let tx = app.db.begin().await?;
    let paid = paid(app, intent);
    if is_of_price {
        wallet::make_current(app, &tx, booking, &intent.id).await?;
    }
    let confirmation = match is_price(booking, intent) {
        false => Confirmation::NotWaiting,
        true if is_replaced => Confirmation::NotWaiting,
        true if booking.payment.hold_ended_at.is_some() => {
            bookings::reopen(&tx, booking.id, &paid, now).await?
        }
        true => bookings::confirm(&tx, booking.id, &paid, now).await?,
    };
    if confirmation == Confirmation::Confirmed {
        guarantee_if_full(app, &tx, booking).await?;
        add_mail(app, &tx, booking.id, now).await?;
        agency_event::add(app, &tx, agency_events::Kind::BookingPaid, booking.id).await?;
        bookings::assign_invoice_number(&tx, booking.id, &paid.invoice_series, now).await?;
        issue_invoice(app, &tx, booking.id, now).await?;
        record_payment(app, &tx, &capture(app, booking, intent, "Booking paid")).await?;
        kill_point("confirmation-written");
        tx.commit().await?;
        kill_point("booking-confirmed");
        Trending::of(app).forget();
        app.wake_worker();
        tracing::info!(booking = %booking.id, "confirmed");
        return Ok(());
    }
    drop(tx);
    if confirmation == Confirmation::NoSeats {
        end_without_seats(app, booking.id).await?;
    }
    refund_late_payment(app, booking.id, intent).await
}

/// Ends a booking that was paid after its hold had ended and its seats were sold to others.
async fn end_without_seats(app: &App, booking_id: Uuid) -> Result<(), StoreError> {
    let tx = app.db.begin().await?;
    bookings::end_hold(&tx, booking_id, SEATS_GONE, app.clock.now()).await?;
    tx.commit().await?;
    kill_point("hold-ended-without-seats");
    Ok(())
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
    if bookings::confirm_by_hand(&tx, booking_id, now).await? != Confirmation::Confirmed {
        return Ok(());
    }
    record_by_hand(app, tx, booking_id, now).await
}

/// Stores what belongs to a confirmation by hand that `tx` has made, and commits it.
pub async fn record_by_hand(
    app: &App,
    tx: Tx,
    booking_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), SettleError> {
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
        amount: rest_of_price(&tx, &booking).await?,
        currency: booking.quote.currency,
        reference: format!("manual:{booking_id}"),
        reason: by_hand.reason,
        actor: Actor::Account(by_hand.account_id),
        at: now,
    };
    guarantee_if_full(app, &tx, &booking).await?;
    add_mail(app, &tx, booking_id, now).await?;
    agency_event::add(app, &tx, agency_events::Kind::BookingPaid, booking_id).await?;
    bookings::assign_invoice_number(&tx, booking_id, &series(app, now), now).await?;
    issue_invoice(app, &tx, booking_id, now).await?;
    record_payment(app, &tx, &line).await?;
    tx.commit().await?;
    kill_point("booking-confirmed-by-hand");
    Trending::of(app).forget();
    app.wake_worker();
    tracing::info!(booking = %booking_id, "confirmed by hand");
    Ok(())
}

/// What the payments so far leave of the price.
async fn rest_of_price(tx: &Tx, booking: &Booking) -> Result<Money, StoreError> {
    let earlier = payments::list_for_booking(tx, booking.id).await?;
    let paid: i64 = earlier.iter().map(|it| it.booking_amount.minor()).sum();
    Ok(Money::from_minor(booking.quote.total.minor() - paid))
}

pub(super) async fn add_mail(
    app: &App,
    tx: &Tx,
    booking_id: Uuid,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mail = Job::MailBookingConfirmed { booking_id };
    jobs::add(tx, app.clock.new_id(), &mail, now).await
}

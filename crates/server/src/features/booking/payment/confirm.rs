//! Confirms bookings whose payment was captured or recorded by an administrator, and records payments that do not match
//! their booking.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, Mismatch};
use domain::money::Money;
use store::bookings::{self, Confirmation};
use store::ledger::{Actor, Kind, Line};
use store::{StoreError, Tx, agency_events, payments};
use uuid::Uuid;

use super::capture::{SettleError, capture, is_price, paid, record_payment};
use super::complete::complete_confirmation;
use super::orphan_payments::refund_late_payment;
use super::wallet;
use crate::features::booking::agency_event;
use crate::features::trek::trending::Trending;
use crate::platform::adapters::payments::{Intent, Wallet};
use crate::platform::app::{App, AppState as _};
use crate::platform::kill_points::kill_point;

const CREDIT_GONE: &str = "The travel credit was used for another booking.";
const PROMOTION_GONE: &str = "The promotion code was used up by other bookings before the payment.";
const SEATS_GONE: &str = "The hold of the seats ended before the payment, and others took them.";

/// What the transaction that locked the booking did with a captured payment.
enum Outcome {
    Confirmed,
    NotConfirmed(Confirmation),
    Mismatched(Box<Booking>),
    NoBooking,
}

/// Stores booking, invoice number, ledger line and mail job in one transaction, once.
pub(super) async fn confirm(
    app: &App,
    booking: &Booking,
    intent: &Intent,
) -> Result<(), SettleError> {
    let now = app.clock.now();
    let outcome = app
        .in_transaction("confirm_booking", async |tx| -> Result<_, SettleError> {
            // Staff may have recorded or reversed a part of the amount since the provider was asked.
            let Some(booking) = &bookings::find_for_update(&tx, booking.id).await? else {
                return Ok(Outcome::NoBooking);
            };
            // An intent that was replaced, because part of its amount came another way, may be captured all the same.
            // At a wallet it could not be closed, and confirms the booking all the same if it is of what is due.
            let is_of_price = Wallet::of(&intent.id).is_some() && is_price(booking, intent);
            let is_replaced =
                booking.payment.intent_number > 0 && !is_noted(booking, intent) && !is_of_price;
            if booking.is_payable() && !is_price(booking, intent) && !is_replaced {
                return Ok(Outcome::Mismatched(Box::new(booking.clone())));
            }
            let paid = paid(intent);
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
            if confirmation != Confirmation::Confirmed {
                tx.roll_back();
                return Ok(Outcome::NotConfirmed(confirmation));
            }
            complete_confirmation(app, &tx, booking).await?;
            record_payment(app, &tx, &capture(app, booking, intent, "Booking paid")).await?;
            kill_point("confirmation-written");
            Ok(Outcome::Confirmed)
        })
        .await?;
    match outcome {
        Outcome::NoBooking => return Ok(()),
        Outcome::Mismatched(booking) => return hold_mismatched(app, &booking, intent).await,
        Outcome::NotConfirmed(confirmation) => {
            end_if_gone(app, booking.id, confirmation).await?;
            return refund_late_payment(app, booking.id, intent).await;
        }
        Outcome::Confirmed => {}
    }
    kill_point("booking-confirmed");
    Trending::of(app).forget();
    app.wake_worker();
    tracing::info!(booking = %booking.id, "confirmed");
    Ok(())
}

/// Confirms a booking for which a travel credit pays everything that is due: no provider is asked.
pub(super) async fn confirm_with_credit(
    app: &App,
    booking: Booking,
) -> Result<Booking, SettleError> {
    let confirmation = app
        .in_transaction("pay_with_credit", async |tx| -> Result<_, SettleError> {
            let confirmation =
                bookings::confirm_with_credit(&tx, booking.id, app.clock.now()).await?;
            match confirmation {
                Confirmation::Confirmed => complete_confirmation(app, &tx, &booking).await?,
                _ => tx.roll_back(),
            }
            Ok(confirmation)
        })
        .await?;
    if confirmation == Confirmation::Confirmed {
        kill_point("credit-paid");
        Trending::of(app).forget();
        app.wake_worker();
        tracing::info!(booking = %booking.id, "confirmed with a travel credit");
    } else {
        end_if_gone(app, booking.id, confirmation).await?;
    }
    Ok(bookings::reread(&app.db, booking).await?)
}

fn is_noted(booking: &Booking, intent: &Intent) -> bool {
    booking.payment.intent_id.as_ref() == Some(&intent.id)
}

/// Ends a booking that was paid after its hold had ended, and whose seats, travel credit or promotion code other
/// bookings took meanwhile.
async fn end_if_gone(
    app: &App,
    booking_id: Uuid,
    confirmation: Confirmation,
) -> Result<(), StoreError> {
    let message = match confirmation {
        Confirmation::NoSeats => SEATS_GONE,
        Confirmation::NoCredit => CREDIT_GONE,
        Confirmation::NoPromotion => PROMOTION_GONE,
        Confirmation::Confirmed | Confirmation::NotWaiting => return Ok(()),
    };
    app.in_transaction("end_hold", async |tx| -> Result<(), StoreError> {
        bookings::end_hold(&tx, booking_id, message, app.clock.now()).await?;
        Ok(())
    })
    .await?;
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
pub(super) async fn record_mismatch(
    app: &App,
    booking: &Booking,
    intent: &Intent,
) -> Result<(), StoreError> {
    let now = app.clock.now();
    let mismatch = Mismatch {
        intent_id: intent.id.clone(),
        amount: intent.amount,
        currency: intent.currency,
        at: now,
    };
    let is_new = app
        .in_transaction("record_mismatch", async |tx| -> Result<_, StoreError> {
            if !bookings::record_mismatch(&tx, booking.id, &mismatch, now).await? {
                return Ok(false);
            }
            agency_event::add(app, &tx, agency_events::Kind::PaymentMismatch, booking.id).await?;
            Ok(true)
        })
        .await?;
    if !is_new {
        return Ok(());
    }
    kill_point("mismatch-noted");
    app.wake_worker();
    tracing::error!(booking = %booking.id, payment = %intent.id, "a payment does not match its booking");
    Ok(())
}

/// Completes the administrator's confirmation, now that no card can pay the booking any more.
pub(super) async fn confirm_by_hand(app: &App, booking_id: Uuid) -> Result<(), SettleError> {
    let now = app.clock.now();
    let is_confirmed = app
        .in_transaction("confirm_by_hand", async |tx| -> Result<_, SettleError> {
            if bookings::confirm_by_hand(&tx, booking_id, now).await? != Confirmation::Confirmed {
                tx.roll_back();
                return Ok(false);
            }
            record_by_hand(app, &tx, booking_id, now).await
        })
        .await?;
    if is_confirmed {
        finish_by_hand(app, booking_id);
    }
    Ok(())
}

/// What follows the commit of a confirmation by hand.
pub fn finish_by_hand(app: &App, booking_id: Uuid) {
    kill_point("booking-confirmed-by-hand");
    Trending::of(app).forget();
    app.wake_worker();
    tracing::info!(booking = %booking_id, "confirmed by hand");
}

/// Stores what belongs to a confirmation by hand that `tx` has made. Returns whether the booking has one.
pub(crate) async fn record_by_hand(
    app: &App,
    tx: &Tx,
    booking_id: Uuid,
    now: DateTime<Utc>,
) -> Result<bool, SettleError> {
    let booking = bookings::find(tx, booking_id).await?;
    let Some((booking, by_hand)) = booking.and_then(|booking| {
        let by_hand = booking.payment.by_hand.clone();
        by_hand.map(|by_hand| (booking, by_hand))
    }) else {
        tx.roll_back();
        return Ok(false);
    };
    complete_confirmation(app, tx, &booking).await?;
    let line = Line {
        id: app.clock.new_id(),
        booking_id,
        kind: Kind::Manual,
        amount: rest_of_price(tx, &booking).await?,
        currency: booking.quote.currency,
        reference: format!("manual:{booking_id}"),
        reason: by_hand.reason,
        actor: Actor::Account(by_hand.account_id),
        at: now,
    };
    record_payment(app, tx, &line).await?;
    Ok(true)
}

/// What the payments so far leave of the price.
async fn rest_of_price(tx: &Tx, booking: &Booking) -> Result<Money, StoreError> {
    let earlier = payments::list_for_booking(tx, booking.id).await?;
    let paid: i64 = earlier.iter().map(|it| it.booking_amount.minor()).sum();
    Ok(Money::from_minor(booking.quote.total.minor() - paid))
}

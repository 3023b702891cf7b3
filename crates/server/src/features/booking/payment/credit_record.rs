//! Travel credits in the books: the payment of a booking that is confirmed, and the credits that a booking gives.

use chrono::{Months, NaiveDate};
use domain::booking::Booking;
use store::jobs::{self, Job};
use store::ledger::{Actor, Kind, Line};
use store::payments::{self, Payment};
use store::travel_credits::{self, TravelCredit};
use store::{StoreError, Tx, bookings};
use uuid::Uuid;

use super::capture::series;
use crate::platform::app::App;

/// A credit that goes back after it has expired is valid for this long.
const MONTHS_AFTER_EXPIRY: u32 = 12;

/// Stores the payment with the travel credit of a booking that `tx` has confirmed. What is left of the credit becomes
/// another one. Call it last before the commit, after the number of the invoice.
pub(crate) async fn record_credit_payment(
    app: &App,
    tx: &Tx,
    booking: &Booking,
) -> Result<(), StoreError> {
    let Some(used) = &booking.payment.credit_used else {
        return Ok(());
    };
    let booking_id = booking.id;
    let credit = travel_credits::find_used_by(tx, booking_id).await?;
    let credit = credit.ok_or(StoreError::Missing)?;
    let (now, id) = (app.clock.now(), app.clock.new_id());
    let line = Line {
        id,
        booking_id,
        kind: Kind::Credit,
        amount: used.amount,
        currency: credit.currency,
        reference: format!("credit:{id}"),
        reason: format!("Travel credit {}", used.number),
        actor: Actor::Account(credit.user_id),
        at: now,
    };
    let number = payments::next_receipt_number(tx, &series(app, now)).await?;
    let payment = Payment {
        reference: used.number.clone(),
        ..payments::of_line(&line, Some(number))
    };
    payments::add(tx, &payment, &line).await?;
    let rest = credit.amount.less(used.amount);
    if !rest.is_zero() {
        let rest = TravelCredit {
            id: app.clock.new_id(),
            number: travel_credits::next_number(tx, &series(app, now)).await?,
            amount: rest,
            // The confirmation email finds it by this moment.
            created_at: credit.used_at.unwrap_or(now),
            used_by_booking: None,
            used_at: None,
            ..credit.clone()
        };
        travel_credits::split(tx, &credit, &rest).await?;
    }
    Ok(())
}

/// Stores a travel credit of what a booking keeps since `tx`, and returns it. Without `expires_on`, it is valid as long as
/// the credit that paid the booking. Call it last before the commit.
pub async fn give_credit(
    app: &App,
    tx: &Tx,
    booking_id: Uuid,
    expires_on: Option<NaiveDate>,
) -> Result<Option<TravelCredit>, StoreError> {
    let booking = bookings::find(tx, booking_id).await?;
    let booking = booking.ok_or(StoreError::Missing)?;
    let given = travel_credits::list_for_bookings(tx, &[booking_id]).await?;
    let given = given.iter().map(|credit| credit.amount);
    let amount = given.fold(booking.payment.credited, |left, given| left.less(given));
    if amount.is_zero() {
        return Ok(None);
    }
    let now = app.clock.now();
    let expires_on = match expires_on {
        Some(day) => day,
        None => {
            let used = travel_credits::find_used_by(tx, booking_id).await?;
            expiry_of(app, &used.ok_or(StoreError::Missing)?)
        }
    };
    let credit = TravelCredit {
        id: app.clock.new_id(),
        number: travel_credits::next_number(tx, &series(app, now)).await?,
        booking_id,
        user_id: booking.user_id,
        amount,
        currency: booking.quote.currency,
        expires_on,
        created_at: now,
        used_by_booking: None,
        used_at: None,
    };
    travel_credits::insert(tx, &credit).await?;
    Ok(Some(credit))
}

/// Until when a used credit is valid that goes back.
pub fn expiry_of(app: &App, used: &TravelCredit) -> NaiveDate {
    let today = app.clock.today(app.config.timezone);
    if today <= used.expires_on {
        return used.expires_on;
    }
    let later = today.checked_add_months(Months::new(MONTHS_AFTER_EXPIRY));
    later.unwrap_or(today)
}

/// Has the traveller told about a credit.
pub(crate) async fn mail_credit(
    app: &App,
    tx: &Tx,
    credit: &TravelCredit,
) -> Result<(), StoreError> {
    let mail = Job::MailTravelCredit {
        credit_id: credit.id,
    };
    jobs::add(tx, app.clock.new_id(), &mail, app.clock.now()).await
}

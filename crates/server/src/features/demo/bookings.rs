//! Demo bookings: the last 90 days of an agency, with every possible state of a booking.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, Days, TimeDelta, Utc};
use domain::booking::{Booking, BookingStatus, Customer, NewBooking, PaymentStatus};
use domain::guest::{BookingFlow, Guest, Party};
use domain::money::Percent;
use domain::pricing;
use store::Tx;
use store::ledger::{self, Actor, Kind, Line};
use store::refunds::{self, Cause, Refund};
use store::sandbox_intents::{self as intents, Card, Intent, IntentStatus};
use store::sandbox_refunds::{self, SandboxRefund};

use super::Calendar;
use super::booking_table::State::{Completed, Confirmed, Declined, Lapsed, Refunded, Unpaid};
use super::booking_table::{ROWS, Row, State};
use super::people::Travellers;
use super::treks::Stored;
use crate::platform::app::{App, StartError};

/// Oldest first, so that invoice numbers are in order of time.
pub async fn load(
    app: &App,
    tx: &Tx,
    calendar: Calendar,
    people: &Travellers,
    treks: &HashMap<String, Stored>,
) -> Result<(), StartError> {
    for (index, row) in ROWS.iter().enumerate() {
        let wrong = || StartError::Demo(format!("booking {index} cannot be made"));
        let made = calendar.before(TimeDelta::hours(row.4));
        let mut booking = pending(app, calendar, row, made, people, treks).ok_or_else(wrong)?;
        if let Some(stored) = store::bookings::find(tx, booking.id).await? {
            // Loaded by a version without a ledger.
            write_books(tx, &stored, row.6, calendar).await?;
            continue;
        }
        let intent = advance(&mut booking, row.6, calendar);
        if booking.payment.paid_at.is_some() {
            let series = made.with_timezone(&app.config.timezone).year().to_string();
            booking.invoice_number = Some(store::bookings::next_invoice_number(tx, &series).await?);
        }
        if !booking.payment.refunded.is_zero() {
            let series = made.with_timezone(&app.config.timezone).year().to_string();
            let number = store::bookings::next_credit_note_number(tx, &series).await?;
            booking.credit_note_number = Some(number);
        }
        let prefix = &app.config.reference_prefix;
        booking.reference = store::bookings::next_reference(tx, prefix).await?;
        intents::insert(tx, &intent).await?;
        store::bookings::insert(tx, &booking).await?;
        write_books(tx, &booking, row.6, calendar).await?;
    }
    Ok(())
}

/// Writes the ledger lines of a booking: its capture, and its refund if it was cancelled.
async fn write_books(
    tx: &Tx,
    booking: &Booking,
    state: State,
    calendar: Calendar,
) -> Result<(), StartError> {
    let (Some(paid_at), Some(intent_id)) = (booking.payment.paid_at, &booking.payment.intent_id)
    else {
        return Ok(());
    };
    let name = |what: &str| calendar.id(paid_at, &format!("{what}/{}", booking.id));
    let capture = Line {
        id: name("capture"),
        booking_id: booking.id,
        kind: Kind::Capture,
        amount: booking.quote.total,
        currency: booking.quote.currency,
        reference: intent_id.clone(),
        reason: "Booking paid".to_owned(),
        actor: Actor::Account(booking.user_id),
        at: paid_at,
    };
    if ledger::has(tx, intent_id).await? {
        return Ok(());
    }
    ledger::add(tx, &capture).await?;
    let Refunded(percent) = state else {
        return Ok(());
    };
    let reference = format!("re_{}", name("refund").simple());
    let refund = Refund {
        id: name("refund"),
        booking_id: booking.id,
        intent_id: Some(intent_id.clone()),
        amount: Percent::whole(percent).of(booking.quote.total),
        currency: booking.quote.currency,
        reason: "Cancelled by the traveller".to_owned(),
        actor: Actor::Account(booking.user_id),
        cause: Cause::Cancelled,
        state: refunds::State::Made,
        reference: Some(reference.clone()),
        last_error: None,
        created_at: booking.updated_at,
    };
    let at_provider = SandboxRefund {
        id: reference.clone(),
        idempotency_key: refund.id.to_string(),
        intent_id: intent_id.clone(),
        amount: refund.amount.minor(),
        currency: refund.currency.code().to_owned(),
        created_at: refund.created_at,
    };
    sandbox_refunds::make(tx, &at_provider).await?;
    refunds::insert(tx, &refund).await?;
    let line = Line {
        id: name("refund-line"),
        kind: Kind::Refund,
        amount: refund.amount,
        reference,
        reason: refund.reason,
        at: refund.created_at,
        ..capture
    };
    Ok(ledger::add(tx, &line).await?)
}

/// Validated and priced like every booking. `None` if the table names a trek or route that does not exist.
fn pending(
    app: &App,
    calendar: Calendar,
    row: &Row,
    made: DateTime<Utc>,
    people: &Travellers,
    treks: &HashMap<String, Stored>,
) -> Option<Booking> {
    let stored = treks.get(row.0)?;
    let route_id = stored.routes.get(row.1)?;
    let route = stored
        .trek
        .routes
        .iter()
        .find(|route| route.id == *route_id)?;
    let (account, primary) = people.accounts.get(row.2)?;
    let offset = usize::try_from(row.4).ok()?;
    let along = people
        .companions
        .iter()
        .cycle()
        .skip(offset % people.companions.len());
    let additional: Vec<Guest> = along.take(row.3).cloned().collect();
    let party = Party {
        primary: primary.clone(),
        additional,
    }
    .trimmed();
    if !party.check(BookingFlow::Current).is_empty() {
        return None;
    }
    let terms = &stored.trek.payment_details;
    let quote = pricing::quote(
        route.price_per_head,
        party.size(),
        terms,
        stored.trek.currency,
    )
    .ok()?;
    let today = calendar
        .first_loaded_at
        .with_timezone(&app.config.timezone)
        .date_naive();
    let days = Days::new(row.5.unsigned_abs());
    let start = if row.5 < 0 {
        today.checked_sub_days(days)?
    } else {
        today.checked_add_days(days)?
    };
    let order = NewBooking {
        id: calendar.id(made, &format!("booking/{}/{}/{}", row.0, row.2, row.4)),
        user_id: account.id,
        customer: Customer {
            name: account.name.clone(),
            email: account.email.as_str().to_owned(),
        },
        trek: &stored.trek,
        route,
        start_date: start,
        party,
        quote,
        notes: None,
        include_meals: true,
        include_porter: row.3 > 0,
    };
    Some(Booking::pending(order, made))
}

/// Moves a booking to its state, and returns the payment intent for the sandbox.
fn advance(booking: &mut Booking, state: State, calendar: Calendar) -> Intent {
    let made = booking.created_at;
    let soon = made + TimeDelta::minutes(4);
    let (status, payment, intent) = match state {
        Unpaid | Declined => (
            BookingStatus::Pending,
            PaymentStatus::Pending,
            IntentStatus::RequiresPaymentMethod,
        ),
        Confirmed => (
            BookingStatus::Confirmed,
            PaymentStatus::Confirmed,
            IntentStatus::Succeeded,
        ),
        Completed => (
            BookingStatus::Completed,
            PaymentStatus::Confirmed,
            IntentStatus::Succeeded,
        ),
        Lapsed => (
            BookingStatus::Cancelled,
            PaymentStatus::Failed,
            IntentStatus::Canceled,
        ),
        Refunded(_) => (
            BookingStatus::Cancelled,
            PaymentStatus::Refunded,
            IntentStatus::Succeeded,
        ),
    };
    booking.status = status;
    booking.payment.status = payment;
    booking.updated_at = if matches!(state, Unpaid) { made } else { soon };
    let card = (intent == IntentStatus::Succeeded).then(|| card(booking));
    if let Some(card) = &card {
        booking.payment.paid_at = Some(soon);
        booking.payment.card_brand = Some(card.brand.clone());
        booking.payment.card_last4 = Some(card.last4.clone());
    }
    match state {
        Declined => {
            booking.payment.last_error = Some("Your card has insufficient funds.".to_owned())
        }
        Refunded(percent) => {
            booking.payment.refunded = Percent::whole(percent).of(booking.quote.total)
        }
        Unpaid | Confirmed | Completed | Lapsed => {}
    }
    let id = format!(
        "pi_{}",
        calendar
            .id(made, &format!("intent/{}", booking.id))
            .simple()
    );
    booking.payment.intent_id = Some(id.clone());
    Intent {
        // Random, because the client secret authorises a payment.
        client_secret: format!(
            "{id}_secret_{}",
            crate::platform::adapters::sandbox::random_word()
        ),
        id,
        idempotency_key: booking.id.to_string(),
        booking_id: booking.id,
        amount: booking.quote.total.minor(),
        currency: booking.quote.currency.code().to_owned(),
        status: intent,
        card,
        last_error: booking.payment.last_error.clone(),
        created_at: made,
        updated_at: booking.updated_at,
    }
}

fn card(booking: &Booking) -> Card {
    let (brand, last4) = if booking.party.size().is_multiple_of(2) {
        ("mastercard", "4444")
    } else {
        ("visa", "4242")
    };
    Card {
        brand: brand.to_owned(),
        last4: last4.to_owned(),
    }
}

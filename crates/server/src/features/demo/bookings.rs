//! Demo bookings: the last 90 days of an agency, with every possible state of a booking.

use std::collections::HashMap;

use chrono::{DateTime, Datelike, NaiveDate, TimeDelta, Utc};
use domain::booking::{Booking, BookingStatus, Customer, EarlierDates, NewBooking, PaymentStatus};
use domain::departure::Departure;
use domain::guest::{BookingFlow, Party};
use domain::money::{Money, Percent};
use domain::pricing;
use domain::schedule::{self, Pay, Priced};
use store::Tx;
use store::sandbox_intents::{self as intents, Card, Intent, IntentStatus};
use store::seats::{self, Claim, ClaimState, Seating};

use super::Calendar;
use super::booking_books::write_books;
use super::booking_orders::{Order, orders};
use super::booking_table::State::{
    self, Completed, Confirmed, Declined, Deposit, Lapsed, Refunded, Unpaid,
};
use super::departure_table::{ANSWERED_HOURS, Answered};
use super::departures::Named;
use super::npr_rate;
use super::people::Travellers;
use super::treks::Stored;
use crate::features::booking::price::departure_price;
use crate::platform::app::{App, StartError};

pub(crate) async fn load(
    app: &App,
    tx: &Tx,
    calendar: Calendar,
    people: &Travellers,
    treks: &HashMap<String, Stored>,
    departures: &Named,
) -> Result<(), StartError> {
    let orders = orders(calendar.today(app), treks, departures);
    let orders = orders.ok_or_else(|| StartError::Demo("a booking has no trek".to_owned()))?;
    for (index, order) in orders.iter().enumerate() {
        let wrong = || StartError::Demo(format!("booking {index} cannot be made"));
        let made = calendar.before(TimeDelta::hours(order.hours_ago));
        let day_made = made.with_timezone(&app.config.timezone).date_naive();
        let mut booking = pending(calendar, order, (made, day_made), people).ok_or_else(wrong)?;
        if let Some(stored) = store::bookings::find(tx, booking.id).await? {
            // Loaded by a version without a ledger.
            write_books(tx, &stored, order.state, calendar).await?;
            continue;
        }
        booking.rate = npr_rate::at(app, made);
        let intent = advance(&mut booking, order.state, calendar);
        if let Some((answered, cancelled)) = order.answered {
            follow(&mut booking, answered, cancelled, calendar);
        }
        if booking.payment.paid_at.is_some() {
            let series = made.with_timezone(&app.config.timezone).year().to_string();
            booking.invoice_number = Some(store::bookings::next_invoice_number(tx, &series).await?);
        }
        if !booking.payment.refunded.is_zero() {
            let series = made.with_timezone(&app.config.timezone).year().to_string();
            let number = store::bookings::next_credit_note_number(tx, &series).await?;
            booking.credit_note_number = Some(number);
        }
        booking.cancellation_policy = Some(app.config.cancellation_policy.clone());
        let prefix = &app.config.reference_prefix;
        booking.reference = store::bookings::next_reference(tx, prefix).await?;
        intents::insert(tx, &intent).await?;
        store::bookings::insert(tx, &booking).await?;
        if let Some(departure) = order.departure
            && booking.status == BookingStatus::Confirmed
        {
            take_seats(tx, &booking, departure).await?;
        }
        write_books(tx, &booking, order.state, calendar).await?;
    }
    Ok(())
}

/// Leaves the trace of the answer to a cancelled departure. A booking that moved is on its new departure already.
fn follow(booking: &mut Booking, answered: Answered, cancelled: &Departure, calendar: Calendar) {
    booking.updated_at = calendar.before(TimeDelta::hours(ANSWERED_HOURS));
    if answered == Answered::OtherDeparture {
        booking.earlier_dates.push(EarlierDates {
            at: booking.updated_at,
            departure_id: Some(cancelled.id),
            start_date: cancelled.start_date,
            end_date: cancelled.end_date,
            route_name: booking.route.name.clone(),
            total: booking.quote.total,
            guests: None,
            invoice_number: None,
            credit_note_number: None,
        });
    }
}

/// Sells the seats of a booking as a payment does.
async fn take_seats(tx: &Tx, booking: &Booking, departure: &Departure) -> Result<(), StartError> {
    let claim = Claim {
        owner_id: booking.id,
        pool_id: departure.pool_id,
        departure_id: departure.id,
        seats: booking.party.size(),
        state: ClaimState::Held,
        expires_at: None,
    };
    let now = booking.updated_at;
    if let Seating::TooFew { left } = seats::hold(tx, &claim, now).await? {
        let problem = format!("{left} seats are left on {}", departure.start_date);
        return Err(StartError::Demo(problem));
    }
    seats::take(tx, booking.id, now).await?;
    Ok(())
}

/// Validated and priced like every booking. `None` if the table names a customer who does not exist, or too many guests.
fn pending(
    calendar: Calendar,
    order: &Order<'_>,
    (made, day_made): (DateTime<Utc>, NaiveDate),
    people: &Travellers,
) -> Option<Booking> {
    let trek = &order.trek.trek;
    let mut routes = trek.routes.iter();
    let route = routes.find(|route| route.id == order.route_id)?;
    let (account, primary) = people.accounts.get(order.customer)?;
    let offset = usize::try_from(order.hours_ago).ok()?;
    let along = people
        .companions
        .iter()
        .cycle()
        .skip(offset % people.companions.len());
    let party = Party {
        primary: primary.clone(),
        additional: along.take(order.additional_guests).cloned().collect(),
    }
    .trimmed();
    if !party.check(BookingFlow::Current).is_empty() {
        return None;
    }
    let quote = pricing::quote(
        departure_price(order.departure, route),
        party.size(),
        &trek.payment_details,
        trek.currency,
        None,
    )
    .ok()?;
    let schedule = match order.state {
        Deposit => {
            let priced = Priced {
                total: quote.total,
                currency: quote.currency,
                guests: party.size(),
                start_date: order.start,
            };
            let terms = trek.payment_details.terms.as_ref();
            schedule::schedule(&priced, terms, Pay::Deposit, day_made)
        }
        _ => Vec::new(),
    };
    let new = NewBooking {
        id: order.booking_id(calendar),
        user_id: account.id,
        customer: Customer {
            name: account.name.clone(),
            email: account.email.as_str().to_owned(),
        },
        trek,
        route,
        departure: order.departure,
        start_date: order.start,
        party,
        quote,
        schedule,
        notes: None,
        include_meals: true,
        include_porter: order.additional_guests > 0,
    };
    Some(Booking::pending(new, made))
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
        Confirmed | Deposit => (
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
        Deposit => booking.payment.received = Some(first_part(booking)),
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
        amount: first_part(booking).minor(),
        currency: booking.quote.currency.code().to_owned(),
        status: intent,
        card,
        last_error: booking.payment.last_error.clone(),
        created_at: made,
        updated_at: booking.updated_at,
    }
}

/// What is paid with the booking.
fn first_part(booking: &Booking) -> Money {
    let first = booking.schedule.first();
    first.map_or(booking.quote.total, |part| part.amount)
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

//! The bookings of all tables of the demo, in order of time.

use std::cmp::Reverse;
use std::collections::HashMap;

use chrono::{Days, NaiveDate, TimeDelta};
use domain::departure::Departure;
use uuid::Uuid;

use super::Calendar;
use super::booking_table::State::{Confirmed, Refunded};
use super::booking_table::{ROWS, State};
use super::departure_table::{ASKED, Answered, Asked, CANCELLED, SEATS, Seats};
use super::departures::Named;
use super::treks::Stored;

/// One booking of the tables.
pub struct Order<'a> {
    pub trek: &'a Stored,
    /// Part of the id of the booking.
    pub trek_key: &'a str,
    pub route_id: Uuid,
    pub customer: &'a str,
    pub additional_guests: usize,
    pub hours_ago: i64,
    pub start: NaiveDate,
    pub departure: Option<&'a Departure>,
    pub state: State,
    /// What the traveller answered when the departure was cancelled, and the cancelled departure.
    pub answered: Option<(Answered, &'a Departure)>,
}

impl Order<'_> {
    pub fn booking_id(&self, calendar: Calendar) -> Uuid {
        booking_id(calendar, self.trek_key, self.customer, self.hours_ago)
    }
}

/// The id of a booking of the tables.
pub fn booking_id(calendar: Calendar, trek_key: &str, customer: &str, hours_ago: i64) -> Uuid {
    let made = calendar.before(TimeDelta::hours(hours_ago));
    let key = format!("booking/{trek_key}/{customer}/{hours_ago}");
    calendar.id(made, &key)
}

/// The bookings, oldest first, so that invoice numbers are in order of time. `None` if a table names a
/// trek, route or departure that does not exist.
pub fn orders<'a>(
    today: NaiveDate,
    treks: &'a HashMap<String, Stored>,
    departures: &'a Named,
) -> Option<Vec<Order<'a>>> {
    let mut orders = Vec::new();
    for row in ROWS {
        let days = Days::new(row.5.unsigned_abs());
        let trek = treks.get(row.0)?;
        orders.push(Order {
            trek,
            trek_key: row.0,
            route_id: *trek.routes.get(row.1)?,
            customer: row.2,
            additional_guests: row.3,
            hours_ago: row.4,
            start: if row.5 < 0 {
                today.checked_sub_days(days)?
            } else {
                today.checked_add_days(days)?
            },
            departure: None,
            state: row.6,
            answered: None,
        });
    }
    let on_departure =
        |name: &str, (customer, additional_guests, hours_ago): (&'static str, u32, i64)| {
            let departure = departures.get(name)?;
            let is_its = |(_, stored): &(_, &Stored)| stored.trek.id == departure.trek_id;
            let (trek_key, trek) = treks.iter().find(is_its)?;
            Some(Order {
                trek,
                trek_key,
                route_id: departure.route_id,
                customer,
                additional_guests: usize::try_from(additional_guests).ok()?,
                hours_ago,
                start: departure.start_date,
                departure: Some(departure),
                state: Confirmed,
                answered: None,
            })
        };
    for Seats(name, customer, additional_guests, hours_ago) in SEATS {
        orders.push(on_departure(
            name,
            (*customer, *additional_guests, *hours_ago),
        )?);
    }
    let cancelled = departures.get(CANCELLED)?;
    for asked @ Asked(customer, additional_guests, hours_ago, answered) in ASKED {
        let order = on_departure(
            asked.departure(),
            (*customer, *additional_guests, *hours_ago),
        )?;
        orders.push(Order {
            state: match answered {
                Some(Answered::Refund) => Refunded(100),
                Some(Answered::OtherDeparture) | None => Confirmed,
            },
            answered: answered.map(|answered| (answered, cancelled)),
            ..order
        });
    }
    orders.sort_by_key(|order| Reverse(order.hours_ago));
    Some(orders)
}

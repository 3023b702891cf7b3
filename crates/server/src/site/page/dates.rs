//! *Dates and prices* of a trek page: its departures by month (web/src/features/departure/DatesAndPrices.tsx).

use chrono::{Datelike, NaiveDate};
use domain::departure::places_text;
use uuid::Uuid;

use crate::features::departure::wire::{Availability, Departure};
use crate::features::trek::wire::{SoldAs, Trek};
use crate::platform::format;

/// The app has the same texts (web/src/lib/departures.ts).
pub const GUARANTEED: &str = "Guaranteed: this departure will run, even if nobody else books.";

pub struct Dates<'a> {
    pub months: Vec<Month<'a>>,
    pub has_guaranteed: bool,
    /// Whether travellers may also choose their own date.
    pub is_private_too: bool,
}

pub struct Month<'a> {
    /// `April 2027`
    pub name: String,
    pub rows: Vec<Row<'a>>,
    first: NaiveDate,
}

pub struct Row<'a> {
    pub id: Uuid,
    pub dates: String,
    /// `12 days`, with the route where there are several.
    pub length: String,
    pub places: String,
    /// Few places or none.
    pub is_low: bool,
    pub is_guaranteed: bool,
    pub price: String,
    pub action: Option<&'a str>,
}

impl<'a> Dates<'a> {
    /// `None` for a trek that sells no departures. `departures` are in the order of their dates.
    pub fn new(trek: &'a Trek, departures: &'a [Departure]) -> Option<Self> {
        if matches!(trek.sold_as, SoldAs::Private) {
            return None;
        }
        let mut months: Vec<Month> = Vec::new();
        for departure in departures {
            let Some(row) = Row::new(trek, departure) else {
                continue;
            };
            let first = departure.start_date.with_day(1).unwrap_or_default();
            match months.last_mut().filter(|month| month.first == first) {
                Some(month) => month.rows.push(row),
                None => months.push(Month {
                    name: first.format("%B %Y").to_string(),
                    rows: vec![row],
                    first,
                }),
            }
        }
        Some(Self {
            has_guaranteed: months
                .iter()
                .flat_map(|month| &month.rows)
                .any(|row| row.is_guaranteed),
            months,
            is_private_too: matches!(trek.sold_as, SoldAs::Both),
        })
    }

    pub fn lead(&self) -> &'static str {
        "Join a group on one of these dates."
    }

    pub fn empty_text(&self) -> &'static str {
        match self.is_private_too {
            true => {
                "There are no group departures at the moment. You can still choose your own date and walk as a private group."
            }
            false => "There are no departures at the moment. Ask us for the next dates.",
        }
    }
}

impl Row<'_> {
    fn new(trek: &Trek, departure: &Departure) -> Option<Self> {
        let route = trek
            .routes
            .iter()
            .find(|route| route.id == departure.route_id)?;
        let days = (departure.end_date - departure.start_date).num_days() + 1;
        let mut length = format::count(u32::try_from(days).unwrap_or_default(), "day");
        if trek.routes.len() > 1 {
            length = format!("{length} · {}", route.name);
        }
        let price = departure
            .all_in_price
            .as_ref()
            .or(departure.price_per_head.as_ref())
            .unwrap_or(&route.price_per_head);
        Some(Self {
            id: departure.id,
            dates: days_text(departure.start_date, departure.end_date),
            length,
            places: places_text(departure.availability.into(), departure.seats_left),
            is_low: matches!(departure.availability, Availability::Limited),
            is_guaranteed: departure.is_guaranteed,
            price: format::short_amount(price, &trek.currency),
            action: match departure.availability {
                Availability::Available | Availability::Limited => Some("Book"),
                Availability::SoldOut => Some("Join the waitlist"),
                Availability::Closed => None,
            },
        })
    }
}

/// `Sat, Apr 03 – Wed, Apr 14, 2027`
pub fn days_text(from: NaiveDate, to: NaiveDate) -> String {
    let year = match from.year() == to.year() {
        true => String::new(),
        false => format!(", {}", from.year()),
    };
    format!(
        "{}{year} – {}",
        from.format("%a, %b %d"),
        to.format("%a, %b %d, %Y")
    )
}

//! What a new proposal begins with: a copy of a route, of the version before, or the request alone.

use chrono::{Days, NaiveDate};
use domain::booking::DaySnapshot;
use domain::custom_trek::Wish;
use domain::itinerary::{Day, Route};
use domain::money::{Currency, Money};
use domain::pricing;
use domain::proposal::{ProposalContent, ProposalDay, ProposalLine};
use domain::trek::Trek;

/// How long a new proposal is valid, unless staff say otherwise.
const VALID_DAYS: u64 = 14;
/// The start of a proposal for a request without a date.
const DAYS_AHEAD: u64 = 60;

/// The content of a proposal from the request alone.
pub fn from_wish(wish: &Wish, today: NaiveDate, currency: Currency) -> ProposalContent {
    let wanted = wish.start_date.filter(|start| *start > today);
    let start_date = wanted.unwrap_or(today + Days::new(DAYS_AHEAD));
    ProposalContent {
        title: wish.destination.clone(),
        message: String::new(),
        location: String::new(),
        banner_image: String::new(),
        coordinates: None,
        days: Vec::new(),
        start_date,
        guests: wish.guests,
        lines: Vec::new(),
        included: Vec::new(),
        not_included: Vec::new(),
        terms: None,
        valid_until: valid_until(today, start_date),
        currency,
    }
}

/// The content of a proposal with the days, the price and the terms of a route.
pub fn from_route(trek: &Trek, route: &Route, wish: &Wish, today: NaiveDate) -> ProposalContent {
    ProposalContent {
        title: trek.name.clone(),
        location: trek.location.clone(),
        banner_image: trek.images.banner_image.clone(),
        coordinates: Some(trek.ending_place.coordinates),
        days: route.daily_activities.iter().map(copy_day).collect(),
        lines: copy_price(trek, route, wish.guests),
        included: trek.included.clone(),
        not_included: trek.not_included.clone(),
        terms: trek.payment_details.terms,
        ..from_wish(wish, today, trek.currency)
    }
}

/// The content of the version before, with a new end of validity.
pub fn from_version(before: &ProposalContent, today: NaiveDate) -> ProposalContent {
    ProposalContent {
        valid_until: valid_until(today, before.start_date),
        ..before.clone()
    }
}

/// Not after the start.
fn valid_until(today: NaiveDate, start: NaiveDate) -> NaiveDate {
    (today + Days::new(VALID_DAYS)).min(start)
}

fn copy_day(day: &Day) -> ProposalDay {
    let places = DaySnapshot::from(day);
    let ways = day.connections.iter().map(|way| way.description.trim());
    let ways: Vec<&str> = ways.filter(|text| !text.is_empty()).collect();
    ProposalDay {
        from: places.from,
        to: places.to,
        lodging: places.lodging,
        description: ways.join("\n"),
    }
}

/// The lines of the route's price, which staff change. Without a price it has none.
fn copy_price(trek: &Trek, route: &Route, guests: u32) -> Vec<ProposalLine> {
    let quote = pricing::quote(
        route.price_per_head,
        guests,
        &trek.payment_details,
        trek.currency,
        None,
    );
    let Ok(quote) = quote else {
        return Vec::new();
    };
    let line = |text: &str, quantity, unit_price| ProposalLine {
        text: text.to_owned(),
        quantity,
        unit_price,
        counts: true,
    };
    let base = line(&route.name, guests, route.price_per_head);
    let others = quote.lines().into_iter().skip(1).map(|other| {
        let sign = if other.is_discount { -1 } else { 1 };
        line(
            other.label,
            1,
            Money::from_minor(sign * other.amount.minor()),
        )
    });
    std::iter::once(base).chain(others).collect()
}

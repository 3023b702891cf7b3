//! What a reseller orders: a departure for unit items with contacts, and the booking that this makes.

use std::collections::HashSet;

use domain::booking::{Booking, Customer, NewBooking, check_notes};
use domain::departure::{Departure, DepartureKind, DepartureState};
use domain::guest::{Gender, Guest, MAX_GUESTS, Party};
use domain::problem::has_control_character;
use domain::trek::{Route, Trek};
use serde::{Deserialize, Serialize};
use store::departures;
use uuid::Uuid;

use super::contact::Contact;
use super::error::{OctoError, OctoResult};
use super::reseller::Reseller;
use super::wire::UNIT_ID;
use crate::features::booking::price::{departure_price, price};
use crate::features::departure::on_sale::NOT_ON_SALE;
use crate::platform::app::App;

const MAX_REFERENCE_LENGTH: usize = 200;

/// What OCTO knows of a booking besides the booking, as it is stored.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Details {
    pub contact: Contact,
    pub unit_items: Vec<UnitItem>,
    pub cancellation_reason: Option<String>,
}

/// One guest.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct UnitItem {
    pub uuid: Uuid,
    #[serde(default)]
    pub reseller_reference: Option<String>,
    #[serde(default)]
    pub contact: Contact,
}

/// A unit item as a reseller sends it.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct SentUnitItem {
    pub uuid: Option<String>,
    pub unit_id: String,
    pub reseller_reference: Option<String>,
    pub contact: Option<Contact>,
}

/// The unit items of a request. One with the UUID of a stored item keeps what is not sent; the others are new.
pub fn read_unit_items(
    app: &App,
    sent: &[SentUnitItem],
    stored: &[UnitItem],
) -> OctoResult<Vec<UnitItem>> {
    if sent.is_empty() {
        return Err(OctoError::unprocessable("unitItems must not be empty"));
    }
    if sent.len() > MAX_GUESTS as usize {
        let message = format!("A booking has at most {MAX_GUESTS} unit items");
        return Err(OctoError::unprocessable(message));
    }
    let mut seen = HashSet::new();
    let mut items = Vec::with_capacity(sent.len());
    for item in sent {
        if item.unit_id != UNIT_ID {
            return Err(OctoError::unit(&item.unit_id));
        }
        let uuid = match &item.uuid {
            None => app.clock.new_id(),
            Some(text) => Uuid::parse_str(text)
                .map_err(|_| OctoError::bad_request("The uuid of a unit item must be a UUID"))?,
        };
        if !seen.insert(uuid) {
            let message = "Every unit item needs a uuid of its own";
            return Err(OctoError::bad_request(message));
        }
        let known = stored.iter().find(|stored| stored.uuid == uuid);
        let mut read = known.cloned().unwrap_or(UnitItem {
            uuid,
            reseller_reference: None,
            contact: Contact::default(),
        });
        if let Some(contact) = &item.contact {
            read.contact = contact.or(&read.contact);
            read.contact.check()?;
        }
        if let Some(reference) = &item.reseller_reference {
            check_reference(reference)?;
            read.reseller_reference = Some(reference.clone());
        }
        items.push(read);
    }
    Ok(items)
}

pub fn check_reference(reference: &str) -> OctoResult<()> {
    if reference.chars().count() > MAX_REFERENCE_LENGTH || has_control_character(reference) {
        let message = "resellerReference must be one line of at most 200 characters";
        return Err(OctoError::bad_request(message));
    }
    Ok(())
}

/// The notes of a booking; `None` for empty ones.
pub fn read_notes(notes: Option<&str>) -> OctoResult<Option<String>> {
    let notes = notes.map(str::trim).filter(|notes| !notes.is_empty());
    match notes.and_then(check_notes) {
        Some(problem) => Err(OctoError::bad_request(problem.message)),
        None => Ok(notes.map(str::to_owned)),
    }
}

/// A departure of an option that is sold today.
pub(crate) async fn find_departure(
    app: &App,
    (trek, route): (&Trek, &Route),
    id: &str,
) -> OctoResult<Departure> {
    let unknown = || OctoError::availability(id);
    let departure_id = Uuid::parse_str(id).map_err(|_| unknown())?;
    let found = departures::find(&app.db, departure_id).await?;
    let is_offered = |one: &Departure| {
        (one.trek_id, one.route_id, one.kind) == (trek.id, route.id, DepartureKind::Group)
            && one.state != DepartureState::Cancelled
    };
    let found = found.filter(is_offered).ok_or_else(unknown)?;
    match found.is_on_sale(app.clock.today(app.config.timezone)) {
        true => Ok(found),
        false => Err(OctoError::unprocessable(NOT_ON_SALE)),
    }
}

/// A departure of a route of a trek.
#[derive(Clone, Copy)]
pub struct Chosen<'a> {
    pub trek: &'a Trek,
    pub route: &'a Route,
    pub departure: &'a Departure,
}

/// The unpaid booking of an order, at today's price.
pub fn booking_of(
    app: &App,
    reseller: &Reseller,
    id: Uuid,
    chosen: Chosen<'_>,
    details: &Details,
    notes: Option<String>,
) -> OctoResult<Booking> {
    let Chosen {
        trek,
        route,
        departure,
    } = chosen;
    let party = party(reseller, details);
    let price_per_head = departure_price(Some(departure), route);
    let quote = price(trek, price_per_head, party.size(), "unitItems", None)?;
    let order = NewBooking {
        id,
        user_id: reseller.id,
        customer: customer(reseller, details),
        trek,
        route,
        departure: Some(departure),
        start_date: departure.start_date,
        party,
        quote,
        schedule: Vec::new(),
        notes,
        include_meals: true,
        include_porter: true,
    };
    let mut booking = Booking::pending(order, app.clock.now());
    booking.reseller = Some(reseller.name.clone());
    Ok(booking)
}

/// The lead traveller. Until the reseller names one, the reseller itself.
pub fn customer(reseller: &Reseller, details: &Details) -> Customer {
    let contact = &details.contact;
    let first = details.unit_items.first().map(|item| &item.contact);
    let name = contact.name().or(first.and_then(Contact::name));
    let email = contact.email().or(first.and_then(Contact::email));
    Customer {
        name: name.unwrap_or_else(|| reseller.name.clone()),
        email: email.unwrap_or_default().to_owned(),
    }
}

/// The guests, by the names that the reseller has sent. OCTO has no field for age and gender.
pub fn party(reseller: &Reseller, details: &Details) -> Party {
    let contact = &details.contact;
    let items = details.unit_items.iter().enumerate();
    let mut guests = items.map(|(index, item)| {
        let own = item.contact.name();
        let name = match index {
            0 => own
                .or(contact.name())
                .unwrap_or_else(|| reseller.name.clone()),
            _ => own.unwrap_or_else(|| format!("Guest {}", index + 1)),
        };
        let phone = item.contact.phone();
        let phone = phone.or(contact.phone().filter(|_| index == 0));
        Guest {
            name,
            age: 0,
            gender: Gender::Other,
            phone_number: phone.map(|phone| phone.chars().take(40).collect()),
        }
    });
    let primary = guests.next().unwrap_or(Guest {
        name: reseller.name.clone(),
        age: 0,
        gender: Gender::Other,
        phone_number: None,
    });
    Party {
        primary,
        additional: guests.collect(),
    }
}

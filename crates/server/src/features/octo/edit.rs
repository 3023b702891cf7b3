//! What a request makes of a reseller's booking: computed from what was read, and stored only if the booking, which is
//! then locked, is still the same.

use domain::booking::BookingStatus as Stored;
use domain::departure::Departure;
use serde::Deserialize;
use store::seats::{self, Claim, Seating};
use store::{Tx, bookings, reseller_bookings};

use super::catalog::find_option;
use super::contact::Contact;
use super::error::{OctoError, OctoResult};
use super::order::{
    Chosen, SentUnitItem, booking_of, check_reference, customer, find_departure, party, read_notes,
    read_unit_items,
};
use super::reseller::Reseller;
use super::reserve::{check_unchanged, claim_of};
use super::resold::Resold;
use crate::features::booking::record::too_few;
use crate::features::waitlist::offers::{offer_if_awaited, pass_on};
use crate::http::error::ApiError;
use crate::platform::app::App;

const FIXED: &str =
    "A confirmed booking keeps its departure and its number of guests. Cancel it and book again.";

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct ChangeRequest {
    pub(super) reseller_reference: Option<String>,
    pub(super) product_id: Option<String>,
    pub(super) option_id: Option<String>,
    pub(super) availability_id: Option<String>,
    pub(super) expiration_minutes: Option<u32>,
    pub(super) notes: Option<String>,
    pub(super) unit_items: Option<Vec<SentUnitItem>>,
    pub(super) contact: Option<Contact>,
}

/// A changed booking, and other seats if it needs them.
pub(super) struct Change {
    pub(super) resold: Resold,
    pub(super) seats: Option<(Claim, Departure)>,
}

/// Computes what a request makes of a booking.
pub(super) async fn edit(
    app: &App,
    reseller: &Reseller,
    found: &Resold,
    asked: &ChangeRequest,
) -> OctoResult<Change> {
    let booking = &found.booking;
    let mut details = found.details.clone();
    if let Some(contact) = &asked.contact {
        details.contact = contact.or(&details.contact);
        details.contact.check()?;
    }
    if let Some(items) = &asked.unit_items {
        details.unit_items = read_unit_items(app, items, &details.unit_items)?;
    }
    let notes = match &asked.notes {
        Some(notes) => read_notes(Some(notes))?,
        None => booking.notes.clone(),
    };
    let ids = [
        (&asked.product_id, booking.trek.id),
        (&asked.option_id, booking.route.id),
        (&asked.availability_id, booking.departure()),
    ];
    let [product, option, availability] =
        ids.map(|(asked, id)| asked.clone().unwrap_or_else(|| id.to_string()));
    let is_other = ids
        .iter()
        .any(|(asked, id)| asked.as_ref().is_some_and(|asked| *asked != id.to_string()))
        || details.unit_items.len() != booking.party.size() as usize;
    let mut changed = booking.clone();
    let mut seats = None;
    if is_other {
        if matches!(booking.status, Stored::Confirmed | Stored::Completed) {
            return Err(OctoError::unprocessable(FIXED));
        }
        let (trek, route) = find_option(app, &product, &option).await?;
        let departure = find_departure(app, (&trek, &route), &availability).await?;
        let chosen = Chosen {
            trek: &trek,
            route: &route,
            departure: &departure,
        };
        changed = booking_of(app, reseller, booking.id, chosen, &details, notes)?;
        changed.rate = booking.rate;
        let now = app.clock.now();
        let mut claim = claim_of(&changed, &departure, app.config.hold_for, now);
        let held = store::seats::find(&app.db, booking.id).await?;
        let held_until = held.and_then(|held| held.expires_at);
        claim.expires_at = held_until.filter(|end| *end > now).or(claim.expires_at);
        seats = Some((claim, departure));
    } else {
        changed.party = party(reseller, &details);
        changed.customer = customer(reseller, &details);
        changed.notes = notes;
    }
    let mut stored = found.stored.clone();
    if let Some(reference) = &asked.reseller_reference {
        check_reference(reference)?;
        stored.reseller_reference = Some(reference.clone());
    }
    stored.document = serde_json::to_value(&details).map_err(ApiError::internal)?;
    let resold = Resold {
        stored,
        details,
        booking: changed,
    };
    Ok(Change { resold, seats })
}

/// Locks the pools of the old and the new seats, always in the same order, so that two changes do not wait for each
/// other.
async fn lock_pools(app: &App, tx: &Tx, claim: &Claim) -> OctoResult<()> {
    let earlier = seats::find(tx, claim.owner_id).await?;
    let mut pools: Vec<_> = earlier.iter().map(|earlier| earlier.pool_id).collect();
    pools.push(claim.pool_id);
    pools.sort_unstable();
    for pool_id in pools {
        seats::lock_pool(tx, pool_id, app.clock.now()).await?;
    }
    Ok(())
}

/// Stores a change in the caller's transaction. `false` when the booking is not the one that was read.
pub(super) async fn store_change(
    app: &App,
    tx: &Tx,
    found: &Resold,
    change: &Change,
) -> OctoResult<bool> {
    let now = app.clock.now();
    let locked = bookings::find_for_update(tx, found.booking.id).await?;
    let stored = reseller_bookings::find(tx, found.stored.reseller_id, found.stored.uuid).await?;
    if locked.as_ref() != Some(&found.booking) || stored.as_ref() != Some(&found.stored) {
        return Ok(false);
    }
    if let Some((claim, departure)) = &change.seats {
        lock_pools(app, tx, claim).await?;
        // Holds and offers that ended by the clock go to those who wait first.
        offer_if_awaited(app, tx, claim.pool_id).await?;
        if let Seating::TooFew { left } = seats::exchange(tx, claim, now).await? {
            return Err(too_few(left).into());
        }
        check_unchanged(tx, departure).await?;
        pass_on(app, tx, found.booking.departure_id).await?;
    }
    if change.resold.booking != found.booking {
        bookings::replace_order(tx, &change.resold.booking, now).await?;
    }
    if change.resold.stored != found.stored {
        reseller_bookings::update(tx, &change.resold.stored).await?;
    }
    Ok(true)
}

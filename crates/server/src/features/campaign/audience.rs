//! Who gets a campaign.

use std::collections::HashSet;

use domain::account::Email;
use domain::booking::BookingStatus;
use domain::campaign::{Audience, Campaign, RecipientStatus};
use store::campaign_recipients::Recipient;
use store::{StoreResult, Tx, bookings, departures, subscribers, treks};
use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::format;

/// Subscribers that are read in one step.
const BATCH_SIZE: u64 = 1000;

/// The recipients of a campaign at this moment, each address once.
pub(crate) async fn recipients(
    app: &App,
    tx: &Tx,
    campaign: &Campaign,
) -> StoreResult<Vec<Recipient>> {
    let people = match campaign.audience {
        Audience::Departure(id) => customers(tx, id).await?,
        Audience::Subscribers => list_subscribers(tx).await?,
    };
    let mut known = HashSet::new();
    let recipient = |(email, name): (Email, String)| Recipient {
        id: app.clock.new_id(),
        campaign_id: campaign.id,
        email,
        name,
        status: RecipientStatus::Waiting,
        error: None,
        ended_at: None,
    };
    let people = people.into_iter();
    Ok(people
        .filter(|(email, _)| known.insert(email.key().to_owned()))
        .map(recipient)
        .collect())
}

/// Resellers write to their own customers, so their bookings have no address here.
async fn customers(tx: &Tx, departure_id: Uuid) -> StoreResult<Vec<(Email, String)>> {
    let sold = bookings::list_for_departure(tx, departure_id).await?;
    let walks = [BookingStatus::Confirmed, BookingStatus::Completed];
    let going = sold
        .into_iter()
        .filter(|booking| walks.contains(&booking.status));
    Ok(going
        .filter_map(|booking| {
            let email = Email::parse(booking.mail_address()?).ok()?;
            Some((email, booking.customer.name.clone()))
        })
        .collect())
}

async fn list_subscribers(tx: &Tx) -> StoreResult<Vec<(Email, String)>> {
    let mut found = Vec::new();
    let mut before = None;
    loop {
        let batch = subscribers::list_before(tx, "", before, BATCH_SIZE).await?;
        before = batch.last().map(|subscriber| subscriber.id);
        let is_last = (batch.len() as u64) < BATCH_SIZE;
        found.extend(batch.into_iter().map(|one| (one.email, String::new())));
        if is_last {
            return Ok(found);
        }
    }
}

/// The trek and the start of a departure, for example `Everest Base Camp, Apr 03, 2027`. None if it does not exist.
pub(crate) async fn departure_label(
    db: &impl store::Connection,
    departure_id: Uuid,
) -> StoreResult<Option<String>> {
    let Some(departure) = departures::find(db, departure_id).await? else {
        return Ok(None);
    };
    let names = treks::names(db, &[departure.trek_id]).await?;
    let trek = names.get(&departure.trek_id).cloned().unwrap_or_default();
    Ok(Some(format!(
        "{trek}, {}",
        format::day(departure.start_date)
    )))
}

//! Offers free seats to those who wait: first come, first that fits (operations §2). A use case that frees seats
//! calls [`pass_on`] in the same transaction, and one that sells seats calls [`offer_if_awaited`] before it, so that the
//! seats of ended holds and offers go to waiting parties first. The periodic task offers the rest.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use domain::departure::{Departure, DepartureState};
use domain::waitlist::{OFFER_LIFETIME, WaitlistEntry, WaitlistState, parties_that_fit};
use store::departures::{self, Wanted};
use store::jobs::{self, Job};
use store::seats::{self, Claim, ClaimState, Seating};
use store::{StoreResult, Tx, waitlist};
use uuid::Uuid;

use crate::platform::app::App;
use crate::platform::error_chain::error_chain;
use crate::platform::job_runner::JobError;
use crate::platform::kill_points::kill_point;

/// What [`offer_seats`] did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offered {
    /// The free seats that are left for others.
    pub seats_left: u32,
    /// The number of parties that got an offer.
    pub offers: usize,
}

/// Offers the free seats of a departure's pool, in the transaction that freed them. `None` for a private booking:
/// its seats have no waitlist.
pub(crate) async fn pass_on(app: &App, tx: &Tx, departure_id: Option<Uuid>) -> StoreResult<()> {
    if let Some(id) = departure_id
        && let Some(departure) = departures::find(tx, id).await?
    {
        offer_if_awaited(app, tx, departure.pool_id).await?;
    }
    Ok(())
}

/// Like [`offer_seats`], with a single query if the waitlist is empty, as at most sales and cancellations. Returns the number of
/// offers.
pub(crate) async fn offer_if_awaited(app: &App, tx: &Tx, pool_id: Uuid) -> StoreResult<usize> {
    if waitlist::list_active_in_pool(tx, pool_id).await?.is_empty() {
        return Ok(0);
    }
    Ok(offer_seats(app, tx, pool_id).await?.offers)
}

/// Locks a pool, ends the offers that are over, and offers its free seats to those who wait.
pub(crate) async fn offer_seats(app: &App, tx: &Tx, pool_id: Uuid) -> StoreResult<Offered> {
    let now = app.clock.now();
    let seats_left = seats::lock_pool(tx, pool_id, now).await?;
    let active = waitlist::list_active_in_pool(tx, pool_id).await?;
    if active.is_empty() {
        let offers = 0;
        return Ok(Offered { seats_left, offers });
    }
    let wanted = Wanted {
        pool_id: Some(pool_id),
        ..Wanted::default()
    };
    let shared = departures::list(tx, &wanted, u64::from(u32::MAX)).await?;
    let shared = shared
        .into_iter()
        .map(|departure| (departure.id, departure));
    let shared: HashMap<Uuid, Departure> = shared.collect();
    let today = app.clock.today(app.config.timezone);
    let mut waiting = Vec::new();
    for entry in active {
        let departure = &shared[&entry.departure_id];
        if is_over(&entry, departure, now, today) {
            end(app, tx, (&entry, departure), now).await?;
        } else if entry.state == WaitlistState::Waiting && departure.is_on_sale(today) {
            waiting.push(entry);
        }
    }
    let mut seats_left = seats::lock_pool(tx, pool_id, now).await?;
    let waiting = retain_sold(tx, waiting, &shared, seats_left).await?;
    let parties = parties_that_fit(waiting, seats_left);
    for party in &parties {
        make(app, tx, party, pool_id, now).await?;
        seats_left -= party.guests;
    }
    let offers = parties.len();
    Ok(Offered { seats_left, offers })
}

/// Whether an entry ends: its offer expired or the departure is no longer sold, or there is nothing left to wait for.
/// Those who wait for a departure that is closed go on waiting, because the agency may open it again.
fn is_over(
    entry: &WaitlistEntry,
    departure: &Departure,
    now: DateTime<Utc>,
    today: NaiveDate,
) -> bool {
    match entry.state {
        WaitlistState::Offered => {
            entry.state_at(now) == WaitlistState::Lapsed || !departure.is_on_sale(today)
        }
        _ => departure.state == DepartureState::Cancelled || departure.start_date <= today,
    }
}

/// Ends an entry, and tells its traveller unless nothing but the start of the trek ended it.
async fn end(
    app: &App,
    tx: &Tx,
    (entry, departure): (&WaitlistEntry, &Departure),
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let had_offer = entry.state == WaitlistState::Offered;
    if had_offer {
        seats::release(tx, entry.id, now).await?;
    }
    if !waitlist::lapse(tx, entry.id, now).await? {
        return Ok(());
    }
    if had_offer || departure.state == DepartureState::Cancelled {
        let mail = Job::MailWaitlistEnded { entry_id: entry.id };
        jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    }
    if had_offer {
        kill_point("offer-lapsed");
    }
    Ok(())
}

/// Leaves out the parties whose trek is no longer offered with departures. Reads the treks only if a party fits.
async fn retain_sold(
    tx: &Tx,
    mut waiting: Vec<WaitlistEntry>,
    shared: &HashMap<Uuid, Departure>,
    seats_left: u32,
) -> StoreResult<Vec<WaitlistEntry>> {
    waiting.retain(|entry| entry.guests <= seats_left);
    let trek_of = |entry: &WaitlistEntry| shared[&entry.departure_id].trek_id;
    let treks: BTreeSet<Uuid> = waiting.iter().map(trek_of).collect();
    for id in treks {
        let trek = store::treks::find(tx, id).await?;
        let is_sold = trek.is_some_and(|trek| !trek.is_archived() && trek.sold_as.has_departures());
        if !is_sold {
            waiting.retain(|entry| trek_of(entry) != id);
        }
    }
    Ok(waiting)
}

/// Holds seats for a waiting party and stores the job that mails the offer.
async fn make(
    app: &App,
    tx: &Tx,
    party: &WaitlistEntry,
    pool_id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let expires_at = now + OFFER_LIFETIME;
    let claim = Claim {
        owner_id: party.id,
        pool_id,
        departure_id: party.departure_id,
        seats: party.guests,
        state: ClaimState::Held,
        expires_at: Some(expires_at),
    };
    if seats::hold(tx, &claim, now).await? != Seating::Done {
        return Ok(());
    }
    waitlist::offer(tx, party.id, expires_at, now).await?;
    let mail = Job::MailSeatOffer { entry_id: party.id };
    jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    kill_point("offer-made");
    Ok(())
}

/// Offers the free seats of a pool in a transaction of its own.
pub(crate) async fn offer_free_seats(app: &App, pool_id: Uuid) -> StoreResult<()> {
    app.in_transaction("offer_free_seats", async |tx| -> StoreResult<()> {
        offer_seats(app, &tx, pool_id).await?;
        Ok(())
    })
    .await?;
    app.wake_worker();
    Ok(())
}

/// The periodic task: ends the offers that are over and offers seats whose hold ended by the clock.
pub async fn sweep(app: &App) -> Result<(), JobError> {
    for pool_id in pools_to_offer(app).await? {
        if let Err(error) = offer_free_seats(app, pool_id).await {
            tracing::error!(pool = %pool_id, error = error_chain(&error), "failed to offer free seats; it will be retried");
        }
    }
    Ok(())
}

/// The pools in which an entry is over or fits into the free seats. Others need no transaction.
async fn pools_to_offer(app: &App) -> StoreResult<BTreeSet<Uuid>> {
    let (now, today) = (app.clock.now(), app.clock.today(app.config.timezone));
    let active = waitlist::list_active(&app.db).await?;
    let ids: BTreeSet<Uuid> = active.iter().map(|entry| entry.departure_id).collect();
    let found = departures::find_all(&app.db, &Vec::from_iter(ids)).await?;
    let mut pools: BTreeMap<Uuid, Vec<&WaitlistEntry>> = BTreeMap::new();
    for entry in &active {
        if let Some(departure) = found.get(&entry.departure_id) {
            pools.entry(departure.pool_id).or_default().push(entry);
        }
    }
    let usage = seats::usage(&app.db, &Vec::from_iter(pools.keys().copied()), now).await?;
    let has_work = |pool_id: &Uuid, entries: &[&WaitlistEntry]| {
        let left = usage.get(pool_id).map_or(0, |usage| usage.left());
        entries.iter().any(|entry| {
            let departure = &found[&entry.departure_id];
            let fits = entry.state == WaitlistState::Waiting
                && departure.is_on_sale(today)
                && entry.guests <= left;
            fits || is_over(entry, departure, now, today)
        })
    };
    let pools = pools.iter();
    Ok(pools
        .filter(|(pool_id, entries)| has_work(pool_id, entries))
        .map(|(pool_id, _)| *pool_id)
        .collect())
}

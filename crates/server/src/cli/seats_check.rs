//! `chautari seats check`: compares the seat pools with their claims, and the claims with the bookings, and reports
//! every difference. It changes nothing.

use std::collections::HashSet;
use std::io::Write;

use domain::booking::{Booking, BookingStatus};
use domain::waitlist::{WaitlistEntry, WaitlistState};
use store::Tx;
use store::seats::audit::{PoolSums, list_claims, list_claims_after, list_pools_after};
use store::seats::{Claim, ClaimState};
use uuid::Uuid;

use crate::cli::backup::before_migration;
use crate::platform::adapters::clock::Clock;
use crate::platform::app::App;
use crate::platform::config::Config;

type Failed = Box<dyn std::error::Error + Send + Sync>;

const BATCH_SIZE: u64 = 500;

/// Result of the comparison.
#[derive(Debug, Default)]
pub struct Report {
    pub pools: usize,
    pub held: u64,
    pub taken: u64,
    /// One line per difference.
    pub differences: Vec<String>,
}

/// Prints the report. Returns whether there are no differences.
pub async fn check(config: Config) -> Result<bool, Failed> {
    let app = before_migration::start(config, Clock::System).await?;
    let report = compare(&app).await?;
    let mut out = std::io::stdout().lock();
    writeln!(
        out,
        "{} pools, {} seats taken, {} held",
        report.pools, report.taken, report.held
    )?;
    for line in &report.differences {
        writeln!(out, "DIFFERENT  {line}")?;
    }
    match report.differences.len() {
        0 => writeln!(out, "ok  pools, seats and bookings agree")?,
        number => writeln!(out, "FAILED  {number} differences")?,
    }
    Ok(report.differences.is_empty())
}

/// Reads everything in one snapshot, in batches.
pub async fn compare(app: &App) -> Result<Report, Failed> {
    let tx = app.db.begin_snapshot().await?;
    let mut report = Report::default();
    let mut after = Uuid::nil();
    loop {
        let pools = list_pools_after(&tx, after, BATCH_SIZE).await?;
        let Some(last) = pools.last() else { break };
        after = last.id;
        pools.iter().for_each(|pool| report.add(pool));
    }
    let mut after = Uuid::nil();
    loop {
        let bookings = store::bookings::list_after(&tx, after, BATCH_SIZE).await?;
        let Some(last) = bookings.last() else { break };
        after = last.id;
        let ids: Vec<Uuid> = bookings.iter().map(|booking| booking.id).collect();
        let claims = list_claims(&tx, &ids).await?;
        let differences = bookings
            .iter()
            .filter_map(|booking| difference(booking, claims.get(&booking.id)));
        report.differences.extend(differences);
    }
    add_offers(app, &tx, &mut report).await?;
    add_unknown_owners(&tx, &mut report).await?;
    Ok(report)
}

/// Reports offers to waiting parties without their seats.
async fn add_offers(app: &App, tx: &Tx, report: &mut Report) -> Result<(), Failed> {
    let now = app.clock.now();
    let mut offers = store::waitlist::list_active(tx).await?;
    offers.retain(|entry| entry.state_at(now) == WaitlistState::Offered);
    let ids: Vec<Uuid> = offers.iter().map(|entry| entry.id).collect();
    let claims = list_claims(tx, &ids).await?;
    for entry in offers {
        let claim = claims.get(&entry.id);
        if !claim.is_some_and(|claim| is_of_offer(claim, &entry)) {
            report.differences.push(format!(
                "departure {}: the offer {} does not hold its {} seats",
                entry.departure_id, entry.id, entry.guests
            ));
        }
    }
    Ok(())
}

fn is_of_offer(claim: &Claim, entry: &WaitlistEntry) -> bool {
    entry.state == WaitlistState::Offered
        && (claim.state, claim.seats) == (ClaimState::Held, entry.guests)
}

/// Reports seats that are held or taken without a booking or offer.
async fn add_unknown_owners(tx: &Tx, report: &mut Report) -> Result<(), Failed> {
    let mut after = Uuid::nil();
    loop {
        let claims = list_claims_after(tx, after, BATCH_SIZE).await?;
        let Some(last) = claims.last() else {
            return Ok(());
        };
        after = last.owner_id;
        let claims: Vec<Claim> = claims
            .into_iter()
            .filter(|claim| claim.state != ClaimState::Released)
            .collect();
        let ids: Vec<Uuid> = claims.iter().map(|claim| claim.owner_id).collect();
        let bookings = store::bookings::find_in_order(tx, &ids).await?;
        let mut known: HashSet<Uuid> = bookings.iter().map(|booking| booking.id).collect();
        let entries = store::waitlist::find_all(tx, &ids).await?;
        known.extend(entries.iter().filter_map(|entry| {
            let mut own = claims.iter().filter(|claim| claim.owner_id == entry.id);
            own.any(|claim| is_of_offer(claim, entry))
                .then_some(entry.id)
        }));
        // The seats where the agency would move a booking are held until its traveller has answered.
        known.extend(store::departure_changes::list_open_ids(tx, &ids).await?);
        let unknown = claims
            .iter()
            .filter(|claim| !known.contains(&claim.owner_id));
        report.differences.extend(unknown.map(|claim| {
            format!(
                "departure {}: {} seats are {} for {}, which is no booking or offer",
                claim.departure_id,
                claim.seats,
                claim.state.as_str(),
                claim.owner_id
            )
        }));
    }
}

impl Report {
    fn add(&mut self, pool: &PoolSums) {
        let (counted, claimed) = (pool.counted, pool.claimed);
        self.pools += 1;
        self.held += u64::from(counted.held);
        self.taken += u64::from(counted.taken);
        if counted != claimed {
            self.differences.push(format!(
                "pool {}: {} held and {} taken are counted, its claims have {} and {}",
                pool.id, counted.held, counted.taken, claimed.held, claimed.taken
            ));
        }
        if counted.held + counted.taken > counted.capacity {
            self.differences.push(format!(
                "pool {}: {} held and {} taken of {} seats",
                pool.id, counted.held, counted.taken, counted.capacity
            ));
        }
    }
}

/// What is wrong about the seats of a booking.
fn difference(booking: &Booking, claim: Option<&Claim>) -> Option<String> {
    let state = claim.map_or(ClaimState::Released, |claim| claim.state);
    let is_right = match booking.status {
        BookingStatus::Confirmed | BookingStatus::Completed => state == ClaimState::Taken,
        BookingStatus::Cancelled => state == ClaimState::Released,
        // The seats of an unpaid booking may have gone to the next buyer when its hold had ended.
        BookingStatus::Pending => {
            state == ClaimState::Held
                || (state == ClaimState::Released && booking.departure_id.is_some())
        }
    };
    let name = format!("booking {} ({})", booking.id, booking.reference);
    if !is_right {
        let (status, state) = (booking.status.as_str(), state.as_str());
        return Some(format!("{name}: {status}, and its seats are {state}"));
    }
    let claim = claim.filter(|_| state != ClaimState::Released)?;
    let (seats, guests) = (claim.seats, booking.party.size());
    if seats != guests {
        return Some(format!("{name}: {seats} seats for {guests} guests"));
    }
    let (of_claim, of_booking) = (claim.departure_id, booking.departure());
    (of_claim != of_booking)
        .then(|| format!("{name}: on departure {of_booking}, and its seats are on {of_claim}"))
}

//! The entries of credit notes in a period, from the refunds, travel credits and replaced invoices behind them.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::credit_note::{Cause, CreditNoteEntry, GivenBack, credit_note_entries};
use domain::invoice::Invoice;
use store::ledger::{self, Kind};
use store::{StoreResult, Tx, bookings, invoices, movements, refunds, travel_credits};
use uuid::Uuid;

use crate::features::booking::invoice::credit_note::{credits_of_price, is_of_price};
use crate::http::csv_export::BATCH_SIZE;

/// The entries from the first moment until before the second one, by booking. `issued` has the ids of the bookings
/// with invoices of the period: one of those may have replaced another.
pub(super) async fn list_credit_notes(
    tx: &Tx,
    (from, to): (DateTime<Utc>, DateTime<Utc>),
    issued: &BTreeSet<Uuid>,
) -> StoreResult<Vec<(Booking, Vec<CreditNoteEntry>)>> {
    let given_back = movements::list_bookings_given_back(tx, (from, to)).await?;
    let ids: Vec<Uuid> = issued.union(&given_back).copied().collect();
    let mut found = Vec::new();
    for part in ids.chunks(BATCH_SIZE as usize) {
        for (booking, mut entries) in entries_of(tx, part).await? {
            entries.retain(|entry| (from..to).contains(&entry.at));
            if !entries.is_empty() {
                found.push((booking, entries));
            }
        }
    }
    Ok(found)
}

/// The bookings with these ids, each with all entries of its credit notes.
pub(super) async fn entries_of(
    tx: &Tx,
    ids: &[Uuid],
) -> StoreResult<Vec<(Booking, Vec<CreditNoteEntry>)>> {
    let found = bookings::find_in_order(tx, ids).await?;
    let mut given_back = given_back(tx, &found).await?;
    let numbers: Vec<String> = found
        .iter()
        .flat_map(Booking::invoice_numbers)
        .map(str::to_owned)
        .collect();
    let mut of_bookings: HashMap<Uuid, Vec<Invoice>> = HashMap::new();
    for invoice in invoices::find_many(tx, &numbers).await? {
        let own = of_bookings.entry(invoice.booking_id).or_default();
        own.push(invoice);
    }
    let entries = |booking: Booking| {
        let own = of_bookings.remove(&booking.id).unwrap_or_default();
        let back = given_back.remove(&booking.id).unwrap_or_default();
        let entries = credit_note_entries(&booking, &own, &back);
        (booking, entries)
    };
    Ok(found.into_iter().map(entries).collect())
}

/// What went back of the price of each booking, oldest first: refunds as they were made, and travel credits.
async fn given_back(tx: &Tx, found: &[Booking]) -> StoreResult<HashMap<Uuid, Vec<GivenBack>>> {
    let ids: Vec<Uuid> = found.iter().map(|booking| booking.id).collect();
    let refunds = refunds::list_for_bookings(tx, &ids).await?;
    let besides = refunds
        .iter()
        .filter(|refund| !is_of_price(refund))
        .filter_map(|refund| refund.reference.as_ref());
    let besides: BTreeSet<&String> = besides.collect();
    let mut given: HashMap<Uuid, Vec<GivenBack>> = HashMap::new();
    for line in ledger::list_for_bookings(tx, &ids).await? {
        if line.kind == Kind::Refund && !besides.contains(&line.reference) {
            given.entry(line.booking_id).or_default().push(GivenBack {
                at: line.at,
                amount: line.amount,
                cause: Cause::Refund,
                reason: line.reason,
            });
        }
    }
    let credits = travel_credits::list_for_bookings(tx, &ids).await?;
    for booking in found {
        let parts = credits_of_price(booking, &refunds, &credits);
        given.entry(booking.id).or_default().extend(parts);
    }
    for back in given.values_mut() {
        back.sort_by_key(|back| back.at);
    }
    Ok(given)
}

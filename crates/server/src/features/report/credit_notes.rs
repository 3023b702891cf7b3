//! The entries of credit notes in a period, from the refunds, travel credits and replaced invoices behind them.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::credit_note::{CreditNoteEntry, credit_note_entries};
use domain::invoice::Invoice;
use store::{StoreResult, Tx, bookings, invoices, movements};
use uuid::Uuid;

use crate::features::booking::invoice::credit_note::Returned;
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
    let returned = Returned::read(tx, ids).await?;
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
        let back = returned.of_price(&booking);
        let entries = credit_note_entries(&booking, &own, &back);
        (booking, entries)
    };
    Ok(found.into_iter().map(entries).collect())
}

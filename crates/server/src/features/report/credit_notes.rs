//! The entries of credit notes in a period, from the refunds, travel credits and replaced invoices behind them.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::credit_note::{Cause, CreditNoteEntry, GivenBack, credit_note_entries};
use domain::invoice::Invoice;
use domain::money::Money;
use store::ledger::{self, Kind};
use store::refunds::{self, Cause as RefundCause};
use store::travel_credits::{self, TravelCredit};
use store::{StoreResult, Tx, bookings, invoices, movements};
use uuid::Uuid;

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
    let numbers: Vec<String> = found.iter().flat_map(invoice_numbers).collect();
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

fn invoice_numbers(booking: &Booking) -> Vec<String> {
    let replaced = booking.earlier_dates.iter();
    let replaced = replaced.filter_map(|earlier| earlier.invoice_number.clone());
    replaced.chain(booking.invoice_number.clone()).collect()
}

/// What went back of the price of each booking, oldest first. What a lower price gave back is not part of the price: the
/// invoice that it replaced is credited in full. Neither is money that came too late.
async fn given_back(tx: &Tx, found: &[Booking]) -> StoreResult<HashMap<Uuid, Vec<GivenBack>>> {
    let ids: Vec<Uuid> = found.iter().map(|booking| booking.id).collect();
    let lowered = found.iter().map(|one| (one.id, one.payment.lowered_by));
    let mut lowered: HashMap<Uuid, Money> = lowered.collect();
    let mut besides: BTreeSet<String> = BTreeSet::new();
    for refund in refunds::list_for_bookings(tx, &ids).await? {
        if refund.cause == RefundCause::Lowered {
            let left = lowered.entry(refund.booking_id).or_default();
            *left = left.less(refund.amount);
        }
        if matches!(refund.cause, RefundCause::Lowered | RefundCause::Late) {
            besides.extend(refund.reference);
        }
    }
    let mut given: HashMap<Uuid, Vec<GivenBack>> = HashMap::new();
    for line in ledger::list_for_bookings(tx, &ids).await? {
        if line.kind == Kind::Refund && !besides.contains(&line.reference) {
            given.entry(line.booking_id).or_default().push(GivenBack {
                at: line.at,
                amount: line.amount,
                cause: Cause::Refund,
            });
        }
    }
    let credits = travel_credits::list_for_bookings(tx, &ids).await?;
    for booking in found {
        let lowered = lowered.remove(&booking.id).unwrap_or_default();
        let own = credits.iter().filter(|one| one.booking_id == booking.id);
        let own = own.map(|credit| (given_at(credit, &credits), credit.amount));
        let parts = credited_of_price(booking, own.collect(), lowered);
        given.entry(booking.id).or_default().extend(parts);
    }
    for back in given.values_mut() {
        back.sort_by_key(|back| back.at);
    }
    Ok(given)
}

/// The travel credits of a booking, without the amount of them that a lower price gave.
fn credited_of_price(
    booking: &Booking,
    mut credits: Vec<(DateTime<Utc>, Money)>,
    mut lowered: Money,
) -> Vec<GivenBack> {
    credits.sort_unstable();
    let mut earlier = booking.earlier_dates.iter();
    let lowered_at = earlier.find(|earlier| earlier.credit_note_number.is_some());
    let lowered_at = lowered_at.map(|earlier| earlier.at);
    let part = |(at, amount): (DateTime<Utc>, Money)| {
        let besides = match lowered_at {
            Some(first) if first <= at => amount.min(lowered),
            _ => Money::ZERO,
        };
        lowered = lowered.less(besides);
        let of_price = amount.less(besides);
        (!of_price.is_zero()).then_some(GivenBack {
            at,
            amount: of_price,
            cause: Cause::TravelCredit,
        })
    };
    credits.into_iter().filter_map(part).collect()
}

/// When the booking gave a credit. The rest of a credit that was used in part is a credit of its own, made when that one
/// was used.
fn given_at(credit: &TravelCredit, credits: &[TravelCredit]) -> DateTime<Utc> {
    let is_used_part = |other: &&TravelCredit| {
        other.booking_id == credit.booking_id && other.used_at == Some(credit.created_at)
    };
    let earlier = credits.iter().find(is_used_part);
    match earlier.filter(|earlier| earlier.created_at < credit.created_at) {
        Some(earlier) => given_at(earlier, credits),
        None => credit.created_at,
    }
}

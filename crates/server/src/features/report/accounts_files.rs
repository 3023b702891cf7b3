//! What happened in a month, for the accountant, and the files that say it.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, NaiveDate, Utc};
use chrono_tz::Tz;
use domain::booking::Booking;
use domain::credit_note::CreditNoteEntry;
use domain::invoice::Invoice;
use domain::money::Currency;
use store::movements::{self, Movement};
use store::{StoreResult, Tx, bookings, invoices};
use uuid::Uuid;

use super::credit_notes::list_credit_notes;
use super::payment_sums::BATCH_SIZE;
use super::period::moments;
use crate::features::booking::invoice::issue::customer_name;
use crate::http::csv::Csv;

/// A CSV file.
pub(super) struct File {
    pub name: &'static str,
    pub text: String,
}

pub(super) struct Month {
    pub zone: Tz,
    /// With those that travel credits paid.
    pub payments: Vec<Movement>,
    pub invoices: Vec<Invoice>,
    pub credit_notes: Vec<CreditNote>,
    /// The bookings of all of them.
    bookings: HashMap<Uuid, Booking>,
}

pub(super) struct CreditNote {
    pub booking_id: Uuid,
    pub currency: Currency,
    pub entry: CreditNoteEntry,
}

impl Month {
    pub(crate) async fn read(tx: &Tx, days: (NaiveDate, NaiveDate), zone: Tz) -> StoreResult<Self> {
        let period = moments(days, zone);
        let payments = list_movements(tx, period).await?;
        let invoices = list_invoices(tx, days).await?;
        let mut ids: BTreeSet<Uuid> = invoices.iter().map(|one| one.booking_id).collect();
        let mut found = HashMap::new();
        let mut credit_notes = Vec::new();
        for (booking, entries) in list_credit_notes(tx, period, &ids).await? {
            credit_notes.extend(entries.into_iter().map(|entry| CreditNote {
                booking_id: booking.id,
                currency: booking.quote.currency,
                entry,
            }));
            found.insert(booking.id, booking);
        }
        credit_notes.sort_by(|one, other| {
            (one.entry.at, &one.entry.number).cmp(&(other.entry.at, &other.entry.number))
        });
        ids.extend(payments.iter().map(|movement| movement.booking_id));
        ids.retain(|id| !found.contains_key(id));
        let ids: Vec<Uuid> = ids.into_iter().collect();
        for part in ids.chunks(BATCH_SIZE as usize) {
            let part = bookings::find_in_order(tx, part).await?;
            found.extend(part.into_iter().map(|booking| (booking.id, booking)));
        }
        Ok(Self {
            zone,
            payments,
            invoices,
            credit_notes,
            bookings: found,
        })
    }

    pub fn files(&self) -> Vec<File> {
        let file = |name, mut table: Csv| File {
            name,
            text: table.take(),
        };
        vec![
            file("payments.csv", self.payments_table()),
            file("invoices.csv", self.invoices_table()),
            file("credit-notes.csv", self.credit_notes_table()),
            file("vat.csv", self.vat_table()),
            file("totals.csv", self.totals_table()),
        ]
    }

    pub fn booking(&self, id: Uuid) -> Option<&Booking> {
        self.bookings.get(&id)
    }

    /// Reference, customer and trek of a booking.
    pub fn names(&self, id: Uuid) -> [String; 3] {
        let Some(booking) = self.booking(id) else {
            return Default::default();
        };
        [
            booking.reference.clone(),
            customer_name(booking).to_owned(),
            booking.trek.name.clone(),
        ]
    }

    /// In the agency's time zone.
    pub fn day(&self, moment: DateTime<Utc>) -> String {
        let day = moment.with_timezone(&self.zone).date_naive();
        day.to_string()
    }
}

/// Payments and reversals, then what is not the payment of a booking, such as refunds; each by time.
async fn list_movements(
    tx: &Tx,
    period: (DateTime<Utc>, DateTime<Utc>),
) -> StoreResult<Vec<Movement>> {
    let mut found = Vec::new();
    let mut last: Option<Movement> = None;
    loop {
        let part = movements::list_payments(tx, Some(period), last.as_ref(), BATCH_SIZE).await?;
        last = part.last().cloned();
        found.extend(part);
        if last.is_none() {
            break;
        }
    }
    loop {
        let part = movements::list_others(tx, Some(period), last.as_ref(), BATCH_SIZE).await?;
        last = part.last().cloned();
        found.extend(part);
        if last.is_none() {
            return Ok(found);
        }
    }
}

async fn list_invoices(tx: &Tx, days: (NaiveDate, NaiveDate)) -> StoreResult<Vec<Invoice>> {
    let mut issued: Vec<Invoice> = Vec::new();
    loop {
        let part = invoices::list_issued(tx, days, issued.last(), BATCH_SIZE).await?;
        if part.is_empty() {
            return Ok(issued);
        }
        issued.extend(part);
    }
}

//! The sums of the VAT report, from the invoices as they were issued.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use domain::booking::Booking;
use domain::invoice::Invoice;
use domain::money::Currency;
use store::refunds::{self, Cause, State as RefundState};
use store::{StoreResult, Tx, bookings, invoices, travel_credits};
use uuid::Uuid;

use super::period::month_of;
use crate::http::csv_export::BATCH_SIZE;

/// In minor units.
#[derive(Clone, Copy)]
pub(super) struct Sum {
    pub currency: Currency,
    pub invoices: u64,
    pub taxable: i64,
    pub vat: i64,
    pub zero_rated: i64,
    pub pass_through: i64,
    pub total: i64,
    pub credited: i64,
}

impl Sum {
    fn empty(currency: Currency) -> Self {
        Self {
            currency,
            invoices: 0,
            taxable: 0,
            vat: 0,
            zero_rated: 0,
            pass_through: 0,
            total: 0,
            credited: 0,
        }
    }

    fn add(&mut self, other: &Self) {
        self.invoices += other.invoices;
        self.taxable += other.taxable;
        self.vat += other.vat;
        self.zero_rated += other.zero_rated;
        self.pass_through += other.pass_through;
        self.total += other.total;
        self.credited += other.credited;
    }
}

/// By month, trek and currency.
pub(super) type Groups = BTreeMap<(String, String, &'static str), Sum>;

pub(super) async fn sum_invoices(
    tx: &Tx,
    (from, to): (NaiveDate, NaiveDate),
) -> StoreResult<Groups> {
    let mut groups = Groups::new();
    let mut last: Option<Invoice> = None;
    loop {
        let part = invoices::list_with_vat(tx, from, to, last.as_ref(), BATCH_SIZE).await?;
        let credited = credited_amounts(tx, &part).await?;
        for invoice in &part {
            let Some(tax) = &invoice.tax else { continue };
            let key = (
                month_of(invoice.issued_on),
                invoice.trek.clone(),
                invoice.currency.code(),
            );
            let empty = Sum::empty(invoice.currency);
            groups.entry(key).or_insert(empty).add(&Sum {
                currency: invoice.currency,
                invoices: 1,
                taxable: tax.summary.taxable.minor(),
                vat: tax.summary.vat.minor(),
                zero_rated: tax.summary.zero_rated.minor(),
                pass_through: tax.summary.pass_through.minor(),
                total: invoice.total.minor(),
                credited: credited.get(&invoice.number).copied().unwrap_or_default(),
            });
        }
        last = part.into_iter().last();
        if last.is_none() {
            return Ok(groups);
        }
    }
}

/// What credit notes took back, by the number of the invoice. An invoice that a cheaper one replaced is credited in
/// full; otherwise the credit note is of what was refunded or kept as a travel credit.
async fn credited_amounts(tx: &Tx, part: &[Invoice]) -> StoreResult<HashMap<String, i64>> {
    let ids: Vec<Uuid> = part.iter().map(|invoice| invoice.booking_id).collect();
    let found = bookings::find_in_order(tx, &ids).await?;
    let mut taken_back: HashMap<Uuid, i64> = HashMap::new();
    for refund in refunds::list_for_bookings(tx, &ids).await? {
        let is_of_price = !matches!(refund.cause, Cause::Lowered | Cause::Late);
        if is_of_price && refund.state == RefundState::Made {
            *taken_back.entry(refund.booking_id).or_default() += refund.amount.minor();
        }
    }
    for credit in travel_credits::list_for_bookings(tx, &ids).await? {
        *taken_back.entry(credit.booking_id).or_default() += credit.amount.minor();
    }
    let found: HashMap<Uuid, Booking> = found.into_iter().map(|one| (one.id, one)).collect();
    let mut credited = HashMap::new();
    for invoice in part {
        let Some(booking) = found.get(&invoice.booking_id) else {
            continue;
        };
        let amount = if booking.invoice_number.as_deref() == Some(invoice.number.as_str()) {
            let taken_back = taken_back.get(&booking.id).copied().unwrap_or_default();
            match booking.credit_note_number {
                Some(_) => taken_back.min(invoice.total.minor()),
                None => 0,
            }
        } else {
            invoice.total.minor()
        };
        credited.insert(invoice.number.clone(), amount);
    }
    Ok(credited)
}

pub(super) fn group<K: Ord>(groups: &Groups, key_of: impl Fn(&str, &str) -> K) -> Vec<(K, Sum)> {
    let mut sums: BTreeMap<(K, &'static str), Sum> = BTreeMap::new();
    for ((month, trek, code), sum) in groups {
        let entry = sums.entry((key_of(month, trek), code));
        entry.or_insert(Sum::empty(sum.currency)).add(sum);
    }
    sums.into_iter().map(|((key, _), sum)| (key, sum)).collect()
}

//! The sums of the VAT report, from the invoices as they were issued.

use std::collections::{BTreeMap, HashMap};

use chrono::NaiveDate;
use domain::invoice::Invoice;
use domain::money::Currency;
use store::{StoreResult, Tx, invoices};
use uuid::Uuid;

use super::credit_notes::entries_of;
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
    /// Of what was credited.
    pub credited_vat: i64,
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
            credited_vat: 0,
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
        self.credited_vat += other.credited_vat;
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
        let part = invoices::list_with_vat(tx, (from, to), last.as_ref(), BATCH_SIZE).await?;
        let credited = credited_amounts(tx, &part).await?;
        for invoice in &part {
            let Some(tax) = &invoice.tax else { continue };
            let key = (
                month_of(invoice.issued_on),
                invoice.trek.clone(),
                invoice.currency.code(),
            );
            let empty = Sum::empty(invoice.currency);
            let credited = credited.get(&invoice.number).copied();
            let (credited, credited_vat) = credited.unwrap_or_default();
            groups.entry(key).or_insert(empty).add(&Sum {
                currency: invoice.currency,
                invoices: 1,
                taxable: tax.summary.taxable.minor(),
                vat: tax.summary.vat.minor(),
                zero_rated: tax.summary.zero_rated.minor(),
                pass_through: tax.summary.pass_through.minor(),
                total: invoice.total.minor(),
                credited,
                credited_vat,
            });
        }
        last = part.into_iter().last();
        if last.is_none() {
            return Ok(groups);
        }
    }
}

/// What credit notes took back and the VAT in it, by the number of the invoice, in minor units.
async fn credited_amounts(tx: &Tx, part: &[Invoice]) -> StoreResult<HashMap<String, (i64, i64)>> {
    let ids: Vec<Uuid> = part.iter().map(|invoice| invoice.booking_id).collect();
    let mut credited: HashMap<String, (i64, i64)> = HashMap::new();
    for (_, entries) in entries_of(tx, &ids).await? {
        for entry in entries {
            let (amount, vat) = credited.entry(entry.invoice_number).or_default();
            *amount += entry.amount.minor();
            *vat += entry.vat.map_or(0, |vat| vat.vat.minor());
        }
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

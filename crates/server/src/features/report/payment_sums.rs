//! The sums of the payments report. `ledger check` compares their total with that of the ledger.

use std::collections::BTreeMap;

use chrono::NaiveDate;
use chrono_tz::Tz;
use domain::money::Currency;
use store::movements::{self, Direction, Movement, Period};
use store::payments::Method;
use store::{Connection, StoreResult};
use uuid::Uuid;

pub(super) const BATCH_SIZE: u64 = 2000;

/// What the movements of a line have in common. The order is that of the report.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Line {
    /// In the agency's time zone.
    pub day: NaiveDate,
    pub direction: Direction,
    pub method: Method,
    /// The codes of the booking's currency and of the one that was handed over.
    pub codes: (&'static str, &'static str),
}

/// Sums of movements, in minor units.
#[derive(Debug, Clone, Copy)]
pub struct Sum {
    pub count: u64,
    pub amount: i64,
    pub currency: Currency,
    pub tendered: i64,
    pub tendered_currency: Currency,
}

impl Sum {
    /// The sum of no movements in the currencies of this one.
    pub fn empty(&self) -> Self {
        Self {
            count: 0,
            amount: 0,
            tendered: 0,
            ..*self
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.amount += other.amount;
        self.tendered += other.tendered;
    }
}

impl From<&Movement> for Sum {
    fn from(movement: &Movement) -> Self {
        Self {
            count: 1,
            amount: movement.amount,
            currency: movement.currency,
            tendered: movement.tendered,
            tendered_currency: movement.tendered_currency,
        }
    }
}

#[derive(Debug, Default)]
pub struct PaymentSums {
    pub lines: BTreeMap<Line, Sum>,
    /// Payments with travel credits. Their money came with earlier bookings, so that no other sum contains them.
    pub credits: BTreeMap<Line, Sum>,
    /// By trek and currency of the booking.
    pub treks: BTreeMap<(Uuid, &'static str), Sum>,
}

impl PaymentSums {
    fn add(&mut self, movement: &Movement, zone: Tz) {
        let line = Line {
            day: movement.at.with_timezone(&zone).date_naive(),
            direction: movement.direction,
            method: movement.method,
            codes: (movement.currency.code(), movement.tendered_currency.code()),
        };
        let sum = Sum::from(movement);
        if movement.method == Method::Credit {
            self.credits.entry(line).or_insert(sum.empty()).add(&sum);
            return;
        }
        let trek = (movement.trek_id, movement.currency.code());
        self.lines.entry(line).or_insert(sum.empty()).add(&sum);
        self.treks.entry(trek).or_insert(sum.empty()).add(&sum);
    }

    /// Sums the lines by what they have in common.
    pub fn group<K: Ord>(&self, key_of: impl Fn(&Line) -> K) -> BTreeMap<K, Sum> {
        let mut groups = BTreeMap::new();
        for (line, sum) in &self.lines {
            let group = groups.entry(key_of(line));
            group.or_insert(sum.empty()).add(sum);
        }
        groups
    }
}

/// Reads the movements of a period in batches: a year of them must not fill the memory.
pub async fn sum_payments(
    db: &impl Connection,
    zone: Tz,
    period: Period,
) -> StoreResult<PaymentSums> {
    let mut sums = PaymentSums::default();
    let mut last: Option<Movement> = None;
    loop {
        let part = movements::list_payments(db, period, last.as_ref(), BATCH_SIZE).await?;
        part.iter().for_each(|movement| sums.add(movement, zone));
        last = part.into_iter().last();
        if last.is_none() {
            break;
        }
    }
    loop {
        let part = movements::list_others(db, period, last.as_ref(), BATCH_SIZE).await?;
        part.iter().for_each(|movement| sums.add(movement, zone));
        last = part.into_iter().last();
        if last.is_none() {
            break;
        }
    }
    Ok(sums)
}

//! The sums of the payments report. `ledger check` compares their total with that of the ledger.

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate, TimeDelta};
use chrono_tz::Tz;
use domain::money::Currency;
use store::movements::{self, Direction, Movement, PaymentSum};
use store::payments::Method;
use store::{Connection, StoreResult};
use uuid::Uuid;

use super::period::moments;

pub(super) const BATCH_SIZE: u64 = 2000;
/// In every time zone within the years of four digits: SQLite compares moments as text.
const EVER: (NaiveDate, NaiveDate) = (
    NaiveDate::from_ymd_opt(2, 1, 1).expect("a day"),
    NaiveDate::from_ymd_opt(9998, 12, 31).expect("a day"),
);

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

#[derive(Debug, Default)]
pub struct PaymentSums {
    pub lines: BTreeMap<Line, Sum>,
    /// Payments with travel credits. Their money came with earlier bookings, so that no other sum contains them.
    pub credits: BTreeMap<Line, Sum>,
    /// By trek and currency of the booking.
    pub treks: BTreeMap<(Uuid, &'static str), Sum>,
}

impl PaymentSums {
    fn add(&mut self, day: NaiveDate, one: &PaymentSum) {
        let line = Line {
            day,
            direction: one.direction,
            method: one.method,
            codes: (one.currency.code(), one.tendered_currency.code()),
        };
        let sum = Sum {
            count: one.count,
            amount: one.amount,
            currency: one.currency,
            tendered: one.tendered,
            tendered_currency: one.tendered_currency,
        };
        if one.method == Method::Credit {
            self.credits.entry(line).or_insert(sum.empty()).add(&sum);
            return;
        }
        let trek = (one.trek_id, one.currency.code());
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

/// The sums of some days. Without days: of everything, with days of 24 hours wherever the clocks change.
pub(crate) async fn sum_payments(
    db: &impl Connection,
    zone: Tz,
    days: Option<(NaiveDate, NaiveDate)>,
) -> StoreResult<PaymentSums> {
    let mut sums = PaymentSums::default();
    let stretches = days.map_or_else(|| vec![EVER], |days| stretches(days, zone));
    for (first, last) in stretches {
        let period = moments((first, last), zone);
        for sum in movements::sum_payments(db, period).await? {
            let day = first.checked_add_days(Days::new(sum.day));
            sums.add(day.map_or(last, |day| day.min(last)), &sum);
        }
    }
    let period = days.map(|days| moments(days, zone));
    let mut last: Option<Movement> = None;
    loop {
        let part = movements::list_others(db, period, last.as_ref(), BATCH_SIZE).await?;
        for movement in &part {
            let day = movement.at.with_timezone(&zone).date_naive();
            sums.add(day, &movement.into());
        }
        last = part.into_iter().last();
        if last.is_none() {
            return Ok(sums);
        }
    }
}

/// Splits days where the clocks change, so that all days of a part but its last have 24 hours.
fn stretches((from, to): (NaiveDate, NaiveDate), zone: Tz) -> Vec<(NaiveDate, NaiveDate)> {
    let mut parts = Vec::new();
    let mut first = from;
    for (day, next) in from.iter_days().zip(from.iter_days().skip(1)) {
        let (begin, end) = moments((day, day), zone);
        if day >= to || end - begin != TimeDelta::days(1) {
            parts.push((first, day));
            first = next;
        }
        if day >= to {
            break;
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_compared_as_text_of_the_same_length() {
        for zone in [chrono_tz::Pacific::Kiritimati, chrono_tz::Etc::GMTPlus12] {
            let (from, to) = moments(EVER, zone);
            let lengths = [from, to].map(|moment| moment.to_rfc3339().len());
            assert_eq!(lengths, ["0001-01-01T00:00:00+00:00".len(); 2], "{zone}");
        }
    }

    #[test]
    fn days_are_split_where_the_clocks_change() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let year = (day("2026-01-01"), day("2026-12-31"));
        assert_eq!(stretches(year, chrono_tz::Asia::Kathmandu), [year]);
        assert_eq!(
            stretches(year, chrono_tz::Europe::Berlin),
            [
                (year.0, day("2026-03-29")),
                (day("2026-03-30"), day("2026-10-25")),
                (day("2026-10-26"), year.1),
            ]
        );
        let one = (year.0, year.0);
        assert_eq!(stretches(one, chrono_tz::Europe::Berlin), [one]);
    }
}

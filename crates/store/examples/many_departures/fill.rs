//! Many departures.

use chrono::{DateTime, Days, NaiveDate, Utc};
use domain::booking::end_date;
use domain::departure::{Departure, DepartureKind, DepartureState, SoldAs};
use domain::trek::Trek;
use store::departures;
use store::seats::{self, Usage};
use store::{Db, Tx};
use uuid::{Builder, Uuid};

use crate::Failed;

const CAPACITY: u32 = 12;
const HOT_CAPACITY: u32 = 1000;
const CUTOFF_DAYS: u32 = 0;
const TREKS_PER_TRANSACTION: usize = 20;

pub async fn fill(db: &Db, per_trek: u64, longest: u64) -> Result<(), Failed> {
    let treks = store::treks::list(db).await?;
    if treks.is_empty() {
        return Err("the database has no demo data yet: start the server with --demo once".into());
    }
    let now = now();
    for (batch, some) in treks.chunks(TREKS_PER_TRANSACTION).enumerate() {
        let tx = db.begin().await?;
        for (offset, trek) in some.iter().enumerate() {
            let number = u64::try_from(batch * TREKS_PER_TRANSACTION + offset)?;
            sell_departures(&tx, trek).await?;
            let (dates, step) = if number == 0 {
                (longest, 1)
            } else {
                (per_trek, 7)
            };
            for date in 0..dates {
                let start = now.date_naive() + Days::new(2 + number % 7 + date * step);
                let capacity = match (number, date) {
                    (0, 0) => HOT_CAPACITY,
                    _ => CAPACITY,
                };
                let made = departure(trek, number, start, now)?;
                let usage = Usage {
                    capacity,
                    ..Usage::default()
                };
                seats::insert_pool(&tx, made.id, usage, now).await?;
                departures::insert(&tx, &made, now).await?;
            }
        }
        tx.commit().await?;
    }
    Ok(())
}

async fn sell_departures(tx: &Tx, trek: &Trek) -> Result<(), Failed> {
    if trek.sold_as.has_departures() {
        return Ok(());
    }
    let mut sold = trek.clone();
    sold.sold_as = SoldAs::Both;
    sold.version += 1;
    store::treks::update(tx, &sold, trek.version).await?;
    Ok(())
}

fn departure(
    trek: &Trek,
    number: u64,
    start: NaiveDate,
    now: DateTime<Utc>,
) -> Result<Departure, Failed> {
    let route = trek.visible_routes().next().ok_or("a trek has no route")?;
    let id = id(number, start, now)?;
    Ok(Departure {
        id,
        pool_id: id,
        trek_id: trek.id,
        route_id: route.id,
        kind: DepartureKind::Group,
        start_date: start,
        end_date: end_date(start, route.number_of_days),
        minimum: 4,
        price_per_head: None,
        cutoff_days: CUTOFF_DAYS,
        decide_by: None,
        state: DepartureState::Open,
        is_guaranteed: number.is_multiple_of(3),
        notes: None,
        version: 1,
    })
}

/// Unique by the number of the trek and the day.
fn id(number: u64, start: NaiveDate, now: DateTime<Utc>) -> Result<Uuid, Failed> {
    let day = start.signed_duration_since(NaiveDate::default()).num_days();
    let unique = (number << 32) | u64::try_from(day)?;
    let mut random = [0; 10];
    random[2..].copy_from_slice(&unique.to_be_bytes());
    let millis = u64::try_from(now.timestamp_millis())?;
    Ok(Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
}

#[expect(
    clippy::disallowed_methods,
    reason = "the departures are ahead of today, and an example has no port"
)]
fn now() -> DateTime<Utc> {
    Utc::now()
}

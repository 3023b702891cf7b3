//! The statements that a call cannot do without, without the server around them.

use std::time::{Duration, Instant};

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::{ConnectionTrait, Statement, Value};
use serde_json::{Value as Json, json};
use store::{Db, Tx};
use uuid::{Builder, Uuid};

use crate::Failed;

const ROUNDS: usize = 9;
const COLUMNS: &str = "SELECT d.id, d.route_id, d.start_date, d.end_date, d.minimum, d.price_per_head, d.cutoff_days, \
     d.decide_by, d.state, d.is_guaranteed, d.version, p.capacity, p.held, p.taken \
     FROM departures d JOIN seat_pools p ON p.id = d.pool_id";

pub async fn measure(
    db: &Db,
    trek: Uuid,
    (first, last): (NaiveDate, NaiveDate),
    pool: Uuid,
    buyers: usize,
) -> Result<Json, Failed> {
    let of_trek = format!(
        "{COLUMNS} WHERE d.trek_id = $1 AND d.kind = 'group' AND d.state = 'open' AND d.start_date >= $2 \
         ORDER BY d.start_date, d.id"
    );
    let of_month = format!(
        "{COLUMNS} WHERE d.start_date >= $1 AND d.start_date <= $2 ORDER BY d.start_date, d.id LIMIT 1000"
    );
    let treks_of_month = "SELECT DISTINCT trek_id FROM departures WHERE kind = 'group' AND state = 'open' \
         AND start_date >= $1 AND start_date <= $2";
    let guaranteed_treks = "SELECT DISTINCT trek_id FROM departures WHERE kind = 'group' AND state = 'open' \
         AND is_guaranteed = $1";
    let trek_ms = repeat(db, &of_trek, [trek.into(), first.into()]).await?;
    let month_ms = repeat(db, &of_month, [first.into(), last.into()]).await?;
    let treks_ms = repeat(db, treks_of_month, [first.into(), last.into()]).await?;
    let guaranteed_ms = repeat(db, guaranteed_treks, [true.into()]).await?;
    let booking = find_booking(db).await?;
    let mut each = Vec::new();
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let began = Instant::now();
        let mut tasks = tokio::task::JoinSet::new();
        for buyer in 0..buyers {
            let (db, id) = (db.clone(), id(round * buyers + buyer)?);
            tasks.spawn(async move { buy(&db, pool, booking, id).await });
        }
        while let Some(done) = tasks.join_next().await {
            each.push(done??);
        }
        rounds.push(began.elapsed());
    }
    Ok(json!({
        "trek": trek_ms, "month": month_ms, "treksOfMonth": treks_ms, "guaranteedTreks": guaranteed_ms,
        "booking": median(each), "bookings": median(rounds),
    }))
}

/// Median of the milliseconds in which all rows of a query are read.
async fn repeat<const N: usize>(db: &Db, sql: &str, values: [Value; N]) -> Result<f64, Failed> {
    let mut took = Vec::new();
    for _ in 0..ROUNDS {
        let statement =
            Statement::from_sql_and_values(db.get_database_backend(), sql, values.clone());
        let began = Instant::now();
        let rows = db.query_all_raw(statement).await?;
        if rows.is_empty() {
            return Err(format!("no rows: {sql}").into());
        }
        took.push(began.elapsed());
    }
    Ok(median(took))
}

fn median(mut took: Vec<Duration>) -> f64 {
    took.sort();
    took.get(took.len() / 2)
        .map_or(0.0, |middle| middle.as_secs_f64() * 1000.0)
}

/// The transaction of a booking with one seat; its row is a copy of another booking's.
async fn buy(db: &Db, pool: Uuid, booking: Uuid, id: Uuid) -> Result<Duration, Failed> {
    let began = Instant::now();
    let now = now();
    let tx = db.begin().await?;
    run(
        &tx,
        "UPDATE seat_pools SET updated_at = $1 WHERE id = $2",
        [now.into(), pool.into()],
    )
    .await?;
    run(
        &tx,
        "UPDATE seat_claims SET state = 'released' WHERE pool_id = $1 AND state = 'held' AND expires_at <= $2",
        [pool.into(), now.into()],
    )
    .await?;
    let seated = run(
        &tx,
        "UPDATE seat_pools SET held = held + 1 WHERE id = $1 AND held + taken + 1 <= capacity",
        [pool.into()],
    )
    .await?;
    if seated != 1 {
        return Err("the hot departure is full".into());
    }
    run(
        &tx,
        "INSERT INTO seat_claims (owner_id, pool_id, departure_id, seats, state, expires_at, updated_at) \
         VALUES ($1, $2, $2, 1, 'held', NULL, $3)",
        [id.into(), pool.into(), now.into()],
    )
    .await?;
    run(
        &tx,
        "INSERT INTO bookings (id, user_id, trek_id, status, payment_status, departure_id, start_date, revision, \
         created_at, updated_at, amount, guests, guest_key, document) \
         SELECT $1, user_id, trek_id, 'Pending', 'Pending', $2, start_date, 1, $3, $3, amount, guests, guest_key, \
         document FROM bookings WHERE id = $4",
        [id.into(), pool.into(), now.into(), booking.into()],
    )
    .await?;
    tx.commit().await?;
    Ok(began.elapsed())
}

async fn run<const N: usize>(tx: &Tx, sql: &str, values: [Value; N]) -> Result<u64, Failed> {
    let statement = Statement::from_sql_and_values(tx.get_database_backend(), sql, values);
    Ok(tx.execute_raw(statement).await?.rows_affected())
}

async fn find_booking(db: &Db) -> Result<Uuid, Failed> {
    let found = store::bookings::list_after(db, Uuid::nil(), 1).await?;
    let found = found.first().ok_or("the database has no booking")?;
    Ok(found.id)
}

/// Unique ids of a later time than those of the data.
fn id(number: usize) -> Result<Uuid, Failed> {
    let mut random = [0; 10];
    random[2..].copy_from_slice(&u64::try_from(number)?.to_be_bytes());
    let millis = u64::try_from(now().timestamp_millis())?;
    Ok(Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
}

#[expect(
    clippy::disallowed_methods,
    reason = "holds end by the clock, and an example has no port"
)]
fn now() -> DateTime<Utc> {
    Utc::now()
}

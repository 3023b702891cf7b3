//! Booking references such as `KD-1207`: the agency's prefix and a number.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{from_row, row, search, to_change};
use crate::{Connection, Db, StoreResult, Tx, counters};

const COUNTER: &str = "booking-reference";
/// The first reference is 1001, so that a small agency does not reveal how few bookings it has.
const BEGIN_AFTER: i64 = 1000;
const BATCH_SIZE: u64 = 500;

/// The next reference. Bookings are numbered in the order in which they are stored. Confirmations use other counters
/// and never wait for this one.
pub async fn next_reference(tx: &Tx, prefix: &str) -> StoreResult<String> {
    let number = counters::next(tx, COUNTER).await?;
    Ok(format!("{prefix}-{}", BEGIN_AFTER + number))
}

/// Assigns references to the bookings that were stored before references existed, in the order of their ids, which is
/// the order of creation. No other column changes: the reconciler selects bookings by the time of their last change.
pub async fn fill_references(db: &Db, prefix: &str) -> StoreResult<()> {
    if unnumbered(db, 1).await?.is_empty() {
        return Ok(());
    }
    let tx = db.begin_long().await?;
    loop {
        let rows = unnumbered(&tx, BATCH_SIZE).await?;
        if rows.is_empty() {
            return tx.commit().await;
        }
        for row in rows {
            if !number(&tx, row, prefix).await? {
                // Another server numbers them at the same time, or the booking has changed: read the batch again.
                break;
            }
        }
    }
}

async fn unnumbered(db: &impl Connection, limit: u64) -> StoreResult<Vec<row::Model>> {
    Ok(row::Entity::find()
        .filter(row::Column::Reference.is_null())
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?)
}

async fn number(tx: &Tx, row: row::Model, prefix: &str) -> StoreResult<bool> {
    let (id, revision) = (row.id, row.revision);
    let mut booking = from_row(row);
    booking.reference = next_reference(tx, prefix).await?;
    let done = row::Entity::update_many()
        .set(to_change(&booking, revision + 1))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::Revision.eq(revision))
        .exec(tx)
        .await?;
    if done.rows_affected == 0 {
        return Ok(false);
    }
    search::save(tx, &booking).await?;
    Ok(true)
}

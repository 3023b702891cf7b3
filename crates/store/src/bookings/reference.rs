//! References of bookings, as `KD-1207`: the agency's letters and a number.

use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{from_row, row, search, to_row};
use crate::{Connection, Db, StoreResult, Tx, counters};

const COUNTER: &str = "booking-reference";
/// The first reference is 1001: a small agency need not say how few bookings it has.
const BEGIN_AFTER: i64 = 1000;
const BATCH_SIZE: u64 = 500;

/// The next reference. Bookings are numbered in the order in which they are stored; confirmations use other counters
/// and never wait for this one.
pub async fn next_reference(tx: &Tx, prefix: &str) -> StoreResult<String> {
    let number = counters::next(tx, COUNTER).await?;
    Ok(format!("{prefix}-{}", BEGIN_AFTER + number))
}

/// Numbers the bookings that were stored before references existed, in the order of their ids, which is the order in
/// which they were made. Nothing else of them changes: by the time of their last change the reconciler selects whom it
/// asks the provider about.
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
                // Another server that starts numbers them too, or the booking has changed: they are read again.
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
    let mut booking = from_row(row)?;
    booking.reference = next_reference(tx, prefix).await?;
    let done = row::Entity::update_many()
        .set(to_row(&booking, revision + 1)?)
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

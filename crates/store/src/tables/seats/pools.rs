//! The pools of seats: their locks and counters.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{Condition, EntityTrait, QueryFilter, QuerySelect, Set};
use uuid::Uuid;

use super::{ClaimState, Usage, claim, count, pool, signed};
use crate::{Connection, StoreError, StoreResult, Tx};

pub async fn insert_pool(
    db: &impl Connection,
    id: Uuid,
    usage: Usage,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let row = pool::ActiveModel {
        id: Set(id),
        capacity: Set(signed(usage.capacity)?),
        held: Set(signed(usage.held)?),
        taken: Set(signed(usage.taken)?),
        updated_at: Set(now),
    };
    pool::Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// Makes other transactions that change this pool wait until this one ends.
pub async fn lock(tx: &Tx, pool_id: Uuid, now: DateTime<Utc>) -> StoreResult<()> {
    let locked = pool::Entity::update_many()
        .col_expr(pool::Column::UpdatedAt, Expr::value(now))
        .filter(pool::Column::Id.eq(pool_id))
        .exec(tx)
        .await?;
    match locked.rows_affected {
        1 => Ok(()),
        _ => Err(StoreError::Missing),
    }
}

/// Adds to the counters of a locked pool. `false` when there is no room: then nothing has changed.
pub(super) async fn add(tx: &Tx, pool_id: Uuid, held: i32, taken: i32) -> StoreResult<bool> {
    let used = Expr::col(pool::Column::Held)
        .add(Expr::col(pool::Column::Taken))
        .add(held + taken);
    let mut update = pool::Entity::update_many()
        .col_expr(pool::Column::Held, Expr::col(pool::Column::Held).add(held))
        .col_expr(
            pool::Column::Taken,
            Expr::col(pool::Column::Taken).add(taken),
        )
        .filter(pool::Column::Id.eq(pool_id));
    if held + taken > 0 {
        update = update.filter(used.lte(Expr::col(pool::Column::Capacity)));
    }
    Ok(update.exec(tx).await?.rows_affected == 1)
}

/// Releases the holds of a locked pool that have ended.
pub(super) async fn release_expired(tx: &Tx, pool_id: Uuid, now: DateTime<Utc>) -> StoreResult<()> {
    let ended = Condition::all()
        .add(claim::Column::PoolId.eq(pool_id))
        .add(claim::Column::State.eq(ClaimState::Held.as_str()))
        .add(claim::Column::ExpiresAt.lte(now));
    let ended: Vec<(Uuid, i32)> = claim::Entity::find()
        .select_only()
        .columns([claim::Column::OwnerId, claim::Column::Seats])
        .filter(ended)
        .into_tuple()
        .all(tx)
        .await?;
    if ended.is_empty() {
        return Ok(());
    }
    // Exactly those that were counted, even if the same condition has another result by now.
    let owners = ended.iter().map(|(owner_id, _)| *owner_id);
    claim::Entity::update_many()
        .col_expr(
            claim::Column::State,
            Expr::value(ClaimState::Released.as_str()),
        )
        .col_expr(claim::Column::UpdatedAt, Expr::value(now))
        .filter(claim::Column::OwnerId.is_in(owners))
        .exec(tx)
        .await?;
    let seats: i32 = ended.iter().map(|(_, seats)| seats).sum();
    add(tx, pool_id, -seats, 0).await?;
    Ok(())
}

pub(super) async fn left(tx: &Tx, pool_id: Uuid) -> StoreResult<u32> {
    let row = pool::Entity::find_by_id(pool_id).one(tx).await?;
    let row = row.ok_or(StoreError::Missing)?;
    Ok(count(row.capacity - row.held - row.taken))
}

/// Locks a pool until the transaction ends and releases its holds that have ended. Returns the number of free seats.
pub async fn lock_pool(tx: &Tx, pool_id: Uuid, now: DateTime<Utc>) -> StoreResult<u32> {
    lock(tx, pool_id, now).await?;
    release_expired(tx, pool_id, now).await?;
    left(tx, pool_id).await
}

/// Locks the pools of the seats of several owners, and others, in the order of their ids: two transactions that change
/// the same pools never wait for each other.
pub async fn lock_pools(
    tx: &Tx,
    owner_ids: &[Uuid],
    others: &[Uuid],
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let mut pools: Vec<Uuid> = claim::Entity::find()
        .select_only()
        .column(claim::Column::PoolId)
        .filter(claim::Column::OwnerId.is_in(owner_ids.iter().copied()))
        .into_tuple()
        .all(tx)
        .await?;
    pools.extend(others);
    pools.sort_unstable();
    pools.dedup();
    for pool_id in pools {
        lock(tx, pool_id, now).await?;
    }
    Ok(())
}

/// Changes the capacity of a pool, unless more seats are held and taken. Holds that have ended do not count.
pub async fn set_capacity(
    tx: &Tx,
    pool_id: Uuid,
    capacity: u32,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    lock(tx, pool_id, now).await?;
    release_expired(tx, pool_id, now).await?;
    let used = Expr::col(pool::Column::Held).add(Expr::col(pool::Column::Taken));
    let changed = pool::Entity::update_many()
        .col_expr(pool::Column::Capacity, Expr::value(signed(capacity)?))
        .filter(pool::Column::Id.eq(pool_id))
        .filter(used.lte(signed(capacity)?))
        .exec(tx)
        .await?;
    Ok(changed.rows_affected == 1)
}

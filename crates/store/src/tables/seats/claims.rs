//! The claims of bookings and offers: held, taken, moved and released, with the counters of their pools.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use super::pools::{add, left, lock, release_expired};
use super::{Claim, ClaimState, Seating, claim, signed, to_claim};
use crate::{Connection, StoreError, StoreResult, Tx};

/// Stores the claim of an owner that has none. The pool already counts it.
pub(crate) async fn insert_claim(
    db: &impl Connection,
    claimed: &Claim,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let row = claim::ActiveModel {
        owner_id: Set(claimed.owner_id),
        pool_id: Set(claimed.pool_id),
        departure_id: Set(claimed.departure_id),
        seats: Set(signed(claimed.seats)?),
        state: Set(claimed.state.as_str().to_owned()),
        expires_at: Set(claimed.expires_at),
        updated_at: Set(now),
    };
    claim::Entity::insert(row)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Holds seats for an owner that has none. The claim of an earlier hold of the same owner is replaced.
pub async fn hold(tx: &Tx, claimed: &Claim, now: DateTime<Utc>) -> StoreResult<Seating> {
    lock(tx, claimed.pool_id, now).await?;
    release_expired(tx, claimed.pool_id, now).await?;
    if !add(tx, claimed.pool_id, signed(claimed.seats)?, 0).await? {
        let left = left(tx, claimed.pool_id).await?;
        return Ok(Seating::TooFew { left });
    }
    let freed = claim::Entity::delete_many()
        .filter(claim::Column::OwnerId.eq(claimed.owner_id))
        .filter(claim::Column::State.eq(ClaimState::Released.as_str()));
    freed.exec(tx).await?;
    insert_claim(tx, claimed, now).await?;
    Ok(Seating::Done)
}

pub async fn find(db: &impl Connection, owner_id: Uuid) -> StoreResult<Option<Claim>> {
    let row = claim::Entity::find_by_id(owner_id).one(db).await?;
    row.map(to_claim).transpose()
}

/// Locks the pool of a claim and reads the claim as it is then.
async fn find_locked(tx: &Tx, owner_id: Uuid, now: DateTime<Utc>) -> StoreResult<Option<Claim>> {
    let Some(found) = find(tx, owner_id).await? else {
        return Ok(None);
    };
    lock(tx, found.pool_id, now).await?;
    find(tx, owner_id).await
}

async fn set_state(
    tx: &Tx,
    owner_id: Uuid,
    state: ClaimState,
    expires_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    claim::Entity::update_many()
        .col_expr(claim::Column::State, Expr::value(state.as_str()))
        .col_expr(claim::Column::ExpiresAt, Expr::value(expires_at))
        .col_expr(claim::Column::UpdatedAt, Expr::value(now))
        .filter(claim::Column::OwnerId.eq(owner_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Sells the seats of an owner. A hold that has ended is still valid until another booking takes its seats; one that was
/// released takes free seats of the pool.
pub async fn take(tx: &Tx, owner_id: Uuid, now: DateTime<Utc>) -> StoreResult<Seating> {
    let Some(found) = find_locked(tx, owner_id, now).await? else {
        return Ok(Seating::TooFew { left: 0 });
    };
    let seats = signed(found.seats)?;
    let is_seated = match found.state {
        ClaimState::Taken => true,
        ClaimState::Held => add(tx, found.pool_id, -seats, seats).await?,
        ClaimState::Released => {
            release_expired(tx, found.pool_id, now).await?;
            add(tx, found.pool_id, 0, seats).await?
        }
    };
    if !is_seated {
        let left = left(tx, found.pool_id).await?;
        return Ok(Seating::TooFew { left });
    }
    set_state(tx, owner_id, ClaimState::Taken, None, now).await?;
    Ok(Seating::Done)
}

/// Frees the seats of an owner. Returns the departure that has them now; `None` when the owner had none.
pub async fn release(tx: &Tx, owner_id: Uuid, now: DateTime<Utc>) -> StoreResult<Option<Uuid>> {
    let Some(found) = find_locked(tx, owner_id, now).await? else {
        return Ok(None);
    };
    let seats = signed(found.seats)?;
    match found.state {
        ClaimState::Held => add(tx, found.pool_id, -seats, 0).await?,
        ClaimState::Taken => add(tx, found.pool_id, 0, -seats).await?,
        ClaimState::Released => return Ok(None),
    };
    set_state(tx, owner_id, ClaimState::Released, found.expires_at, now).await?;
    Ok(Some(found.departure_id))
}

/// Moves an owner's seats to those that are held for it under another id. Call [`lock_pools`] with both before.
pub async fn transfer(
    tx: &Tx,
    owner_id: Uuid,
    held_as: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let target = find(tx, held_as).await?;
    let target = target.filter(|target| target.state == ClaimState::Held);
    let target = target.ok_or(StoreError::Missing)?;
    release(tx, owner_id, now).await?;
    let seats = signed(target.seats)?;
    add(tx, target.pool_id, -seats, seats).await?;
    let held = claim::Entity::delete_many().filter(claim::Column::OwnerId.eq(held_as));
    held.exec(tx).await?;
    claim::Entity::update_many()
        .col_expr(claim::Column::PoolId, Expr::value(target.pool_id))
        .col_expr(claim::Column::DepartureId, Expr::value(target.departure_id))
        .col_expr(claim::Column::Seats, Expr::value(seats))
        .filter(claim::Column::OwnerId.eq(owner_id))
        .exec(tx)
        .await?;
    set_state(tx, owner_id, ClaimState::Taken, None, now).await
}

/// Moves the seats of an owner to another departure of the same pool.
pub async fn change_departure(
    tx: &Tx,
    owner_id: Uuid,
    departure_id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    claim::Entity::update_many()
        .col_expr(claim::Column::DepartureId, Expr::value(departure_id))
        .col_expr(claim::Column::UpdatedAt, Expr::value(now))
        .filter(claim::Column::OwnerId.eq(owner_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Exchanges the seats that an owner holds for others, of the same departure or of another one, whose pools the caller
/// has locked. When there is no room, the caller drops its transaction, so that the owner keeps its seats.
pub async fn exchange(tx: &Tx, claimed: &Claim, now: DateTime<Utc>) -> StoreResult<Seating> {
    release(tx, claimed.owner_id, now).await?;
    hold(tx, claimed, now).await
}

/// Keeps a hold that has not been released until another moment; `None` for as long as a payment takes. `false` when
/// the owner holds no seats.
pub async fn extend(
    tx: &Tx,
    owner_id: Uuid,
    expires_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let Some(found) = find_locked(tx, owner_id, now).await? else {
        return Ok(false);
    };
    if found.state != ClaimState::Held {
        return Ok(false);
    }
    set_state(tx, owner_id, ClaimState::Held, expires_at, now).await?;
    Ok(true)
}

/// Keeps the seats of an owner for as long as a payment takes. A hold that was released takes free seats of the pool.
pub async fn keep(tx: &Tx, owner_id: Uuid, now: DateTime<Utc>) -> StoreResult<Seating> {
    let Some(found) = find_locked(tx, owner_id, now).await? else {
        return Ok(Seating::TooFew { left: 0 });
    };
    if found.state == ClaimState::Taken {
        return Ok(Seating::Done);
    }
    if found.state == ClaimState::Released {
        release_expired(tx, found.pool_id, now).await?;
        if !add(tx, found.pool_id, signed(found.seats)?, 0).await? {
            let left = left(tx, found.pool_id).await?;
            return Ok(Seating::TooFew { left });
        }
    }
    set_state(tx, owner_id, ClaimState::Held, None, now).await?;
    Ok(Seating::Done)
}

/// Lets the hold of an owner end at a moment, if [`keep`] has kept it until now.
pub async fn resume(
    tx: &Tx,
    owner_id: Uuid,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let found = find_locked(tx, owner_id, now).await?;
    if found.is_some_and(|found| found.state == ClaimState::Held && found.expires_at.is_none()) {
        set_state(tx, owner_id, ClaimState::Held, Some(expires_at), now).await?;
    }
    Ok(())
}

/// Changes the number of seats that an owner holds or has taken.
pub async fn resize(
    tx: &Tx,
    owner_id: Uuid,
    seats: u32,
    now: DateTime<Utc>,
) -> StoreResult<Seating> {
    let found = find_locked(tx, owner_id, now).await?;
    let found = found.ok_or(StoreError::Missing)?;
    release_expired(tx, found.pool_id, now).await?;
    // The owner's own hold may just have been released with the others.
    let found = find(tx, owner_id).await?.ok_or(StoreError::Missing)?;
    let more = signed(seats)? - signed(found.seats)?;
    let is_seated = match found.state {
        ClaimState::Held => add(tx, found.pool_id, more, 0).await?,
        ClaimState::Taken => add(tx, found.pool_id, 0, more).await?,
        ClaimState::Released => true,
    };
    if !is_seated {
        let left = left(tx, found.pool_id).await?;
        return Ok(Seating::TooFew { left });
    }
    claim::Entity::update_many()
        .col_expr(claim::Column::Seats, Expr::value(signed(seats)?))
        .col_expr(claim::Column::UpdatedAt, Expr::value(now))
        .filter(claim::Column::OwnerId.eq(owner_id))
        .exec(tx)
        .await?;
    Ok(Seating::Done)
}

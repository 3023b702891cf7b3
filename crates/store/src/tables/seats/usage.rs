//! How seats are used, by the clock: the seats of a hold that has ended are free before they are released.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{
    Expr, ExprTrait, Func, Query, SelectStatement, SimpleExpr, SubQueryStatement,
};
use sea_orm::{Condition, EntityTrait, QueryFilter, QuerySelect, QueryTrait};
use uuid::Uuid;

use super::{ClaimState, Usage, claim, count, pool};
use crate::{Connection, StoreResult};

/// When the holds of these owners end or have ended. Owners whose seats are sold or kept for a payment are absent.
pub async fn list_hold_ends(
    db: &impl Connection,
    owner_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, DateTime<Utc>>> {
    let ends: Vec<(Uuid, Option<DateTime<Utc>>)> = claim::Entity::find()
        .select_only()
        .columns([claim::Column::OwnerId, claim::Column::ExpiresAt])
        .filter(claim::Column::OwnerId.is_in(owner_ids.iter().copied()))
        .filter(claim::Column::State.ne(ClaimState::Taken.as_str()))
        .into_tuple()
        .all(db)
        .await?;
    let ends = ends.into_iter().filter_map(|(id, end)| Some((id, end?)));
    Ok(ends.collect())
}

/// How the seats of pools are used at a moment. The seats of a hold that has ended are free before they are released. One
/// statement reads both, because a release between two would count them as held.
pub async fn usage(
    db: &impl Connection,
    pool_ids: &[Uuid],
    now: DateTime<Utc>,
) -> StoreResult<HashMap<Uuid, Usage>> {
    let ended = Query::select()
        .expr(Func::sum(Expr::col((claim::Entity, claim::Column::Seats))))
        .from(claim::Entity)
        .and_where(
            Expr::col((claim::Entity, claim::Column::PoolId))
                .equals((pool::Entity, pool::Column::Id)),
        )
        .and_where(claim::Column::State.eq(ClaimState::Held.as_str()))
        .and_where(claim::Column::ExpiresAt.lte(now))
        .to_owned();
    let pools: Vec<(Uuid, i32, i32, i32, Option<i64>)> = pool::Entity::find()
        .select_only()
        .columns([
            pool::Column::Id,
            pool::Column::Capacity,
            pool::Column::Held,
            pool::Column::Taken,
        ])
        .expr(Expr::from(SubQueryStatement::SelectStatement(ended)))
        .filter(pool::Column::Id.is_in(pool_ids.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    let used = pools.into_iter().map(|(id, capacity, held, taken, ended)| {
        let held = i64::from(held) - ended.unwrap_or_default();
        let usage = Usage {
            capacity: count(capacity),
            held: u32::try_from(held).unwrap_or_default(),
            taken: count(taken),
        };
        (id, usage)
    });
    Ok(used.collect())
}

/// Whether a pool has a free seat at a moment, as a condition. A hold that has ended frees at least one.
pub(crate) fn has_free(pool_id: SimpleExpr, now: DateTime<Utc>) -> SimpleExpr {
    let used = Expr::col((pool::Entity, pool::Column::Held))
        .add(Expr::col((pool::Entity, pool::Column::Taken)));
    let ended = Query::select()
        .expr(Expr::val(1_i32))
        .from(claim::Entity)
        .and_where(Expr::col((claim::Entity, claim::Column::PoolId)).eq(pool_id.clone()))
        .and_where(claim::Column::State.eq(ClaimState::Held.as_str()))
        .and_where(claim::Column::ExpiresAt.lte(now))
        .to_owned();
    let is_free = used
        .lt(Expr::col((pool::Entity, pool::Column::Capacity)))
        .or(Expr::exists(ended));
    let select = Query::select()
        .expr(Expr::val(1_i32))
        .from(pool::Entity)
        .and_where(Expr::col((pool::Entity, pool::Column::Id)).eq(pool_id))
        .and_where(is_free)
        .to_owned();
    Expr::exists(select)
}

/// The number of seats of a departure that are sold.
pub async fn count_taken(db: &impl Connection, departure_id: Uuid) -> StoreResult<u32> {
    let seats: Option<Option<i64>> = claim::Entity::find()
        .select_only()
        .expr(Func::sum(Expr::col(claim::Column::Seats)))
        .filter(claim::Column::DepartureId.eq(departure_id))
        .filter(claim::Column::State.eq(ClaimState::Taken.as_str()))
        .into_tuple()
        .one(db)
        .await?;
    let seats = seats.flatten().unwrap_or_default();
    Ok(u32::try_from(seats).unwrap_or_default())
}

/// The number of seats sold of each of some departures. Departures without any are absent.
pub async fn count_taken_by_departure(
    db: &impl Connection,
    departure_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, u32>> {
    let taken: Vec<(Uuid, i64)> = claim::Entity::find()
        .select_only()
        .column(claim::Column::DepartureId)
        .expr(Func::sum(Expr::col(claim::Column::Seats)))
        .filter(claim::Column::DepartureId.is_in(departure_ids.iter().copied()))
        .filter(claim::Column::State.eq(ClaimState::Taken.as_str()))
        .group_by(claim::Column::DepartureId)
        .into_tuple()
        .all(db)
        .await?;
    let count = |seats: i64| u32::try_from(seats).unwrap_or_default();
    Ok(taken
        .into_iter()
        .map(|(id, seats)| (id, count(seats)))
        .collect())
}

/// Selects the sold seats of the departure of the outer query. SQLite would read all seats that were ever sold to find the
/// departures that have some.
pub(crate) fn select_sold_seats() -> SelectStatement {
    let departure = Expr::col((claim::Entity, claim::Column::DepartureId));
    claim::Entity::find()
        .select_only()
        .column(claim::Column::OwnerId)
        .filter(departure.equals(("departures", "id")))
        .filter(claim::Column::State.eq(ClaimState::Taken.as_str()))
        .into_query()
}

/// Selects the owners of the seats that are held on a departure.
pub(crate) fn select_holders(departure_id: Uuid) -> SelectStatement {
    claim::Entity::find()
        .select_only()
        .column(claim::Column::OwnerId)
        .filter(claim::Column::DepartureId.eq(departure_id))
        .filter(claim::Column::State.eq(ClaimState::Held.as_str()))
        .into_query()
}

/// Whether a booking has ever had seats of a departure, even if they are free again.
pub async fn has_claims(db: &impl Connection, departure_id: Uuid) -> StoreResult<bool> {
    let claim = claim::Entity::find()
        .filter(claim::Column::DepartureId.eq(departure_id))
        .one(db)
        .await?;
    Ok(claim.is_some())
}

/// Selects the owners whose hold has ended, whether its seats are released already or not.
pub(crate) fn select_owners_without_seats(now: DateTime<Utc>) -> SelectStatement {
    let is_over = Condition::all()
        .add(claim::Column::State.eq(ClaimState::Held.as_str()))
        .add(claim::Column::ExpiresAt.lte(now));
    let is_released = claim::Column::State.eq(ClaimState::Released.as_str());
    claim::Entity::find()
        .select_only()
        .column(claim::Column::OwnerId)
        .filter(Condition::any().add(is_over).add(is_released))
        .into_query()
}

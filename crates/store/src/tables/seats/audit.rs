//! All pools and claims in batches, for the comparison with the bookings.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, Func};
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{Claim, ClaimState, Usage, claim, count, pool, to_claim};
use crate::{Connection, StoreResult};

/// The counters of a pool beside its claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSums {
    pub id: Uuid,
    /// As stored. Holds that have ended and were not released yet are counted, here and in `claimed`.
    pub counted: Usage,
    pub claimed: Usage,
}

pub async fn list_pools_after(
    db: &impl Connection,
    after: Uuid,
    limit: u64,
) -> StoreResult<Vec<PoolSums>> {
    let pools = pool::Entity::find()
        .filter(pool::Column::Id.gt(after))
        .order_by_asc(pool::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    let ids = pools.iter().map(|pool| pool.id);
    let sums: Vec<(Uuid, String, i64)> = claim::Entity::find()
        .select_only()
        .columns([claim::Column::PoolId, claim::Column::State])
        .expr(Func::sum(Expr::col(claim::Column::Seats)))
        .filter(claim::Column::PoolId.is_in(ids))
        .group_by(claim::Column::PoolId)
        .group_by(claim::Column::State)
        .into_tuple()
        .all(db)
        .await?;
    let sums: HashMap<(Uuid, String), i64> = sums
        .into_iter()
        .map(|(pool, state, seats)| ((pool, state), seats))
        .collect();
    let seats_in = |pool: Uuid, state: ClaimState| {
        let found = sums.get(&(pool, state.as_str().to_owned()));
        u32::try_from(found.copied().unwrap_or_default()).unwrap_or_default()
    };
    let with_claims = |row: pool::Model| PoolSums {
        id: row.id,
        counted: Usage {
            capacity: count(row.capacity),
            held: count(row.held),
            taken: count(row.taken),
        },
        claimed: Usage {
            capacity: count(row.capacity),
            held: seats_in(row.id, ClaimState::Held),
            taken: seats_in(row.id, ClaimState::Taken),
        },
    };
    Ok(pools.into_iter().map(with_claims).collect())
}

pub async fn list_claims_after(
    db: &impl Connection,
    after: Uuid,
    limit: u64,
) -> StoreResult<Vec<Claim>> {
    let rows = claim::Entity::find()
        .filter(claim::Column::OwnerId.gt(after))
        .order_by_asc(claim::Column::OwnerId)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(to_claim).collect()
}

/// The claims of these owners. Owners without one are absent.
pub async fn list_claims(
    db: &impl Connection,
    owner_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, Claim>> {
    let rows = claim::Entity::find()
        .filter(claim::Column::OwnerId.is_in(owner_ids.iter().copied()))
        .all(db)
        .await?;
    rows.into_iter()
        .map(|row| Ok((row.owner_id, to_claim(row)?)))
        .collect()
}

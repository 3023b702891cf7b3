//! The rule that the tables of one-time codes share: a code is tried [`MAX_TRIES`] times at most, used once,
//! and dead from its end on (decisions §4, §10 "Codes").

use chrono::{DateTime, Utc};
use domain::one_time_code::MAX_TRIES;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::{Connection, StoreResult};

/// A table with a row for each code under way.
pub trait Codes: EntityTrait {
    const ID: Self::Column;
    const TRIES: Self::Column;
    const EXPIRES_AT: Self::Column;
}

/// Counts a try before the code is compared, so that many at once get no more than [`MAX_TRIES`]; false when
/// the code is gone, has run out or was tried too often.
pub async fn count_try<T: Codes>(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let change = T::update_many()
        .col_expr(T::TRIES, Expr::col(T::TRIES).add(1))
        .filter(T::ID.eq(id))
        .filter(T::EXPIRES_AT.gt(now))
        .filter(T::TRIES.lt(MAX_TRIES));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Takes a code away; true only for the caller that took it.
pub async fn take<T: Codes>(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    let gone = T::delete_many().filter(T::ID.eq(id)).exec(db).await?;
    Ok(gone.rows_affected == 1)
}

/// Drops the codes that have run out; how many there were.
pub async fn drop_expired<T: Codes>(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    let over = T::delete_many().filter(T::EXPIRES_AT.lte(now));
    Ok(over.exec(db).await?.rows_affected)
}

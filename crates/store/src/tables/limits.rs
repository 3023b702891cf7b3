//! Counters of rate limits, shared by all servers: how often something happened within a fixed time window. A window
//! begins with the first count (decisions §10, Limits).

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;

use crate::{Connection, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "limits")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub key: String,
        pub count: i32,
        pub ends_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity};

/// Adds one to the counter. If the window already has `max` counts, returns the time when the window ends instead.
/// Without a current window, a new one begins now and ends at `ends_at`.
pub async fn count(
    db: &impl Connection,
    key: &str,
    max: u32,
    now: DateTime<Utc>,
    ends_at: DateTime<Utc>,
) -> StoreResult<Option<DateTime<Utc>>> {
    // Two attempts: another server may begin the same window between the two statements.
    for _ in 0..2 {
        if count_in_window(db, key, max, now).await? || begin(db, key, now, ends_at).await? {
            return Ok(None);
        }
        if let Some(row) = Entity::find_by_id(key).one(db).await?
            && row.ends_at > now
            && row.count >= i32::try_from(max).unwrap_or(i32::MAX)
        {
            return Ok(Some(row.ends_at));
        }
    }
    Ok(Some(ends_at))
}

async fn count_in_window(
    db: &impl Connection,
    key: &str,
    max: u32,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Count, Expr::col(Column::Count).add(1))
        .filter(Column::Key.eq(key))
        .filter(Column::EndsAt.gt(now))
        .filter(Column::Count.lt(max));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// A window that ends later than one of now was begun by a clock that was ahead. It would refuse people for as long.
const MAX_CLOCK_SKEW: TimeDelta = TimeDelta::minutes(10);

async fn begin(
    db: &impl Connection,
    key: &str,
    now: DateTime<Utc>,
    ends_at: DateTime<Utc>,
) -> StoreResult<bool> {
    let anew = Entity::update_many()
        .col_expr(Column::Count, Expr::value(1))
        .col_expr(Column::EndsAt, Expr::value(ends_at))
        .filter(Column::Key.eq(key))
        .filter(
            Column::EndsAt
                .lte(now)
                .or(Column::EndsAt.gt(ends_at + MAX_CLOCK_SKEW)),
        );
    if anew.exec(db).await?.rows_affected == 1 {
        return Ok(true);
    }
    let first = ActiveModel {
        key: Set(key.to_owned()),
        count: Set(1),
        ends_at: Set(ends_at),
    };
    let inserted = Entity::insert(first)
        .on_conflict(OnConflict::column(Column::Key).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Ok(inserted == 1)
}

/// Subtracts one, for an action that turned out to be permitted.
pub async fn take_back(db: &impl Connection, key: &str) -> StoreResult<()> {
    let change = Entity::update_many()
        .col_expr(Column::Count, Expr::col(Column::Count).sub(1))
        .filter(Column::Key.eq(key))
        .filter(Column::Count.gt(0));
    change.exec(db).await?;
    Ok(())
}

/// Deletes the windows that have ended, and returns their number.
pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    let over = Entity::delete_many().filter(Column::EndsAt.lte(now));
    Ok(over.exec(db).await?.rows_affected)
}

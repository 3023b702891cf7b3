//! Keys that make a repeated request give the same thing: a booking, a trek, an article (decisions §10).
//!
//! The key is stored in the transaction that carries the request out. Of two that arrive
//! at once one gets `Taken`, drops everything it did, and reads what the other made.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

const KEPT_HOURS: i64 = 24;

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "idempotency_keys")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub user_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub key: String,
        #[sea_orm(column_type = "Text")]
        pub fingerprint: String,
        pub subject_id: Uuid,
        pub created_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// What a key was used for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Used {
    /// A digest of the request: the same key with another one is a mistake of the client.
    pub fingerprint: String,
    /// What it made, or was carried out on.
    pub subject_id: Uuid,
}

/// What the user's key was used for in the last 24 hours.
pub async fn find(
    db: &impl Connection,
    user_id: Uuid,
    key: &str,
    now: DateTime<Utc>,
) -> StoreResult<Option<Used>> {
    let found = row::Entity::find_by_id((user_id, key.to_owned()))
        .filter(row::Column::CreatedAt.gt(expiry(now)))
        .one(db)
        .await?;
    Ok(found.map(|row| Used {
        fingerprint: row.fingerprint,
        subject_id: row.subject_id,
    }))
}

/// Remembers what the key was used for; `Taken` when it is in use already.
pub async fn remember(
    tx: &Tx,
    user_id: Uuid,
    key: &str,
    used: &Used,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    row::Entity::delete_many()
        .filter(row::Column::UserId.eq(user_id))
        .filter(row::Column::Key.eq(key))
        .filter(row::Column::CreatedAt.lte(expiry(now)))
        .exec(tx)
        .await?;
    row::Entity::insert(row::ActiveModel {
        user_id: Set(user_id),
        key: Set(key.to_owned()),
        fingerprint: Set(used.fingerprint.clone()),
        subject_id: Set(used.subject_id),
        created_at: Set(now),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// Forgets the keys of somebody who has left; how many there were.
pub async fn forget_of(db: &impl Connection, user_id: Uuid) -> StoreResult<u64> {
    let all = row::Entity::delete_many().filter(row::Column::UserId.eq(user_id));
    Ok(all.exec(db).await?.rows_affected)
}

/// Forgets the keys that are past their 24 hours.
pub async fn forget_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    let done = row::Entity::delete_many()
        .filter(row::Column::CreatedAt.lte(expiry(now)))
        .exec(db)
        .await?;
    Ok(done.rows_affected)
}

fn expiry(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::hours(KEPT_HOURS)
}

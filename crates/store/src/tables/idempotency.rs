//! Idempotency keys: a repeated request to create a booking, a trek or an article returns the first result (decisions
//! §10).
//!
//! The key is stored in the transaction of the request. Of two concurrent requests, one gets `Taken`, rolls back, and
//! returns what the other one created.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

const KEY_LIFETIME_HOURS: i64 = 24;

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

/// The request that a key was used for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyUse {
    /// Digest of the request. The same key with a different digest is an error of the client.
    pub fingerprint: String,
    /// The id of what the request created or changed.
    pub subject_id: Uuid,
}

/// How the user's key was used within the last 24 hours.
pub async fn find(
    db: &impl Connection,
    user_id: Uuid,
    key: &str,
    now: DateTime<Utc>,
) -> StoreResult<Option<KeyUse>> {
    let found = row::Entity::find_by_id((user_id, key.to_owned()))
        .filter(row::Column::CreatedAt.gt(expiry(now)))
        .one(db)
        .await?;
    Ok(found.map(|row| KeyUse {
        fingerprint: row.fingerprint,
        subject_id: row.subject_id,
    }))
}

/// Records the use of a key. Fails with `Taken` if the key is already in use.
pub async fn record(
    tx: &Tx,
    user_id: Uuid,
    key: &str,
    used: &KeyUse,
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

/// Deletes the keys of a deleted account, and returns their number.
pub async fn delete_for_user(db: &impl Connection, user_id: Uuid) -> StoreResult<u64> {
    let all = row::Entity::delete_many().filter(row::Column::UserId.eq(user_id));
    Ok(all.exec(db).await?.rows_affected)
}

/// Deletes the keys that are older than 24 hours.
pub async fn delete_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    let done = row::Entity::delete_many()
        .filter(row::Column::CreatedAt.lte(expiry(now)))
        .exec(db)
        .await?;
    Ok(done.rows_affected)
}

fn expiry(now: DateTime<Utc>) -> DateTime<Utc> {
    now - TimeDelta::hours(KEY_LIFETIME_HOURS)
}

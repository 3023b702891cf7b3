//! Logins whose first step succeeded and that wait for the second one. A challenge belongs to the browser with its token,
//! of which only the hash is stored. It allows [`MAX_ATTEMPTS`] codes and can be used once.

use chrono::{DateTime, Utc};
use domain::one_time_code::MAX_ATTEMPTS;
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::{Connection, StoreResult};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Challenge {
    pub id: Uuid,
    pub account_id: Uuid,
    pub token_hash: [u8; 32],
    pub expires_at: DateTime<Utc>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "second_step_challenges")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub token_hash: Vec<u8>,
        pub attempts: i32,
        pub expires_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity};

pub async fn insert(db: &impl Connection, challenge: &Challenge) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(challenge.id),
        account_id: Set(challenge.account_id),
        token_hash: Set(challenge.token_hash.to_vec()),
        attempts: Set(0),
        expires_at: Set(challenge.expires_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// The account of a challenge that this browser may answer now.
pub async fn find_account(
    db: &impl Connection,
    id: Uuid,
    token_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> StoreResult<Option<Uuid>> {
    let row = Entity::find_by_id(id)
        .filter(Column::TokenHash.eq(token_hash.to_vec()))
        .filter(Column::ExpiresAt.gt(now))
        .filter(Column::Attempts.lt(MAX_ATTEMPTS))
        .one(db)
        .await?;
    Ok(row.map(|row| row.account_id))
}

/// Counts an attempt before the code is compared, so that concurrent requests share the [`MAX_ATTEMPTS`]. Returns false
/// if none is left.
pub async fn count_attempt(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::Attempts.lt(MAX_ATTEMPTS));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Deletes a challenge on its use. Returns true only to the caller that deleted it.
pub async fn take(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(id).exec(db).await?.rows_affected == 1)
}

/// Deletes the challenges of an account, whose first step is not valid any more, and returns their number.
pub async fn discard_for(db: &impl Connection, account_id: Uuid) -> StoreResult<u64> {
    let all = Entity::delete_many().filter(Column::AccountId.eq(account_id));
    Ok(all.exec(db).await?.rows_affected)
}

/// Deletes the expired challenges and returns their number.
pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    let expired = Entity::delete_many().filter(Column::ExpiresAt.lte(now));
    Ok(expired.exec(db).await?.rows_affected)
}

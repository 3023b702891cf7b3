//! Recoveries of a password that wait for their mailed code. An attempt is named by a random token of
//! the browser that began it, of which only the hash is kept (decisions §4 and §10, Codes).

use chrono::{DateTime, Utc};
use domain::account::Email;
use domain::one_time_code::{MAX_TRIES, NONCE_LENGTH};
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult};

/// A recovery under way, of an address that may or may not have an account. Its id and nonce are what the code is
/// derived from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResetAttempt {
    pub id: Uuid,
    pub token_hash: [u8; 32],
    pub email: Email,
    pub nonce: [u8; NONCE_LENGTH],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "reset_attempts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub token_hash: Vec<u8>,
        pub email: String,
        pub email_key: String,
        pub nonce: Vec<u8>,
        pub tries: i32,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl TryFrom<Model> for ResetAttempt {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let broken =
            |what: &str| StoreError::Failed(format!("recovery {} has a broken {what}", row.id));
        Ok(Self {
            id: row.id,
            token_hash: row.token_hash.try_into().map_err(|_| broken("token"))?,
            email: Email::parse(&row.email).map_err(|_| broken("address"))?,
            nonce: row.nonce.try_into().map_err(|_| broken("nonce"))?,
            created_at: row.created_at,
            expires_at: row.expires_at,
        })
    }
}

pub async fn insert(db: &impl Connection, attempt: &ResetAttempt) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(attempt.id),
        token_hash: Set(attempt.token_hash.to_vec()),
        email: Set(attempt.email.as_str().to_owned()),
        email_key: Set(attempt.email.key().to_owned()),
        nonce: Set(attempt.nonce.to_vec()),
        tries: Set(0),
        created_at: Set(attempt.created_at),
        expires_at: Set(attempt.expires_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<ResetAttempt>> {
    Entity::find_by_id(id)
        .one(db)
        .await?
        .map(ResetAttempt::try_from)
        .transpose()
}

pub async fn find_by_token(
    db: &impl Connection,
    token_hash: &[u8; 32],
) -> StoreResult<Option<ResetAttempt>> {
    Entity::find()
        .filter(Column::TokenHash.eq(token_hash.to_vec()))
        .one(db)
        .await?
        .map(ResetAttempt::try_from)
        .transpose()
}

/// Counts a try before the code is compared, so that many at once get no more than
/// [`MAX_TRIES`]; false when the attempt is gone, has run out or was tried too often.
pub async fn count_try(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Tries, Expr::col(Column::Tries).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::ExpiresAt.gt(now))
        .filter(Column::Tries.lt(MAX_TRIES));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Takes an attempt away; true only for the caller that took it.
pub async fn take(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(id).exec(db).await?.rows_affected == 1)
}

/// Ends the attempt that a browser began before: it has asked for another.
pub async fn discard(db: &impl Connection, token_hash: &[u8; 32]) -> StoreResult<bool> {
    let change = Entity::delete_many().filter(Column::TokenHash.eq(token_hash.to_vec()));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Ends every attempt for an address: its password was changed.
pub async fn discard_for(db: &impl Connection, email: &Email) -> StoreResult<u64> {
    Ok(Entity::delete_many()
        .filter(Column::EmailKey.eq(email.key()))
        .exec(db)
        .await?
        .rows_affected)
}

/// Drops the attempts that have run out; how many there were.
pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    Ok(Entity::delete_many()
        .filter(Column::ExpiresAt.lte(now))
        .exec(db)
        .await?
        .rows_affected)
}

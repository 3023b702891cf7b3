//! Recoveries of a password that wait for their mailed code. An attempt is named by a random token of
//! the browser that began it, of which only the hash is kept (decisions §4 and §10, Codes).

use chrono::{DateTime, Utc};
use domain::account::Email;
use domain::one_time_code::NONCE_LENGTH;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::code_rule::{self, Codes};
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

impl Codes for Entity {
    const ID: Column = Column::Id;
    const TRIES: Column = Column::Tries;
    const EXPIRES_AT: Column = Column::ExpiresAt;
}

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

pub async fn count_try(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    code_rule::count_try::<Entity>(db, id, now).await
}

pub async fn take(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    code_rule::take::<Entity>(db, id).await
}

pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    code_rule::drop_expired::<Entity>(db, now).await
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

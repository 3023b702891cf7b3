//! Sign-ups that wait for their mailed code. Each attempt has its own name, password and code, so that
//! nobody can finish one that another began for the same address (decisions §10, Codes).

use chrono::{DateTime, Utc};
use domain::account::Email;
use domain::one_time_code::NONCE_LENGTH;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::code_rule::{self, Codes};
use crate::{Connection, StoreError, StoreResult};

/// A sign-up under way. Its id is the `tempUserId` of the wire, and with the nonce what the code is derived from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignupAttempt {
    pub id: Uuid,
    pub name: String,
    pub email: Email,
    pub password_hash: String,
    pub nonce: [u8; NONCE_LENGTH],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "signup_attempts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub email: String,
        pub email_key: String,
        pub password_hash: String,
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

impl TryFrom<Model> for SignupAttempt {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let broken =
            |what: &str| StoreError::Failed(format!("sign-up {} has a broken {what}", row.id));
        Ok(Self {
            id: row.id,
            email: Email::parse(&row.email).map_err(|_| broken("address"))?,
            nonce: row.nonce.try_into().map_err(|_| broken("nonce"))?,
            name: row.name,
            password_hash: row.password_hash,
            created_at: row.created_at,
            expires_at: row.expires_at,
        })
    }
}

pub async fn insert(db: &impl Connection, attempt: &SignupAttempt) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(attempt.id),
        name: Set(attempt.name.clone()),
        email: Set(attempt.email.as_str().to_owned()),
        email_key: Set(attempt.email.key().to_owned()),
        password_hash: Set(attempt.password_hash.clone()),
        nonce: Set(attempt.nonce.to_vec()),
        tries: Set(0),
        created_at: Set(attempt.created_at),
        expires_at: Set(attempt.expires_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<SignupAttempt>> {
    Entity::find_by_id(id)
        .one(db)
        .await?
        .map(SignupAttempt::try_from)
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

/// Discards every attempt for an address: it has its account now.
pub async fn discard_for(db: &impl Connection, email: &Email) -> StoreResult<u64> {
    Ok(Entity::delete_many()
        .filter(Column::EmailKey.eq(email.key()))
        .exec(db)
        .await?
        .rows_affected)
}

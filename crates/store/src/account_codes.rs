//! Codes that somebody with an account asked for: to change the address, to delete the account. Only the
//! newest of a purpose can be used (decisions §10, Codes).

use chrono::{DateTime, Utc};
use domain::account::Email;
use domain::one_time_code::NONCE_LENGTH;
use sea_orm::ActiveValue::Set;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::code_rule::{self, Codes};
use crate::{Connection, StoreError, StoreResult};

/// What a code is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// To show that this address is the account's owner's.
    ChangeEmail(Email),
    DeleteAccount,
    /// To confirm a change of e-mail or password by the owner of an account without a password.
    ConfirmChange,
}

impl Purpose {
    fn word(&self) -> &'static str {
        match self {
            Self::ChangeEmail(_) => CHANGE_EMAIL,
            Self::DeleteAccount => DELETE_ACCOUNT,
            Self::ConfirmChange => CONFIRM_CHANGE,
        }
    }
}

const CHANGE_EMAIL: &str = "changeEmail";
const DELETE_ACCOUNT: &str = "deleteAccount";
const CONFIRM_CHANGE: &str = "confirmChange";

/// A code under way; with its nonce the id is what the code is derived from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountCode {
    pub id: Uuid,
    pub account_id: Uuid,
    pub purpose: Purpose,
    pub nonce: [u8; NONCE_LENGTH],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "account_codes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub purpose: String,
        pub new_email: Option<String>,
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

impl TryFrom<Model> for AccountCode {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let broken =
            |what: &str| StoreError::Failed(format!("code {} has a broken {what}", row.id));
        let new_email = row.new_email.as_deref().map(Email::parse);
        let purpose = match (row.purpose.as_str(), new_email) {
            (CHANGE_EMAIL, Some(Ok(email))) => Purpose::ChangeEmail(email),
            (DELETE_ACCOUNT, None) => Purpose::DeleteAccount,
            (CONFIRM_CHANGE, None) => Purpose::ConfirmChange,
            _ => return Err(broken("purpose")),
        };
        Ok(Self {
            id: row.id,
            account_id: row.account_id,
            purpose,
            nonce: row.nonce.try_into().map_err(|_| broken("nonce"))?,
            created_at: row.created_at,
            expires_at: row.expires_at,
        })
    }
}

pub async fn insert(db: &impl Connection, code: &AccountCode) -> StoreResult<()> {
    let new_email = match &code.purpose {
        Purpose::ChangeEmail(email) => Some(email.as_str().to_owned()),
        Purpose::DeleteAccount | Purpose::ConfirmChange => None,
    };
    let row = ActiveModel {
        id: Set(code.id),
        account_id: Set(code.account_id),
        purpose: Set(code.purpose.word().to_owned()),
        new_email: Set(new_email),
        nonce: Set(code.nonce.to_vec()),
        tries: Set(0),
        created_at: Set(code.created_at),
        expires_at: Set(code.expires_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<AccountCode>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(AccountCode::try_from).transpose()
}

/// The newest change of address that an account asked for.
pub async fn newest_email_change(
    db: &impl Connection,
    account_id: Uuid,
) -> StoreResult<Option<AccountCode>> {
    newest(db, account_id, CHANGE_EMAIL).await
}

/// The newest code that an account asked for to be deleted.
pub async fn newest_deletion(
    db: &impl Connection,
    account_id: Uuid,
) -> StoreResult<Option<AccountCode>> {
    newest(db, account_id, DELETE_ACCOUNT).await
}

/// The newest code that an account asked for to confirm a change.
pub async fn newest_confirmation(
    db: &impl Connection,
    account_id: Uuid,
) -> StoreResult<Option<AccountCode>> {
    newest(db, account_id, CONFIRM_CHANGE).await
}

async fn newest(
    db: &impl Connection,
    account_id: Uuid,
    purpose: &str,
) -> StoreResult<Option<AccountCode>> {
    let row = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Purpose.eq(purpose))
        .order_by_desc(Column::Id)
        .one(db)
        .await?;
    row.map(AccountCode::try_from).transpose()
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

/// Discards all that an account asked for.
pub async fn discard_of(db: &impl Connection, account_id: Uuid) -> StoreResult<u64> {
    let all = Entity::delete_many().filter(Column::AccountId.eq(account_id));
    Ok(all.exec(db).await?.rows_affected)
}

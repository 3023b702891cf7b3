//! One-time codes that were mailed and not used yet, one row each, for every purpose. A code is compared at most
//! [`MAX_ATTEMPTS`] times, can be used once, and expires (decisions §4, §10 "Codes").

use chrono::{DateTime, Utc};
use domain::account::Email;
use domain::one_time_code::{MAX_ATTEMPTS, NONCE_LENGTH};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{ExprTrait as _, QueryOrder};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult};

/// A pending code. Its six digits are derived from id and nonce and never stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Code {
    pub id: Uuid,
    pub purpose: Purpose,
    pub nonce: [u8; NONCE_LENGTH],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// The purpose of a code, with the data that its use needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Purpose {
    /// Each sign-up has its own name, password and code, so that nobody can complete a sign-up that another person
    /// started for the same address. The id of its code is the `tempUserId` of the API.
    Signup {
        name: String,
        email: Email,
        password_hash: String,
    },
    /// For an address that may have no account. The browser that requested the code is identified by a random token, of
    /// which only the hash is stored.
    ResetPassword {
        email: Email,
        token_hash: [u8; 32],
    },
    /// Proves that the new address belongs to the owner of the account.
    ChangeEmail {
        account_id: Uuid,
        new_email: Email,
    },
    DeleteAccount {
        account_id: Uuid,
    },
    /// Confirms a change of email or password by the owner of an account without a password.
    ConfirmChange {
        account_id: Uuid,
    },
}

/// The column `purpose`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumIter, DeriveActiveEnum)]
#[sea_orm(rs_type = "String", db_type = "Text", rename_all = "camelCase")]
pub enum Kind {
    Signup,
    ResetPassword,
    ChangeEmail,
    DeleteAccount,
    ConfirmChange,
}

impl Purpose {
    fn kind(&self) -> Kind {
        match self {
            Self::Signup { .. } => Kind::Signup,
            Self::ResetPassword { .. } => Kind::ResetPassword,
            Self::ChangeEmail { .. } => Kind::ChangeEmail,
            Self::DeleteAccount { .. } => Kind::DeleteAccount,
            Self::ConfirmChange { .. } => Kind::ConfirmChange,
        }
    }

    /// The account that requested the code. None if nobody was signed in.
    #[must_use]
    pub fn account_id(&self) -> Option<Uuid> {
        match self {
            Self::Signup { .. } | Self::ResetPassword { .. } => None,
            Self::ChangeEmail { account_id, .. }
            | Self::DeleteAccount { account_id }
            | Self::ConfirmChange { account_id } => Some(*account_id),
        }
    }

    /// The address that the code is mailed to. None if it is mailed to the current address of the account.
    #[must_use]
    pub fn email(&self) -> Option<&Email> {
        match self {
            Self::Signup { email, .. } | Self::ResetPassword { email, .. } => Some(email),
            Self::ChangeEmail { new_email, .. } => Some(new_email),
            Self::DeleteAccount { .. } | Self::ConfirmChange { .. } => None,
        }
    }
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "one_time_codes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub purpose: super::Kind,
        pub account_id: Option<Uuid>,
        pub email: Option<String>,
        pub email_key: Option<String>,
        pub name: Option<String>,
        pub password_hash: Option<String>,
        pub token_hash: Option<Vec<u8>>,
        pub nonce: Vec<u8>,
        pub attempts: i32,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl TryFrom<Model> for Code {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let id = row.id;
        let broken = |what: &str| StoreError::Failed(format!("code {id} has a broken {what}"));
        let email = row.email.as_deref().map(Email::parse).transpose();
        let email = email.map_err(|_| broken("address"))?;
        let purpose = match (row.purpose, row.account_id, email) {
            (Kind::Signup, None, Some(email)) => Purpose::Signup {
                name: row.name.ok_or_else(|| broken("name"))?,
                email,
                password_hash: row.password_hash.ok_or_else(|| broken("password"))?,
            },
            (Kind::ResetPassword, None, Some(email)) => Purpose::ResetPassword {
                email,
                token_hash: row
                    .token_hash
                    .and_then(|hash| hash.try_into().ok())
                    .ok_or_else(|| broken("token"))?,
            },
            (Kind::ChangeEmail, Some(account_id), Some(new_email)) => Purpose::ChangeEmail {
                account_id,
                new_email,
            },
            (Kind::DeleteAccount, Some(account_id), None) => Purpose::DeleteAccount { account_id },
            (Kind::ConfirmChange, Some(account_id), None) => Purpose::ConfirmChange { account_id },
            _ => return Err(broken("purpose")),
        };
        Ok(Self {
            id,
            purpose,
            nonce: row.nonce.try_into().map_err(|_| broken("nonce"))?,
            created_at: row.created_at,
            expires_at: row.expires_at,
        })
    }
}

pub async fn insert(db: &impl Connection, code: &Code) -> StoreResult<()> {
    let email = code.purpose.email();
    let mut row = ActiveModel {
        id: Set(code.id),
        purpose: Set(code.purpose.kind()),
        account_id: Set(code.purpose.account_id()),
        email: Set(email.map(|email| email.as_str().to_owned())),
        email_key: Set(email.map(|email| email.key().to_owned())),
        name: Set(None),
        password_hash: Set(None),
        token_hash: Set(None),
        nonce: Set(code.nonce.to_vec()),
        attempts: Set(0),
        created_at: Set(code.created_at),
        expires_at: Set(code.expires_at),
    };
    match &code.purpose {
        Purpose::Signup {
            name,
            password_hash,
            ..
        } => {
            row.name = Set(Some(name.clone()));
            row.password_hash = Set(Some(password_hash.clone()));
        }
        Purpose::ResetPassword { token_hash, .. } => {
            row.token_hash = Set(Some(token_hash.to_vec()));
        }
        _ => {}
    }
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Code>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(Code::try_from).transpose()
}

/// The password reset that the browser with this token started.
pub async fn find_by_token(
    db: &impl Connection,
    token_hash: &[u8; 32],
) -> StoreResult<Option<Code>> {
    let found = Entity::find().filter(Column::TokenHash.eq(token_hash.to_vec()));
    let row = found.one(db).await?;
    row.map(Code::try_from).transpose()
}

/// The newest code of a kind that an account requested. Only this one can be used.
pub async fn find_newest(
    db: &impl Connection,
    account_id: Uuid,
    kind: Kind,
) -> StoreResult<Option<Code>> {
    let found = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Purpose.eq(kind))
        .order_by_desc(Column::Id);
    let row = found.one(db).await?;
    row.map(Code::try_from).transpose()
}

/// Counts an attempt before the code is compared, so that concurrent requests share the [`MAX_ATTEMPTS`]. False if the
/// code does not exist, has expired, or has no attempts left.
pub async fn count_attempt(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Attempts, Expr::col(Column::Attempts).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::ExpiresAt.gt(now))
        .filter(Column::Attempts.lt(MAX_ATTEMPTS));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Deletes a code on its use. True only for the caller that deleted it.
pub async fn take(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    Ok(discard(db, Column::Id.eq(id)).await? == 1)
}

/// Deletes the expired codes and returns their number.
pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    discard(db, Column::ExpiresAt.lte(now)).await
}

/// Deletes the codes of a kind for an address and returns their number.
pub async fn discard_for(db: &impl Connection, kind: Kind, email: &Email) -> StoreResult<u64> {
    let of_address = Column::EmailKey.eq(email.key());
    discard(db, of_address.and(Column::Purpose.eq(kind))).await
}

/// Deletes the earlier password reset of a browser. Returns whether one existed.
pub async fn discard_by_token(db: &impl Connection, token_hash: &[u8; 32]) -> StoreResult<bool> {
    Ok(discard(db, Column::TokenHash.eq(token_hash.to_vec())).await? == 1)
}

/// Deletes all codes that an account requested and returns their number.
pub async fn discard_of(db: &impl Connection, account_id: Uuid) -> StoreResult<u64> {
    discard(db, Column::AccountId.eq(account_id)).await
}

async fn discard(db: &impl Connection, which: Expr) -> StoreResult<u64> {
    let change = Entity::delete_many().filter(which);
    Ok(change.exec(db).await?.rows_affected)
}

//! Accounts: people who can sign in. An email address identifies one account, regardless of case.

use chrono::{DateTime, Utc};
use domain::account::{Email, Role};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult};

/// An account as handlers use it. The password hash is not part of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Account {
    pub id: Uuid,
    pub name: String,
    pub email: Email,
    pub role: Role,
    pub phone: Option<String>,
    pub nationality: Option<String>,
    pub emergency_contact: Option<String>,
    /// False for an account that was created through a sign-in provider and has no password yet.
    pub has_password: bool,
    /// The traveller's preferences, as the client sent them.
    pub preferences: serde_json::Map<String, serde_json::Value>,
    pub created_at: DateTime<Utc>,
}

impl Account {
    /// An account with a name and an address, without a profile and without a password.
    #[must_use]
    pub fn new(
        id: Uuid,
        name: String,
        email: Email,
        role: Role,
        created_at: DateTime<Utc>,
    ) -> Self {
        Self {
            id,
            name,
            email,
            role,
            phone: None,
            nationality: None,
            emergency_contact: None,
            has_password: false,
            preferences: serde_json::Map::new(),
            created_at,
        }
    }
}

pub(crate) mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "accounts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub name: String,
        pub email: String,
        pub email_key: String,
        pub role: String,
        pub password_hash: Option<String>,
        pub phone: Option<String>,
        pub nationality: Option<String>,
        pub emergency_contact: Option<String>,
        pub preferences: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl TryFrom<Model> for Account {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let broken =
            |what: &str| StoreError::Failed(format!("account {} has a broken {what}", row.id));
        Ok(Self {
            id: row.id,
            email: Email::parse(&row.email).map_err(|_| broken("address"))?,
            role: Role::parse(&row.role).ok_or_else(|| broken("role"))?,
            has_password: row.password_hash.is_some(),
            preferences: serde_json::from_str(&row.preferences)?,
            name: row.name,
            phone: row.phone,
            nationality: row.nationality,
            emergency_contact: row.emergency_contact,
            created_at: row.created_at,
        })
    }
}

/// Stores a new account. Fails with [`StoreError::Taken`] if the address has an account already. Without a password
/// hash, nobody can sign in to it with a password.
pub async fn insert(
    db: &impl Connection,
    account: &Account,
    password_hash: Option<&str>,
) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(account.id),
        name: Set(account.name.clone()),
        email: Set(account.email.as_str().to_owned()),
        email_key: Set(account.email.key().to_owned()),
        role: Set(account.role.as_str().to_owned()),
        password_hash: Set(password_hash.map(str::to_owned)),
        phone: Set(account.phone.clone()),
        nationality: Set(account.nationality.clone()),
        emergency_contact: Set(account.emergency_contact.clone()),
        preferences: Set(serde_json::to_string(&account.preferences)?),
        created_at: Set(account.created_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Account>> {
    Entity::find_by_id(id)
        .one(db)
        .await?
        .map(Account::try_from)
        .transpose()
}

pub async fn find_by_email(db: &impl Connection, email: &Email) -> StoreResult<Option<Account>> {
    Ok(find_with_password(db, email)
        .await?
        .map(|(account, _)| account))
}

/// The account and its password hash, if it has one.
pub async fn find_with_password(
    db: &impl Connection,
    email: &Email,
) -> StoreResult<Option<(Account, Option<String>)>> {
    let Some(row) = Entity::find()
        .filter(Column::EmailKey.eq(email.key()))
        .one(db)
        .await?
    else {
        return Ok(None);
    };
    let hash = row.password_hash.clone();
    Ok(Some((row.try_into()?, hash)))
}

/// Changes the role of an account. Returns false if the account does not exist or has that role already.
pub async fn set_role(db: &impl Connection, id: Uuid, role: Role) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Role, Expr::value(role.as_str()))
        .filter(Column::Id.eq(id))
        .filter(Column::Role.ne(role.as_str()));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Changes the password of an account. Returns false if the account does not exist.
pub async fn set_password(
    db: &impl Connection,
    id: Uuid,
    password_hash: &str,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::PasswordHash, Expr::value(password_hash))
        .filter(Column::Id.eq(id));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Replaces the hash of an unchanged password, for example with one of a higher cost. Returns false if the password
/// has changed since `old` was read. Until the transaction ends, no other transaction can change the password.
pub async fn replace_password_hash(
    db: &impl Connection,
    id: Uuid,
    old: &str,
    new: &str,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::PasswordHash, Expr::value(new))
        .filter(Column::Id.eq(id))
        .filter(Column::PasswordHash.eq(old));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Changes to the profile of an account. A field that is `None` keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    pub name: Option<String>,
    /// `Some(None)` clears the field. The same holds for the next two fields.
    pub phone: Option<Option<String>>,
    pub nationality: Option<Option<String>>,
    pub emergency_contact: Option<Option<String>>,
}

/// Applies the given changes. Returns false if the account does not exist.
pub async fn set_profile(db: &impl Connection, id: Uuid, profile: &Profile) -> StoreResult<bool> {
    let mut row = ActiveModel::new();
    if let Some(name) = &profile.name {
        row.name = Set(name.clone());
    }
    if let Some(phone) = &profile.phone {
        row.phone = Set(phone.clone());
    }
    if let Some(nationality) = &profile.nationality {
        row.nationality = Set(nationality.clone());
    }
    if let Some(contact) = &profile.emergency_contact {
        row.emergency_contact = Set(contact.clone());
    }
    if *profile == Profile::default() {
        return Ok(find(db, id).await?.is_some());
    }
    let change = Entity::update_many().set(row).filter(Column::Id.eq(id));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Applies `step` to the preferences and stores the result. If another writer changed them in between, it starts over
/// with their version. If `step` fails, nothing is stored.
pub async fn change_preferences<E>(
    db: &impl Connection,
    id: Uuid,
    step: impl Fn(&mut serde_json::Map<String, serde_json::Value>) -> Result<(), E>,
) -> StoreResult<Result<(), E>> {
    loop {
        let row = Entity::find_by_id(id).one(db).await?;
        let row = row.ok_or(StoreError::Missing)?;
        let mut preferences = serde_json::from_str(&row.preferences)?;
        if let Err(refused) = step(&mut preferences) {
            return Ok(Err(refused));
        }
        let change = Entity::update_many()
            .col_expr(
                Column::Preferences,
                Expr::value(serde_json::to_string(&preferences)?),
            )
            .filter(Column::Id.eq(id))
            .filter(Column::Preferences.eq(row.preferences));
        if change.exec(db).await?.rows_affected == 1 {
            return Ok(Ok(()));
        }
    }
}

/// Changes the address of an account. Fails with [`StoreError::Taken`] if another account has the address. Returns
/// false if the account does not exist.
pub async fn set_email(db: &impl Connection, id: Uuid, email: &Email) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Email, Expr::value(email.as_str()))
        .col_expr(Column::EmailKey, Expr::value(email.key()))
        .filter(Column::Id.eq(id));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// The password hash of an account, if it has one.
pub async fn password_hash(db: &impl Connection, id: Uuid) -> StoreResult<Option<String>> {
    let row = Entity::find_by_id(id).one(db).await?;
    Ok(row.and_then(|row| row.password_hash))
}

/// Deletes an account. Foreign keys delete its sessions and codes as well. Returns true only to the caller that
/// deleted it.
pub async fn delete(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(id).exec(db).await?.rows_affected == 1)
}

/// Whether no account exists yet.
pub async fn is_empty(db: &impl Connection) -> StoreResult<bool> {
    Ok(Entity::find().count(db).await? == 0)
}

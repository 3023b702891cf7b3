//! Links between accounts and sign-in providers. An identity is an issuer and a subject, which stay the same when the
//! email address at the provider changes. Also records which sign-in states were used already (decisions §4).

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::accounts::{self, Account};
use crate::{Connection, StoreError, StoreResult};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    pub issuer: String,
    pub subject: String,
    pub account_id: Uuid,
    pub created_at: DateTime<Utc>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "identities")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub issuer: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub subject: String,
        pub account_id: Uuid,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "crate::accounts::row::Entity",
            from = "Column::AccountId",
            to = "crate::accounts::row::Column::Id"
        )]
        Account,
    }

    impl Related<crate::accounts::row::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Account.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

mod used {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "used_sign_ins")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub state: String,
        pub ends_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

/// Links an account to a provider. Fails with [`StoreError::Taken`] if that subject is linked already.
pub async fn insert(db: &impl Connection, identity: &Identity) -> StoreResult<()> {
    let row = row::ActiveModel {
        issuer: Set(identity.issuer.clone()),
        subject: Set(identity.subject.clone()),
        account_id: Set(identity.account_id),
        created_at: Set(identity.created_at),
    };
    row::Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// The account that is linked to a subject of an issuer.
pub async fn owner(
    db: &impl Connection,
    issuer: &str,
    subject: &str,
) -> StoreResult<Option<Account>> {
    let found = row::Entity::find_by_id((issuer.to_owned(), subject.to_owned()))
        .find_also_related(accounts::row::Entity)
        .one(db)
        .await?;
    found
        .and_then(|(_, account)| account)
        .map(Account::try_from)
        .transpose()
}

/// The identities of an account, oldest first.
pub async fn list_for_account(
    db: &impl Connection,
    account_id: Uuid,
) -> StoreResult<Vec<Identity>> {
    let rows = row::Entity::find()
        .filter(row::Column::AccountId.eq(account_id))
        .all(db)
        .await?;
    let mut found: Vec<Identity> = rows
        .into_iter()
        .map(|row| Identity {
            issuer: row.issuer,
            subject: row.subject,
            account_id: row.account_id,
            created_at: row.created_at,
        })
        .collect();
    found.sort_by(|one, other| {
        (one.created_at, &one.subject).cmp(&(other.created_at, &other.subject))
    });
    Ok(found)
}

/// Unlinks one identity from an account. Returns true only to the caller that unlinked it.
pub async fn remove(
    db: &impl Connection,
    account_id: Uuid,
    issuer: &str,
    subject: &str,
) -> StoreResult<bool> {
    let one = row::Entity::delete_by_id((issuer.to_owned(), subject.to_owned()))
        .filter(row::Column::AccountId.eq(account_id));
    Ok(one.exec(db).await?.rows_affected == 1)
}

/// Unlinks all identities from an account, and returns their number.
pub async fn discard_for(db: &impl Connection, account_id: Uuid) -> StoreResult<u64> {
    Ok(row::Entity::delete_many()
        .filter(row::Column::AccountId.eq(account_id))
        .exec(db)
        .await?
        .rows_affected)
}

/// Marks the state of a sign-in as used. Returns true only to the first caller.
pub async fn mark_state_used(
    db: &impl Connection,
    state: &str,
    ends_at: DateTime<Utc>,
) -> StoreResult<bool> {
    let row = used::ActiveModel {
        state: Set(state.to_owned()),
        ends_at: Set(ends_at),
    };
    let inserted = used::Entity::insert(row).exec_without_returning(db).await;
    match inserted.map_err(StoreError::from) {
        Ok(_) => Ok(true),
        Err(StoreError::Taken(_)) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Deletes the used states of sign-ins that have expired, and returns their number.
pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    Ok(used::Entity::delete_many()
        .filter(used::Column::EndsAt.lte(now))
        .exec(db)
        .await?
        .rows_affected)
}

//! Who is signed in. A session is what an access token names; of its refresh token only the hash is
//! kept. Ending one deletes the row, so that every request after it is refused (decisions §4).

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::accounts::{self, Account};
use crate::{Connection, StoreResult};

pub struct Session {
    pub id: Uuid,
    pub account_id: Uuid,
    pub refresh_hash: [u8; 32],
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

pub(crate) mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "sessions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub account_id: Uuid,
        pub refresh_hash: Vec<u8>,
        pub created_at: DateTimeUtc,
        pub expires_at: DateTimeUtc,
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
use row::{ActiveModel, Column, Entity};

pub async fn insert(db: &impl Connection, session: &Session) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(session.id),
        account_id: Set(session.account_id),
        refresh_hash: Set(session.refresh_hash.to_vec()),
        created_at: Set(session.created_at),
        expires_at: Set(session.expires_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// Whose session it is, as the account is now; none when it has ended or run out.
pub async fn owner(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<Option<Account>> {
    let found = Entity::find_by_id(id)
        .filter(Column::ExpiresAt.gt(now))
        .find_also_related(accounts::row::Entity)
        .one(db)
        .await?;
    found
        .and_then(|(_, account)| account)
        .map(Account::try_from)
        .transpose()
}

/// The live session that a refresh token belongs to, and its owner.
pub async fn find_by_refresh(
    db: &impl Connection,
    refresh_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> StoreResult<Option<(Uuid, Account)>> {
    let found = Entity::find()
        .filter(Column::RefreshHash.eq(refresh_hash.to_vec()))
        .filter(Column::ExpiresAt.gt(now))
        .find_also_related(accounts::row::Entity)
        .one(db)
        .await?;
    let Some((session, Some(account))) = found else {
        return Ok(None);
    };
    Ok(Some((session.id, account.try_into()?)))
}

/// Ends a session; true only for the caller that ended it.
pub async fn end(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(id).exec(db).await?.rows_affected == 1)
}

/// Ends every session of an account; how many there were.
pub async fn end_all(db: &impl Connection, account_id: Uuid) -> StoreResult<u64> {
    Ok(Entity::delete_many()
        .filter(Column::AccountId.eq(account_id))
        .exec(db)
        .await?
        .rows_affected)
}

/// Drops the sessions that have run out; how many there were.
pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    Ok(Entity::delete_many()
        .filter(Column::ExpiresAt.lte(now))
        .exec(db)
        .await?
        .rows_affected)
}

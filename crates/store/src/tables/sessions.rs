//! Sessions of signed-in accounts. An access token contains the id of its session; of the refresh token, only the
//! hash is stored. Ending a session deletes the row, so that every later request is rejected (decisions §4).
//!
//! Only [`record_use`] writes the time of the last use, in batches: requests only read.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, QueryOrder};
use uuid::Uuid;

use crate::accounts::{self, Account};
use crate::{Connection, StoreResult, second_step_challenges};

pub struct Session {
    pub id: Uuid,
    pub account_id: Uuid,
    pub refresh_hash: [u8; 32],
    /// The `User-Agent` header of the request that began the session.
    pub user_agent: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A session that has not ended, with the current account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LiveSession {
    pub id: Uuid,
    pub last_used_at: DateTime<Utc>,
    pub account: Account,
}

/// A session as the owner of the account sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ActiveSession {
    pub id: Uuid,
    pub user_agent: Option<String>,
    pub created_at: DateTime<Utc>,
    pub last_used_at: DateTime<Utc>,
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
        #[sea_orm(column_type = "Text", nullable)]
        pub user_agent: Option<String>,
        pub last_used_at: Option<DateTimeUtc>,
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
use row::{ActiveModel, Column, Entity, Model};

impl Model {
    /// Sessions from before the time of use was stored count as used when they began.
    fn used_at(&self) -> DateTime<Utc> {
        self.last_used_at.unwrap_or(self.created_at)
    }
}

pub async fn insert(db: &impl Connection, session: &Session) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(session.id),
        account_id: Set(session.account_id),
        refresh_hash: Set(session.refresh_hash.to_vec()),
        created_at: Set(session.created_at),
        expires_at: Set(session.expires_at),
        user_agent: Set(session.user_agent.clone()),
        last_used_at: Set(Some(session.created_at)),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// A session and its account. `None` if the session has ended or expired.
pub async fn find_live(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<Option<LiveSession>> {
    let found = Entity::find_by_id(id)
        .filter(Column::ExpiresAt.gt(now))
        .find_also_related(accounts::row::Entity)
        .one(db)
        .await?;
    to_live(found)
}

/// The session that a refresh token belongs to, and its account.
pub async fn find_by_refresh(
    db: &impl Connection,
    refresh_hash: &[u8; 32],
    now: DateTime<Utc>,
) -> StoreResult<Option<LiveSession>> {
    let found = Entity::find()
        .filter(Column::RefreshHash.eq(refresh_hash.to_vec()))
        .filter(Column::ExpiresAt.gt(now))
        .find_also_related(accounts::row::Entity)
        .one(db)
        .await?;
    to_live(found)
}

fn to_live(
    found: Option<(Model, Option<accounts::row::Model>)>,
) -> StoreResult<Option<LiveSession>> {
    let Some((session, Some(account))) = found else {
        return Ok(None);
    };
    Ok(Some(LiveSession {
        id: session.id,
        last_used_at: session.used_at(),
        account: account.try_into()?,
    }))
}

/// The sessions of an account, last used first.
pub async fn list_for_account(
    db: &impl Connection,
    account_id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<Vec<ActiveSession>> {
    let rows = Entity::find()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::ExpiresAt.gt(now))
        .order_by_desc(Column::Id)
        .all(db)
        .await?;
    let mut places: Vec<ActiveSession> = rows
        .into_iter()
        .map(|row| ActiveSession {
            id: row.id,
            created_at: row.created_at,
            last_used_at: row.used_at(),
            user_agent: row.user_agent,
        })
        .collect();
    places.sort_by_key(|place| std::cmp::Reverse(place.last_used_at));
    Ok(places)
}

/// When each of these accounts last used one of its open sessions.
pub async fn last_uses(
    db: &impl Connection,
    account_ids: &[Uuid],
    now: DateTime<Utc>,
) -> StoreResult<HashMap<Uuid, DateTime<Utc>>> {
    let rows = Entity::find()
        .filter(Column::AccountId.is_in(account_ids.iter().copied()))
        .filter(Column::ExpiresAt.gt(now))
        .all(db)
        .await?;
    let mut uses = HashMap::new();
    for row in rows {
        let last = uses.entry(row.account_id).or_insert_with(|| row.used_at());
        *last = row.used_at().max(*last);
    }
    Ok(uses)
}

/// Records the time of use. An earlier time than the stored one is ignored.
pub async fn record_use(db: &impl Connection, id: Uuid, at: DateTime<Utc>) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::LastUsedAt, Expr::value(at))
        .filter(Column::Id.eq(id))
        .filter(
            Condition::any()
                .add(Column::LastUsedAt.lt(at))
                .add(Column::LastUsedAt.is_null()),
        );
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Ends a session. Returns true only to the caller that ended it.
pub async fn end(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(id).exec(db).await?.rows_affected == 1)
}

/// Ends all sessions of an account and its logins that wait for a second step. Returns the number of sessions.
pub async fn end_all(db: &impl Connection, account_id: Uuid) -> StoreResult<u64> {
    // First: a concurrent login that uses its challenge has then stored its session, which the next statement deletes.
    second_step_challenges::discard_for(db, account_id).await?;
    Ok(Entity::delete_many()
        .filter(Column::AccountId.eq(account_id))
        .exec(db)
        .await?
        .rows_affected)
}

/// Ends a session of this account. Returns true only to the caller that ended it.
pub async fn end_for_account(
    db: &impl Connection,
    account_id: Uuid,
    id: Uuid,
) -> StoreResult<bool> {
    let one = Entity::delete_by_id(id).filter(Column::AccountId.eq(account_id));
    Ok(one.exec(db).await?.rows_affected == 1)
}

/// As [`end_all`], except one session.
pub async fn end_others(db: &impl Connection, account_id: Uuid, kept: Uuid) -> StoreResult<u64> {
    second_step_challenges::discard_for(db, account_id).await?;
    let others = Entity::delete_many()
        .filter(Column::AccountId.eq(account_id))
        .filter(Column::Id.ne(kept));
    Ok(others.exec(db).await?.rows_affected)
}

/// Deletes the expired sessions, and returns their number.
pub async fn drop_expired(db: &impl Connection, now: DateTime<Utc>) -> StoreResult<u64> {
    Ok(Entity::delete_many()
        .filter(Column::ExpiresAt.lte(now))
        .exec(db)
        .await?
        .rows_affected)
}

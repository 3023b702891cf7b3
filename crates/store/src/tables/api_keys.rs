//! API keys. Of a key, only the hash and a prefix for recognition are stored. A key belongs to a reseller: an account
//! without a password, which nobody can sign in to and which owns the reseller's bookings.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, QueryOrder};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult};

/// The last use is written at most this often.
const USE_INTERVAL: TimeDelta = TimeDelta::minutes(1);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApiKeyKind {
    /// Reads products and availability, and books for its customers.
    Reseller,
}

impl ApiKeyKind {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Reseller => "reseller",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        (word == "reseller").then_some(Self::Reseller)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ApiKey {
    pub id: Uuid,
    /// The account that owns what is booked with this key. Keys of the same name belong to the same reseller.
    pub reseller_id: Uuid,
    pub name: String,
    pub kind: ApiKeyKind,
    /// The first characters of the key, to recognise it.
    pub prefix: String,
    /// The name of the administrator who created it.
    pub created_by: String,
    pub created_at: DateTime<Utc>,
    pub last_used_at: Option<DateTime<Utc>>,
    pub revoked_at: Option<DateTime<Utc>>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "api_keys")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub reseller_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub name: String,
        /// The name in lower case.
        #[sea_orm(column_type = "Text")]
        pub name_key: String,
        #[sea_orm(column_type = "Text")]
        pub kind: String,
        pub hash: Vec<u8>,
        #[sea_orm(column_type = "Text")]
        pub prefix: String,
        #[sea_orm(column_type = "Text")]
        pub created_by: String,
        pub created_at: DateTimeUtc,
        pub last_used_at: Option<DateTimeUtc>,
        pub revoked_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl TryFrom<Model> for ApiKey {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let kind = ApiKeyKind::parse(&row.kind).ok_or_else(|| {
            StoreError::Failed(format!("API key {} has the kind '{}'", row.id, row.kind))
        })?;
        Ok(Self {
            id: row.id,
            reseller_id: row.reseller_id,
            name: row.name,
            kind,
            prefix: row.prefix,
            created_by: row.created_by,
            created_at: row.created_at,
            last_used_at: row.last_used_at,
            revoked_at: row.revoked_at,
        })
    }
}

pub async fn insert(db: &impl Connection, key: &ApiKey, hash: &[u8; 32]) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(key.id),
        reseller_id: Set(key.reseller_id),
        name: Set(key.name.clone()),
        name_key: Set(key.name.to_lowercase()),
        kind: Set(key.kind.as_str().to_owned()),
        hash: Set(hash.to_vec()),
        prefix: Set(key.prefix.clone()),
        created_by: Set(key.created_by.clone()),
        created_at: Set(key.created_at),
        last_used_at: Set(key.last_used_at),
        revoked_at: Set(key.revoked_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// All keys, newest first.
pub async fn list(db: &impl Connection) -> StoreResult<Vec<ApiKey>> {
    let rows = Entity::find()
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(ApiKey::try_from).collect()
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<ApiKey>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(ApiKey::try_from).transpose()
}

/// The key with this hash, revoked or not.
pub async fn find_by_hash(db: &impl Connection, hash: &[u8; 32]) -> StoreResult<Option<ApiKey>> {
    let row = Entity::find()
        .filter(Column::Hash.eq(hash.to_vec()))
        .one(db)
        .await?;
    row.map(ApiKey::try_from).transpose()
}

/// The account of the reseller with this name, regardless of case.
pub async fn find_reseller(db: &impl Connection, name: &str) -> StoreResult<Option<Uuid>> {
    let row = Entity::find()
        .filter(Column::NameKey.eq(name.to_lowercase()))
        .order_by_asc(Column::CreatedAt)
        .one(db)
        .await?;
    Ok(row.map(|row| row.reseller_id))
}

/// Takes a key away. Returns true only to the caller that did.
pub async fn revoke(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let done = Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(Some(now)))
        .filter(Column::Id.eq(id))
        .filter(Column::RevokedAt.is_null())
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Records the use of a key, unless a use of the last minute is recorded.
pub async fn record_use(db: &impl Connection, key: &ApiKey, now: DateTime<Utc>) -> StoreResult<()> {
    let due = now - USE_INTERVAL;
    if key.last_used_at.is_some_and(|used| used > due) {
        return Ok(());
    }
    let is_due = Condition::any()
        .add(Column::LastUsedAt.is_null())
        .add(Column::LastUsedAt.lte(due));
    Entity::update_many()
        .col_expr(Column::LastUsedAt, Expr::value(Some(now)))
        .filter(Column::Id.eq(key.id))
        .filter(is_due)
        .exec(db)
        .await?;
    Ok(())
}

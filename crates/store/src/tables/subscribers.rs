//! Newsletter subscribers. An email address is one subscriber, regardless of case. Unsubscribing deletes the row.

use domain::account::Email;
use domain::newsletter::Subscriber;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::tables::search::contains;
use crate::{Connection, StoreError, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "subscribers")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub email: String,
        pub email_key: String,
        pub created_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl TryFrom<Model> for Subscriber {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let email = Email::parse(&row.email).map_err(|_| {
            StoreError::Failed(format!("subscriber {} has a broken address", row.id))
        })?;
        Ok(Self {
            id: row.id,
            email,
            created_at: row.created_at,
        })
    }
}

/// Adds a subscriber. Returns true only to the caller that added the address; an existing subscriber stays unchanged.
pub async fn add(db: &impl Connection, subscriber: &Subscriber) -> StoreResult<bool> {
    let row = ActiveModel {
        id: Set(subscriber.id),
        email: Set(subscriber.email.as_str().to_owned()),
        email_key: Set(subscriber.email.key().to_owned()),
        created_at: Set(subscriber.created_at),
    };
    let known = OnConflict::column(Column::EmailKey).do_nothing().to_owned();
    let added = Entity::insert(row)
        .on_conflict(known)
        .exec_without_returning(db)
        .await?;
    Ok(added == 1)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Subscriber>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(Subscriber::try_from).transpose()
}

pub async fn is_subscribed(db: &impl Connection, email: &Email) -> StoreResult<bool> {
    let found = Entity::find()
        .filter(Column::EmailKey.eq(email.key()))
        .count(db)
        .await?;
    Ok(found > 0)
}

pub async fn find_by_email(db: &impl Connection, email: &Email) -> StoreResult<Option<Subscriber>> {
    let found = Entity::find().filter(Column::EmailKey.eq(email.key()));
    found.one(db).await?.map(Subscriber::try_from).transpose()
}

/// A page of the subscribers whose address contains the text, newest first, and the number of all matches.
pub async fn list(
    db: &impl Connection,
    search: &str,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Subscriber>, u64)> {
    let query = select(search);
    let total = query.clone().count(db).await?;
    let page = query
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .offset(offset);
    let rows = QuerySelect::limit(page, limit).all(db).await?;
    let found = rows.into_iter().map(Subscriber::try_from);
    Ok((found.collect::<StoreResult<_>>()?, total))
}

fn select(search: &str) -> Select<Entity> {
    search
        .split_whitespace()
        .fold(Entity::find(), |query, word| {
            query.filter(contains(Column::EmailKey, word))
        })
}

/// Up to `limit` matches with ids below `before`, newest first: one batch of an export.
pub async fn list_before(
    db: &impl Connection,
    search: &str,
    before: Option<Uuid>,
    limit: u64,
) -> StoreResult<Vec<Subscriber>> {
    let mut query = select(search);
    if let Some(before) = before {
        query = query.filter(Column::Id.lt(before));
    }
    let query = query.order_by_desc(Column::Id);
    let rows = QuerySelect::limit(query, limit).all(db).await?;
    rows.into_iter().map(Subscriber::try_from).collect()
}

/// Removes a subscriber. Returns true only to the caller that removed it.
pub async fn remove(db: &impl Connection, email: &Email) -> StoreResult<bool> {
    let gone = Entity::delete_many().filter(Column::EmailKey.eq(email.key()));
    Ok(gone.exec(db).await?.rows_affected == 1)
}

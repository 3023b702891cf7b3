//! Requests for custom treks. The traveller's request never changes; the status and the agency's notes do.

use domain::account::Email;
use domain::custom_trek::{CustomTrek, CustomTrekStatus};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::tables::search::contains;
use crate::{Connection, StoreResult, Tx, proposals};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "custom_treks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub status: String,
        #[sea_orm(column_type = "Text")]
        pub search_key: String,
        pub created_at: ChronoDateTimeUtc,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn to_row(asked: &CustomTrek) -> StoreResult<row::ActiveModel> {
    Ok(row::ActiveModel {
        id: Set(asked.id),
        status: Set(asked.status.as_str().to_owned()),
        search_key: Set(asked.search_key()),
        created_at: Set(asked.created_at),
        document: Set(serde_json::to_value(asked)?),
    })
}

fn from_row(row: row::Model) -> StoreResult<CustomTrek> {
    Ok(serde_json::from_value(row.document)?)
}

pub async fn insert(tx: &Tx, asked: &CustomTrek) -> StoreResult<()> {
    row::Entity::insert(to_row(asked)?)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

pub async fn update(tx: &Tx, asked: &CustomTrek) -> StoreResult<()> {
    row::Entity::update_many()
        .set(to_row(asked)?)
        .filter(row::Column::Id.eq(asked.id))
        .exec(tx)
        .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<CustomTrek>> {
    let found = row::Entity::find_by_id(id).one(db).await?;
    found.map(from_row).transpose()
}

/// The given requests, in no order.
pub async fn find_many(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<CustomTrek>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// Finds a request and locks its row until the transaction ends.
pub async fn find_for_update(tx: &Tx, id: Uuid) -> StoreResult<Option<CustomTrek>> {
    let found = row::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    found.map(from_row).transpose()
}

/// A page of the requests, newest first, and the number of all matches.
pub async fn list(
    db: &impl Connection,
    status: Option<CustomTrekStatus>,
    search: &str,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<CustomTrek>, u64)> {
    let mut query = row::Entity::find();
    if let Some(status) = status {
        query = query.filter(row::Column::Status.eq(status.as_str()));
    }
    for word in search.split_whitespace() {
        query = query.filter(contains(row::Column::SearchKey, word));
    }
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_desc(row::Column::CreatedAt)
        .order_by_desc(row::Column::Id)
        .offset(offset)
        .limit(limit)
        .all(db)
        .await?;
    let found = rows.into_iter().map(from_row).collect::<StoreResult<_>>()?;
    Ok((found, total))
}

/// The requests made with an email address, oldest first.
pub async fn list_for_email(db: &impl Connection, email: &Email) -> StoreResult<Vec<CustomTrek>> {
    let rows = row::Entity::find()
        .filter(contains(row::Column::SearchKey, email.key()))
        .order_by_asc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    let mut found = Vec::new();
    for row in rows {
        let asked = from_row(row)?;
        // The column contains the address somewhere, perhaps as a part of another address.
        if Email::parse(&asked.wish.email).is_ok_and(|address| address == *email) {
            found.push(asked);
        }
    }
    Ok(found)
}

/// Deletes the requests made with the address of a deleted account, with their proposals, and returns their number.
pub async fn delete_for_email(tx: &Tx, email: &Email) -> StoreResult<u64> {
    let found = list_for_email(tx, email).await?;
    let ids: Vec<Uuid> = found.iter().map(|asked| asked.id).collect();
    proposals::delete_for_requests(tx, &ids).await?;
    let all = row::Entity::delete_many().filter(row::Column::Id.is_in(ids));
    Ok(all.exec(tx).await?.rows_affected)
}

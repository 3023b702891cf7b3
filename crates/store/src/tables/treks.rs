//! Treks. A trek is stored as one document; fields that are searched or unique are also columns.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, Set};

use domain::trek::{Trek, name_key};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "treks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub name: String,
        #[sea_orm(column_type = "Text")]
        pub name_key: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub offered_name_key: Option<String>,
        pub version: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        pub archived_at: Option<ChronoDateTimeUtc>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn to_row(trek: &Trek) -> StoreResult<row::ActiveModel> {
    let key = name_key(&trek.name);
    Ok(row::ActiveModel {
        id: Set(trek.id),
        name: Set(trek.name.clone()),
        name_key: Set(key.clone()),
        offered_name_key: Set((!trek.is_archived()).then_some(key)),
        version: Set(trek.version),
        currency: Set(trek.currency.code().to_owned()),
        archived_at: Set(trek.archived_at),
        created_at: Set(trek.created_at),
        updated_at: Set(trek.updated_at),
        document: Set(serde_json::to_value(trek)?),
    })
}

fn from_row(row: row::Model) -> StoreResult<Trek> {
    Ok(serde_json::from_value(row.document)?)
}

/// `Taken` if another trek on offer has the name.
pub async fn insert(tx: &Tx, trek: &Trek) -> StoreResult<()> {
    row::Entity::insert(to_row(trek)?)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Replaces the trek if its stored version is still `replaces`. True only for the caller that replaced it. `Taken` if
/// another trek on offer has the name.
pub async fn update(tx: &Tx, trek: &Trek, replaces: i64) -> StoreResult<bool> {
    let done = row::Entity::update_many()
        .set(to_row(trek)?)
        .filter(row::Column::Id.eq(trek.id))
        .filter(row::Column::Version.eq(replaces))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Finds a trek, including archived ones. The caller decides whether to show those.
pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Trek>> {
    row::Entity::find_by_id(id)
        .one(db)
        .await?
        .map(from_row)
        .transpose()
}

/// The treks on offer, newest first.
pub async fn list(db: &impl Connection) -> StoreResult<Vec<Trek>> {
    let rows = row::Entity::find()
        .filter(row::Column::ArchivedAt.is_null())
        .order_by_desc(row::Column::CreatedAt)
        .order_by_desc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// True only for the caller that deleted it.
pub async fn remove(tx: &Tx, id: Uuid) -> StoreResult<bool> {
    let gone = row::Entity::delete_by_id(id).exec(tx).await?;
    Ok(gone.rows_affected == 1)
}

/// All treks, including archived ones.
pub async fn all(db: &impl Connection) -> StoreResult<Vec<Trek>> {
    let rows = row::Entity::find().all(db).await?;
    rows.into_iter().map(from_row).collect()
}

/// The given treks, including archived ones, in no order.
pub async fn find_many(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<Trek>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// The names of the given treks, including archived ones.
pub async fn names(db: &impl Connection, ids: &[Uuid]) -> StoreResult<HashMap<Uuid, String>> {
    use sea_orm::QuerySelect;
    let names: Vec<(Uuid, String)> = row::Entity::find()
        .select_only()
        .columns([row::Column::Id, row::Column::Name])
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    Ok(names.into_iter().collect())
}

/// The currencies of the treks on offer.
pub async fn currencies(db: &impl Connection) -> StoreResult<Vec<String>> {
    use sea_orm::QuerySelect;
    let codes: Vec<String> = row::Entity::find()
        .select_only()
        .column(row::Column::Currency)
        .filter(row::Column::ArchivedAt.is_null())
        .distinct()
        .order_by_asc(row::Column::Currency)
        .into_tuple()
        .all(db)
        .await?;
    Ok(codes)
}

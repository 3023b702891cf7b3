//! Key-value metadata of the database, for example that it contains demo data.

use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};

use crate::{Connection, Db, StoreError, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "marks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub name: String,
        #[sea_orm(column_type = "Text")]
        pub value: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

pub async fn set(db: &impl Connection, name: &str, value: &str) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        name: Set(name.to_owned()),
        value: Set(value.to_owned()),
    })
    .on_conflict(
        OnConflict::column(row::Column::Name)
            .update_column(row::Column::Value)
            .to_owned(),
    )
    .exec_without_returning(db)
    .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, name: &str) -> StoreResult<Option<String>> {
    Ok(row::Entity::find_by_id(name.to_owned())
        .one(db)
        .await?
        .map(|mark| mark.value))
}

/// The value for a key, or `value` after storing it if the key is new. Concurrent callers all get the same value.
pub async fn find_or_set(db: &impl Connection, name: &str, value: &str) -> StoreResult<String> {
    row::Entity::insert(row::ActiveModel {
        name: Set(name.to_owned()),
        value: Set(value.to_owned()),
    })
    .on_conflict(
        OnConflict::column(row::Column::Name)
            .do_nothing()
            .to_owned(),
    )
    .exec_without_returning(db)
    .await?;
    find(db, name).await?.ok_or(StoreError::Missing)
}

/// Writes to the database and removes it. Succeeds if the database can store changes.
pub async fn test_write(db: &Db) -> StoreResult<()> {
    db.in_transaction("test_write", async |tx| {
        set(&tx, "readiness", "").await?;
        remove(&tx, "readiness").await
    })
    .await
}

pub async fn remove(db: &impl Connection, name: &str) -> StoreResult<()> {
    row::Entity::delete_by_id(name.to_owned()).exec(db).await?;
    Ok(())
}

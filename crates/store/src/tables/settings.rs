//! Settings that an owner changed at the desk. A counter is the version of all of them: every change increases it, so
//! that other servers detect a change with one small query.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, QueryOrder, Set};

use crate::{Connection, StoreResult, Tx, counters};

const VERSION: &str = "settings";

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredSetting {
    pub name: String,
    pub value: String,
    /// The name of the administrator.
    pub changed_by: String,
    pub changed_at: DateTime<Utc>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "settings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub name: String,
        #[sea_orm(column_type = "Text")]
        pub value: String,
        #[sea_orm(column_type = "Text")]
        pub changed_by: String,
        pub changed_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{Column, Entity};

/// The version of the stored settings; 0 if none was ever stored.
pub async fn version(db: &impl Connection) -> StoreResult<i64> {
    counters::last(db, VERSION).await
}

/// Increases the version and returns the new one. Until the transaction ends, no other can change the settings.
pub async fn next_version(tx: &Tx) -> StoreResult<i64> {
    counters::next(tx, VERSION).await
}

pub async fn list(db: &impl Connection) -> StoreResult<Vec<StoredSetting>> {
    let rows = Entity::find().order_by_asc(Column::Name).all(db).await?;
    let setting = |row: row::Model| StoredSetting {
        name: row.name,
        value: row.value,
        changed_by: row.changed_by,
        changed_at: row.changed_at,
    };
    Ok(rows.into_iter().map(setting).collect())
}

/// Stores a value, or replaces it.
pub async fn set(tx: &Tx, setting: &StoredSetting) -> StoreResult<()> {
    let replaced = OnConflict::column(Column::Name)
        .update_columns([Column::Value, Column::ChangedBy, Column::ChangedAt])
        .to_owned();
    Entity::insert(row::ActiveModel {
        name: Set(setting.name.clone()),
        value: Set(setting.value.clone()),
        changed_by: Set(setting.changed_by.clone()),
        changed_at: Set(setting.changed_at),
    })
    .on_conflict(replaced)
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

pub async fn remove(tx: &Tx, name: &str) -> StoreResult<()> {
    Entity::delete_by_id(name.to_owned()).exec(tx).await?;
    Ok(())
}

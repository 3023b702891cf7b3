//! The achievement figures on the home page.

use domain::achievement::Achievement;
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "achievements")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub visible: bool,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn to_row(achievement: &Achievement) -> StoreResult<row::ActiveModel> {
    Ok(row::ActiveModel {
        id: Set(achievement.id),
        visible: Set(achievement.visibility),
        document: Set(serde_json::to_value(achievement)?),
    })
}

pub async fn insert(db: &impl Connection, achievement: &Achievement) -> StoreResult<()> {
    row::Entity::insert(to_row(achievement)?)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// Finds an achievement and locks its row until the transaction ends.
pub async fn find_for_update(tx: &Tx, id: Uuid) -> StoreResult<Option<Achievement>> {
    let row = row::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    row.map(|row| Ok(serde_json::from_value(row.document)?))
        .transpose()
}

pub async fn update(tx: &Tx, achievement: &Achievement) -> StoreResult<()> {
    row::Entity::update_many()
        .set(to_row(achievement)?)
        .filter(row::Column::Id.eq(achievement.id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes an achievement. Returns true only to the caller that removed it.
pub async fn remove(tx: &Tx, id: Uuid) -> StoreResult<bool> {
    let gone = row::Entity::delete_by_id(id).exec(tx).await?;
    Ok(gone.rows_affected == 1)
}

/// Which achievements a reader may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Visible,
    All,
}

/// Lists achievements in the order of their creation.
pub async fn list(db: &impl Connection, shown: Shown) -> StoreResult<Vec<Achievement>> {
    let mut query = row::Entity::find().order_by_asc(row::Column::Id);
    if shown == Shown::Visible {
        query = query.filter(row::Column::Visible.eq(true));
    }
    let rows = query.all(db).await?;
    rows.into_iter()
        .map(|row| Ok(serde_json::from_value(row.document)?))
        .collect()
}

//! The figures that the home page shows about the agency.

use domain::achievement::Achievement;
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, Set};

use crate::{Connection, StoreResult};

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

pub async fn insert(db: &impl Connection, achievement: &Achievement) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(achievement.id),
        visible: Set(achievement.visibility),
        document: Set(serde_json::to_value(achievement)?),
    })
    .exec_without_returning(db)
    .await?;
    Ok(())
}

/// Which of them a reader may see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Visible,
    All,
}

/// In the order in which they were made.
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

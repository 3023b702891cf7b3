//! Periods in which a trek cannot start.

use domain::departure::Closure;
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "closures")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub trek_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub position: i32,
        pub from_date: ChronoDate,
        pub to_date: ChronoDate,
        #[sea_orm(column_type = "Text")]
        pub reason: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// The closures of a trek, in the order of the agency.
pub async fn list(db: &impl Connection, trek_id: Uuid) -> StoreResult<Vec<Closure>> {
    let rows = row::Entity::find()
        .filter(row::Column::TrekId.eq(trek_id))
        .order_by_asc(row::Column::Position)
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| Closure {
            from: row.from_date,
            to: row.to_date,
            reason: row.reason,
        })
        .collect())
}

/// Replaces all closures of a trek.
pub async fn replace(tx: &Tx, trek_id: Uuid, closures: &[Closure]) -> StoreResult<()> {
    row::Entity::delete_many()
        .filter(row::Column::TrekId.eq(trek_id))
        .exec(tx)
        .await?;
    for (position, closure) in (0..).zip(closures) {
        let row = row::ActiveModel {
            trek_id: Set(trek_id),
            position: Set(position),
            from_date: Set(closure.from),
            to_date: Set(closure.to),
            reason: Set(closure.reason.clone()),
        };
        row::Entity::insert(row).exec_without_returning(tx).await?;
    }
    Ok(())
}

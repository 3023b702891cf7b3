//! Counters without gaps or repetitions: invoice numbers, booking references, and saves of the public content.

use sea_orm::sea_query::{Expr, ExprTrait, OnConflict, Query};
use sea_orm::{ConnectionTrait, EntityTrait};

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "counters")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub name: String,
        pub value: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// The next number of a counter; the first is 1. The transaction locks the counter until it ends. A rollback releases
/// the number, so that no gaps appear.
///
/// It is a single statement, because concurrent confirmations wait for the same row while it is locked.
pub async fn next(tx: &Tx, name: &str) -> StoreResult<i64> {
    let next = Expr::col((row::Entity, row::Column::Value)).add(1);
    let raised = OnConflict::column(row::Column::Name)
        .value(row::Column::Value, next)
        .to_owned();
    let statement = Query::insert()
        .into_table(row::Entity)
        .columns([row::Column::Name, row::Column::Value])
        .values_panic([name.into(), 1_i64.into()])
        .on_conflict(raised)
        .returning_col(row::Column::Value)
        .to_owned();
    let statement = tx.get_database_backend().build(&statement);
    let counter = tx.query_one_raw(statement).await?;
    let counter = counter.ok_or(StoreError::Missing)?;
    Ok(counter.try_get("", "value")?)
}

/// The last number that was assigned; 0 if there is none.
pub async fn last(db: &impl Connection, name: &str) -> StoreResult<i64> {
    let counter = row::Entity::find_by_id(name.to_owned()).one(db).await?;
    Ok(counter.map_or(0, |counter| counter.value))
}

//! Numbers that must not skip or repeat: invoices, and how often the treks changed.

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, OnConflict};
use sea_orm::{EntityTrait, QueryFilter, Set};

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

/// The next number of a counter; the first is 1. Whoever asks holds the counter until the
/// transaction ends, and a transaction that is dropped gives its number back: no gaps.
pub async fn next(tx: &Tx, name: &str) -> StoreResult<i64> {
    row::Entity::insert(row::ActiveModel {
        name: Set(name.to_owned()),
        value: Set(0),
    })
    .on_conflict(
        OnConflict::column(row::Column::Name)
            .do_nothing()
            .to_owned(),
    )
    .exec_without_returning(tx)
    .await?;
    row::Entity::update_many()
        .col_expr(row::Column::Value, Expr::col(row::Column::Value).add(1))
        .filter(row::Column::Name.eq(name))
        .exec(tx)
        .await?;
    let counter = row::Entity::find_by_id(name.to_owned()).one(tx).await?;
    counter
        .map(|counter| counter.value)
        .ok_or(StoreError::Missing)
}

/// The last number given out; 0 before the first.
pub async fn last(db: &impl Connection, name: &str) -> StoreResult<i64> {
    let counter = row::Entity::find_by_id(name.to_owned()).one(db).await?;
    Ok(counter.map_or(0, |counter| counter.value))
}

//! The latest exchange rates, so that the server has rates after a start without a network.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};

use crate::{Connection, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "exchange_rates")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub base: String,
        pub as_of: ChronoDateTimeUtc,
        #[sea_orm(column_type = "JsonBinary")]
        pub rates: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// Price of one unit of the base currency in other currencies. For display only; charges never use these rates.
#[derive(Clone, Debug, PartialEq)]
pub struct Rates {
    pub rates: BTreeMap<String, f64>,
    pub as_of: DateTime<Utc>,
}

pub async fn save(db: &impl Connection, base: &str, rates: &Rates) -> StoreResult<()> {
    let row = row::ActiveModel {
        base: Set(base.to_owned()),
        as_of: Set(rates.as_of),
        rates: Set(serde_json::to_value(&rates.rates)?),
    };
    row::Entity::insert(row)
        .on_conflict(
            OnConflict::column(row::Column::Base)
                .update_columns([row::Column::AsOf, row::Column::Rates])
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, base: &str) -> StoreResult<Option<Rates>> {
    let found = row::Entity::find_by_id(base.to_owned()).one(db).await?;
    found
        .map(|row| {
            Ok(Rates {
                rates: serde_json::from_value(row.rates)?,
                as_of: row.as_of,
            })
        })
        .transpose()
}

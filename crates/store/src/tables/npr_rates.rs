//! The latest rates to Nepalese rupees, one of each source and currency.

use chrono::{DateTime, Utc};
use domain::money::Currency;
use domain::rate::{LockedRate, Rate, RateSource};
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, Set};

use crate::{Connection, StoreError, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "npr_rates")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub source: String,
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub currency: String,
        #[sea_orm(column_type = "Text")]
        pub value: String,
        pub listed_at: ChronoDateTimeUtc,
        pub checked_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// A rate as its source listed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoredRate {
    pub rate: LockedRate,
    /// When the source was last asked.
    pub checked_at: DateTime<Utc>,
}

pub async fn save(
    db: &impl Connection,
    currency: Currency,
    stored: &StoredRate,
) -> StoreResult<()> {
    let row = row::ActiveModel {
        source: Set(stored.rate.source.as_str().to_owned()),
        currency: Set(currency.code().to_owned()),
        value: Set(stored.rate.value.to_string()),
        listed_at: Set(stored.rate.at),
        checked_at: Set(stored.checked_at),
    };
    let replace = [
        row::Column::Value,
        row::Column::ListedAt,
        row::Column::CheckedAt,
    ];
    row::Entity::insert(row)
        .on_conflict(
            OnConflict::columns([row::Column::Source, row::Column::Currency])
                .update_columns(replace)
                .to_owned(),
        )
        .exec_without_returning(db)
        .await?;
    Ok(())
}

pub async fn find(
    db: &impl Connection,
    source: RateSource,
    currency: Currency,
) -> StoreResult<Option<StoredRate>> {
    let key = (source.as_str().to_owned(), currency.code().to_owned());
    let found = row::Entity::find_by_id(key).one(db).await?;
    found
        .map(|row| {
            let invalid =
                |error| StoreError::Failed(format!("the rate of {} {error}", row.currency));
            Ok(StoredRate {
                rate: LockedRate {
                    value: Rate::parse(&row.value).map_err(invalid)?,
                    source,
                    at: row.listed_at,
                },
                checked_at: row.checked_at,
            })
        })
        .transpose()
}

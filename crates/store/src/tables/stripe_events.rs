//! Stripe events that were processed. Each event id is processed once (decisions §3).

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, QueryFilter, Set};

use crate::{Connection, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "stripe_events")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub id: String,
        #[sea_orm(column_type = "Text")]
        pub kind: String,
        pub taken_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

pub async fn is_processed(db: &impl Connection, id: &str) -> StoreResult<bool> {
    Ok(row::Entity::find_by_id(id.to_owned())
        .one(db)
        .await?
        .is_some())
}

/// Marks an event as processed. Returns `true` only to the caller that marked it.
pub async fn mark_processed(
    db: &impl Connection,
    id: &str,
    kind: &str,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let inserted = row::Entity::insert(row::ActiveModel {
        id: Set(id.to_owned()),
        kind: Set(kind.to_owned()),
        taken_at: Set(now),
    })
    .on_conflict(OnConflict::column(row::Column::Id).do_nothing().to_owned())
    .exec_without_returning(db)
    .await?;
    Ok(inserted == 1)
}

/// Deletes events that are so old that Stripe no longer retries them.
pub async fn delete_before(db: &impl Connection, moment: DateTime<Utc>) -> StoreResult<u64> {
    let done = row::Entity::delete_many()
        .filter(row::Column::TakenAt.lt(moment))
        .exec(db)
        .await?;
    Ok(done.rows_affected)
}

pub async fn count(db: &impl Connection) -> StoreResult<u64> {
    Ok(row::Entity::find().count(db).await?)
}

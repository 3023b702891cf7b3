//! Reminders to guarantee a departure or cancel it. Each is sent once for a decision date.

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, QueryFilter, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "departure_reminders")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub departure_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub decide_by: ChronoDate,
        #[sea_orm(primary_key, auto_increment = false)]
        pub days_before: i32,
        pub sent_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// Records a reminder. `true` only for the caller that recorded it first.
pub async fn record(
    tx: &Tx,
    departure_id: Uuid,
    decide_by: NaiveDate,
    days_before: u32,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let row = row::ActiveModel {
        departure_id: Set(departure_id),
        decide_by: Set(decide_by),
        days_before: Set(i32::try_from(days_before).unwrap_or(i32::MAX)),
        sent_at: Set(now),
    };
    let known = OnConflict::columns([
        row::Column::DepartureId,
        row::Column::DecideBy,
        row::Column::DaysBefore,
    ])
    .do_nothing()
    .to_owned();
    let added = row::Entity::insert(row)
        .on_conflict(known)
        .exec_without_returning(tx)
        .await?;
    Ok(added == 1)
}

/// The reminders that were sent for these departures: departure, decision date and number of days before it.
pub async fn list_sent(
    db: &impl Connection,
    departure_ids: &[Uuid],
) -> StoreResult<Vec<(Uuid, NaiveDate, u32)>> {
    let sent: Vec<(Uuid, NaiveDate, i32)> = row::Entity::find()
        .select_only()
        .column(row::Column::DepartureId)
        .column(row::Column::DecideBy)
        .column(row::Column::DaysBefore)
        .filter(row::Column::DepartureId.is_in(departure_ids.iter().copied()))
        .into_tuple()
        .all(db)
        .await?;
    let sent = sent.into_iter();
    Ok(sent
        .map(|(id, day, days)| (id, day, u32::try_from(days).unwrap_or_default()))
        .collect())
}

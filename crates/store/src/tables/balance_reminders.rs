//! Reminders of balances. Each is sent once for a booking, a due date and a number of days before it.

use chrono::{DateTime, NaiveDate, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "balance_reminders")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub booking_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub due_on: ChronoDate,
        #[sea_orm(primary_key, auto_increment = false)]
        pub days_before: i32,
        pub sent_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reminder {
    pub booking_id: Uuid,
    pub due_on: NaiveDate,
    /// Negative: days after the due date.
    pub days_before: i32,
    pub sent_at: DateTime<Utc>,
}

/// Records a reminder. `true` only for the caller that recorded it first.
pub async fn record(tx: &Tx, reminder: &Reminder) -> StoreResult<bool> {
    let row = row::ActiveModel {
        booking_id: Set(reminder.booking_id),
        due_on: Set(reminder.due_on),
        days_before: Set(reminder.days_before),
        sent_at: Set(reminder.sent_at),
    };
    let known = OnConflict::columns([
        row::Column::BookingId,
        row::Column::DueOn,
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

/// The reminders that were sent for these bookings.
pub async fn list_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<Reminder>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.is_in(booking_ids.iter().copied()))
        .all(db)
        .await?;
    let reminders = rows.into_iter().map(|row| Reminder {
        booking_id: row.booking_id,
        due_on: row.due_on,
        days_before: row.days_before,
        sent_at: row.sent_at,
    });
    Ok(reminders.collect())
}

//! Notes of staff about a booking. Travellers never see them.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "booking_notes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub text: String,
        pub author_id: Uuid,
        /// The name at the time of writing.
        #[sea_orm(column_type = "Text")]
        pub author: String,
        pub created_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookingNote {
    pub id: Uuid,
    pub booking_id: Uuid,
    pub text: String,
    pub author_id: Uuid,
    /// The name at the time of writing.
    pub author: String,
    pub created_at: DateTime<Utc>,
}

pub async fn insert(tx: &Tx, note: &BookingNote) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(note.id),
        booking_id: Set(note.booking_id),
        text: Set(note.text.clone()),
        author_id: Set(note.author_id),
        author: Set(note.author.clone()),
        created_at: Set(note.created_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// The notes of a booking, oldest first.
pub async fn list(db: &impl Connection, booking_id: Uuid) -> StoreResult<Vec<BookingNote>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.eq(booking_id))
        .order_by_asc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    let note = |row: row::Model| BookingNote {
        id: row.id,
        booking_id: row.booking_id,
        text: row.text,
        author_id: row.author_id,
        author: row.author,
        created_at: row.created_at,
    };
    Ok(rows.into_iter().map(note).collect())
}

/// Deletes a note of a booking. `false` if the booking has no such note.
pub async fn delete(tx: &Tx, booking_id: Uuid, id: Uuid) -> StoreResult<bool> {
    let deleted = row::Entity::delete_many()
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::BookingId.eq(booking_id))
        .exec(tx)
        .await?;
    Ok(deleted.rows_affected == 1)
}

/// Deletes the notes of a booking whose traveller deleted the account.
pub(crate) async fn delete_all(tx: &Tx, booking_id: Uuid) -> StoreResult<()> {
    row::Entity::delete_many()
        .filter(row::Column::BookingId.eq(booking_id))
        .exec(tx)
        .await?;
    Ok(())
}

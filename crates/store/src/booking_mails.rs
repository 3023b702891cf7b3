//! Emails that were sent for a booking. A job is deleted when it is done, but the agency must be able to see whether
//! the confirmation was sent. The recipient is not stored here; it is the customer of the booking.

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use uuid::Uuid;

use crate::{Connection, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "booking_mails")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub kind: String,
        pub sent_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentMail {
    /// The id of the job.
    pub id: Uuid,
    /// The kind of the job, for example `mailBookingConfirmed`.
    pub kind: String,
    pub sent_at: DateTime<Utc>,
}

/// Records that the email of a job was sent. A second record for the same job is ignored.
pub async fn record(db: &impl Connection, booking_id: Uuid, mail: &SentMail) -> StoreResult<()> {
    let row = row::ActiveModel {
        id: Set(mail.id),
        booking_id: Set(booking_id),
        kind: Set(mail.kind.clone()),
        sent_at: Set(mail.sent_at),
    };
    let known = OnConflict::column(row::Column::Id).do_nothing().to_owned();
    row::Entity::insert(row)
        .on_conflict(known)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

/// The emails of a booking, oldest first.
pub async fn list_for_booking(
    db: &impl Connection,
    booking_id: Uuid,
) -> StoreResult<Vec<SentMail>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.eq(booking_id))
        .order_by_asc(row::Column::SentAt)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    Ok(rows
        .into_iter()
        .map(|row| SentMail {
            id: row.id,
            kind: row.kind,
            sent_at: row.sent_at,
        })
        .collect())
}

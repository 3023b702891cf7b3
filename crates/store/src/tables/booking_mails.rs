//! Emails that were sent for a booking. A job is deleted when it is done, but the agency must be able to see whether
//! the confirmation was sent. The recipient is not stored here; it is the customer of the booking. The
//! content is kept for a preview, without the targets of its links: they may sign in or answer for the traveller.

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use uuid::Uuid;

use crate::jobs::Job;
use crate::{Connection, StoreResult, Tx};

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
        #[sea_orm(column_type = "Text", nullable)]
        pub subject: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub html: Option<String>,
        /// The job as JSON, to send the email again.
        #[sea_orm(column_type = "Text", nullable)]
        pub job: Option<String>,
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
    /// `None`: it was sent before contents were kept, or the traveller deleted the account.
    pub subject: Option<String>,
}

/// What an email said, and the job that writes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MailContent {
    pub subject: String,
    /// Without the targets of its links.
    pub html: String,
    pub job: Job,
}

/// Records that the email of a job was sent. A second record for the same job is ignored.
pub async fn record(
    db: &impl Connection,
    booking_id: Uuid,
    (job_id, sent_at): (Uuid, DateTime<Utc>),
    content: &MailContent,
) -> StoreResult<()> {
    let row = row::ActiveModel {
        id: Set(job_id),
        booking_id: Set(booking_id),
        kind: Set(content.job.kind()),
        sent_at: Set(sent_at),
        subject: Set(Some(content.subject.clone())),
        html: Set(Some(content.html.clone())),
        job: Set(Some(serde_json::to_string(&content.job)?)),
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
            subject: row.subject,
        })
        .collect())
}

/// The content of an email of a booking. The inner value is `None` for an email whose content is not kept.
pub async fn find_content(
    db: &impl Connection,
    booking_id: Uuid,
    id: Uuid,
) -> StoreResult<Option<Option<MailContent>>> {
    let row = row::Entity::find_by_id(id)
        .filter(row::Column::BookingId.eq(booking_id))
        .one(db)
        .await?;
    let Some(row) = row else {
        return Ok(None);
    };
    let (Some(subject), Some(html), Some(job)) = (row.subject, row.html, row.job) else {
        return Ok(Some(None));
    };
    let job = serde_json::from_str(&job)?;
    Ok(Some(Some(MailContent { subject, html, job })))
}

/// Removes the contents of a booking's emails, whose traveller deleted the account.
pub(crate) async fn erase_contents(tx: &Tx, booking_id: Uuid) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::Subject, Expr::value(None::<String>))
        .col_expr(row::Column::Html, Expr::value(None::<String>))
        .col_expr(row::Column::Job, Expr::value(None::<String>))
        .filter(row::Column::BookingId.eq(booking_id))
        .exec(tx)
        .await?;
    Ok(())
}

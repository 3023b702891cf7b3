//! What is still to be done because of what was stored: a job is added in the transaction of its
//! cause, so that neither is there without the other. Every job may run twice.

use chrono::{DateTime, Utc};
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::{Connection, StoreResult};

/// The jobs there are. Stored as JSON: a variant is never renamed, only added.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "kind",
    rename_all = "camelCase",
    rename_all_fields = "camelCase"
)]
pub enum Job {
    /// Mails the code of a sign-up to its address.
    MailCode { attempt_id: Uuid },
    /// Tells the owner of an account that somebody signed up with the same address.
    MailSignupOnKnownAddress { account_id: Uuid },
    /// Mails the confirmation of a booking to its customer.
    MailBookingConfirmed { booking_id: Uuid },
    /// Tells the customer that a paid booking was cancelled, and what goes back.
    MailBookingCancelled {
        booking_id: Uuid,
        refund_id: Option<Uuid>,
    },
    /// Tells the customer of money that went back outside a cancellation.
    MailRefund { refund_id: Uuid },
    /// Welcomes a subscriber of the newsletter.
    MailNewsletterWelcome { subscriber_id: Uuid },
}

/// A job that this worker alone holds until its lease ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedJob {
    pub id: Uuid,
    pub job: Job,
    /// This one counted: 1 at the first run.
    pub tries: u32,
    pub created_at: DateTime<Utc>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "jobs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub job: String,
        pub tries: i32,
        pub created_at: DateTimeUtc,
        pub due_at: DateTimeUtc,
        pub given_up_at: Option<DateTimeUtc>,
        pub last_error: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity};

/// Stores a job, due at once.
pub async fn add(db: &impl Connection, id: Uuid, job: &Job, now: DateTime<Utc>) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(id),
        job: Set(serde_json::to_string(job)?),
        tries: Set(0),
        created_at: Set(now),
        due_at: Set(now),
        given_up_at: Set(None),
        last_error: Set(None),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// Claims up to `limit` jobs that are due. A claim moves `due_at` to `leased_until`: of many workers
/// one moves it, and a job whose worker dies is due again then.
pub async fn claim(
    db: &impl Connection,
    now: DateTime<Utc>,
    leased_until: DateTime<Utc>,
    limit: u64,
) -> StoreResult<Vec<ClaimedJob>> {
    let due = Entity::find()
        .filter(Column::DueAt.lte(now))
        .filter(Column::GivenUpAt.is_null())
        .order_by_asc(Column::DueAt)
        .order_by_asc(Column::Id);
    let mut claimed = Vec::new();
    for row in sea_orm::QuerySelect::limit(due, limit).all(db).await? {
        let change = Entity::update_many()
            .col_expr(Column::DueAt, Expr::value(leased_until))
            .col_expr(Column::Tries, Expr::col(Column::Tries).add(1))
            .filter(Column::Id.eq(row.id))
            .filter(Column::DueAt.eq(row.due_at))
            .filter(Column::GivenUpAt.is_null());
        // A newer version beside us may know a job that we do not: it waits for that one, and the others do not.
        if change.exec(db).await?.rows_affected == 1
            && let Ok(job) = serde_json::from_str(&row.job)
        {
            claimed.push(ClaimedJob {
                id: row.id,
                job,
                tries: u32::try_from(row.tries + 1).unwrap_or(u32::MAX),
                created_at: row.created_at,
            });
        }
    }
    Ok(claimed)
}

/// The job is done.
pub async fn finish(db: &impl Connection, id: Uuid) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(db).await?;
    Ok(())
}

/// It failed and is tried again at `due_at`.
pub async fn retry(
    db: &impl Connection,
    id: Uuid,
    due_at: DateTime<Utc>,
    error: &str,
) -> StoreResult<()> {
    let change = Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(due_at))
        .col_expr(Column::LastError, Expr::value(error))
        .filter(Column::Id.eq(id));
    change.exec(db).await?;
    Ok(())
}

/// It failed too often. The row stays, for a person to look at.
pub async fn give_up(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
    error: &str,
) -> StoreResult<()> {
    let change = Entity::update_many()
        .col_expr(Column::GivenUpAt, Expr::value(now))
        .col_expr(Column::LastError, Expr::value(error))
        .filter(Column::Id.eq(id));
    change.exec(db).await?;
    Ok(())
}

/// Jobs not done yet, and among them those that were given up.
pub async fn count_open(db: &impl Connection) -> StoreResult<(u64, u64)> {
    let open = Entity::find().count(db).await?;
    let given_up = Entity::find()
        .filter(Column::GivenUpAt.is_not_null())
        .count(db)
        .await?;
    Ok((open, given_up))
}

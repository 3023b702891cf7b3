//! Emails that are queued or were given up: queries and actions for administrators and the account page.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::Job;
use super::clock::no_later_than_now;
use super::row::{Column, Entity, Model};
use crate::{Connection, StoreResult};

/// A job that was given up and needs an administrator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedJob {
    pub id: Uuid,
    pub job: Job,
    /// The recipient of the email, if known.
    pub mail_to: Option<String>,
    pub last_error: String,
    pub tries: u32,
    pub created_at: DateTime<Utc>,
    pub given_up_at: DateTime<Utc>,
}

/// LIKE pattern of a mail job's JSON, which begins with its kind.
const MAILS: &str = "{\"kind\":\"mail%";

fn failed_mails_query() -> Select<Entity> {
    Entity::find()
        .filter(Column::GivenUpAt.is_not_null())
        .filter(Column::Job.like(MAILS))
}

/// Returns `None` for a kind that only a newer version of the server can read.
fn to_failed(row: Model) -> Option<FailedJob> {
    Some(FailedJob {
        id: row.id,
        job: serde_json::from_str(&row.job).ok()?,
        mail_to: row.mail_to,
        last_error: row.last_error.unwrap_or_default(),
        tries: u32::try_from(row.tries).unwrap_or_default(),
        created_at: row.created_at,
        given_up_at: row.given_up_at?,
    })
}

/// A page of the emails that were given up, latest first, and their total number.
pub async fn failed_mails(
    db: &impl Connection,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<FailedJob>, u64)> {
    let total = failed_mails_query().count(db).await?;
    let page = failed_mails_query()
        .order_by_desc(Column::GivenUpAt)
        .order_by_desc(Column::Id)
        .offset(offset);
    let rows = QuerySelect::limit(page, limit).all(db).await?;
    Ok((rows.into_iter().filter_map(to_failed).collect(), total))
}

/// Finds an email that was given up.
pub async fn find_failed_mail(db: &impl Connection, id: Uuid) -> StoreResult<Option<FailedJob>> {
    let row = failed_mails_query()
        .filter(Column::Id.eq(id))
        .one(db)
        .await?;
    Ok(row.and_then(to_failed))
}

/// An email that is queued or was given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenMail {
    pub id: Uuid,
    pub kind: String,
    pub created_at: DateTime<Utc>,
    pub given_up_at: Option<DateTime<Utc>>,
    pub last_error: Option<String>,
}

/// The unsent emails whose job contains one of these ids, oldest first.
pub async fn open_mails_about(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<OpenMail>> {
    let named = ids.iter().fold(Condition::any(), |any, id| {
        any.add(Column::Job.contains(id.to_string()))
    });
    let rows = Entity::find()
        .filter(Column::Job.like(MAILS))
        .filter(named)
        .order_by_asc(Column::Id)
        .all(db)
        .await?;
    let open = rows.into_iter().filter_map(|row| {
        let job: Job = serde_json::from_str(&row.job).ok()?;
        Some(OpenMail {
            id: row.id,
            kind: job.kind(),
            created_at: row.created_at,
            given_up_at: row.given_up_at,
            last_error: row.last_error,
        })
    });
    Ok(open.collect())
}

/// Makes a job that was given up due again with its attempts reset. Returns true only to the caller that did.
pub async fn requeue(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(
            Column::DueAt,
            no_later_than_now(db.get_database_backend(), now),
        )
        .col_expr(Column::Tries, Expr::value(0))
        .col_expr(Column::GivenUpAt, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Id.eq(id))
        .filter(Column::GivenUpAt.is_not_null());
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Deletes the given-up emails to an address, and returns their number.
pub async fn delete_failed_mails_to(db: &impl Connection, address: &str) -> StoreResult<u64> {
    let all = Entity::delete_many()
        .filter(Column::GivenUpAt.is_not_null())
        .filter(Column::MailTo.eq(address));
    Ok(all.exec(db).await?.rows_affected)
}

/// Deletes the emails that were given up before `moment`, and returns their number.
pub async fn delete_failed_mails_before(
    db: &impl Connection,
    moment: DateTime<Utc>,
) -> StoreResult<u64> {
    let old = Entity::delete_many()
        .filter(Column::GivenUpAt.lt(moment))
        .filter(Column::Job.like(MAILS));
    Ok(old.exec(db).await?.rows_affected)
}

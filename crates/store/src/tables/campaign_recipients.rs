//! The recipients of campaigns, one row each. A change of the status is a conditional update, so that an email is sent by
//! the caller that made it alone.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::account::Email;
use domain::campaign::RecipientStatus;
use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{Condition, QueryOrder, QuerySelect, UpdateMany};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx, counters};

/// Counter that every transaction increments before it queues emails, so that two servers do not exceed the rate together.
const QUEUE_TURNS: &str = "campaign_queue_turns";
/// Rows of one statement: SQLite permits 32,766 values.
const BATCH_SIZE: usize = 1000;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    pub id: Uuid,
    pub campaign_id: Uuid,
    pub email: Email,
    /// Empty for a subscriber.
    pub name: String,
    pub status: RecipientStatus,
    /// Why the email was not sent.
    pub error: Option<String>,
    /// When the email was sent, or given up.
    pub ended_at: Option<DateTime<Utc>>,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "campaign_recipients")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub campaign_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub email: String,
        #[sea_orm(column_type = "Text")]
        pub email_key: String,
        #[sea_orm(column_type = "Text")]
        pub name: String,
        #[sea_orm(column_type = "Text")]
        pub status: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub error: Option<String>,
        pub queued_at: Option<DateTimeUtc>,
        pub ended_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

pub(crate) const TABLE: Entity = Entity;
pub(crate) const CAMPAIGN_ID: Column = Column::CampaignId;

impl TryFrom<Model> for Recipient {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let broken =
            |what: &str| StoreError::Failed(format!("recipient {} has a broken {what}", row.id));
        Ok(Self {
            email: Email::parse(&row.email).map_err(|_| broken("address"))?,
            status: RecipientStatus::parse(&row.status).ok_or_else(|| broken("status"))?,
            id: row.id,
            campaign_id: row.campaign_id,
            name: row.name,
            error: row.error,
            ended_at: row.ended_at,
        })
    }
}

/// Those that have not ended.
pub(crate) fn is_open() -> Condition {
    let open = [
        RecipientStatus::Waiting,
        RecipientStatus::Queued,
        RecipientStatus::Sending,
    ];
    Condition::all().add(Column::Status.is_in(open.map(RecipientStatus::as_str)))
}

/// Adds recipients that wait for their turn. An address is added once.
pub async fn add(tx: &Tx, recipients: &[Recipient]) -> StoreResult<()> {
    for batch in recipients.chunks(BATCH_SIZE) {
        let rows = batch.iter().map(|one| ActiveModel {
            id: Set(one.id),
            campaign_id: Set(one.campaign_id),
            email: Set(one.email.as_str().to_owned()),
            email_key: Set(one.email.key().to_owned()),
            name: Set(one.name.clone()),
            status: Set(one.status.as_str().to_owned()),
            error: Set(None),
            queued_at: Set(None),
            ended_at: Set(None),
        });
        let known = OnConflict::columns([Column::CampaignId, Column::EmailKey])
            .do_nothing()
            .to_owned();
        Entity::insert_many(rows)
            .on_conflict(known)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// Queues waiting recipients and returns them: at most `share` of them, and together with those that were queued since
/// `since` at most `most`. The caller stores their jobs in the same transaction.
pub async fn queue(
    tx: &Tx,
    (most, share): (u64, u64),
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> StoreResult<Vec<Uuid>> {
    counters::next(tx, QUEUE_TURNS).await?;
    let recent = Entity::find().filter(Column::QueuedAt.gt(since));
    let left = most.saturating_sub(recent.count(tx).await?).min(share);
    let waiting = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Status.eq(RecipientStatus::Waiting.as_str()))
        .order_by_asc(Column::Id);
    let ids: Vec<Uuid> = QuerySelect::limit(waiting, left)
        .into_tuple()
        .all(tx)
        .await?;
    if !ids.is_empty() {
        set_status(RecipientStatus::Queued)
            .col_expr(Column::QueuedAt, Expr::value(Some(now)))
            .filter(Column::Id.is_in(ids.clone()))
            .exec(tx)
            .await?;
    }
    Ok(ids)
}

/// Whether a recipient waits for its turn.
pub async fn is_any_waiting(db: &impl Connection) -> StoreResult<bool> {
    let waiting = Column::Status.eq(RecipientStatus::Waiting.as_str());
    Ok(Entity::find().filter(waiting).one(db).await?.is_some())
}

/// Moves a recipient from one status to another. Returns true only to the caller that did.
pub async fn change_status(
    db: &impl Connection,
    id: Uuid,
    from: RecipientStatus,
    to: RecipientStatus,
) -> StoreResult<bool> {
    let change = set_status(to)
        .filter(Column::Id.eq(id))
        .filter(Column::Status.eq(from.as_str()));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// Records how it ended: sent, skipped or failed.
pub async fn end(
    db: &impl Connection,
    id: Uuid,
    status: RecipientStatus,
    error: Option<&str>,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    set_status(status)
        .col_expr(Column::Error, Expr::value(error))
        .col_expr(Column::EndedAt, Expr::value(Some(now)))
        .filter(Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

fn set_status(status: RecipientStatus) -> UpdateMany<Entity> {
    Entity::update_many().col_expr(Column::Status, Expr::value(status.as_str()))
}

/// Makes the failed recipients of a campaign wait again, and returns their number.
pub async fn retry_failed(tx: &Tx, campaign_id: Uuid) -> StoreResult<u64> {
    let change = set_status(RecipientStatus::Waiting)
        .col_expr(Column::Error, Expr::value(None::<String>))
        .col_expr(Column::EndedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::CampaignId.eq(campaign_id))
        .filter(Column::Status.eq(RecipientStatus::Failed.as_str()));
    Ok(change.exec(tx).await?.rows_affected)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Recipient>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(Recipient::try_from).transpose()
}

/// A page of the recipients of a campaign, in the order of sending, and the number of all matches.
pub async fn list(
    db: &impl Connection,
    campaign_id: Uuid,
    status: Option<RecipientStatus>,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Recipient>, u64)> {
    let mut query = Entity::find().filter(Column::CampaignId.eq(campaign_id));
    if let Some(status) = status {
        query = query.filter(Column::Status.eq(status.as_str()));
    }
    let total = query.clone().count(db).await?;
    let page = query.order_by_asc(Column::Id).offset(offset);
    let rows = QuerySelect::limit(page, limit).all(db).await?;
    let found = rows.into_iter().map(Recipient::try_from);
    Ok((found.collect::<StoreResult<_>>()?, total))
}

/// The number of recipients of each campaign in each status.
pub async fn count(
    db: &impl Connection,
    campaign_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, HashMap<RecipientStatus, u64>>> {
    let rows: Vec<(Uuid, String, i64)> = Entity::find()
        .select_only()
        .column(Column::CampaignId)
        .column(Column::Status)
        .column_as(Column::Id.count(), "number")
        .filter(Column::CampaignId.is_in(campaign_ids.iter().copied()))
        .group_by(Column::CampaignId)
        .group_by(Column::Status)
        .into_tuple()
        .all(db)
        .await?;
    let mut found: HashMap<Uuid, HashMap<RecipientStatus, u64>> = HashMap::new();
    for (campaign_id, status, number) in rows {
        if let Some(status) = RecipientStatus::parse(&status) {
            let counts = found.entry(campaign_id).or_default();
            counts.insert(status, u64::try_from(number).unwrap_or_default());
        }
    }
    Ok(found)
}

/// Deletes the rows of an address, whose account was deleted.
pub async fn delete_for_email(db: &impl Connection, email: &Email) -> StoreResult<u64> {
    let all = Entity::delete_many().filter(Column::EmailKey.eq(email.key()));
    Ok(all.exec(db).await?.rows_affected)
}

//! Emails to many recipients: the campaigns. Their recipients are in `campaign_recipients`.

use chrono::{DateTime, Utc};
use domain::campaign::{Audience, Campaign, CampaignStatus};
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;
use sea_orm::{QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx, campaign_recipients};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "campaigns")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub subject: String,
        #[sea_orm(column_type = "Text")]
        pub body: String,
        pub departure_id: Option<Uuid>,
        #[sea_orm(column_type = "Text")]
        pub status: String,
        pub version: i64,
        #[sea_orm(column_type = "Text")]
        pub created_by: String,
        pub created_at: DateTimeUtc,
        pub started_at: Option<DateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl TryFrom<Model> for Campaign {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let status = CampaignStatus::parse(&row.status);
        let broken = || StoreError::Failed(format!("campaign {} has a broken status", row.id));
        Ok(Self {
            status: status.ok_or_else(broken)?,
            id: row.id,
            subject: row.subject,
            body: row.body,
            audience: match row.departure_id {
                Some(id) => Audience::Departure(id),
                None => Audience::Subscribers,
            },
            version: row.version,
            created_by: row.created_by,
            created_at: row.created_at,
            started_at: row.started_at,
        })
    }
}

fn departure_of(audience: Audience) -> Option<Uuid> {
    match audience {
        Audience::Departure(id) => Some(id),
        Audience::Subscribers => None,
    }
}

pub async fn insert(db: &impl Connection, campaign: &Campaign) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(campaign.id),
        subject: Set(campaign.subject.clone()),
        body: Set(campaign.body.clone()),
        departure_id: Set(departure_of(campaign.audience)),
        status: Set(campaign.status.as_str().to_owned()),
        version: Set(campaign.version),
        created_by: Set(campaign.created_by.clone()),
        created_at: Set(campaign.created_at),
        started_at: Set(campaign.started_at),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// Stores the changed draft if the stored one has the same version, and increments the version. Otherwise returns false.
pub async fn update(db: &impl Connection, campaign: &Campaign) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Subject, Expr::value(&campaign.subject))
        .col_expr(Column::Body, Expr::value(&campaign.body))
        .col_expr(
            Column::DepartureId,
            Expr::value(departure_of(campaign.audience)),
        )
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(draft(campaign.id, campaign.version));
    Ok(change.exec(db).await?.rows_affected == 1)
}

fn draft(id: Uuid, version: i64) -> sea_orm::Condition {
    sea_orm::Condition::all()
        .add(Column::Id.eq(id))
        .add(Column::Version.eq(version))
        .add(Column::Status.eq(CampaignStatus::Draft.as_str()))
}

/// Begins to send a draft of this version. Returns true only to the caller that did.
pub async fn start(tx: &Tx, id: Uuid, version: i64, now: DateTime<Utc>) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(
            Column::Status,
            Expr::value(CampaignStatus::Sending.as_str()),
        )
        .col_expr(Column::StartedAt, Expr::value(Some(now)))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(draft(id, version));
    Ok(change.exec(tx).await?.rows_affected == 1)
}

/// Sends again, after failed recipients were made to wait.
pub async fn resume(tx: &Tx, id: Uuid) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(
            Column::Status,
            Expr::value(CampaignStatus::Sending.as_str()),
        )
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.eq(id))
        .filter(Column::Status.ne(CampaignStatus::Draft.as_str()));
    Ok(change.exec(tx).await?.rows_affected == 1)
}

/// Marks the campaigns as sent whose recipients have all ended.
pub async fn finish(db: &impl Connection) -> StoreResult<u64> {
    let open = Query::select()
        .column(campaign_recipients::CAMPAIGN_ID)
        .from(campaign_recipients::TABLE)
        .cond_where(campaign_recipients::is_open())
        .to_owned();
    let change = Entity::update_many()
        .col_expr(Column::Status, Expr::value(CampaignStatus::Sent.as_str()))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Status.eq(CampaignStatus::Sending.as_str()))
        .filter(Column::Id.not_in_subquery(open));
    Ok(change.exec(db).await?.rows_affected)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Campaign>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(Campaign::try_from).transpose()
}

/// A page of the campaigns, newest first, and the number of all.
pub async fn list(
    db: &impl Connection,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Campaign>, u64)> {
    let total = Entity::find().count(db).await?;
    let page = Entity::find().order_by_desc(Column::Id).offset(offset);
    let rows = QuerySelect::limit(page, limit).all(db).await?;
    let found = rows.into_iter().map(Campaign::try_from);
    Ok((found.collect::<StoreResult<_>>()?, total))
}

/// Deletes a draft. Returns true only to the caller that did.
pub async fn delete_draft(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    let draft = Entity::delete_many()
        .filter(Column::Id.eq(id))
        .filter(Column::Status.eq(CampaignStatus::Draft.as_str()));
    Ok(draft.exec(db).await?.rows_affected == 1)
}

//! Proposals. The content is one document; what changes after a proposal was sent is in columns, so that each step is one
//! conditional update.

use chrono::{DateTime, Utc};
use domain::proposal::{Proposal, ProposalState};
use sea_orm::entity::prelude::*;
use sea_orm::{Condition, ExprTrait as _, QueryOrder, QuerySelect, Select, Set, UpdateMany};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
    #[sea_orm(table_name = "proposals")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub custom_trek_id: Uuid,
        pub number: i32,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        pub version: i64,
        pub ends_at: ChronoDateTimeUtc,
        pub remind_at: Option<ChronoDateTimeUtc>,
        pub booking_id: Option<Uuid>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
        pub sent_at: Option<ChronoDateTimeUtc>,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{Column, Entity, Model};

fn to_row(proposal: &Proposal) -> StoreResult<row::ActiveModel> {
    Ok(row::ActiveModel {
        id: Set(proposal.id),
        custom_trek_id: Set(proposal.custom_trek_id),
        number: Set(i32::try_from(proposal.number).unwrap_or(i32::MAX)),
        state: Set(proposal.state.as_str().to_owned()),
        version: Set(proposal.version),
        ends_at: Set(proposal.ends_at),
        remind_at: Set(proposal.remind_at),
        booking_id: Set(proposal.booking_id),
        created_at: Set(proposal.created_at),
        updated_at: Set(proposal.updated_at),
        sent_at: Set(proposal.sent_at),
        document: Set(serde_json::to_value(&proposal.content)?),
    })
}

impl TryFrom<Model> for Proposal {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let state = ProposalState::parse(&row.state)
            .ok_or_else(|| StoreError::Failed(format!("proposal {} has a broken state", row.id)))?;
        Ok(Self {
            id: row.id,
            custom_trek_id: row.custom_trek_id,
            number: u32::try_from(row.number).unwrap_or_default(),
            state,
            version: row.version,
            content: serde_json::from_value(row.document)?,
            ends_at: row.ends_at,
            remind_at: row.remind_at,
            booking_id: row.booking_id,
            created_at: row.created_at,
            updated_at: row.updated_at,
            sent_at: row.sent_at,
        })
    }
}

/// `Taken` if the request has a draft already.
pub async fn insert(tx: &Tx, proposal: &Proposal) -> StoreResult<()> {
    Entity::insert(to_row(proposal)?)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Replaces a proposal if its stored version is still `replaces`. True only for the caller that replaced it.
pub async fn update(tx: &Tx, proposal: &Proposal, replaces: i64) -> StoreResult<bool> {
    let done = Entity::update_many()
        .set(to_row(proposal)?)
        .filter(Column::Id.eq(proposal.id))
        .filter(Column::Version.eq(replaces))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Proposal>> {
    let found = Entity::find_by_id(id).one(db).await?;
    found.map(Proposal::try_from).transpose()
}

/// The versions for a request, newest first.
pub async fn list_for_request(
    db: &impl Connection,
    custom_trek_id: Uuid,
) -> StoreResult<Vec<Proposal>> {
    let all = Entity::find()
        .filter(Column::CustomTrekId.eq(custom_trek_id))
        .order_by_desc(Column::Number);
    read(db, all).await
}

/// Ends the versions of a request that the traveller could accept, or accept again, because a newer one is sent. Waits
/// for a traveller who is accepting one of them.
pub async fn supersede(tx: &Tx, custom_trek_id: Uuid, now: DateTime<Utc>) -> StoreResult<()> {
    let states = [ProposalState::Sent, ProposalState::Accepted].map(ProposalState::as_str);
    change(ProposalState::Superseded, now)
        .filter(Column::CustomTrekId.eq(custom_trek_id))
        .filter(Column::State.is_in(states))
        .exec(tx)
        .await?;
    Ok(())
}

/// Accepts a proposal that was sent and has not ended. `previous` is a booking that accepted it before and ended unpaid.
/// True only for the caller that accepted it.
pub async fn accept(
    tx: &Tx,
    id: Uuid,
    booking_id: Uuid,
    previous: Option<Uuid>,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let mut open = Condition::any().add(Column::State.eq(ProposalState::Sent.as_str()));
    if let Some(previous) = previous {
        let again = Condition::all()
            .add(Column::State.eq(ProposalState::Accepted.as_str()))
            .add(Column::BookingId.eq(previous));
        open = open.add(again);
    }
    let done = change(ProposalState::Accepted, now)
        .col_expr(Column::BookingId, Expr::value(booking_id))
        .filter(Column::Id.eq(id))
        .filter(Column::EndsAt.gt(now))
        .filter(open)
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

fn change(state: ProposalState, now: DateTime<Utc>) -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::State, Expr::value(state.as_str()))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
}

/// Which proposals to list.
#[derive(Debug, Clone, Copy, Default)]
pub struct Filter {
    pub state: Option<ProposalState>,
    pub custom_trek_id: Option<Uuid>,
}

/// A page of the proposals, newest first, and the number of all matches.
pub async fn list(
    db: &impl Connection,
    filter: Filter,
    now: DateTime<Utc>,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Proposal>, u64)> {
    let mut query = Entity::find();
    if let Some(id) = filter.custom_trek_id {
        query = query.filter(Column::CustomTrekId.eq(id));
    }
    query = match filter.state {
        None => query,
        Some(ProposalState::Sent) => query.filter(open(now)),
        Some(ProposalState::Expired) => query
            .filter(Column::State.eq(ProposalState::Sent.as_str()))
            .filter(Column::EndsAt.lte(now)),
        Some(state) => query.filter(Column::State.eq(state.as_str())),
    };
    let total = query.clone().count(db).await?;
    let page = query
        .order_by_desc(Column::CreatedAt)
        .order_by_desc(Column::Id)
        .offset(offset)
        .limit(limit);
    Ok((read(db, page).await?, total))
}

/// The open proposals that end before `until`, the first to end first, up to `limit`, and the number of all of them.
pub async fn list_ending(
    db: &impl Connection,
    now: DateTime<Utc>,
    until: DateTime<Utc>,
    limit: u64,
) -> StoreResult<(Vec<Proposal>, u64)> {
    let query = Entity::find()
        .filter(open(now))
        .filter(Column::EndsAt.lte(until));
    let total = query.clone().count(db).await?;
    let page = query
        .order_by_asc(Column::EndsAt)
        .order_by_asc(Column::Id)
        .limit(limit);
    Ok((read(db, page).await?, total))
}

/// The open proposals whose reminder is due.
pub async fn list_to_remind(
    db: &impl Connection,
    now: DateTime<Utc>,
) -> StoreResult<Vec<Proposal>> {
    let due = Entity::find()
        .filter(open(now))
        .filter(Column::RemindAt.lte(now))
        .order_by_asc(Column::Id);
    read(db, due).await
}

/// Notes that the traveller is reminded. True only for the caller that noted it.
pub async fn note_reminded(tx: &Tx, id: Uuid) -> StoreResult<bool> {
    let done = Entity::update_many()
        .col_expr(Column::RemindAt, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Id.eq(id))
        .filter(Column::RemindAt.is_not_null())
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Deletes the proposals for requests that are deleted.
pub(crate) async fn delete_for_requests(tx: &Tx, ids: &[Uuid]) -> StoreResult<()> {
    Entity::delete_many()
        .filter(Column::CustomTrekId.is_in(ids.iter().copied()))
        .exec(tx)
        .await?;
    Ok(())
}

fn open(now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(Column::State.eq(ProposalState::Sent.as_str()))
        .add(Column::EndsAt.gt(now))
}

async fn read(db: &impl Connection, query: Select<Entity>) -> StoreResult<Vec<Proposal>> {
    let rows = query.all(db).await?;
    rows.into_iter().map(Proposal::try_from).collect()
}

//! Refunds. A refund is requested in the transaction that decides it, then made by the provider with its id as
//! idempotency key, then recorded. A job finishes what a crash interrupts, according to the state (decisions §5).

use chrono::{DateTime, Utc};
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, Query, SelectStatement};
use sea_orm::{EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::ledger::Actor;
use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "refunds")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text", nullable)]
        pub intent_id: Option<String>,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        #[sea_orm(column_type = "Text")]
        pub reason: String,
        #[sea_orm(column_type = "Text")]
        pub actor: String,
        #[sea_orm(column_type = "Text")]
        pub cause: String,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub reference: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub last_error: Option<String>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// Requested → Made or Failed. Owed → Made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Requested,
    /// Staff have to pay it out by hand.
    Owed,
    Made,
    Failed,
}

impl State {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Owed => "owed",
            Self::Made => "made",
            Self::Failed => "failed",
        }
    }

    fn parse(word: &str) -> StoreResult<Self> {
        [Self::Requested, Self::Owed, Self::Made, Self::Failed]
            .into_iter()
            .find(|state| state.as_str() == word)
            .ok_or_else(|| StoreError::Failed(format!("a refund has the unknown state {word}")))
    }
}

/// The reason for a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The booking was cancelled; the amount follows the policy or an administrator's decision.
    Cancelled,
    /// An administrator refunds part or all of a booking that keeps its status.
    Granted,
    /// The agency moved the booking to dates that cost less. The invoice was replaced with the price.
    Lowered,
    /// A late payment: the booking was already cancelled or paid another way. Never part of the price of a booking.
    Late,
}

impl Cause {
    fn as_str(self) -> &'static str {
        match self {
            Self::Cancelled => "cancelled",
            Self::Granted => "granted",
            Self::Lowered => "lowered",
            Self::Late => "late",
        }
    }

    fn parse(word: &str) -> StoreResult<Self> {
        [Self::Cancelled, Self::Granted, Self::Lowered, Self::Late]
            .into_iter()
            .find(|cause| cause.as_str() == word)
            .ok_or_else(|| StoreError::Failed(format!("a refund has the unknown cause {word}")))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refund {
    /// Also the idempotency key at the provider.
    pub id: Uuid,
    pub booking_id: Uuid,
    /// `None` if no provider captured the money.
    pub intent_id: Option<String>,
    pub amount: Money,
    pub currency: Currency,
    pub reason: String,
    pub actor: Actor,
    pub cause: Cause,
    pub state: State,
    /// The provider's id of the refund, once known.
    pub reference: Option<String>,
    pub last_error: Option<String>,
    pub created_at: DateTime<Utc>,
}

fn from_row(row: row::Model) -> StoreResult<Refund> {
    Ok(Refund {
        id: row.id,
        booking_id: row.booking_id,
        intent_id: row.intent_id,
        amount: Money::from_minor(row.amount),
        currency: Currency::parse(&row.currency)
            .map_err(|error| StoreError::Unreadable(format!("refund {}", row.id), error.into()))?,
        reason: row.reason,
        actor: Actor::parse(&row.actor)?,
        cause: Cause::parse(&row.cause)?,
        state: State::parse(&row.state)?,
        reference: row.reference,
        last_error: row.last_error,
        created_at: row.created_at,
    })
}

pub async fn insert(tx: &Tx, refund: &Refund) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(refund.id),
        booking_id: Set(refund.booking_id),
        intent_id: Set(refund.intent_id.clone()),
        amount: Set(refund.amount.minor()),
        currency: Set(refund.currency.code().to_owned()),
        reason: Set(refund.reason.clone()),
        actor: Set(refund.actor.to_text()),
        cause: Set(refund.cause.as_str().to_owned()),
        state: Set(refund.state.as_str().to_owned()),
        reference: Set(refund.reference.clone()),
        last_error: Set(refund.last_error.clone()),
        created_at: Set(refund.created_at),
        updated_at: Set(refund.created_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Refund>> {
    row::Entity::find_by_id(id)
        .one(db)
        .await?
        .map(from_row)
        .transpose()
}

/// Finds a refund by the provider's id.
pub async fn find_by_reference(
    db: &impl Connection,
    reference: &str,
) -> StoreResult<Option<Refund>> {
    let found = row::Entity::find()
        .filter(row::Column::Reference.eq(reference))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// The refunds of a booking, oldest first.
pub async fn list_for_booking(db: &impl Connection, booking_id: Uuid) -> StoreResult<Vec<Refund>> {
    list_for_bookings(db, &[booking_id]).await
}

/// The refunds of several bookings, oldest first.
pub async fn list_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<Refund>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.is_in(booking_ids.iter().copied()))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// Ids of requested refunds that were neither made nor failed, oldest first.
pub async fn list_requested_ids(db: &impl Connection) -> StoreResult<Vec<Uuid>> {
    Ok(row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::State.eq(State::Requested.as_str()))
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// The first `limit` refunds that staff have to pay out by hand, oldest first, and the number of all of them.
pub async fn list_owed(db: &impl Connection, limit: u64) -> StoreResult<(Vec<Refund>, u64)> {
    let query = row::Entity::find().filter(row::Column::State.eq(State::Owed.as_str()));
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    let found = rows.into_iter().map(from_row).collect::<StoreResult<_>>()?;
    Ok((found, total))
}

/// Subquery for the ids of bookings with a refund that was requested, is owed or was made.
pub(crate) fn select_booking_ids() -> SelectStatement {
    let mut select = Query::select();
    select
        .column(row::Column::BookingId)
        .from(row::Entity)
        .and_where(row::Column::State.ne(State::Failed.as_str()));
    select
}

/// Ids of bookings with a requested refund.
pub async fn list_booking_ids_with_requested(db: &impl Connection) -> StoreResult<Vec<Uuid>> {
    Ok(row::Entity::find()
        .select_only()
        .column(row::Column::BookingId)
        .filter(row::Column::State.eq(State::Requested.as_str()))
        .into_tuple()
        .all(db)
        .await?)
}

/// Stores the provider's id of a refund in progress. Later calls query the provider by this id.
pub async fn note_reference(
    db: &impl Connection,
    id: Uuid,
    reference: &str,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::Reference, Expr::value(reference))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .exec(db)
        .await?;
    Ok(())
}

/// Ends a requested refund. Returns `true` only to the caller that ended it.
pub async fn end(
    tx: &Tx,
    id: Uuid,
    state: State,
    reference: Option<&str>,
    error: Option<&str>,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let mut change = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(state.as_str()))
        .col_expr(row::Column::LastError, Expr::value(error))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq(State::Requested.as_str()));
    if let Some(reference) = reference {
        change = change.col_expr(row::Column::Reference, Expr::value(reference));
    }
    Ok(change.exec(tx).await?.rows_affected == 1)
}

/// Notes why a refund that was made came back. Returns `true` only to the first caller.
pub async fn note_returned(
    tx: &Tx,
    id: Uuid,
    reason: &str,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let noted = row::Entity::update_many()
        .col_expr(row::Column::LastError, Expr::value(reason))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq(State::Made.as_str()))
        .filter(row::Column::LastError.is_null())
        .exec(tx)
        .await?;
    Ok(noted.rows_affected == 1)
}

/// Notes that staff paid out an owed refund. Returns `true` only to the caller that ended it.
pub async fn pay_out(tx: &Tx, id: Uuid, reference: &str, now: DateTime<Utc>) -> StoreResult<bool> {
    let done = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(State::Made.as_str()))
        .col_expr(row::Column::Reference, Expr::value(reference))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq(State::Owed.as_str()))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Lowers an owed refund by an amount that is paid out as a refund of its own.
pub async fn lower_owed(
    tx: &Tx,
    id: Uuid,
    (from, to): (Money, Money),
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let done = row::Entity::update_many()
        .col_expr(row::Column::Amount, Expr::value(to.minor()))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::Amount.eq(from.minor()))
        .filter(row::Column::State.eq(State::Owed.as_str()))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

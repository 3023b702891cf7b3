//! Departures. Their seats are in [`crate::seats`].

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, NaiveDate, Utc};
use domain::departure::{Departure, DepartureKind, DepartureState, DepartureStatus};
use domain::money::Money;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, SelectStatement};
use sea_orm::{
    Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select, Set,
};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx};

mod calendar;
mod leaving;
mod on_sale;
mod private;

pub use calendar::{list_running, running_statement};
pub use leaving::{Guidance, list_leaving};
pub use on_sale::{OnSale, routes_on_sale};
pub(crate) use private::insert_private;
pub use private::{cancel_private, follow_private, set_dates};

pub(crate) mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "departures")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub pool_id: Uuid,
        pub trek_id: Uuid,
        pub route_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub kind: String,
        pub start_date: ChronoDate,
        pub end_date: ChronoDate,
        pub minimum: i32,
        /// Minor units of the trek's currency.
        pub price_per_head: Option<i64>,
        pub cutoff_days: i32,
        pub decide_by: Option<ChronoDate>,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        pub is_guaranteed: bool,
        #[sea_orm(column_type = "Text", nullable)]
        pub notes: Option<String>,
        pub version: i64,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn number(value: u32) -> i32 {
    i32::try_from(value).unwrap_or(i32::MAX)
}

fn count(value: i32) -> u32 {
    u32::try_from(value).unwrap_or_default()
}

fn to_row(departure: &Departure) -> row::ActiveModel {
    row::ActiveModel {
        id: Set(departure.id),
        pool_id: Set(departure.pool_id),
        trek_id: Set(departure.trek_id),
        route_id: Set(departure.route_id),
        kind: Set(departure.kind.as_str().to_owned()),
        start_date: Set(departure.start_date),
        end_date: Set(departure.end_date),
        minimum: Set(number(departure.minimum)),
        price_per_head: Set(departure.price_per_head.map(Money::minor)),
        cutoff_days: Set(number(departure.cutoff_days)),
        decide_by: Set(departure.decide_by),
        state: Set(departure.state.as_str().to_owned()),
        is_guaranteed: Set(departure.is_guaranteed),
        notes: Set(departure.notes.clone()),
        version: Set(departure.version),
        ..Default::default()
    }
}

pub(crate) fn from_row(row: row::Model) -> StoreResult<Departure> {
    let unknown = |word: &str| StoreError::Failed(format!("departure {}: '{word}'", row.id));
    Ok(Departure {
        id: row.id,
        pool_id: row.pool_id,
        trek_id: row.trek_id,
        route_id: row.route_id,
        kind: DepartureKind::parse(&row.kind).ok_or_else(|| unknown(&row.kind))?,
        start_date: row.start_date,
        end_date: row.end_date,
        minimum: count(row.minimum),
        price_per_head: row.price_per_head.map(Money::from_minor),
        cutoff_days: count(row.cutoff_days),
        decide_by: row.decide_by,
        state: DepartureState::parse(&row.state).ok_or_else(|| unknown(&row.state))?,
        is_guaranteed: row.is_guaranteed,
        notes: row.notes,
        version: row.version,
    })
}

/// Stores a departure. Its pool must exist.
pub async fn insert(
    db: &impl Connection,
    departure: &Departure,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let mut row = to_row(departure);
    row.created_at = Set(now);
    row.updated_at = Set(now);
    row::Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Departure>> {
    let row = row::Entity::find_by_id(id).one(db).await?;
    row.map(from_row).transpose()
}

/// Departures by their ids. Ids that do not exist are left out.
pub async fn find_all(db: &impl Connection, ids: &[Uuid]) -> StoreResult<HashMap<Uuid, Departure>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    let found = rows.into_iter().map(from_row);
    found
        .map(|departure| departure.map(|departure| (departure.id, departure)))
        .collect()
}

/// Selects the departures that share the seats of a pool.
pub(crate) fn select_ids_in_pool(pool_id: Uuid) -> SelectStatement {
    row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::PoolId.eq(pool_id))
        .into_query()
}

/// The open group departures that are not guaranteed, start after `today` and are to be decided until `last`.
pub async fn list_to_decide(
    db: &impl Connection,
    today: NaiveDate,
    last: NaiveDate,
) -> StoreResult<Vec<Departure>> {
    let rows = row::Entity::find()
        .filter(row::Column::DecideBy.lte(last))
        .filter(row::Column::Kind.eq(DepartureKind::Group.as_str()))
        .filter(row::Column::State.eq(DepartureState::Open.as_str()))
        .filter(row::Column::IsGuaranteed.eq(false))
        .filter(row::Column::StartDate.gt(today))
        .order_by_asc(row::Column::DecideBy)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// Saves a departure. `false` if it was changed since `departure.version`.
pub async fn update(tx: &Tx, departure: &Departure, now: DateTime<Utc>) -> StoreResult<bool> {
    let mut row = to_row(departure);
    row.version = Set(departure.version + 1);
    row.updated_at = Set(now);
    let done = row::Entity::update_many()
        .set(row)
        .filter(row::Column::Id.eq(departure.id))
        .filter(row::Column::Version.eq(departure.version))
        // What is guaranteed stays guaranteed.
        .filter(
            row::Column::IsGuaranteed
                .eq(false)
                .or(Expr::value(departure.is_guaranteed)),
        )
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Guarantees a departure. `true` only for the caller that did; it is never withdrawn.
pub async fn guarantee(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let done = row::Entity::update_many()
        .col_expr(row::Column::IsGuaranteed, Expr::value(true))
        .col_expr(row::Column::Version, Expr::col(row::Column::Version).add(1))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::IsGuaranteed.eq(false))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Which departures a list shows.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Start dates, both included.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// The first end date: with `to`, what runs in a period.
    pub ends_from: Option<NaiveDate>,
    pub trek_id: Option<Uuid>,
    pub kind: Option<DepartureKind>,
    pub state: Option<DepartureState>,
    /// The status on a day.
    pub status: Option<(DepartureStatus, NaiveDate)>,
    pub pool_id: Option<Uuid>,
    /// Only departures that one of these guides leads.
    pub guides: Option<Vec<Uuid>>,
}

/// The same rule as [`Departure::status`], as a condition.
fn has_status((status, today): (DepartureStatus, NaiveDate)) -> Condition {
    let is = |state: DepartureState| row::Column::State.eq(state.as_str());
    let lasts = Condition::all()
        .add(row::Column::State.ne(DepartureState::Cancelled.as_str()))
        .add(row::Column::EndDate.gte(today));
    match status {
        DepartureStatus::Cancelled => Condition::all().add(is(DepartureState::Cancelled)),
        DepartureStatus::Completed => Condition::all()
            .add(row::Column::State.ne(DepartureState::Cancelled.as_str()))
            .add(row::Column::EndDate.lt(today)),
        DepartureStatus::Running => lasts.add(row::Column::StartDate.lte(today)),
        DepartureStatus::Closed => lasts
            .add(row::Column::StartDate.gt(today))
            .add(is(DepartureState::Closed)),
        DepartureStatus::Open => lasts
            .add(row::Column::StartDate.gt(today))
            .add(is(DepartureState::Open)),
    }
}

fn select(wanted: &Wanted) -> Select<row::Entity> {
    let mut query = row::Entity::find();
    if let Some(from) = wanted.from {
        query = query.filter(row::Column::StartDate.gte(from));
    }
    if let Some(to) = wanted.to {
        query = query.filter(row::Column::StartDate.lte(to));
    }
    if let Some(ends_from) = wanted.ends_from {
        query = query.filter(row::Column::EndDate.gte(ends_from));
    }
    if let Some(trek_id) = wanted.trek_id {
        query = query.filter(row::Column::TrekId.eq(trek_id));
    }
    if let Some(kind) = wanted.kind {
        query = query.filter(row::Column::Kind.eq(kind.as_str()));
    }
    if let Some(state) = wanted.state {
        query = query.filter(row::Column::State.eq(state.as_str()));
    }
    if let Some(status) = wanted.status {
        query = query.filter(has_status(status));
    }
    if let Some(pool_id) = wanted.pool_id {
        query = query.filter(row::Column::PoolId.eq(pool_id));
    }
    if let Some(guides) = &wanted.guides {
        let led = crate::guides::led_by(guides);
        query = query.filter(row::Column::Id.in_subquery(led));
    }
    query
}

/// Departures by start date, at most `limit`.
pub async fn list(
    db: &impl Connection,
    wanted: &Wanted,
    limit: u64,
) -> StoreResult<Vec<Departure>> {
    list_from(db, wanted, 0, limit).await
}

async fn list_from(
    db: &impl Connection,
    wanted: &Wanted,
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<Departure>> {
    let rows = select(wanted)
        .order_by_asc(row::Column::StartDate)
        .order_by_asc(row::Column::Id)
        .offset(offset)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// A page of departures by start date, and the number of all matches.
pub async fn page(
    db: &impl Connection,
    wanted: &Wanted,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Departure>, u64)> {
    let found = list_from(db, wanted, offset, limit).await?;
    let number = found.len() as u64;
    let is_last = number < limit && (number > 0 || offset == 0);
    let total = if is_last {
        offset + number
    } else {
        select(wanted).count(db).await?
    };
    Ok((found, total))
}

/// Those of the given pools that several departures share.
pub async fn list_shared_pools(
    db: &impl Connection,
    pool_ids: &[Uuid],
) -> StoreResult<HashSet<Uuid>> {
    let shared: Vec<Uuid> = row::Entity::find()
        .select_only()
        .column(row::Column::PoolId)
        .filter(row::Column::PoolId.is_in(pool_ids.iter().copied()))
        .group_by(row::Column::PoolId)
        .having(row::Column::Id.count().gt(1))
        .into_tuple()
        .all(db)
        .await?;
    Ok(shared.into_iter().collect())
}

/// Whether a trek has departures of any kind.
pub async fn exist_for_trek(db: &impl Connection, trek_id: Uuid) -> StoreResult<bool> {
    let of_trek = Wanted {
        trek_id: Some(trek_id),
        ..Wanted::default()
    };
    Ok(!list(db, &of_trek, 1).await?.is_empty())
}

//! Queries of the administration: search, sort, count and export bookings, and list the next departures.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{Booking, BookingStatus, PaymentStatus};
use sea_orm::Order;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Asterisk, ExprTrait as _, Func, Query, SimpleExpr};
use sea_orm::{DbBackend, QueryFilter, QueryOrder, QuerySelect, Select, Statement};
use uuid::Uuid;

use super::page::SearchPlan;
use super::search::Matches;
use super::{from_row, row};
use crate::{Connection, StoreResult};
use crate::{booking_tags, refunds};

/// Filter for bookings. An empty field does not filter.
#[derive(Clone, Debug, Default)]
pub struct BookingFilter {
    pub status: Option<BookingStatus>,
    /// Only bookings that wait for their payment.
    pub waits_for_payment: bool,
    /// Only confirmed bookings.
    pub is_confirmed: bool,
    pub trek_id: Option<Uuid>,
    /// Range of start dates, both ends included.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// Only bookings with a refund that was made or requested.
    pub has_refund: bool,
    /// Only bookings with this tag.
    pub tag: Option<String>,
    /// Words that must all match: see `domain::booking_search`.
    pub search: String,
}

impl BookingFilter {
    /// Whether the search text is the only filter. Every booking has exactly one row of search text, so those rows
    /// can be counted instead of the bookings.
    pub(super) fn has_only_search(&self) -> bool {
        let Self {
            status,
            waits_for_payment,
            is_confirmed,
            trek_id,
            from,
            to,
            has_refund,
            tag,
            search: _,
        } = self;
        let has_filter = *waits_for_payment || *is_confirmed || *has_refund || tag.is_some();
        !has_filter && status.is_none() && trek_id.is_none() && from.is_none() && to.is_none()
    }
}

fn select(backend: DbBackend, filter: &BookingFilter) -> Select<row::Entity> {
    let mut query = row::Entity::find();
    if let Some(status) = filter.status {
        query = query.filter(row::Column::Status.eq(status.as_str()));
    }
    if filter.waits_for_payment {
        query = query
            .filter(row::Column::Status.eq(BookingStatus::Pending.as_str()))
            .filter(row::Column::PaymentStatus.eq(PaymentStatus::Pending.as_str()));
    }
    if filter.is_confirmed {
        query = query.filter(row::Column::Status.eq(BookingStatus::Confirmed.as_str()));
    }
    if let Some(trek_id) = filter.trek_id {
        query = query.filter(row::Column::TrekId.eq(trek_id));
    }
    if let Some(from) = filter.from {
        query = query.filter(row::Column::StartDate.gte(from));
    }
    if let Some(to) = filter.to {
        query = query.filter(row::Column::StartDate.lte(to));
    }
    if filter.has_refund {
        query = query.filter(plain_id(backend).in_subquery(refunds::select_booking_ids()));
    }
    if let Some(tag) = &filter.tag {
        query = query.filter(plain_id(backend).in_subquery(booking_tags::select_booking_ids(tag)));
    }
    query
}

/// The id as an expression that no SQLite index matches. Otherwise SQLite would look up each of 30,000 matches by its
/// id, across its document, instead of reading the index of the sort order and stopping after one page (240 ms versus
/// 40 ms).
fn plain_id(backend: DbBackend) -> SimpleExpr {
    match backend {
        DbBackend::Sqlite => Expr::cust(r#"+"bookings"."id""#),
        _ => Expr::col((row::Entity, row::Column::Id)),
    }
}

/// Up to this many ids are looked up. With more, the sort order is read until a page is full.
const MAX_LOOKED_UP: usize = 1000;

/// Whether the booking is one of a list. The list is one parameter, because each length of `IN (?, ?, …)` would be a
/// statement of its own in the cache of each connection.
fn is_listed(backend: DbBackend, ids: &[Uuid]) -> SimpleExpr {
    let list = ids.iter().map(|id| id.simple().to_string());
    let list = Func::cust(match backend {
        DbBackend::Sqlite => "json_each",
        _ => "jsonb_array_elements_text",
    })
    .arg(serde_json::Value::from_iter(list));
    let id = match backend {
        DbBackend::Sqlite => "unhex(value)",
        _ => "value::uuid",
    };
    let listed = Query::select()
        .expr(Expr::cust(id))
        .from_function(list, "listed")
        .to_owned();
    match ids.len() {
        ..=MAX_LOOKED_UP => Expr::col((row::Entity, row::Column::Id)).in_subquery(listed),
        _ => plain_id(backend).in_subquery(listed),
    }
}

pub(super) fn select_matching(
    backend: DbBackend,
    filter: &BookingFilter,
    plan: &SearchPlan,
) -> Select<row::Entity> {
    let query = select(backend, filter);
    let Some(matches) = Matches::of(&filter.search) else {
        return query;
    };
    match plan {
        SearchPlan::Collect => query.filter(plain_id(backend).in_subquery(matches.ids())),
        SearchPlan::Probe => query.filter(matches.has(Expr::col((row::Entity, row::Column::Id)))),
        SearchPlan::Listed(ids) => query.filter(is_listed(backend, ids)),
    }
}

pub(super) async fn count_matching(
    db: &impl Connection,
    filter: &BookingFilter,
    plan: &SearchPlan,
) -> StoreResult<u64> {
    let backend = db.get_database_backend();
    let number: Option<i64> = select_matching(backend, filter, plan)
        .select_only()
        .expr(Func::count(Expr::col(Asterisk)))
        .into_tuple()
        .one(db)
        .await?;
    Ok(u64::try_from(number.unwrap_or_default()).unwrap_or_default())
}

/// Loads bookings in the order of the given ids. Ids that no longer exist are left out.
pub async fn find_in_order(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<Booking>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .all(db)
        .await?;
    let mut found: HashMap<Uuid, row::Model> = rows.into_iter().map(|row| (row.id, row)).collect();
    let in_order = ids.iter().filter_map(|id| found.remove(id));
    Ok(in_order.map(from_row).collect())
}

/// The bookings of a departure: cancelled ones, newest first, or all others, oldest first.
pub async fn list_of_departure(
    db: &impl Connection,
    departure_id: Uuid,
    is_cancelled: bool,
    limit: u64,
) -> StoreResult<Vec<Booking>> {
    let cancelled = BookingStatus::Cancelled.as_str();
    let rows = row::Entity::find()
        .filter(row::Column::DepartureId.eq(departure_id))
        .filter(if is_cancelled {
            row::Column::Status.eq(cancelled)
        } else {
            row::Column::Status.ne(cancelled)
        })
        .order_by(
            row::Column::Id,
            if is_cancelled {
                Order::Desc
            } else {
                Order::Asc
            },
        )
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(from_row).collect())
}

/// The ids of all bookings of an export, newest first: ids begin with the time of creation. They are selected once,
/// because a query per batch would sort all matches for every batch.
pub async fn list_matching_ids(
    db: &impl Connection,
    filter: &BookingFilter,
) -> StoreResult<Vec<Uuid>> {
    let backend = db.get_database_backend();
    Ok(select_matching(backend, filter, &SearchPlan::Collect)
        .select_only()
        .column(row::Column::Id)
        .order_by_desc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// Counts the bookings created between two moments that are paid or completed.
pub async fn count_sold(
    db: &impl Connection,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> StoreResult<u64> {
    let sold = [BookingStatus::Confirmed, BookingStatus::Completed].map(BookingStatus::as_str);
    let number: Option<i64> = row::Entity::find()
        .select_only()
        .expr(Func::count(Expr::col(Asterisk)))
        .filter(row::Column::Status.is_in(sold))
        .filter(row::Column::CreatedAt.gte(from))
        .filter(row::Column::CreatedAt.lt(to))
        .into_tuple()
        .one(db)
        .await?;
    Ok(u64::try_from(number.unwrap_or_default()).unwrap_or_default())
}

/// The guests of confirmed and completed bookings for each day on which they start, within a period.
pub async fn guests_by_start_date(
    db: &impl Connection,
    (from, to): (NaiveDate, NaiveDate),
) -> StoreResult<Vec<(NaiveDate, u64)>> {
    let sold = [BookingStatus::Confirmed, BookingStatus::Completed].map(BookingStatus::as_str);
    let guests: Vec<(NaiveDate, i64)> = row::Entity::find()
        .select_only()
        .column(row::Column::StartDate)
        .expr(Func::sum(Expr::col(row::Column::Guests)))
        .filter(row::Column::Status.is_in(sold))
        .filter(row::Column::StartDate.between(from, to))
        .group_by(row::Column::StartDate)
        .into_tuple()
        .all(db)
        .await?;
    let count = |guests: i64| u64::try_from(guests).unwrap_or_default();
    Ok(guests
        .into_iter()
        .map(|(day, guests)| (day, count(guests)))
        .collect())
}

/// Counts the bookings that wait for their payment.
pub async fn count_unpaid(db: &impl Connection) -> StoreResult<u64> {
    let unpaid = BookingFilter {
        waits_for_payment: true,
        ..BookingFilter::default()
    };
    count_matching(db, &unpaid, &SearchPlan::Collect).await
}

/// The confirmed bookings that start today or later, earliest first.
pub async fn departures(
    db: &impl Connection,
    today: NaiveDate,
    limit: u64,
) -> StoreResult<Vec<Booking>> {
    let ids: Vec<Uuid> = row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::Status.eq(BookingStatus::Confirmed.as_str()))
        .filter(row::Column::StartDate.gte(today))
        .order_by_asc(row::Column::StartDate)
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?;
    find_in_order(db, &ids).await
}

/// All bookings that start the same trek on the same day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Departure {
    pub start_date: NaiveDate,
    pub trek_id: Uuid,
    /// Number of confirmed bookings. `guests` counts their guests.
    pub parties: u64,
    pub guests: u64,
    /// Bookings that still wait for their payment. They are not counted in `parties`.
    pub unpaid: u64,
}

/// The SQL statement behind [`grouped_departures`], so that a test can inspect its query plan.
#[must_use]
pub fn grouped_departures_statement(backend: DbBackend, today: NaiveDate, limit: u64) -> Statement {
    use row::Column::{Guests, StartDate, Status, TrekId};
    let sum_where = |status: BookingStatus, value: SimpleExpr| {
        let case = Expr::case(Expr::col(Status).eq(status.as_str()), value).finally(0_i32);
        Func::sum(case)
    };
    let query = Query::select()
        .columns([StartDate, TrekId])
        .expr(sum_where(BookingStatus::Confirmed, Expr::val(1_i32)))
        .expr(sum_where(BookingStatus::Confirmed, Expr::col(Guests)))
        .expr(sum_where(BookingStatus::Pending, Expr::val(1_i32)))
        .from(row::Entity)
        .and_where(Expr::col(StartDate).gte(today))
        // Not by the statuses that count: SQLite would then read all later bookings from the index of the status, and group
        // them, whereas the index of the start date ends after the first groups.
        .and_where(Expr::col(Status).is_not_in([
            BookingStatus::Completed.as_str(),
            BookingStatus::Cancelled.as_str(),
        ]))
        .group_by_columns([StartDate, TrekId])
        .order_by(StartDate, Order::Asc)
        .order_by(TrekId, Order::Asc)
        .limit(limit)
        .to_owned();
    backend.build(&query)
}

/// The departures from today on, earliest first.
pub async fn grouped_departures(
    db: &impl Connection,
    today: NaiveDate,
    limit: u64,
) -> StoreResult<Vec<Departure>> {
    let statement = grouped_departures_statement(db.get_database_backend(), today, limit);
    let rows = db.query_all_raw(statement).await?;
    let number = |row: &QueryResult, index: usize| -> StoreResult<u64> {
        let number: i64 = row.try_get_by_index(index)?;
        Ok(u64::try_from(number).unwrap_or_default())
    };
    rows.iter()
        .map(|row| {
            Ok(Departure {
                start_date: row.try_get_by_index(0)?,
                trek_id: row.try_get_by_index(1)?,
                parties: number(row, 2)?,
                guests: number(row, 3)?,
                unpaid: number(row, 4)?,
            })
        })
        .collect()
}

//! Departures of a period for the desk's calendar: those of groups, and private ones that their party has not cancelled.

use chrono::{Days, NaiveDate};
use domain::booking::BookingStatus;
use domain::departure::{Departure, DepartureKind};
use domain::itinerary_check::MAX_DAYS;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{DbBackend, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Statement};

use super::{from_row, row};
use crate::{Connection, StoreResult};

/// Up to `limit` departures of a kind that run on one of these days, both included, by start date.
pub async fn list_running(
    db: &impl Connection,
    kind: DepartureKind,
    days: (NaiveDate, NaiveDate),
    limit: u64,
) -> StoreResult<Vec<Departure>> {
    let rows = select(kind, days, limit).all(db).await?;
    rows.into_iter().map(from_row).collect()
}

/// No departure is longer than `MAX_DAYS`, so that the database reads only a part of the index by start date.
fn select(
    kind: DepartureKind,
    (from, to): (NaiveDate, NaiveDate),
    limit: u64,
) -> Select<row::Entity> {
    let first_start = from.checked_sub_days(Days::new(u64::from(MAX_DAYS) - 1));
    let query = row::Entity::find()
        .filter(row::Column::StartDate.between(first_start.unwrap_or(from), to))
        .filter(row::Column::EndDate.gte(from))
        .filter(row::Column::Kind.eq(kind.as_str()));
    let query = match kind {
        DepartureKind::Group => query,
        DepartureKind::Private => {
            let cancelled = Query::select()
                .expr(Expr::val(1_i32))
                .from("bookings")
                .and_where(Expr::col(("bookings", "id")).equals((row::Entity, row::Column::Id)))
                .and_where(Expr::col(("bookings", "status")).eq(BookingStatus::Cancelled.as_str()))
                .to_owned();
            query.filter(Expr::exists(cancelled).not())
        }
    };
    query
        .order_by_asc(row::Column::StartDate)
        .order_by_asc(row::Column::Id)
        .limit(limit)
}

/// The SQL statement behind [`list_running`], so that a test can inspect its query plan.
#[must_use]
pub fn running_statement(
    backend: DbBackend,
    kind: DepartureKind,
    days: (NaiveDate, NaiveDate),
) -> Statement {
    select(kind, days, 1000).build(backend)
}

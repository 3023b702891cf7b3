//! Which routes have a group departure on sale.

use std::collections::HashSet;

use chrono::{DateTime, NaiveDate, Utc};
use domain::departure::{DepartureKind, DepartureState};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{
    Expr, ExprTrait as _, Query, SelectStatement, SimpleExpr, SubQueryStatement,
};
use sea_orm::{DbBackend, EntityTrait, QueryFilter, QuerySelect, QueryTrait as _};
use uuid::Uuid;

use super::row;
use crate::{Connection, StoreResult, seats};

/// Which departures count, besides that they are on sale.
#[derive(Clone, Copy, Debug, Default)]
pub struct OnSale {
    /// Start dates, both included.
    pub between: Option<(NaiveDate, NaiveDate)>,
    pub is_guaranteed: bool,
}

/// The routes with at least one group departure that is open, before its cutoff, and has free seats at `now`: the ids
/// of trek and route. One departure must match everything.
pub async fn routes_on_sale(
    db: &impl Connection,
    wanted: OnSale,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> StoreResult<HashSet<(Uuid, Uuid)>> {
    let routes = Query::select()
        .distinct()
        .columns([row::Column::TrekId, row::Column::RouteId])
        .from(row::Entity)
        .and_where(row::Column::Kind.eq(DepartureKind::Group.as_str()))
        .to_owned();
    let first = Expr::from(SubQueryStatement::SelectStatement(first_on_sale(
        db, wanted, today, now,
    )));
    let query = Query::select()
        .columns([
            (ROUTES, row::Column::TrekId),
            (ROUTES, row::Column::RouteId),
        ])
        .from_subquery(routes, ROUTES)
        .and_where(first.is_not_null())
        .to_owned();
    let rows = db.query_all(&query).await?;
    rows.into_iter()
        .map(|row| Ok((row.try_get_by_index(0)?, row.try_get_by_index(1)?)))
        .collect()
}

/// The distinct routes that have departures, as a table of the query.
const ROUTES: &str = "routes";

/// Selects one matching departure of a row of `ROUTES`. The limit makes both databases stop at the first: PostgreSQL
/// would turn a condition with EXISTS into a join of all departures and pools.
fn first_on_sale(
    db: &impl Connection,
    wanted: OnSale,
    today: NaiveDate,
    now: DateTime<Utc>,
) -> SelectStatement {
    let of_route = |column| Expr::col((row::Entity, column)).eq(Expr::col((ROUTES, column)));
    let mut query = row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::Kind.eq(DepartureKind::Group.as_str()))
        .filter(of_route(row::Column::TrekId))
        .filter(of_route(row::Column::RouteId))
        .filter(row::Column::State.eq(DepartureState::Open.as_str()));
    if wanted.is_guaranteed {
        query = query.filter(row::Column::IsGuaranteed.eq(true));
    }
    query = match wanted.between {
        Some((from, to)) => query.filter(row::Column::StartDate.between(from, to)),
        None => query,
    };
    // SQLite evaluates the conditions in this order: those that cost more come last.
    query
        .filter(row::Column::StartDate.gt(today))
        .filter(last_sale_date(db.get_database_backend()).gte(today))
        .filter(seats::has_free(
            Expr::col((row::Entity, row::Column::PoolId)),
            now,
        ))
        .limit(1)
        .into_query()
}

/// `Departure::last_sale_date` in SQL.
fn last_sale_date(backend: DbBackend) -> SimpleExpr {
    match backend {
        DbBackend::Sqlite => Expr::cust(
            r#"date("departures"."start_date", '-' || "departures"."cutoff_days" || ' days')"#,
        ),
        _ => Expr::cust(r#""departures"."start_date" - "departures"."cutoff_days""#),
    }
}

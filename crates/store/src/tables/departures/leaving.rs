//! Departures that begin soon and have travellers, for the desk.

use chrono::NaiveDate;
use domain::departure::{Departure, DepartureState};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{from_row, row};
use crate::{Connection, StoreResult, guides, seats};

/// The first `limit` booked departures that start from one day to another and are not cancelled, and the number of all
/// of them.
pub async fn list_leaving(
    db: &impl Connection,
    (from, to): (NaiveDate, NaiveDate),
    guidance: Guidance,
    limit: u64,
) -> StoreResult<(Vec<Departure>, u64)> {
    let mut query = row::Entity::find()
        .filter(row::Column::StartDate.between(from, to))
        .filter(row::Column::State.ne(DepartureState::Cancelled.as_str()))
        .filter(Expr::exists(seats::select_sold_seats()));
    if guidance == Guidance::Missing {
        query = query.filter(row::Column::Id.not_in_subquery(guides::select_led_departures()));
    }
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_asc(row::Column::StartDate)
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    let found = rows.into_iter().map(from_row).collect::<StoreResult<_>>()?;
    Ok((found, total))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guidance {
    Any,
    /// No guide is assigned.
    Missing,
}

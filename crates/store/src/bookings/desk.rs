//! Bookings as the agency looks at them: searched, counted, and those that leave next.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{Booking, BookingStatus};
use sea_orm::entity::prelude::*;
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, Select};
use uuid::Uuid;

use super::{from_row, row};
use crate::search::contains;
use crate::{Connection, StoreResult};

/// Which bookings; what is none matters not.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    pub status: Option<BookingStatus>,
    pub trek_id: Option<Uuid>,
    /// The first day on which they start, and the last.
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
    /// Words that all stand in id, names, address, trek or invoice number.
    pub search: String,
}

fn select(wanted: &Wanted) -> Select<row::Entity> {
    let mut query = row::Entity::find();
    if let Some(status) = wanted.status {
        query = query.filter(row::Column::Status.eq(status.as_str()));
    }
    if let Some(trek_id) = wanted.trek_id {
        query = query.filter(row::Column::TrekId.eq(trek_id));
    }
    if let Some(from) = wanted.from {
        query = query.filter(row::Column::StartDate.gte(from));
    }
    if let Some(to) = wanted.to {
        query = query.filter(row::Column::StartDate.lte(to));
    }
    for word in wanted.search.split_whitespace() {
        query = query.filter(contains(row::Column::SearchKey, word));
    }
    query
}

/// A part of the bookings, the newest first, and how many there are in all.
pub async fn list(
    db: &impl Connection,
    wanted: &Wanted,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Booking>, u64)> {
    let query = select(wanted);
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_desc(row::Column::CreatedAt)
        .order_by_desc(row::Column::Id)
        .offset(offset)
        .limit(limit)
        .all(db)
        .await?;
    let bookings = rows.into_iter().map(from_row).collect::<StoreResult<_>>()?;
    Ok((bookings, total))
}

/// How many bookings that were made from one moment to another are paid for, or were walked.
pub async fn count_sold(
    db: &impl Connection,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> StoreResult<u64> {
    let sold = [BookingStatus::Confirmed, BookingStatus::Completed].map(BookingStatus::as_str);
    let query = row::Entity::find()
        .filter(row::Column::Status.is_in(sold))
        .filter(row::Column::CreatedAt.gte(from))
        .filter(row::Column::CreatedAt.lt(to));
    Ok(query.count(db).await?)
}

/// The confirmed bookings that start today or later, the next first.
pub async fn departures(
    db: &impl Connection,
    today: NaiveDate,
    limit: u64,
) -> StoreResult<Vec<Booking>> {
    let rows = row::Entity::find()
        .filter(row::Column::Status.eq(BookingStatus::Confirmed.as_str()))
        .filter(row::Column::StartDate.gte(today))
        .order_by_asc(row::Column::StartDate)
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

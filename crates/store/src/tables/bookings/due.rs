//! Bookings that periodic tasks have to check: payments to settle, bookings to expire or to complete.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{Booking, BookingStatus, PaymentStatus};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use sea_orm::{DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{from_row, row};
use crate::{Connection, StoreResult, reviews, seats};

/// Ids of bookings that wait for their first payment, oldest first.
pub async fn list_payable_ids(db: &impl Connection) -> StoreResult<Vec<Uuid>> {
    Ok(select_payable_ids().into_tuple().all(db).await?)
}

fn select_payable_ids() -> sea_orm::Select<row::Entity> {
    row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::Status.eq(BookingStatus::Pending.as_str()))
        .filter(row::Column::PaymentStatus.eq(PaymentStatus::Pending.as_str()))
        .order_by_asc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
}

/// Ids of bookings that wait for their first payment and may have waited too long, oldest first: they were made before
/// `moment`, or their way to pay has a time of its own.
pub async fn list_expirable_ids(
    db: &impl Connection,
    moment: DateTime<Utc>,
) -> StoreResult<Vec<Uuid>> {
    let has_own_time = match db.get_database_backend() {
        DbBackend::Postgres => "(document -> 'payment' ->> 'payBy') is not null",
        _ => "json_extract(document, '$.payment.payBy') is not null",
    };
    let may_expire = row::Column::CreatedAt
        .lte(moment)
        .or(Expr::cust(has_own_time));
    Ok(select_payable_ids()
        .filter(may_expire)
        .into_tuple()
        .all(db)
        .await?)
}

/// Ids of bookings that wait for their payment and have no seats any more, because their hold has ended.
pub async fn list_ids_without_seats(
    db: &impl Connection,
    now: DateTime<Utc>,
) -> StoreResult<Vec<Uuid>> {
    Ok(select_payable_ids()
        .filter(row::Column::Id.in_subquery(seats::select_owners_without_seats(now)))
        .into_tuple()
        .all(db)
        .await?)
}

/// Ids of the bookings of a departure that have a status, in the order in which they were made.
pub async fn list_ids_of_departure(
    db: &impl Connection,
    departure_id: Uuid,
    status: BookingStatus,
) -> StoreResult<Vec<Uuid>> {
    Ok(row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::DepartureId.eq(departure_id))
        .filter(row::Column::Status.eq(status.as_str()))
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// Ids of confirmed bookings that start today or earlier. Some of them are over.
pub async fn list_started_ids(db: &impl Connection, today: NaiveDate) -> StoreResult<Vec<Uuid>> {
    Ok(row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::Status.eq(BookingStatus::Confirmed.as_str()))
        .filter(row::Column::StartDate.lte(today))
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// Ids of the confirmed bookings on a departure.
pub async fn list_confirmed_ids_on(
    db: &impl Connection,
    departure_id: Uuid,
) -> StoreResult<Vec<Uuid>> {
    Ok(row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::DepartureId.eq(departure_id))
        .filter(row::Column::Status.eq(BookingStatus::Confirmed.as_str()))
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// Ids of bookings that changed since `moment`, have a payment at the provider and do not wait for one. Money that
/// the provider captures for such a booking is a late payment.
pub async fn list_ended_ids_since(
    db: &impl Connection,
    moment: DateTime<Utc>,
) -> StoreResult<Vec<Uuid>> {
    Ok(row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::Status.ne(BookingStatus::Pending.as_str()))
        .filter(row::Column::IntentId.is_not_null())
        .filter(row::Column::UpdatedAt.gt(moment))
        .order_by_asc(row::Column::UpdatedAt)
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// Up to `limit` paid bookings after an id that start between two dates and were not asked for a review, in the order of
/// their ids.
pub async fn list_to_ask_for_review(
    db: &impl Connection,
    (first_start, last_start): (NaiveDate, NaiveDate),
    after: Uuid,
    limit: u64,
) -> StoreResult<Vec<Booking>> {
    let paid = [BookingStatus::Confirmed, BookingStatus::Completed];
    let rows = row::Entity::find()
        .filter(row::Column::Status.is_in(paid.map(BookingStatus::as_str)))
        .filter(row::Column::StartDate.between(first_start, last_start))
        .filter(row::Column::Id.not_in_subquery(reviews::select_requested()))
        .filter(row::Column::Id.gt(after))
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(from_row).collect())
}

//! Bookings that periodic tasks have to check: payments to settle, bookings to expire or to complete.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{BookingStatus, PaymentStatus};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::row;
use crate::{Connection, StoreResult};

/// Ids of bookings that wait for their payment, oldest first. The reconciler checks these at the provider.
pub async fn list_payable_ids(db: &impl Connection) -> StoreResult<Vec<Uuid>> {
    list_waiting(db, None).await
}

/// Ids of bookings that were created before `moment` and still wait for their payment.
pub async fn list_unpaid_ids_before(
    db: &impl Connection,
    moment: DateTime<Utc>,
) -> StoreResult<Vec<Uuid>> {
    list_waiting(db, Some(moment)).await
}

async fn list_waiting(
    db: &impl Connection,
    before: Option<DateTime<Utc>>,
) -> StoreResult<Vec<Uuid>> {
    let mut query = row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::Status.eq(BookingStatus::Pending.as_str()))
        .filter(row::Column::PaymentStatus.eq(PaymentStatus::Pending.as_str()));
    if let Some(moment) = before {
        query = query.filter(row::Column::CreatedAt.lt(moment));
    }
    Ok(query
        .order_by_asc(row::Column::CreatedAt)
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

//! Unpaid bookings whose payment staff record: a bank transfer, or money on arrival (operations §3).

use domain::booking::{Booking, BookingStatus, PaymentStatus};
use domain::way::Way;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{from_row, row};
use crate::{Connection, StoreResult};

/// The first `limit` unpaid bookings that are paid in a way, oldest first, and the number of all of them.
pub async fn list_waiting(
    db: &impl Connection,
    way: Way,
    limit: u64,
) -> StoreResult<(Vec<Booking>, u64)> {
    let way_column = match db.get_database_backend() {
        DbBackend::Postgres => "document -> 'payment' ->> 'way'",
        _ => "json_extract(document, '$.payment.way')",
    };
    let query = row::Entity::find()
        .filter(row::Column::Status.eq(BookingStatus::Pending.as_str()))
        .filter(row::Column::PaymentStatus.eq(PaymentStatus::Pending.as_str()))
        .filter(Expr::cust(way_column).eq(way.as_str()));
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_asc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok((rows.into_iter().map(from_row).collect(), total))
}

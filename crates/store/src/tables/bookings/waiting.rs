//! Bookings that wait for a bank transfer, which staff record (operations §3).

use domain::booking::Booking;
use sea_orm::sea_query::Expr;
use sea_orm::{
    DbBackend, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    Select, Statement,
};

use super::{from_row, row};
use crate::{Connection, StoreResult};

/// The databases use the index `bookings_by_bank_transfer` only if a query repeats its condition to the letter. With a plus,
/// SQLite does not prefer an index of the status, which has every unpaid booking.
const POSTGRES_CONDITION: &str = "status = 'Pending' and payment_status = 'Pending' and \
     document -> 'payment' ->> 'way' = 'bank'";

const SQLITE_CONDITION: &str = "+status = 'Pending' and +payment_status = 'Pending' and \
     json_extract(document, '$.payment.way') = 'bank'";

fn select(backend: DbBackend) -> Select<row::Entity> {
    let condition = match backend {
        DbBackend::Postgres => POSTGRES_CONDITION,
        _ => SQLITE_CONDITION,
    };
    row::Entity::find().filter(Expr::cust(condition))
}

fn select_first(backend: DbBackend, limit: u64) -> Select<row::Entity> {
    select(backend)
        .order_by_asc(row::Column::CreatedAt)
        .order_by_asc(row::Column::Id)
        .limit(limit)
}

/// The SQL statement behind [`list_bank_transfers`], so that a test can inspect its query plan.
#[must_use]
pub fn bank_transfers_statement(backend: DbBackend) -> Statement {
    select_first(backend, 5).build(backend)
}

/// The first `limit` bookings that wait for a bank transfer, oldest first, and the number of all of them.
pub async fn list_bank_transfers(
    db: &impl Connection,
    limit: u64,
) -> StoreResult<(Vec<Booking>, u64)> {
    let backend = db.get_database_backend();
    let total = select(backend).count(db).await?;
    let rows = select_first(backend, limit).all(db).await?;
    Ok((rows.into_iter().map(from_row).collect(), total))
}

//! Bookings with a balance: confirmed or completed ones whose payments are less than the price (operations §3).
//!
//! Balance and due date are derived from the documents by the rules of the domain. The partial index
//! `bookings_with_balance` finds the bookings: of 100,000, only the few that are not paid in full are read.

use domain::booking::Booking;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{
    DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Statement,
};
use uuid::Uuid;

use super::{from_row, row};
use crate::{Connection, StoreResult};

/// The databases use the index only if a query repeats its condition to the letter. SQLite would prefer an index of the
/// status if the condition named the statuses that it allows.
const POSTGRES_CONDITION: &str = "status <> 'Pending' and status <> 'Cancelled' and \
     (document -> 'payment' ->> 'received')::bigint < \
     amount + coalesce((document -> 'payment' ->> 'loweredBy')::bigint, 0)";

const SQLITE_CONDITION: &str = "status <> 'Pending' and status <> 'Cancelled' and \
     json_extract(document, '$.payment.received') < \
     amount + coalesce(json_extract(document, '$.payment.loweredBy'), 0)";

fn select_after(backend: DbBackend, id: Uuid, limit: u64) -> sea_orm::Select<row::Entity> {
    let condition = match backend {
        DbBackend::Postgres => POSTGRES_CONDITION,
        _ => SQLITE_CONDITION,
    };
    row::Entity::find()
        .filter(Expr::cust(condition))
        .filter(row::Column::Id.gt(id))
        .order_by_asc(row::Column::Id)
        .limit(limit)
}

/// The SQL statement behind [`list_with_balance_after`], so that a test can inspect its query plan.
#[must_use]
pub fn with_balance_statement(backend: DbBackend) -> Statement {
    select_after(backend, Uuid::nil(), 500).build(backend)
}

/// Up to `limit` bookings with a balance after an id, in the order of their ids.
pub async fn list_with_balance_after(
    db: &impl Connection,
    id: Uuid,
    limit: u64,
) -> StoreResult<Vec<Booking>> {
    let rows = select_after(db.get_database_backend(), id, limit)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

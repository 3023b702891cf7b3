//! Bookings with a balance: confirmed or completed ones whose payments are less than the price (operations §3).
//!
//! Balance and due date are derived from the documents by the rules of the domain. The partial index
//! `bookings_with_balance` finds the bookings: of 100,000, only the few that are not paid in full are read. The due date
//! is copied to a column, by which the desk's lists count and sort. A report of thousands of balances computes them in the
//! database, as that index does.

use chrono::NaiveDate;
use domain::booking::Booking;
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Asterisk, Expr, Func};
use sea_orm::{
    DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, Statement,
};
use uuid::Uuid;

use super::{from_row, row};
use crate::{Connection, StoreError, StoreResult};

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
    Ok(rows.into_iter().map(from_row).collect())
}

/// The balance of a booking.
#[derive(Debug, Clone)]
pub struct OpenBalance {
    pub booking_id: Uuid,
    pub trek_id: Uuid,
    pub trek: String,
    pub balance: Money,
    pub currency: Currency,
    pub due_on: NaiveDate,
}

impl OpenBalance {
    /// Whether the due date has passed.
    #[must_use]
    pub fn is_overdue(&self, today: NaiveDate) -> bool {
        self.due_on < today
    }
}

/// All balances, by due date and id.
pub async fn list_open_balances(db: &impl Connection) -> StoreResult<Vec<OpenBalance>> {
    let [trek, currency, balance] = match db.get_database_backend() {
        DbBackend::Postgres => [
            "document -> 'trek' ->> 'name'",
            "document -> 'quote' ->> 'currency'",
            "amount + coalesce((document -> 'payment' ->> 'loweredBy')::bigint, 0) - \
             (document -> 'payment' ->> 'received')::bigint",
        ],
        _ => [
            "json_extract(document, '$.trek.name')",
            "json_extract(document, '$.quote.currency')",
            "amount + coalesce(json_extract(document, '$.payment.loweredBy'), 0) - \
             json_extract(document, '$.payment.received')",
        ],
    };
    let rows: Vec<(Uuid, Uuid, NaiveDate, String, String, i64)> = select_due(DueDays::default())
        .select_only()
        .columns([row::Column::Id, row::Column::TrekId, row::Column::DueOn])
        .expr(Expr::cust(trek))
        .expr(Expr::cust(currency))
        .expr(Expr::cust(balance))
        .order_by_asc(row::Column::DueOn)
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?;
    let balance = |(booking_id, trek_id, due_on, trek, code, balance): (_, _, _, _, String, _)| {
        let currency = Currency::parse(&code).map_err(|error| {
            StoreError::Unreadable(
                format!("the currency of booking {booking_id}"),
                error.into(),
            )
        })?;
        Ok(OpenBalance {
            booking_id,
            trek_id,
            trek,
            balance: Money::from_minor(balance),
            currency,
            due_on,
        })
    };
    rows.into_iter().map(balance).collect()
}

/// Days on which a balance is due, both included. `None`: without a limit.
#[derive(Clone, Copy, Debug, Default)]
pub struct DueDays {
    pub from: Option<NaiveDate>,
    pub to: Option<NaiveDate>,
}

fn select_due(days: DueDays) -> Select<row::Entity> {
    let mut query = row::Entity::find().filter(row::Column::DueOn.is_not_null());
    if let Some(from) = days.from {
        query = query.filter(row::Column::DueOn.gte(from));
    }
    if let Some(to) = days.to {
        query = query.filter(row::Column::DueOn.lte(to));
    }
    query
}

/// The number of balances that are due on these days.
pub async fn count_due(db: &impl Connection, days: DueDays) -> StoreResult<u64> {
    let number: Option<i64> = select_due(days)
        .select_only()
        .expr(Func::count(Expr::col(Asterisk)))
        .into_tuple()
        .one(db)
        .await?;
    Ok(u64::try_from(number.unwrap_or_default()).unwrap_or_default())
}

/// The bookings whose balance is due on these days, by due date.
pub async fn list_due(
    db: &impl Connection,
    days: DueDays,
    (offset, limit): (u64, u64),
) -> StoreResult<Vec<Booking>> {
    let ids: Vec<Uuid> = select_due_ids(days, (offset, limit))
        .into_tuple()
        .all(db)
        .await?;
    super::find_in_order(db, &ids).await
}

fn select_due_ids(days: DueDays, (offset, limit): (u64, u64)) -> Select<row::Entity> {
    select_due(days)
        .select_only()
        .column(row::Column::Id)
        .order_by_asc(row::Column::DueOn)
        .order_by_asc(row::Column::Id)
        .offset(offset)
        .limit(limit)
}

/// The SQL statement behind [`list_due`], so that a test can inspect its query plan.
#[must_use]
pub fn due_statement(backend: DbBackend, days: DueDays) -> Statement {
    select_due_ids(days, (0, 25)).build(backend)
}

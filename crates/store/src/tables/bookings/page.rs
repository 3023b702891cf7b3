//! One page of the administration's list of bookings: search, sort and count.

use domain::booking::Booking;
pub use sea_orm::Order;
use sea_orm::{DbBackend, QueryOrder, QuerySelect, QueryTrait, Select, Statement};
use uuid::Uuid;

use super::desk::{BookingFilter, count_matching, find_in_order, select_matching};
use super::row;
use super::search::Matches;
use crate::{Connection, StoreResult};

/// Up to this many matches, a search reads the ids first. SQLite then scans the text of all bookings once instead of three
/// times. PostgreSQL finds the matches of a rare word by its index.
const MAX_LISTED_ON_SQLITE: usize = 10_000;
const MAX_LISTED_ON_POSTGRES: usize = 1_000;
/// From this many matches on, a search counts as common: a page of it lies near the beginning of the sort order.
const COMMON_MATCHES: u64 = 10_000;
/// Beyond this offset, the matches of a common search are collected first, too.
const MAX_PROBED_DEPTH: u64 = 1000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    #[default]
    Created,
    Start,
    /// In minor units, regardless of the currency.
    Amount,
    /// By the name of the primary guest.
    Guest,
}

/// Query plan of a search. All plans return the same bookings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchPlan {
    /// Collect all matches, then read the sort order and keep the matches.
    Collect,
    /// Read the sort order and check the text of each booking until the page is full.
    Probe,
    /// The ids of all matches, read beforehand.
    Listed(Vec<Uuid>),
}

/// The SQL statement behind [`list`], so that a test can inspect its query plan.
#[must_use]
pub fn page_statement(
    backend: DbBackend,
    filter: &BookingFilter,
    plan: &SearchPlan,
    sorted: (SortBy, Order),
) -> Statement {
    select_page(backend, filter, plan, sorted, 0, 25).build(backend)
}

/// Selects the ids of a page from index columns alone. Only the bookings of the page are loaded.
fn select_page(
    backend: DbBackend,
    filter: &BookingFilter,
    plan: &SearchPlan,
    (sort_by, order): (SortBy, Order),
    offset: u64,
    limit: u64,
) -> Select<row::Entity> {
    let column = match sort_by {
        SortBy::Created => row::Column::CreatedAt,
        SortBy::Start => row::Column::StartDate,
        SortBy::Amount => row::Column::Amount,
        SortBy::Guest => row::Column::GuestKey,
    };
    select_matching(backend, filter, plan)
        .select_only()
        .column(row::Column::Id)
        .order_by(column, order.clone())
        .order_by(row::Column::Id, order)
        .offset(offset)
        .limit(limit)
}

/// The ids of a page. Every plan returns the same ids.
pub async fn page_ids(
    db: &impl Connection,
    filter: &BookingFilter,
    plan: &SearchPlan,
    sorted: (SortBy, Order),
    offset: u64,
    limit: u64,
) -> StoreResult<Vec<Uuid>> {
    let backend = db.get_database_backend();
    let page = select_page(backend, filter, plan, sorted, offset, limit);
    Ok(page.into_tuple().all(db).await?)
}

/// A page of bookings, and the number of all matches.
pub async fn list(
    db: &impl Connection,
    filter: &BookingFilter,
    sorted: (SortBy, Order),
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Booking>, u64)> {
    let mut plan = SearchPlan::Collect;
    let mut matches = None;
    if let Some(search) = Matches::of(&filter.search) {
        let max_listed = match db.get_database_backend() {
            DbBackend::Sqlite if search.is_common(db).await? => 0,
            DbBackend::Sqlite => MAX_LISTED_ON_SQLITE,
            _ => MAX_LISTED_ON_POSTGRES,
        };
        let listed = search.some_ids(db, max_listed + 1).await?;
        if listed.len() <= max_listed {
            matches = Some(listed.len() as u64).filter(|_| filter.has_only_search());
            plan = SearchPlan::Listed(listed);
        } else {
            // The total is needed anyway, so a single scan of the texts counts the matches and chooses the plan.
            let number = if filter.has_only_search() {
                search.count(db).await?
            } else {
                count_matching(db, filter, &SearchPlan::Collect).await?
            };
            if number >= COMMON_MATCHES && offset + limit <= MAX_PROBED_DEPTH {
                plan = SearchPlan::Probe;
            }
            matches = Some(number);
        }
    }
    let ids = page_ids(db, filter, &plan, sorted, offset, limit).await?;
    let number = ids.len() as u64;
    let is_last = number < limit && (number > 0 || offset == 0);
    let total = match matches {
        Some(matches) => matches,
        None if is_last => offset + number,
        None => count_matching(db, filter, &plan).await?,
    };
    Ok((find_in_order(db, &ids).await?, total))
}

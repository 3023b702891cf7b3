//! Figures of the whole, for the operator's metrics: asked every few seconds, so each is one cheap question.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::{Asterisk, Expr, ExprTrait, Query};
use sea_orm::{ConnectionTrait, DbBackend};

use crate::{Connection, Db, StoreResult};

/// Jobs of one kind that are not done and are in one state.
#[derive(Debug, Clone)]
pub struct OpenJobs {
    pub kind: String,
    /// waiting, retrying or given_up.
    pub state: String,
    pub number: i64,
    /// When the first of them is due, or was.
    pub first_due_at: DateTime<Utc>,
}

impl OpenJobs {
    pub const GIVEN_UP: &str = "given_up";
}

/// How many bookings there are of each status and payment status.
pub async fn bookings(db: &impl Connection) -> StoreResult<Vec<(String, String, i64)>> {
    let query = Query::select()
        .column("status")
        .column("payment_status")
        .expr_as(Expr::col(Asterisk).count(), "number")
        .from("bookings")
        .group_by_columns(["status", "payment_status"])
        .to_owned();
    let rows = db.query_all_raw(db.get_database_backend().build(&query));
    let mut found = Vec::new();
    for row in rows.await? {
        found.push((
            row.try_get("", "status")?,
            row.try_get("", "payment_status")?,
            row.try_get("", "number")?,
        ));
    }
    Ok(found)
}

/// How many refunds there are in each state.
pub async fn refunds(db: &impl Connection) -> StoreResult<Vec<(String, i64)>> {
    let query = Query::select()
        .column("state")
        .expr_as(Expr::col(Asterisk).count(), "number")
        .from("refunds")
        .group_by_columns(["state"])
        .to_owned();
    let rows = db.query_all_raw(db.get_database_backend().build(&query));
    let mut found = Vec::new();
    for row in rows.await? {
        found.push((row.try_get("", "state")?, row.try_get("", "number")?));
    }
    Ok(found)
}

/// The jobs that are not done, counted by kind and state. Reads an index alone, since after an outage they are many.
pub async fn open_jobs(db: &impl Connection) -> StoreResult<Vec<OpenJobs>> {
    let state = Expr::case(Expr::col("given_up_at").is_not_null(), OpenJobs::GIVEN_UP)
        .case(Expr::col("tries").eq(0), "waiting")
        .finally("retrying");
    let query = Query::select()
        .column("kind")
        .expr_as(state, "state")
        .expr_as(Expr::col(Asterisk).count(), "number")
        .expr_as(Expr::col("due_at").min(), "first_due_at")
        .from("jobs")
        .group_by_columns(["kind", "state"])
        .to_owned();
    let rows = db.query_all_raw(db.get_database_backend().build(&query));
    let mut found = Vec::new();
    for row in rows.await? {
        found.push(OpenJobs {
            kind: row.try_get("", "kind")?,
            state: row.try_get("", "state")?,
            number: row.try_get("", "number")?,
            first_due_at: row.try_get("", "first_due_at")?,
        });
    }
    Ok(found)
}

impl Db {
    /// Connections that are open, those of them that are idle, and the most that there may be.
    #[must_use]
    pub fn connections(&self) -> (u32, u32, u32) {
        let idle = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        if self.get_database_backend() == DbBackend::Postgres {
            let pool = self.0.get_postgres_connection_pool();
            (
                pool.size(),
                idle(pool.num_idle()),
                pool.options().get_max_connections(),
            )
        } else {
            let pool = self.0.get_sqlite_connection_pool();
            (
                pool.size(),
                idle(pool.num_idle()),
                pool.options().get_max_connections(),
            )
        }
    }
}

//! Figures of the whole, for the operator's metrics: asked every few seconds, so each is one cheap question.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::{Expr, ExprTrait, Query};
use sea_orm::{ConnectionTrait, DbBackend};

use crate::{Connection, Db, StoreResult};

/// A job that is not done.
#[derive(Debug, Clone)]
pub struct OpenJob {
    pub kind: String,
    pub tries: i32,
    pub due_at: DateTime<Utc>,
    pub is_given_up: bool,
}

/// How many bookings there are of each status and payment status.
pub async fn bookings(db: &impl Connection) -> StoreResult<Vec<(String, String, i64)>> {
    let query = Query::select()
        .column("status")
        .column("payment_status")
        .expr_as(Expr::col("id").count(), "number")
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
        .expr_as(Expr::col("id").count(), "number")
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

/// Every job that is not done; there are few, but after an outage.
pub async fn open_jobs(db: &impl Connection) -> StoreResult<Vec<OpenJob>> {
    #[derive(serde::Deserialize)]
    struct Stored {
        kind: String,
    }
    let query = Query::select()
        .columns(["job", "tries", "due_at", "given_up_at"])
        .from("jobs")
        .to_owned();
    let rows = db.query_all_raw(db.get_database_backend().build(&query));
    let mut found = Vec::new();
    for row in rows.await? {
        let Stored { kind } = serde_json::from_str(&row.try_get::<String>("", "job")?)?;
        let given_up: Option<DateTime<Utc>> = row.try_get("", "given_up_at")?;
        found.push(OpenJob {
            kind,
            tries: row.try_get("", "tries")?,
            due_at: row.try_get("", "due_at")?,
            is_given_up: given_up.is_some(),
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

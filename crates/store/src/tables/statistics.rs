//! Totals for the operator's metrics. They are queried every few seconds, so each is a single cheap query.

use chrono::{DateTime, Utc};
use sea_orm::sea_query::{Asterisk, Expr, ExprTrait, Query};
use sea_orm::{ConnectionTrait, DbBackend, Statement};

use crate::refunds::State;
use crate::{Connection, Db, StoreError, StoreResult};

/// Unfinished jobs of one kind and state.
#[derive(Debug, Clone)]
pub struct OpenJobs {
    pub kind: String,
    /// `waiting`, `retrying` or `given_up`.
    pub state: String,
    pub number: i64,
    /// The earliest due time among them.
    pub first_due_at: DateTime<Utc>,
}

impl OpenJobs {
    pub const GIVEN_UP: &str = "given_up";
}

/// Number of bookings by status and payment status.
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

/// Number of refunds by state. A failed refund never changes again, so only those that failed since `failed_since` are
/// counted.
pub async fn refunds(
    db: &impl Connection,
    failed_since: DateTime<Utc>,
) -> StoreResult<Vec<(String, i64)>> {
    let is_counted = Expr::col("state")
        .ne(State::Failed.as_str())
        .or(Expr::col("updated_at").gte(failed_since));
    let query = Query::select()
        .column("state")
        .expr_as(Expr::col(Asterisk).count(), "number")
        .from("refunds")
        .and_where(is_counted)
        .group_by_columns(["state"])
        .to_owned();
    let rows = db.query_all_raw(db.get_database_backend().build(&query));
    let mut found = Vec::new();
    for row in rows.await? {
        found.push((row.try_get("", "state")?, row.try_get("", "number")?));
    }
    Ok(found)
}

/// Unfinished jobs by kind and state; one that failed `max_attempts` times counts as given up. Reads an index only,
/// because there may be many after an outage.
pub async fn open_jobs(db: &impl Connection, max_attempts: u32) -> StoreResult<Vec<OpenJobs>> {
    let is_given_up = Expr::col("given_up_at")
        .is_not_null()
        .or(Expr::col("tries").gte(max_attempts));
    let state = Expr::case(is_given_up, OpenJobs::GIVEN_UP)
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
    /// Name and version of the database, and whether the connection to it is encrypted.
    pub async fn describe(&self) -> StoreResult<String> {
        if self.get_database_backend() != DbBackend::Postgres {
            return Ok("sqlite".to_owned());
        }
        let sql = "select current_setting('server_version') as version, \
                   coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as is_encrypted";
        let row = self
            .query_one_raw(Statement::from_string(DbBackend::Postgres, sql))
            .await?
            .ok_or(StoreError::Missing)?;
        let (version, is_encrypted): (String, bool) = (
            row.try_get("", "version")?,
            row.try_get("", "is_encrypted")?,
        );
        let tls = match is_encrypted {
            true => "encrypted with TLS",
            false => "not encrypted",
        };
        let options = self
            .pool
            .driver()
            .get_postgres_connection_pool()
            .connect_options();
        let mode = format!("{:?}", options.get_ssl_mode());
        Ok(format!(
            "postgres {version}, {tls} (TLS mode {})",
            mode_word(&mode)
        ))
    }

    /// The number of open connections, of idle ones among them, and the maximum.
    #[must_use]
    pub fn connections(&self) -> (u32, u32, u32) {
        let writer = self.writer.iter().map(|writer| &writer.pool);
        let pools = writer.chain([&self.pool]);
        pools.fold((0, 0, 0), |(open, idle, most), pool| {
            let of_pool = pool.connections();
            (open + of_pool.0, idle + of_pool.1, most + of_pool.2)
        })
    }
}

/// Converts `VerifyFull` to the spelling of the setting: `verify-full`.
fn mode_word(name: &str) -> String {
    let mut word = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !word.is_empty() {
            word.push('-');
        }
        word.push(letter.to_ascii_lowercase());
    }
    word
}

//! The clock of the database, which all servers share.

use chrono::{DateTime, SubsecRound, Utc};
use sea_orm::DbBackend;
use sea_orm::sea_query::{Expr, Func, Query, SimpleExpr};

use crate::{Connection, StoreError, StoreResult};

/// The current time of the database.
pub async fn database_time(db: &impl Connection) -> StoreResult<DateTime<Utc>> {
    let backend = db.get_database_backend();
    let query = Query::select()
        .expr_as(Expr::cust(time_sql(backend)), "time")
        .to_owned();
    let row = db.query_one_raw(backend.build(&query)).await?;
    let row = row.ok_or(StoreError::Missing)?;
    let time: DateTime<Utc> = row.try_get("", "time")?;
    Ok(time.trunc_subsecs(6))
}

fn time_sql(backend: DbBackend) -> &'static str {
    match backend {
        DbBackend::Postgres => "clock_timestamp()",
        // Formatted as chrono formats a timestamp, so that both compare as text.
        _ => "(strftime('%Y-%m-%dT%H:%M:%f', 'now') || '+00:00')",
    }
}

/// The earlier of `moment` and the time of the database: a server whose clock is ahead must not delay its jobs.
pub(super) fn no_later_than_now(backend: DbBackend, moment: DateTime<Utc>) -> SimpleExpr {
    let values = [Expr::value(moment), Expr::cust(time_sql(backend))];
    match backend {
        DbBackend::Postgres => Func::least(values).into(),
        _ => Func::cust("min").args(values).into(),
    }
}

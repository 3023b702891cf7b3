//! Statements on a database: those of the standard input, query plans, and copies of bookings.

use sqlx::{AnyConnection, AssertSqlSafe, Connection as _, Executor as _, Row as _};

use crate::Failed;

/// The SQL that copies the bookings of SQLite once, with the parameters `:copy` and `:hex`.
const COPY: &str = include_str!("copy.sql");
/// Nothing of it outlives a crash, and all of the indexes are in memory.
const FAST: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000000; \
    PRAGMA temp_store = MEMORY; PRAGMA foreign_keys = OFF";

async fn open(url: &str) -> Result<AnyConnection, Failed> {
    sqlx::any::install_default_drivers();
    Ok(AnyConnection::connect(url).await?)
}

pub async fn run(url: &str, statements: &str) -> Result<(), Failed> {
    let mut connection = open(url).await?;
    connection
        .execute(sqlx::raw_sql(AssertSqlSafe(statements.to_owned())))
        .await?;
    Ok(connection.close().await?)
}

/// A statement that the database rejects gets the error instead of a plan: the captured ones are those of PostgreSQL.
pub async fn explain(url: &str, statements: &str) -> Result<(), Failed> {
    let mut connection = open(url).await?;
    let (explain, column) = match url.starts_with("sqlite:") {
        true => ("EXPLAIN QUERY PLAN", "detail"),
        false => ("EXPLAIN", "QUERY PLAN"),
    };
    for statement in statements.lines() {
        let sql = AssertSqlSafe(format!("{explain} {statement}"));
        match connection.fetch_all(sqlx::raw_sql(sql)).await {
            Ok(rows) => {
                for row in rows {
                    println!("{}", row.try_get::<String, _>(column)?);
                }
            }
            Err(error) => println!("{error}"),
        }
    }
    Ok(connection.close().await?)
}

/// Copies all bookings of SQLite until there are `factor` times as many.
pub async fn multiply(url: &str, factor: usize) -> Result<(), Failed> {
    let mut connection = open(url).await?;
    connection.execute(FAST).await?;
    for copy in 1..factor {
        let sql = COPY
            .replace(":copy", &copy.to_string())
            .replace(":hex", &format!("{copy:02x}"));
        connection
            .execute(sqlx::raw_sql(AssertSqlSafe(sql)))
            .await?;
    }
    connection.execute("PRAGMA journal_mode = WAL").await?;
    Ok(connection.close().await?)
}

//! The bare SQL of a booking that is made, paid and confirmed, by several clients on a pool of connections.

use std::str::FromStr;
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value as Json, json};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Executor as _, Pool, Postgres, Row as _, Sqlite};
use tokio::task::JoinSet;
use uuid::Uuid;

use crate::Failed;

const SCRIPT: &str = include_str!("booking.sql");
/// Of the email in `booking_mails`.
const HTML_BYTES: usize = 11_000;

/// One statement: its text with numbered parameters, and the name of each parameter.
struct Statement {
    sql: &'static str,
    names: Vec<&'static str>,
}

enum Value {
    Id(Uuid),
    Time(DateTime<Utc>),
    Text(String),
    Json(Json),
    Bytes(Vec<u8>),
}

/// Bookings a second. The pools and their settings are those of `crates/store/src/connection.rs`.
pub async fn measure(url: &str, clients: usize, time: Duration) -> Result<f64, Failed> {
    if url.starts_with("sqlite:") {
        let options = SqliteConnectOptions::from_str(url)?
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(10))
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full);
        let pool = SqlitePoolOptions::new().max_connections(8);
        let script = SCRIPT
            .replace("BEGIN;", "BEGIN IMMEDIATE;")
            .replace(" FOR UPDATE", "");
        run_on_sqlite(pool.connect_with(options).await?, script, clients, time).await
    } else {
        let options = PgConnectOptions::from_str(url)?;
        let pool = PgPoolOptions::new().max_connections(16);
        let script = SCRIPT.to_owned();
        run_on_postgres(pool.connect_with(options).await?, script, clients, time).await
    }
}

/// The same function for both databases, whose types differ.
macro_rules! run_on {
    ($name:ident, $database:ty) => {
        async fn $name(
            pool: Pool<$database>,
            script: String,
            clients: usize,
            time: Duration,
        ) -> Result<f64, Failed> {
            async fn book(
                pool: &Pool<$database>,
                statements: &[Statement],
                values: &Values,
            ) -> Result<(), Failed> {
                let mut connection = pool.acquire().await?;
                for statement in statements {
                    if statement.names.is_empty() {
                        connection.execute(statement.sql).await?;
                        continue;
                    }
                    let mut query = sqlx::query::<$database>(statement.sql);
                    for name in &statement.names {
                        query = match values.get(name)? {
                            Value::Id(id) => query.bind(id),
                            Value::Time(time) => query.bind(time),
                            Value::Text(text) => query.bind(text),
                            Value::Json(json) => query.bind(json),
                            Value::Bytes(bytes) => query.bind(bytes),
                        };
                    }
                    query.fetch_all(&mut *connection).await?;
                }
                Ok(())
            }

            let statements: &[Statement] = parse(script.leak())?.leak();
            let model = "SELECT user_id, trek_id, document FROM bookings WHERE status = 'Confirmed' LIMIT 1";
            let model = sqlx::query(model).fetch_one(&pool).await?;
            let (user, trek, document) = (model.try_get(0)?, model.try_get(1)?, model.try_get(2)?);
            let session = Uuid::now_v7();
            let make = move |document: &Json| Values::make(user, trek, session, document.clone());
            let sign_in = parse(ADD_SESSION)?;
            book(&pool, &sign_in, &make(&document)).await?;
            let began = Instant::now();
            let mut tasks = JoinSet::new();
            for _ in 0..clients {
                let (pool, document): (_, Json) = (pool.clone(), document.clone());
                tasks.spawn(async move {
                    let mut booked = 0_u32;
                    while began.elapsed() < time {
                        book(&pool, statements, &make(&document)).await?;
                        booked += 1;
                    }
                    Ok::<_, Failed>(booked)
                });
            }
            let mut booked = 0;
            while let Some(done) = tasks.join_next().await {
                booked += done??;
            }
            Ok(f64::from(booked) / began.elapsed().as_secs_f64())
        }
    };
}
run_on!(run_on_sqlite, Sqlite);
run_on!(run_on_postgres, Postgres);

/// The session that all clients use.
const ADD_SESSION: &str = "INSERT INTO sessions (id, account_id, refresh_hash, created_at, expires_at) \
    VALUES (:session, :user, :hash, :now, :later)";

/// The statements of a script: each ends with a semicolon, and a line that begins with two dashes is a comment.
fn parse(script: &'static str) -> Result<Vec<Statement>, Failed> {
    let lines = script.lines().filter(|line| !line.starts_with("--"));
    let text = lines.collect::<Vec<_>>().join("\n");
    let statements = text.split(';').map(str::trim);
    Ok(statements
        .filter(|statement| !statement.is_empty())
        .map(number_parameters)
        .collect())
}

/// Replaces the names with a colon by `$1`, `$2` and so on.
fn number_parameters(statement: &str) -> Statement {
    let mut parts = statement.split(':');
    let mut sql = parts.next().unwrap_or_default().to_owned();
    let mut names: Vec<&'static str> = Vec::new();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_lowercase() && letter != '_');
        let (name, rest) = part.split_at(end.unwrap_or(part.len()));
        let known = names.iter().position(|known| *known == name);
        let place = known.unwrap_or_else(|| {
            names.push(name.to_owned().leak());
            names.len() - 1
        });
        sql += &format!("${}{rest}", place + 1);
    }
    Statement {
        sql: sql.leak(),
        names,
    }
}

/// The parameters of one booking by their names.
struct Values(Vec<(&'static str, Value)>);

impl Values {
    fn make(user: Uuid, trek: Uuid, session: Uuid, document: Json) -> Self {
        let id = Uuid::now_v7();
        let now = Utc::now();
        let text = |text: String| Value::Text(text);
        Self(vec![
            ("id", Value::Id(id)),
            ("user", Value::Id(user)),
            ("trek", Value::Id(trek)),
            ("session", Value::Id(session)),
            ("mail_job", Value::Id(Uuid::now_v7())),
            ("event_job", Value::Id(Uuid::now_v7())),
            ("hash", Value::Bytes(id.as_bytes().to_vec())),
            ("now", Value::Time(now)),
            ("later", Value::Time(now + TimeDelta::minutes(1))),
            ("document", Value::Json(document)),
            (
                "invoice_document",
                Value::Json(json!({ "lines": "x".repeat(700) })),
            ),
            ("key", text(id.to_string())),
            ("intent", text(format!("pi_{}", id.simple()))),
            (
                "secret",
                text(format!("pi_{}_secret_{}", id.simple(), id.simple())),
            ),
            ("reference", text(format!("KD-{}", id.simple()))),
            ("invoice", text(format!("INV-{}", id.simple()))),
            (
                "search",
                text(format!(
                    "{id}\nmaya gurung\nmaya@chautari.example\neverest base camp\n9779801234567"
                )),
            ),
            (
                "job",
                text(format!(
                    r#"{{"kind":"mailBookingConfirmed","bookingId":"{id}"}}"#
                )),
            ),
            ("html", text("x".repeat(HTML_BYTES))),
        ])
    }

    fn get(&self, name: &str) -> Result<&Value, Failed> {
        let found = self.0.iter().find(|(known, _)| *known == name);
        Ok(&found.ok_or_else(|| format!("no parameter {name}"))?.1)
    }
}

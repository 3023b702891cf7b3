//! Runs single statements on connections that stay out of their pool between two of them.
//!
//! The driver pings every connection that returns to its pool: a switch to the thread of SQLite and back, or a round trip
//! to PostgreSQL, nearly as much as a small read. A connection whose statement succeeded therefore waits here for the next
//! one. All others return to the pool, which checks them.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use sea_orm::sea_query::Values;
use sea_orm::sqlx::pool::PoolConnection;
use sea_orm::sqlx::{
    self, AssertSqlSafe, Error as SqlxError, Executor, IntoArguments, Postgres, Sqlite, query_with,
};
use sea_orm::{
    ConnAcquireErr, ConnectOptions, ConnectionTrait, Database, DatabaseConnection,
    DatabaseTransaction, DbBackend, DbErr, ExecResult, QueryResult, RuntimeErr, Statement,
    TransactionOptions, TransactionTrait,
};
use sea_query_sqlx::SqlxValues;
use tokio::time::Instant;

use crate::health::Health;

/// The most connections that wait here.
const MAX_WAITING: usize = 3;
/// A connection that waited longer returns to the pool, which pings those that were idle.
const KEEP_FOR: Duration = Duration::from_millis(500);
/// A busy connection returns to the pool as well, because the pool closes old ones.
const RETURN_AFTER: Duration = Duration::from_secs(10);

/// A pool of connections to SQLite or PostgreSQL.
#[derive(Clone, Debug)]
pub(crate) struct Pool {
    connection: DatabaseConnection,
    health: Arc<Health>,
    waiting: AnyWaiting,
}

#[derive(Clone)]
enum AnyWaiting {
    Sqlite(Arc<Waiting<Sqlite>>),
    Postgres(Arc<Waiting<Postgres>>),
}

impl fmt::Debug for AnyWaiting {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Waiting").finish_non_exhaustive()
    }
}

/// Evaluates an expression on the waiting connections of either database.
macro_rules! of_either {
    ($pool:expr, |$waiting:ident| $value:expr) => {
        match &$pool.waiting {
            AnyWaiting::Sqlite($waiting) => $value,
            AnyWaiting::Postgres($waiting) => $value,
        }
    };
}

impl Pool {
    pub(crate) async fn connect(
        options: ConnectOptions,
        health: &Arc<Health>,
    ) -> Result<Self, DbErr> {
        let connection = Database::connect(options).await?;
        let waiting = match connection.get_database_backend() {
            DbBackend::Postgres => {
                AnyWaiting::Postgres(Waiting::of(connection.get_postgres_connection_pool()))
            }
            _ => AnyWaiting::Sqlite(Waiting::of(connection.get_sqlite_connection_pool())),
        };
        Ok(Self {
            connection,
            health: health.clone(),
            waiting,
        })
    }

    pub(crate) async fn execute_raw(&self, statement: Statement) -> Result<ExecResult, DbErr> {
        of_either!(self, |it| it.execute(&self.health, statement).await)
    }

    pub(crate) async fn query_one_raw(
        &self,
        statement: Statement,
    ) -> Result<Option<QueryResult>, DbErr> {
        of_either!(self, |it| it.query_one(&self.health, statement).await)
    }

    pub(crate) async fn query_all_raw(
        &self,
        statement: Statement,
    ) -> Result<Vec<QueryResult>, DbErr> {
        of_either!(self, |it| it.query_all(&self.health, statement).await)
    }

    /// The text may hold several statements.
    pub(crate) async fn execute_unprepared(&self, sql: &str) -> Result<ExecResult, DbErr> {
        let _asking = self.ask();
        self.connection.execute_unprepared(sql).await
    }

    pub(crate) async fn begin(
        &self,
        options: TransactionOptions,
    ) -> Result<DatabaseTransaction, DbErr> {
        let _asking = self.ask();
        self.connection.begin_with_options(options).await
    }

    pub(crate) async fn ping(&self) -> Result<(), DbErr> {
        let _asking = self.ask();
        self.connection.ping().await
    }

    /// Called by what takes its connection from the driver. Returns one to it in exchange: whether it has another one cannot be
    /// told, because its count of idle connections is late.
    fn ask(&self) -> Asking<'_> {
        of_either!(self, |it| it.ask())
    }

    /// Closes all connections.
    pub(crate) async fn close(&self) -> Result<(), DbErr> {
        of_either!(self, |it| it.close());
        self.connection.close_by_ref().await
    }

    pub(crate) fn backend(&self) -> DbBackend {
        self.connection.get_database_backend()
    }

    /// The pool of the driver.
    pub(crate) fn driver(&self) -> &DatabaseConnection {
        &self.connection
    }

    /// The number of open connections, of idle ones among them, and the maximum.
    pub(crate) fn connections(&self) -> (u32, u32, u32) {
        of_either!(self, |it| it.connections())
    }
}

/// The connections that wait for a statement outside of the driver's pool.
struct Waiting<DB: sqlx::Database> {
    pool: sqlx::Pool<DB>,
    state: Mutex<State<DB>>,
}

struct State<DB: sqlx::Database> {
    /// The one used last is at the end.
    connections: Vec<Taken<DB>>,
    /// The number of callers that ask the pool for a connection. While there are any, none is kept from them.
    asking: usize,
    /// Whether the pool is closed, which waits for every connection.
    is_closed: bool,
}

/// A connection outside of its pool.
struct Taken<DB: sqlx::Database> {
    connection: PoolConnection<DB>,
    /// Before it left the pool.
    taken_at: Instant,
    used_at: Instant,
}

/// Counts a caller for as long as it asks the pool.
struct Asking<'a>(&'a dyn CountsAsking);

trait CountsAsking: Send + Sync {
    fn stop_asking(&self);
}

impl Drop for Asking<'_> {
    fn drop(&mut self) {
        self.0.stop_asking();
    }
}

impl<DB: sqlx::Database> CountsAsking for Waiting<DB> {
    fn stop_asking(&self) {
        self.state().asking -= 1;
    }
}

impl<DB: sqlx::Database> Waiting<DB> {
    fn of(pool: &sqlx::Pool<DB>) -> Arc<Self> {
        Arc::new(Self {
            pool: pool.clone(),
            state: Mutex::new(State {
                connections: Vec::new(),
                asking: 0,
                is_closed: false,
            }),
        })
    }

    fn state(&self) -> MutexGuard<'_, State<DB>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn take(&self, health: &Health) -> Result<Taken<DB>, DbErr> {
        let last = {
            let mut state = self.state();
            let last = state.connections.pop();
            let last = last.filter(|last| {
                last.used_at.elapsed() < KEEP_FOR && health.is_trusted_since(last.taken_at)
            });
            if last.is_none() {
                state.asking += 1;
            }
            last
        };
        if let Some(last) = last {
            return Ok(last);
        }
        let _asking = Asking(self);
        let taken_at = Instant::now();
        let connection = self.pool.acquire().await.map_err(acquire_error)?;
        Ok(Taken {
            connection,
            taken_at,
            used_at: taken_at,
        })
    }

    /// After a statement that succeeded.
    fn keep(&self, mut taken: Taken<DB>) {
        taken.used_at = Instant::now();
        let mut state = self.state();
        if state.asking == 0
            && !state.is_closed
            && state.connections.len() < MAX_WAITING
            && taken.used_at.duration_since(taken.taken_at) < RETURN_AFTER
        {
            state.connections.push(taken);
        }
    }

    fn ask(&self) -> Asking<'_> {
        let mut state = self.state();
        state.asking += 1;
        state.connections.pop();
        Asking(self)
    }

    fn connections(&self) -> (u32, u32, u32) {
        let idle = self.state().connections.len() + self.pool.num_idle();
        let most = self.pool.options().get_max_connections();
        (
            self.pool.size(),
            u32::try_from(idle).unwrap_or(u32::MAX),
            most,
        )
    }

    fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.connections.clear();
    }
}

impl<DB> Waiting<DB>
where
    DB: sqlx::Database,
    SqlxValues: IntoArguments<DB>,
    for<'c> &'c mut DB::Connection: Executor<'c, Database = DB>,
    ExecResult: From<DB::QueryResult>,
    QueryResult: From<DB::Row>,
{
    async fn execute(&self, health: &Health, statement: Statement) -> Result<ExecResult, DbErr> {
        let mut taken = self.take(health).await?;
        let (sql, values) = parts(statement);
        let query = query_with(sql, values);
        let result = query.execute(&mut *taken.connection).await;
        let done = result.map_err(|error| DbErr::Exec(runtime_error(error)))?;
        self.keep(taken);
        Ok(done.into())
    }

    async fn query_one(
        &self,
        health: &Health,
        statement: Statement,
    ) -> Result<Option<QueryResult>, DbErr> {
        let mut taken = self.take(health).await?;
        let (sql, values) = parts(statement);
        let query = query_with(sql, values);
        let result = query.fetch_optional(&mut *taken.connection).await;
        let row = result.map_err(|error| DbErr::Query(runtime_error(error)))?;
        self.keep(taken);
        Ok(row.map(QueryResult::from))
    }

    async fn query_all(
        &self,
        health: &Health,
        statement: Statement,
    ) -> Result<Vec<QueryResult>, DbErr> {
        let mut taken = self.take(health).await?;
        let (sql, values) = parts(statement);
        let query = query_with(sql, values);
        let result = query.fetch_all(&mut *taken.connection).await;
        let rows = result.map_err(|error| DbErr::Query(runtime_error(error)))?;
        self.keep(taken);
        Ok(rows.into_iter().map(QueryResult::from).collect())
    }
}

impl<DB: sqlx::Database> Drop for Waiting<DB> {
    fn drop(&mut self) {
        // A connection returns to its pool in a task, and there may be no runtime any more.
        for taken in self.state().connections.drain(..) {
            taken.connection.detach();
        }
    }
}

fn parts(statement: Statement) -> (AssertSqlSafe<String>, SqlxValues) {
    let values = statement.values.unwrap_or(Values(Vec::new()));
    (AssertSqlSafe(statement.sql), SqlxValues(values))
}

fn runtime_error(error: SqlxError) -> RuntimeErr {
    RuntimeErr::SqlxError(Arc::new(error))
}

/// As SeaORM has it.
fn acquire_error(error: SqlxError) -> DbErr {
    match error {
        SqlxError::PoolTimedOut => DbErr::ConnectionAcquire(ConnAcquireErr::Timeout),
        SqlxError::PoolClosed => DbErr::ConnectionAcquire(ConnAcquireErr::ConnectionClosed),
        error => DbErr::Conn(runtime_error(error)),
    }
}

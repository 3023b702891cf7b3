//! The database handle: opening, migrating and closing it, and beginning transactions.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sea_orm::{ConnectionTrait, DbBackend, DbErr, SqliteTransactionMode, TransactionOptions};
use sea_orm_migration::MigratorTrait;

use crate::connection::{self, KeepAlive};
use crate::fault::{Fault, fault_of};
use crate::health::Health;
use crate::pool::Pool;
use crate::public_content::{self, Generations};
use crate::retry::{Attempts, ConflictCounts};
use crate::writer::{Turn, Writer};
use crate::{StoreResult, Tx, delegate_connection, injected, migrations, pass};

/// The database: a pool of connections to SQLite or PostgreSQL. On SQLite it is for reads, and writes have a connection
/// of their own.
#[derive(Clone, Debug)]
pub struct Db {
    pub(crate) pool: Pool,
    pub(crate) health: Arc<Health>,
    pub(crate) keep_alive: KeepAlive,
    pub(crate) conflicts: Arc<ConflictCounts>,
    pub(crate) generations: Arc<Generations>,
    /// None on PostgreSQL.
    pub(crate) writer: Option<Writer>,
}

/// Opens `url`: `sqlite://path/to/file.db` (created if missing) or `postgres://…`.
///
/// SQLite runs in WAL mode with `synchronous=FULL`: a confirmed payment must survive a power failure, and WAL with
/// the default `NORMAL` may lose the latest commits.
pub async fn connect(url: &str) -> StoreResult<Db> {
    let sqlite = url.starts_with("sqlite:");
    let health = Arc::new(Health::new());
    let options = connection::options(url, &health);
    // Switching a new SQLite file to WAL mode needs an exclusive lock and ignores the busy timeout. If two servers
    // start at the same time, the second would fail with "database is locked".
    let mut attempts = 0;
    loop {
        match Pool::connect(options.clone(), &health).await {
            Err(error) if sqlite && attempts < 100 && fault_of(&error) == Some(Fault::Conflict) => {
                attempts += 1;
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
            connected => {
                let connected = connected?;
                let keep_alive = connection::open_keep_alive(connected.driver()).await?;
                let writer = Writer::open(url, options, &health).await?;
                return Ok(Db {
                    pool: connected,
                    health,
                    keep_alive,
                    conflicts: Arc::default(),
                    generations: Arc::default(),
                    writer,
                });
            }
        }
    }
}

/// Makes a database file readable by its owner only, regardless of the permissions of its folder. SQLite creates
/// `-wal` and `-shm` files with the permissions of the database file. Errors are ignored here, because opening the
/// connection reports them.
pub(crate) fn restrict_access(file: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.append(true).create(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    if options.open(file).is_err() {
        return;
    }
    #[cfg(unix)]
    for ending in ["", "-wal", "-shm"] {
        use std::os::unix::fs::PermissionsExt;
        let mut path = file.as_os_str().to_owned();
        path.push(ending);
        let _ = std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600));
    }
}

impl Db {
    /// Runs the pending migrations. Called at every start.
    ///
    /// Two servers may start at the same time. SQLite makes the second one wait. PostgreSQL rejects its migration,
    /// because the first server has just run it; the second attempt then finds nothing to do.
    pub async fn migrate(&self) -> StoreResult<()> {
        match self.migrate_once().await {
            Ok(()) => Ok(()),
            Err(_) => self.migrate_once().await,
        }
    }

    /// Runs all pending migrations in one transaction, so that a killed server cannot leave a half-migrated database.
    async fn migrate_once(&self) -> StoreResult<()> {
        let tx = self.begin_long().await?;
        migrations::Migrator::up(tx.inner(), None).await?;
        tx.commit().await
    }

    /// Begins a write transaction that is not run again after a conflict: for tests that hold one open. Everything else
    /// calls [`Db::in_transaction`].
    pub async fn begin(&self) -> StoreResult<Tx> {
        self.begin_to_write(false).await
    }

    pub(crate) async fn begin_repeatable(&self) -> StoreResult<Tx> {
        self.begin_to_write(true).await
    }

    async fn begin_to_write(&self, is_repeatable: bool) -> StoreResult<Tx> {
        let (pool, turn) = match &self.writer {
            Some(writer) => (&writer.pool, writer.turn().await?),
            None => (&self.pool, None),
        };
        self.begin_with(pool, immediate(), is_repeatable, turn)
            .await
    }

    /// Like [`Db::begin`], but without time limits, for a migration or a restore.
    pub async fn begin_long(&self) -> StoreResult<Tx> {
        let mut tx = self.begin().await?;
        tx.lift_limits().await?;
        Ok(tx)
    }

    pub(crate) async fn begin_with(
        &self,
        pool: &Pool,
        options: TransactionOptions,
        is_repeatable: bool,
        turn: Turn,
    ) -> StoreResult<Tx> {
        let limit = connection::statement_limit(self.get_database_backend());
        let begun = pool.begin(options);
        let transaction = self.health.reach(limit, begun).await?;
        Ok(Tx::new(self, transaction, limit, is_repeatable, turn))
    }

    /// Checks that the database responds.
    pub async fn ping(&self) -> StoreResult<()> {
        Ok(self.watch(|| self.pool.ping()).await?)
    }

    /// Whether the database failed to respond recently. A caller that can do without the database need not wait for
    /// another failure.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.health.is_away()
    }

    /// Closes all connections. For an orderly shutdown and for tests.
    pub async fn close(self) -> StoreResult<()> {
        self.pool.close().await?;
        if let Some(writer) = self.writer {
            writer.pool.close().await?;
        }
        Ok(self.keep_alive.close().await?)
    }

    fn backend(&self) -> DbBackend {
        self.pool.backend()
    }

    /// The writer, if the statement writes to SQLite.
    fn writer_for(&self, sql: &str) -> Option<&Writer> {
        let writer = self.writer.as_ref()?;
        public_content::is_write(sql).then_some(writer)
    }

    fn inner_for(&self, sql: &str) -> &Pool {
        match self.writer_for(sql) {
            Some(writer) => &writer.pool,
            None => &self.pool,
        }
    }

    async fn turn(&self, sql: &str) -> Result<Turn, DbErr> {
        match self.writer_for(sql) {
            Some(writer) => writer.turn().await,
            None => Ok(None),
        }
    }

    /// A statement outside of a transaction is one of its own. After a conflict it runs again, like any other.
    async fn watch<T, Fut>(&self, mut ask: impl FnMut() -> Fut + Send) -> Result<T, DbErr>
    where
        Fut: Future<Output = Result<T, DbErr>> + Send,
    {
        let limit = connection::statement_limit(self.get_database_backend());
        let mut attempts = Attempts::of(self, "statement");
        loop {
            let result = match injected::conflict() {
                Some(error) => Err(error),
                None => self.health.reach(limit, ask()).await,
            };
            match result {
                Err(error) if fault_of(&error) == Some(Fault::Conflict) => {
                    if !attempts.next(&error).await {
                        return Err(error);
                    }
                }
                result => return result,
            }
        }
    }
}

/// On SQLite a write transaction is immediate: a deferred one that reads first and requests the write lock later fails
/// with "database is locked".
fn immediate() -> TransactionOptions {
    TransactionOptions {
        sqlite_transaction_mode: Some(SqliteTransactionMode::Immediate),
        ..TransactionOptions::default()
    }
}

delegate_connection!(Db);

//! Periodic tasks that the servers of a database share: when each is due, and which server runs it.
//!
//! While a server runs a task, its due time is the end of a lease: if the server dies, the task is due again. All times
//! are those of the clock of the database.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{EntityTrait, QueryFilter, Set};
use uuid::Uuid;

use crate::jobs::database_time;
use crate::{Connection, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "periodic_tasks")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub name: String,
        pub due_at: ChronoDateTimeUtc,
        /// The current run; null between runs.
        pub run_id: Option<Uuid>,
        /// The server of the last run, until it stops in order.
        pub server_id: Option<Uuid>,
        pub last_success_at: Option<ChronoDateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{Column, Entity};

/// When a task is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Due {
    pub name: String,
    /// Time until it is due or its lease ends; negative if it is due.
    pub due_in: TimeDelta,
    pub last_success_at: Option<DateTime<Utc>>,
    /// The server of the last run, until it stops in order.
    pub server_id: Option<Uuid>,
}

/// One run of a task, which its server holds until the lease ends.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskRun {
    id: Uuid,
}

/// Adds the tasks that the database does not know. Those that this server ran last are due now, unless it stopped in
/// order: it may have died before it finished its work.
pub async fn register(db: &impl Connection, names: &[&str], server_id: Uuid) -> StoreResult<()> {
    let now = database_time(db).await?;
    let rows = names.iter().map(|name| row::ActiveModel {
        name: Set((*name).to_owned()),
        due_at: Set(now),
        run_id: Set(None),
        server_id: Set(None),
        last_success_at: Set(None),
    });
    Entity::insert_many(rows)
        .on_conflict(OnConflict::column(Column::Name).do_nothing().to_owned())
        .exec_without_returning(db)
        .await?;
    Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(now))
        .filter(Column::ServerId.eq(server_id))
        .filter(Column::DueAt.gt(now))
        .exec(db)
        .await?;
    Ok(())
}

/// Records that a server has finished its work and stops.
pub async fn release(db: &impl Connection, server_id: Uuid) -> StoreResult<()> {
    Entity::update_many()
        .col_expr(Column::ServerId, Expr::value(None::<Uuid>))
        .filter(Column::ServerId.eq(server_id))
        .exec(db)
        .await?;
    Ok(())
}

pub async fn list(db: &impl Connection) -> StoreResult<Vec<Due>> {
    let now = database_time(db).await?;
    let rows = Entity::find().all(db).await?;
    let due = rows.into_iter().map(|row| Due {
        name: row.name,
        due_in: row.due_at - now,
        last_success_at: row.last_success_at,
        server_id: row.server_id,
    });
    Ok(due.collect())
}

/// Begins a run of a task that is due. None if another server was faster.
pub async fn claim(
    db: &impl Connection,
    name: &str,
    (run_id, server_id): (Uuid, Uuid),
    lease: TimeDelta,
) -> StoreResult<Option<TaskRun>> {
    let now = database_time(db).await?;
    let claimed = Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(now + lease))
        .col_expr(Column::RunId, Expr::value(run_id))
        .col_expr(Column::ServerId, Expr::value(server_id))
        .filter(Column::Name.eq(name))
        .filter(Column::DueAt.lte(now))
        .exec(db)
        .await?;
    Ok((claimed.rows_affected == 1).then_some(TaskRun { id: run_id }))
}

/// Extends the lease of a run. False if it has ended and another run has begun.
pub async fn renew(db: &impl Connection, run: &TaskRun, lease: TimeDelta) -> StoreResult<bool> {
    let now = database_time(db).await?;
    let renewed = Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(now + lease))
        .filter(Column::RunId.eq(run.id))
        .exec(db)
        .await?;
    Ok(renewed.rows_affected == 1)
}

/// Ends a run. The task is due again after `pause`, at any server.
pub async fn finish(
    db: &impl Connection,
    run: &TaskRun,
    pause: TimeDelta,
    has_succeeded: bool,
) -> StoreResult<()> {
    let now = database_time(db).await?;
    let mut change = Entity::update_many()
        .col_expr(Column::DueAt, Expr::value(now + pause))
        .col_expr(Column::RunId, Expr::value(None::<Uuid>));
    if has_succeeded {
        change = change.col_expr(Column::LastSuccessAt, Expr::value(now));
    }
    change.filter(Column::RunId.eq(run.id)).exec(db).await?;
    Ok(())
}

//! The kind of a job as a column, so that open jobs are counted, and mail jobs are found, without parsing each job.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let kind = Table::alter()
            .table("jobs")
            .add_column(text("kind").default(""))
            .to_owned();
        manager.alter_table(kind).await?;
        let sql = match manager.get_database_backend() {
            DbBackend::Postgres => "update jobs set kind = job::json ->> 'kind'",
            _ => "update jobs set kind = json_extract(job, '$.kind')",
        };
        manager.get_connection().execute_unprepared(sql).await?;
        let index = Index::create()
            .name("jobs_by_kind")
            .table("jobs")
            .col("kind")
            .col("given_up_at")
            .col("tries")
            .col("due_at")
            .to_owned();
        manager.create_index(index).await
    }
}

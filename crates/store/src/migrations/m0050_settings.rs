//! Settings that an owner changes at the desk (operations §6), and an index for the history of one thing in the audit log.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(settings()).await?;
        let index = Index::create()
            .name("audit_log_subject")
            .table("audit_log")
            .col("subject_kind")
            .col("subject_id")
            .to_owned();
        manager.create_index(index).await
    }
}

/// One row for each setting that differs from its default. The counter `settings` is the version of all rows.
fn settings() -> TableCreateStatement {
    Table::create()
        .table("settings")
        .col(text("name").primary_key())
        .col(text("value"))
        .col(text("changed_by"))
        .col(timestamp_with_time_zone("changed_at"))
        .to_owned()
}

//! The audit log of administrators: who, when, what, and the values before and after.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("audit_log")
            .col(uuid("id").primary_key())
            .col(timestamp_with_time_zone("at"))
            .col(uuid("who_id"))
            .col(text("who_name"))
            .col(text("action"))
            .col(text("subject_kind"))
            .col(text("subject_id"))
            .col(text("subject_name"))
            .col(text("search_key"))
            .col(json_binary("changes"))
            .to_owned();
        manager.create_table(table).await?;
        for column in ["at", "subject_id"] {
            let index = Index::create()
                .name(format!("audit_log_by_{column}"))
                .table("audit_log")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

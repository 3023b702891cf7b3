//! The order of the audit log in an index that also has the id and the kind of subject: without them a page far back
//! looks up each of the entries before it.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::create()
            .name("audit_log_in_order")
            .table("audit_log")
            .col("at")
            .col("id")
            .col("subject_kind")
            .to_owned();
        manager.create_index(index).await
    }
}

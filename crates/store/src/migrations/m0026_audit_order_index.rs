//! Adds the id and the kind of subject to the index of the audit log's order. Without them, a page with a large
//! offset looks up every entry before it.

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

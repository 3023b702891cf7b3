//! Rate limit counters for logins, codes and sign-ups.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{integer, string, timestamp_with_time_zone};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let limits = Table::create()
            .table("limits")
            .col(string("key").primary_key())
            .col(integer("count"))
            .col(timestamp_with_time_zone("ends_at"))
            .to_owned();
        manager.create_table(limits).await?;
        let by_end = Index::create()
            .name("limits_ends_at")
            .table("limits")
            .col("ends_at")
            .to_owned();
        manager.create_index(by_end).await
    }
}

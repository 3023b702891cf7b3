//! When each periodic task is due, and which server runs it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let tasks = Table::create()
            .table("periodic_tasks")
            .col(text("name").primary_key())
            .col(timestamp_with_time_zone("due_at"))
            .col(uuid_null("run_id"))
            .col(uuid_null("server_id"))
            .col(timestamp_with_time_zone_null("last_success_at"))
            .to_owned();
        manager.create_table(tasks).await
    }
}

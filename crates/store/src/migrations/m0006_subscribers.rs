//! Newsletter subscribers.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{string, timestamp_with_time_zone, uuid};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let subscribers = Table::create()
            .table("subscribers")
            .col(uuid("id").primary_key())
            .col(string("email"))
            .col(string("email_key").unique_key())
            .col(timestamp_with_time_zone("created_at"))
            .to_owned();
        manager.create_table(subscribers).await
    }
}

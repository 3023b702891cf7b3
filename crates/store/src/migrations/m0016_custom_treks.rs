//! Requests for custom treks (decisions §3).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("custom_treks")
            .col(uuid("id").primary_key())
            .col(text("status"))
            .col(text("search_key"))
            .col(timestamp_with_time_zone("created_at"))
            .col(json_binary("document"))
            .to_owned();
        manager.create_table(table).await?;
        let index = Index::create()
            .name("custom_treks_by_age")
            .table("custom_treks")
            .col("created_at")
            .to_owned();
        manager.create_index(index).await
    }
}

//! Pictures that administrators upload: requested, then stored (decisions §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let table = Table::create()
            .table("pictures")
            .col(text("key").primary_key())
            .col(boolean("stored"))
            .col(timestamp_with_time_zone("used_at"))
            .to_owned();
        manager.create_table(table).await?;
        let index = Index::create()
            .name("pictures_by_use")
            .table("pictures")
            .col("used_at")
            .to_owned();
        manager.create_index(index).await
    }
}

//! The latest rates to Nepalese rupees, one of each source and currency, so that bookings lock a rate without a network.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let rates = Table::create()
            .table("npr_rates")
            .col(text("source"))
            .col(text("currency"))
            .col(text("value"))
            .col(timestamp_with_time_zone("listed_at"))
            .col(timestamp_with_time_zone("checked_at"))
            .primary_key(Index::create().col("source").col("currency"))
            .to_owned();
        manager.create_table(rates).await
    }
}

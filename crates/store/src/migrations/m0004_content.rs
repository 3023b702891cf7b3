//! Articles, achievements, exchange rates, and metadata of the database.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager
            .create_table(
                Table::create()
                    .table("blogs")
                    .col(uuid("id").primary_key())
                    .col(text("title_key").unique_key())
                    .col(boolean("published"))
                    // The date shown: publishedOn, otherwise createdAt. Never null, so that both databases sort it
                    // alike.
                    .col(timestamp_with_time_zone("shown_on"))
                    .col(timestamp_with_time_zone("created_at"))
                    .col(big_integer("views"))
                    .col(json_binary("document"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("achievements")
                    .col(uuid("id").primary_key())
                    .col(boolean("visible"))
                    .col(json_binary("document"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("exchange_rates")
                    .col(text("base").primary_key())
                    .col(timestamp_with_time_zone("as_of"))
                    .col(json_binary("rates"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("marks")
                    .col(text("name").primary_key())
                    .col(text("value"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["marks", "exchange_rates", "achievements", "blogs"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

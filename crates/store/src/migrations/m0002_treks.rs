//! Treks, with the itinerary as one document, and the counters (document 2 §3).

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
                    .table("treks")
                    .col(uuid("id").primary_key())
                    .col(text("name"))
                    .col(text("name_key"))
                    // Key of the name while the trek is on sale, null once it is archived: in both databases a unique
                    // index permits any number of nulls.
                    .col(text_null("offered_name_key").unique_key())
                    .col(big_integer("version"))
                    .col(text("currency"))
                    .col(timestamp_with_time_zone_null("archived_at"))
                    .col(timestamp_with_time_zone("created_at"))
                    .col(timestamp_with_time_zone("updated_at"))
                    .col(json_binary("document"))
                    .to_owned(),
            )
            .await?;
        manager
            .create_table(
                Table::create()
                    .table("counters")
                    .col(text("name").primary_key())
                    .col(big_integer("value"))
                    .to_owned(),
            )
            .await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["counters", "treks"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

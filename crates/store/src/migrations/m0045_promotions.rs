//! Promotion codes and the bookings that use them (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(promotions()).await?;
        manager.create_table(promotion_uses()).await?;
        let by_promotion = Index::create()
            .name("promotion_uses_by_promotion")
            .table("promotion_uses")
            .col("promotion_id")
            .to_owned();
        manager.create_index(by_promotion).await
    }
}

fn promotions() -> TableCreateStatement {
    Table::create()
        .table("promotions")
        .col(uuid("id").primary_key())
        .col(text("code").unique_key())
        .col(json_binary("deduction"))
        .col(date_null("valid_from"))
        .col(date_null("valid_until"))
        .col(big_integer_null("max_uses"))
        .col(big_integer("uses"))
        .col(json_binary("trek_ids"))
        .col(text("note"))
        .col(boolean("is_active"))
        .col(big_integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

/// A booking uses at most one promotion.
fn promotion_uses() -> TableCreateStatement {
    Table::create()
        .table("promotion_uses")
        .col(uuid("booking_id").primary_key())
        .col(uuid("promotion_id"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .foreign_key(
            ForeignKey::create()
                .from("promotion_uses", "promotion_id")
                .to("promotions", "id"),
        )
        .to_owned()
}

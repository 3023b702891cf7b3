//! Guides and the departures that they lead (operations §2).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let guides = Table::create()
            .table("guides")
            .col(uuid("id").primary_key())
            .col(text("name"))
            .col(text_null("phone"))
            .col(text_null("email"))
            .col(text_null("email_key"))
            .col(text_null("licence"))
            .col(date_null("licence_until"))
            .col(boolean("is_active"))
            .col(big_integer("version"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(guides).await?;
        let assignments = Table::create()
            .table("departure_guides")
            .col(uuid("departure_id"))
            .col(uuid("guide_id"))
            .primary_key(Index::create().col("departure_id").col("guide_id"))
            .foreign_key(
                ForeignKey::create()
                    .from("departure_guides", "departure_id")
                    .to("departures", "id")
                    .on_delete(ForeignKeyAction::Cascade),
            )
            .foreign_key(
                ForeignKey::create()
                    .from("departure_guides", "guide_id")
                    .to("guides", "id"),
            )
            .to_owned();
        manager.create_table(assignments).await?;
        let by_guide = Index::create()
            .name("departure_guides_by_guide")
            .table("departure_guides")
            .col("guide_id")
            .to_owned();
        manager.create_index(by_guide).await?;
        let by_email = Index::create()
            .name("guides_by_email")
            .table("guides")
            .col("email_key")
            .to_owned();
        manager.create_index(by_email).await
    }
}

//! Notes and tags of bookings for the desk, and the content of the emails that were sent (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(booking_notes()).await?;
        manager.create_table(booking_tags()).await?;
        for (name, table) in [
            ("notes_of_booking", "booking_notes"),
            ("tags_of_booking", "booking_tags"),
        ] {
            let index = Index::create()
                .name(name)
                .table(table)
                .col("booking_id")
                .to_owned();
            manager.create_index(index).await?;
        }
        // Emails that were sent before have neither.
        for column in ["subject", "html", "job"] {
            let added = Table::alter()
                .table("booking_mails")
                .add_column(text_null(column))
                .to_owned();
            manager.alter_table(added).await?;
        }
        Ok(())
    }
}

fn booking_notes() -> TableCreateStatement {
    Table::create()
        .table("booking_notes")
        .col(uuid("id").primary_key())
        .col(uuid("booking_id"))
        .col(text("text"))
        .col(uuid("author_id"))
        .col(text("author"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn booking_tags() -> TableCreateStatement {
    Table::create()
        .table("booking_tags")
        .col(text("tag"))
        .col(uuid("booking_id"))
        .primary_key(Index::create().col("tag").col("booking_id"))
        .to_owned()
}

//! Reviews of treks, and the requests for them (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(reviews()).await?;
        manager.create_table(review_requests()).await?;
        for (name, columns) in [
            ("reviews_of_trek", ["trek_id", "state", "id"].as_slice()),
            ("reviews_by_state", ["state", "id"].as_slice()),
        ] {
            let mut index = Index::create();
            index.name(name).table("reviews");
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn reviews() -> TableCreateStatement {
    Table::create()
        .table("reviews")
        .col(uuid("id").primary_key())
        .col(uuid("booking_id").unique_key())
        .col(uuid("trek_id"))
        .col(integer("rating"))
        .col(text("title"))
        .col(text("text"))
        .col(text("name"))
        .col(text("state"))
        .col(text_null("reason"))
        .col(text_null("answer"))
        .col(date("walked_on"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(big_integer("version"))
        .foreign_key(
            ForeignKey::create()
                .from("reviews", "booking_id")
                .to("bookings", "id"),
        )
        .to_owned()
}

/// A booking is asked once.
fn review_requests() -> TableCreateStatement {
    Table::create()
        .table("review_requests")
        .col(uuid("booking_id").primary_key())
        .col(timestamp_with_time_zone("asked_at"))
        .foreign_key(
            ForeignKey::create()
                .from("review_requests", "booking_id")
                .to("bookings", "id"),
        )
        .to_owned()
}

//! The payments of a balance that were opened at a payment provider.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// A booking has at most one open payment.
const ONE_OPEN: &str = "create unique index payment_requests_open on payment_requests (booking_id) \
     where state = 'open'";

/// Name, columns, and whether the values are unique.
const INDEXES: [(&str, &[&str], bool); 3] = [
    (
        "payment_requests_by_number",
        &["booking_id", "number"],
        true,
    ),
    ("payment_requests_by_intent", &["intent_id"], true),
    ("payment_requests_by_state", &["state", "updated_at"], false),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let requests = Table::create()
            .table("payment_requests")
            .col(uuid("id").primary_key())
            .col(uuid("booking_id"))
            .col(big_integer("number"))
            .col(big_integer("amount"))
            .col(text("currency"))
            .col(text_null("intent_id"))
            .col(text("state"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .foreign_key(
                ForeignKey::create()
                    .from("payment_requests", "booking_id")
                    .to("bookings", "id"),
            )
            .to_owned();
        manager.create_table(requests).await?;
        for (name, columns, is_unique) in INDEXES {
            let mut index = Index::create()
                .name(name)
                .table("payment_requests")
                .to_owned();
            for column in columns {
                index.col(*column);
            }
            if is_unique {
                index.unique();
            }
            manager.create_index(index).await?;
        }
        manager
            .get_connection()
            .execute_unprepared(ONE_OPEN)
            .await?;
        Ok(())
    }
}

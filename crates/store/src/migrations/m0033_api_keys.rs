//! API keys of resellers and the bookings that they made over OCTO (operations §2).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(api_keys()).await?;
        manager.create_table(reseller_bookings()).await?;
        let indexes: [(&str, &str, &[&str]); 2] = [
            ("api_keys_by_name", "api_keys", &["name_key"]),
            (
                "reseller_bookings_by_reference",
                "reseller_bookings",
                &["reseller_id", "reseller_reference"],
            ),
        ];
        for (name, table, columns) in indexes {
            let mut index = Index::create().name(name).table(table).to_owned();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn api_keys() -> TableCreateStatement {
    Table::create()
        .table("api_keys")
        .col(uuid("id").primary_key())
        .col(uuid("reseller_id"))
        .col(text("name"))
        .col(text("name_key"))
        .col(text("kind"))
        .col(blob("hash").unique_key())
        .col(text("prefix"))
        .col(text("created_by"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("last_used_at"))
        .col(timestamp_with_time_zone_null("revoked_at"))
        .foreign_key(
            ForeignKey::create()
                .from("api_keys", "reseller_id")
                .to("accounts", "id"),
        )
        .to_owned()
}

/// The primary key makes the reseller's UUID an idempotency key.
fn reseller_bookings() -> TableCreateStatement {
    Table::create()
        .table("reseller_bookings")
        .col(uuid("reseller_id"))
        .col(uuid("uuid"))
        .col(uuid("booking_id").unique_key())
        .col(text_null("reseller_reference"))
        .col(json_binary("document"))
        .primary_key(Index::create().col("reseller_id").col("uuid"))
        .foreign_key(
            ForeignKey::create()
                .from("reseller_bookings", "reseller_id")
                .to("accounts", "id"),
        )
        .to_owned()
}

//! Bookings, idempotency keys, and the payment intents of the sandbox provider (document 2 §3, decisions §5).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(bookings()).await?;
        for (name, columns) in [
            ("bookings_of_user", ["user_id", "id"]),
            ("bookings_by_payment", ["payment_status", "created_at"]),
            ("bookings_by_status", ["status", "created_at"]),
        ] {
            let [first, second] = columns;
            manager
                .create_index(
                    Index::create()
                        .name(name)
                        .table("bookings")
                        .col(first)
                        .col(second)
                        .to_owned(),
                )
                .await?;
        }
        manager.create_table(idempotency_keys()).await?;
        manager.create_table(sandbox_intents()).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in ["sandbox_intents", "idempotency_keys", "bookings"] {
            manager
                .drop_table(Table::drop().table(table).to_owned())
                .await?;
        }
        Ok(())
    }
}

/// Without a foreign key to the account, because the bookings remain when a traveller deletes the account.
fn bookings() -> TableCreateStatement {
    Table::create()
        .table("bookings")
        .col(uuid("id").primary_key())
        .col(uuid("user_id"))
        .col(uuid("trek_id"))
        .col(text("status"))
        .col(text("payment_status"))
        .col(text_null("intent_id").unique_key())
        .col(text_null("invoice_number").unique_key())
        .col(date("start_date"))
        .col(big_integer("revision"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(json_binary("document"))
        .foreign_key(
            ForeignKey::create()
                .from("bookings", "trek_id")
                .to("treks", "id"),
        )
        .to_owned()
}

fn idempotency_keys() -> TableCreateStatement {
    Table::create()
        .table("idempotency_keys")
        .col(uuid("user_id"))
        .col(text("key"))
        .col(text("fingerprint"))
        .col(uuid("booking_id"))
        .col(timestamp_with_time_zone("created_at"))
        .primary_key(Index::create().col("user_id").col("key"))
        .to_owned()
}

fn sandbox_intents() -> TableCreateStatement {
    Table::create()
        .table("sandbox_intents")
        .col(text("id").primary_key())
        .col(text("client_secret"))
        .col(text("idempotency_key").unique_key())
        .col(uuid("booking_id"))
        .col(big_integer("amount"))
        .col(text("currency"))
        .col(text("status"))
        .col(text_null("card_brand"))
        .col(text_null("card_last4"))
        .col(text_null("last_error"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

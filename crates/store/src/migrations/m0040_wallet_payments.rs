//! Payments opened at a wallet (operations §3): what was asked for there, and the page to which the payer is sent.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// Name, columns, and whether the values are unique.
const INDEXES: [(&str, &[&str], bool); 3] = [
    (
        "wallet_payments_of_booking",
        &["booking_id", "number"],
        true,
    ),
    ("wallet_payments_by_intent", &["intent_id"], true),
    ("wallet_payments_by_state", &["state", "created_at"], false),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let wallet_payments = Table::create()
            .table("wallet_payments")
            .col(uuid("id").primary_key())
            .col(uuid("booking_id"))
            .col(big_integer("number"))
            .col(text("wallet"))
            .col(big_integer("amount"))
            .col(text("currency"))
            .col(text_null("rate"))
            .col(big_integer("booking_amount"))
            .col(text("booking_currency"))
            .col(text_null("intent_id"))
            .col(text_null("page"))
            .col(text_null("reference"))
            .col(text("state"))
            .col(timestamp_with_time_zone("created_at"))
            .col(timestamp_with_time_zone("updated_at"))
            .to_owned();
        manager.create_table(wallet_payments).await?;
        for (name, columns, is_unique) in INDEXES {
            let mut index = Index::create()
                .name(name)
                .table("wallet_payments")
                .to_owned();
            for column in columns {
                index.col(*column);
            }
            if is_unique {
                index.unique();
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

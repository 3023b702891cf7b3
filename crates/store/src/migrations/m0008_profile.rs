//! Data of the account page: sessions with time of use, codes that an account requested, and the recipients of failed
//! emails.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    blob, integer, string_null, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        // SQLite adds one column per statement.
        for (table, column) in [
            ("sessions", text_null("user_agent")),
            ("sessions", timestamp_with_time_zone_null("last_used_at")),
            ("jobs", text_null("mail_to")),
        ] {
            let added = Table::alter().table(table).add_column(column).to_owned();
            manager.alter_table(added).await?;
        }
        manager.create_table(account_codes()).await?;
        for column in ["account_id", "expires_at"] {
            let index = Index::create()
                .name(format!("account_codes_{column}"))
                .table("account_codes")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn account_codes() -> TableCreateStatement {
    Table::create()
        .table("account_codes")
        .col(uuid("id").primary_key())
        .col(uuid("account_id"))
        .col(text("purpose"))
        .col(string_null("new_email"))
        .col(blob("nonce"))
        .col(integer("tries"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(
            ForeignKey::create()
                .name("account_codes_account")
                .from("account_codes", "account_id")
                .to("accounts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

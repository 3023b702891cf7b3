//! Pending password resets, and accounts linked to a sign-in provider.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{blob, integer, string, text, timestamp_with_time_zone, uuid};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(reset_attempts()).await?;
        manager
            .create_index(index("reset_attempts", "email_key"))
            .await?;
        manager
            .create_index(index("reset_attempts", "expires_at"))
            .await?;
        manager.create_table(identities()).await?;
        manager
            .create_index(index("identities", "account_id"))
            .await?;
        manager.create_table(used_sign_ins()).await?;
        manager
            .create_index(index("used_sign_ins", "ends_at"))
            .await
    }
}

fn reset_attempts() -> TableCreateStatement {
    Table::create()
        .table("reset_attempts")
        .col(uuid("id").primary_key())
        .col(blob("token_hash").unique_key())
        .col(string("email"))
        .col(string("email_key"))
        .col(blob("nonce"))
        .col(integer("tries"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .to_owned()
}

fn identities() -> TableCreateStatement {
    Table::create()
        .table("identities")
        .col(text("issuer"))
        .col(text("subject"))
        .col(uuid("account_id"))
        .col(timestamp_with_time_zone("created_at"))
        .primary_key(Index::create().col("issuer").col("subject"))
        .foreign_key(
            ForeignKey::create()
                .name("identities_account")
                .from("identities", "account_id")
                .to("accounts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

fn used_sign_ins() -> TableCreateStatement {
    Table::create()
        .table("used_sign_ins")
        .col(string("state").primary_key())
        .col(timestamp_with_time_zone("ends_at"))
        .to_owned()
}

fn index(table: &'static str, column: &'static str) -> IndexCreateStatement {
    Index::create()
        .name(format!("{table}_{column}"))
        .table(table)
        .col(column)
        .to_owned()
}

//! Accounts, sessions, pending sign-ups, and the job queue.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    blob, integer, string, text, text_null, timestamp_with_time_zone,
    timestamp_with_time_zone_null, uuid,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(accounts()).await?;
        manager.create_table(sessions()).await?;
        manager
            .create_index(index("sessions", "account_id"))
            .await?;
        manager
            .create_index(index("sessions", "expires_at"))
            .await?;
        manager.create_table(signup_attempts()).await?;
        manager
            .create_index(index("signup_attempts", "email_key"))
            .await?;
        manager
            .create_index(index("signup_attempts", "expires_at"))
            .await?;
        manager.create_table(jobs()).await?;
        manager.create_index(index("jobs", "due_at")).await
    }
}

fn accounts() -> TableCreateStatement {
    Table::create()
        .table("accounts")
        .col(uuid("id").primary_key())
        .col(string("name"))
        .col(string("email"))
        .col(string("email_key").unique_key())
        .col(string("role"))
        .col(text_null("password_hash"))
        .col(text_null("phone"))
        .col(text_null("nationality"))
        .col(text_null("emergency_contact"))
        .col(text("preferences"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn sessions() -> TableCreateStatement {
    Table::create()
        .table("sessions")
        .col(uuid("id").primary_key())
        .col(uuid("account_id"))
        .col(blob("refresh_hash").unique_key())
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(
            ForeignKey::create()
                .name("sessions_account")
                .from("sessions", "account_id")
                .to("accounts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

fn signup_attempts() -> TableCreateStatement {
    Table::create()
        .table("signup_attempts")
        .col(uuid("id").primary_key())
        .col(string("name"))
        .col(string("email"))
        .col(string("email_key"))
        .col(text("password_hash"))
        .col(blob("nonce"))
        .col(integer("tries"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .to_owned()
}

fn jobs() -> TableCreateStatement {
    Table::create()
        .table("jobs")
        .col(uuid("id").primary_key())
        .col(text("job"))
        .col(integer("tries"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("due_at"))
        .col(timestamp_with_time_zone_null("given_up_at"))
        .col(text_null("last_error"))
        .to_owned()
}

fn index(table: &'static str, column: &'static str) -> IndexCreateStatement {
    Index::create()
        .name(format!("{table}_{column}"))
        .table(table)
        .col(column)
        .to_owned()
}

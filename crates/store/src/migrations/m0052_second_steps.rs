//! Second steps of logins: secrets of authenticator apps, recovery codes, and logins that wait for the second step
//! (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(second_steps()).await?;
        manager.create_table(recovery_codes()).await?;
        manager.create_table(second_step_challenges()).await?;
        for column in ["account_id", "expires_at"] {
            let index = Index::create()
                .name(format!("second_step_challenges_{column}"))
                .table("second_step_challenges")
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

fn second_steps() -> TableCreateStatement {
    Table::create()
        .table("second_steps")
        .col(uuid("account_id").primary_key())
        .col(blob("secret"))
        .col(big_integer("last_step"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("confirmed_at"))
        .foreign_key(&mut account_of("second_steps"))
        .to_owned()
}

fn recovery_codes() -> TableCreateStatement {
    Table::create()
        .table("recovery_codes")
        .col(uuid("account_id"))
        .col(blob("hash"))
        .primary_key(Index::create().col("account_id").col("hash"))
        .foreign_key(&mut account_of("recovery_codes"))
        .to_owned()
}

fn second_step_challenges() -> TableCreateStatement {
    Table::create()
        .table("second_step_challenges")
        .col(uuid("id").primary_key())
        .col(uuid("account_id"))
        .col(blob("token_hash"))
        .col(integer("attempts"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(&mut account_of("second_step_challenges"))
        .to_owned()
}

/// Deletes the rows of an account with it.
fn account_of(table: &'static str) -> ForeignKeyCreateStatement {
    ForeignKey::create()
        .name(format!("{table}_account"))
        .from(table, "account_id")
        .to("accounts", "id")
        .on_delete(ForeignKeyAction::Cascade)
        .to_owned()
}

//! One table for the one-time codes of every purpose. The rows of the three tables before it move over, expired ones
//! too: their expiry refuses them, and the periodic task deletes them. Then the old tables are dropped: nothing would
//! ever delete the names, addresses and password hashes in them (docs/decisions/0003-one-time-codes.md).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::{
    blob, blob_null, integer, string_null, text, text_null, timestamp_with_time_zone, uuid,
    uuid_null,
};

#[derive(DeriveMigrationName)]
pub struct Migration;

const ONE_TIME_CODES: &str = "one_time_codes";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(one_time_codes()).await?;
        for column in ["account_id", "email_key", "expires_at"] {
            let index = Index::create()
                .name(format!("{ONE_TIME_CODES}_{column}"))
                .table(ONE_TIME_CODES)
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        move_rows(
            manager,
            "signup_attempts",
            Expr::val("signup"),
            &["name", "email", "email_key", "password_hash"].map(|name| (name, Expr::col(name))),
        )
        .await?;
        move_rows(
            manager,
            "reset_attempts",
            Expr::val("resetPassword"),
            &["token_hash", "email", "email_key"].map(|name| (name, Expr::col(name))),
        )
        .await?;
        // Addresses are ASCII, so that `lower` gives their key.
        let new_email = || Expr::col("new_email");
        move_rows(
            manager,
            "account_codes",
            Expr::col("purpose"),
            &[
                ("account_id", Expr::col("account_id")),
                ("email", new_email()),
                ("email_key", Func::lower(new_email()).into()),
            ],
        )
        .await
    }
}

fn one_time_codes() -> TableCreateStatement {
    Table::create()
        .table(ONE_TIME_CODES)
        .col(uuid("id").primary_key())
        .col(text("purpose"))
        .col(uuid_null("account_id"))
        .col(string_null("email"))
        .col(string_null("email_key"))
        .col(text_null("name"))
        .col(text_null("password_hash"))
        .col(blob_null("token_hash").unique_key())
        .col(blob("nonce"))
        .col(integer("attempts"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .foreign_key(
            ForeignKey::create()
                .name("one_time_codes_account")
                .from(ONE_TIME_CODES, "account_id")
                .to("accounts", "id")
                .on_delete(ForeignKeyAction::Cascade),
        )
        .to_owned()
}

/// Copies the rows of a table with what it has besides id, nonce, tries and times, and drops it.
async fn move_rows(
    manager: &SchemaManager<'_>,
    from: &'static str,
    purpose: Expr,
    besides: &[(&'static str, Expr)],
) -> Result<(), DbErr> {
    let mut columns = vec![
        "id",
        "purpose",
        "nonce",
        "attempts",
        "created_at",
        "expires_at",
    ];
    columns.extend(besides.iter().map(|(column, _)| *column));
    let mut rows = Query::select();
    rows.from(from).column("id").expr(purpose).columns([
        "nonce",
        "tries",
        "created_at",
        "expires_at",
    ]);
    for (_, value) in besides {
        rows.expr(value.clone());
    }
    let copy = Query::insert()
        .into_table(ONE_TIME_CODES)
        .columns(columns)
        .select_from(rows)
        .map_err(|error| DbErr::Migration(error.to_string()))?
        .to_owned();
    manager.get_connection().execute(&copy).await?;
    manager
        .drop_table(Table::drop().table(from).to_owned())
        .await
}

//! The ledger, requested refunds, refunds of the sandbox provider, and processed Stripe events (decisions §5).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [ledger(), refunds(), sandbox_refunds(), stripe_events()] {
            manager.create_table(table).await?;
        }
        for (name, table, column) in [
            ("ledger_of_booking", "ledger", "booking_id"),
            ("refunds_of_booking", "refunds", "booking_id"),
            ("refunds_by_state", "refunds", "state"),
            ("sandbox_refunds_of_intent", "sandbox_refunds", "intent_id"),
            ("stripe_events_by_age", "stripe_events", "taken_at"),
        ] {
            let index = Index::create()
                .name(name)
                .table(table)
                .col(column)
                .to_owned();
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

/// Without a foreign key to the booking: no change of a booking may touch the ledger.
fn ledger() -> TableCreateStatement {
    Table::create()
        .table("ledger")
        .col(uuid("id").primary_key())
        .col(uuid("booking_id"))
        .col(text("kind"))
        .col(big_integer("amount"))
        .col(text("currency"))
        .col(text("reference").unique_key())
        .col(text("reason"))
        .col(text("actor"))
        .col(timestamp_with_time_zone("at"))
        .to_owned()
}

fn refunds() -> TableCreateStatement {
    Table::create()
        .table("refunds")
        .col(uuid("id").primary_key())
        .col(uuid("booking_id"))
        .col(text_null("intent_id"))
        .col(big_integer("amount"))
        .col(text("currency"))
        .col(text("reason"))
        .col(text("actor"))
        .col(text("cause"))
        .col(text("state"))
        .col(text_null("reference").unique_key())
        .col(text_null("last_error"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

fn sandbox_refunds() -> TableCreateStatement {
    Table::create()
        .table("sandbox_refunds")
        .col(text("id").primary_key())
        .col(text("idempotency_key").unique_key())
        .col(text("intent_id"))
        .col(big_integer("amount"))
        .col(text("currency"))
        .col(timestamp_with_time_zone("created_at"))
        .to_owned()
}

fn stripe_events() -> TableCreateStatement {
    Table::create()
        .table("stripe_events")
        .col(text("id").primary_key())
        .col(text("kind"))
        .col(timestamp_with_time_zone("taken_at"))
        .to_owned()
}

//! Balances of bookings (operations §3): the reminders that were sent, and an index of the bookings that have a balance.
//!
//! A balance is never stored. The partial index only lets the database find the few bookings with one; its condition is
//! repeated in `bookings/balances.rs`.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

const POSTGRES_INDEX: &str = "create index bookings_with_balance on bookings (id) \
     where status <> 'Pending' and status <> 'Cancelled' and \
     (document -> 'payment' ->> 'received')::bigint < \
     amount + coalesce((document -> 'payment' ->> 'loweredBy')::bigint, 0)";

const SQLITE_INDEX: &str = "create index bookings_with_balance on bookings (id) \
     where status <> 'Pending' and status <> 'Cancelled' and \
     json_extract(document, '$.payment.received') < \
     amount + coalesce(json_extract(document, '$.payment.loweredBy'), 0)";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(balance_reminders()).await?;
        let index = match manager.get_database_backend() {
            DbBackend::Postgres => POSTGRES_INDEX,
            _ => SQLITE_INDEX,
        };
        let connection = manager.get_connection();
        connection.execute_unprepared(index).await?;
        Ok(())
    }
}

/// The reminders that were sent. A new due date starts new reminders.
fn balance_reminders() -> TableCreateStatement {
    Table::create()
        .table("balance_reminders")
        .col(uuid("booking_id"))
        .col(date("due_on"))
        .col(integer("days_before"))
        .col(timestamp_with_time_zone("sent_at"))
        .primary_key(
            Index::create()
                .col("booking_id")
                .col("due_on")
                .col("days_before"),
        )
        .foreign_key(
            ForeignKey::create()
                .from("balance_reminders", "booking_id")
                .to("bookings", "id"),
        )
        .to_owned()
}

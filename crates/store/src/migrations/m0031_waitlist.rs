//! Parties that wait for seats of a departure, and reminders to guarantee or cancel it (operations §2).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

const INDEXES: [(&str, &[&str]); 3] = [
    (
        "waitlist_by_departure",
        &["departure_id", "state", "created_at"],
    ),
    ("waitlist_by_user", &["user_id"]),
    ("waitlist_by_state", &["state", "departure_id"]),
];

/// A traveller waits once for a departure. The store checks it under the lock of the pool; the index refuses what a
/// mistake there would write.
const ONE_ACTIVE_ENTRY: &str = "CREATE UNIQUE INDEX waitlist_active_once ON waitlist_entries (departure_id, user_id) \
     WHERE state IN ('waiting', 'offered')";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(waitlist_entries()).await?;
        manager.create_table(departure_reminders()).await?;
        for (name, columns) in INDEXES {
            let mut index = Index::create()
                .name(name)
                .table("waitlist_entries")
                .to_owned();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        manager
            .get_connection()
            .execute_unprepared(ONE_ACTIVE_ENTRY)
            .await?;
        let column = Table::alter()
            .table("agency_events")
            .add_column(uuid_null("departure_id"))
            .to_owned();
        manager.alter_table(column).await
    }
}

fn waitlist_entries() -> TableCreateStatement {
    Table::create()
        .table("waitlist_entries")
        .col(uuid("id").primary_key())
        .col(uuid("departure_id"))
        .col(uuid("user_id"))
        .col(integer("guests"))
        .col(text("state"))
        .col(timestamp_with_time_zone_null("offer_expires_at"))
        .col(uuid_null("booking_id"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .foreign_key(
            ForeignKey::create()
                .from("waitlist_entries", "departure_id")
                .to("departures", "id"),
        )
        .to_owned()
}

/// The reminders that were sent. A new decision date starts new reminders.
fn departure_reminders() -> TableCreateStatement {
    Table::create()
        .table("departure_reminders")
        .col(uuid("departure_id"))
        .col(date("decide_by"))
        .col(integer("days_before"))
        .col(timestamp_with_time_zone("sent_at"))
        .primary_key(
            Index::create()
                .col("departure_id")
                .col("decide_by")
                .col("days_before"),
        )
        .foreign_key(
            ForeignKey::create()
                .from("departure_reminders", "departure_id")
                .to("departures", "id"),
        )
        .to_owned()
}

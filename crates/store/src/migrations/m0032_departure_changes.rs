//! Departures that the agency moved or cancelled, the answers of their travellers, and travel credits (operations §2).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// Name, table, columns, and whether the values are unique.
const INDEXES: [(&str, &str, &[&str], bool); 5] = [
    (
        "departure_changes_by_departure",
        "departure_changes",
        &["departure_id", "id"],
        false,
    ),
    (
        "departure_changes_by_end",
        "departure_changes",
        &["finished_at", "id"],
        false,
    ),
    (
        "departure_choices_of_change",
        "departure_choices",
        &["change_id", "booking_id"],
        true,
    ),
    (
        "departure_choices_of_booking",
        "departure_choices",
        &["booking_id", "answered_at"],
        false,
    ),
    (
        "travel_credits_of_user",
        "travel_credits",
        &["user_id", "id"],
        false,
    ),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for table in [changes(), choices(), travel_credits()] {
            manager.create_table(table).await?;
        }
        for (name, table, columns, is_unique) in INDEXES {
            let mut index = Index::create().name(name).table(table).to_owned();
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

fn changes() -> TableCreateStatement {
    Table::create()
        .table("departure_changes")
        .col(uuid("id").primary_key())
        .col(text("kind"))
        .col(uuid("departure_id"))
        .col(uuid_null("to_departure_id"))
        .col(date("from_start"))
        .col(date_null("to_start"))
        .col(date_null("to_end"))
        .col(text("reason"))
        .col(date("answer_by"))
        .col(text("when_silent"))
        .col(uuid("changed_by"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("finished_at"))
        .foreign_key(
            ForeignKey::create()
                .from("departure_changes", "departure_id")
                .to("departures", "id"),
        )
        .to_owned()
}

/// No foreign key names the booking: on PostgreSQL it would lock the row of the booking after the seats, while a
/// booking that is cancelled locks itself before them.
fn choices() -> TableCreateStatement {
    Table::create()
        .table("departure_choices")
        .col(uuid("id").primary_key())
        .col(uuid("change_id"))
        .col(uuid("booking_id"))
        .col(text_null("choice"))
        .col(uuid_null("chosen_departure_id"))
        .col(text_null("answered_by"))
        .col(timestamp_with_time_zone_null("answered_at"))
        .col(timestamp_with_time_zone_null("applied_at"))
        .foreign_key(
            ForeignKey::create()
                .from("departure_choices", "change_id")
                .to("departure_changes", "id"),
        )
        .to_owned()
}

fn travel_credits() -> TableCreateStatement {
    Table::create()
        .table("travel_credits")
        .col(uuid("id").primary_key())
        .col(text("number").unique_key())
        .col(uuid("booking_id").unique_key())
        .col(uuid("user_id"))
        .col(big_integer("amount"))
        .col(text("currency"))
        .col(date("expires_on"))
        .col(timestamp_with_time_zone("created_at"))
        .col(uuid_null("used_by_booking"))
        .col(timestamp_with_time_zone_null("used_at"))
        .to_owned()
}

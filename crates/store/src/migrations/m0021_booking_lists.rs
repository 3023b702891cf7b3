//! Makes the administration's lists fast with 100,000 bookings: sort keys become columns, the search text gets a
//! table of its own, and each list has an index that covers it.
//!
//! In SQLite, reading a column behind the JSON document walks through the pages of the document. The search text is
//! therefore not in `bookings`, and the indexes contain every column that the lists filter or sort by.

use domain::booking_search::{guest_key, search_text};
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use sea_orm_migration::sea_orm::{EntityTrait, Set};
use uuid::Uuid;

use super::booking_rows::{batch_after, search_row};

#[derive(DeriveMigrationName)]
pub struct Migration;

const INDEXES: [(&str, &str, &[&str]); 9] = [
    // The lists, filtered by state, trek or date range, each with every sort key.
    (
        "bookings_listed_by_status",
        "bookings",
        &[
            "status",
            "created_at",
            "id",
            "trek_id",
            "start_date",
            "payment_status",
            "amount",
            "guest_key",
        ],
    ),
    (
        "bookings_listed_by_trek",
        "bookings",
        &[
            "trek_id",
            "created_at",
            "id",
            "status",
            "start_date",
            "payment_status",
            "amount",
            "guest_key",
        ],
    ),
    (
        "bookings_listed_by_start",
        "bookings",
        &[
            "start_date",
            "trek_id",
            "status",
            "guests",
            "id",
            "payment_status",
            "created_at",
            "amount",
            "guest_key",
        ],
    ),
    ("bookings_by_amount", "bookings", &["amount", "id"]),
    ("bookings_by_guest", "bookings", &["guest_key", "id"]),
    (
        "bookings_by_both_states",
        "bookings",
        &["status", "payment_status"],
    ),
    (
        "bookings_by_status_and_start",
        "bookings",
        &[
            "status",
            "start_date",
            "trek_id",
            "guests",
            "id",
            "created_at",
            "payment_status",
            "amount",
            "guest_key",
        ],
    ),
    ("bookings_by_change", "bookings", &["updated_at"]),
    ("ledger_by_time", "ledger", &["at"]),
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for column in [
            big_integer("amount").default(0),
            integer("guests").default(0),
            text("guest_key").default(""),
        ] {
            let column = Table::alter()
                .table("bookings")
                .add_column(column)
                .to_owned();
            manager.alter_table(column).await?;
        }
        let search = Table::create()
            .table("booking_search")
            .col(uuid("booking_id").primary_key())
            .col(text("text"))
            .to_owned();
        manager.create_table(search).await?;
        fill(manager).await?;
        for (name, table, columns) in INDEXES {
            let mut index = Index::create().name(name).table(table).to_owned();
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        Ok(())
    }
}

async fn fill(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut after = Uuid::nil();
    loop {
        let rows = batch_after(manager, after).await?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        after = last.id;
        let mut texts = Vec::new();
        for row in rows {
            let booking = row.booking()?;
            texts.push(search_row::ActiveModel {
                booking_id: Set(row.id),
                text: Set(search_text(&booking)),
            });
            let guests = <i32 as TryFrom<u32>>::try_from(booking.party.size()).unwrap_or(i32::MAX);
            // The old column is emptied: nothing updates it any more, and it contains names.
            let update = Query::update()
                .table("bookings")
                .value("search_key", "")
                .value("amount", booking.quote.total.minor())
                .value("guests", guests)
                .value("guest_key", guest_key(&booking))
                .and_where(Expr::col("id").eq(row.id))
                .to_owned();
            manager.execute(update).await?;
        }
        search_row::Entity::insert_many(texts)
            .exec_without_returning(manager.get_connection())
            .await?;
    }
}

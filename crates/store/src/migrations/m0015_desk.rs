//! Search text of bookings, and the emails sent for them.

use domain::booking_search::search_text;
use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use uuid::Uuid;

use super::booking_rows::batch_after;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let search_key = Table::alter()
            .table("bookings")
            .add_column(text("search_key").default(""))
            .to_owned();
        manager.alter_table(search_key).await?;
        fill(manager).await?;
        manager.create_table(booking_mails()).await?;
        for (name, table, column) in [
            ("bookings_by_age", "bookings", "created_at"),
            ("mails_of_booking", "booking_mails", "booking_id"),
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

/// Fills the column for existing bookings.
async fn fill(manager: &SchemaManager<'_>) -> Result<(), DbErr> {
    let mut after = Uuid::nil();
    loop {
        let rows = batch_after(manager, after).await?;
        let Some(last) = rows.last() else {
            return Ok(());
        };
        after = last.id;
        for row in rows {
            let update = Query::update()
                .table("bookings")
                .value("search_key", search_text(&row.booking()?))
                .and_where(Expr::col("id").eq(row.id))
                .to_owned();
            manager.execute(update).await?;
        }
    }
}

/// The id is that of the job, so that an email that was sent twice has one row.
fn booking_mails() -> TableCreateStatement {
    Table::create()
        .table("booking_mails")
        .col(uuid("id").primary_key())
        .col(uuid("booking_id"))
        .col(text("kind"))
        .col(timestamp_with_time_zone("sent_at"))
        .to_owned()
}

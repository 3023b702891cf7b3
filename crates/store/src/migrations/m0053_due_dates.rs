//! The due dates of balances, for the desk's lists, an index of the days on which travel credits were given, and one of
//! departures for the calendar.
//!
//! A balance is never stored. Its due date is a copy of what the document says, written with it.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use sea_orm_migration::sea_orm::ConnectionTrait;
use uuid::Uuid;

use super::booking_rows::batch_after;

#[derive(DeriveMigrationName)]
pub struct Migration;

const DUE_DATES: &str =
    "create index bookings_by_due_date on bookings (due_on, id) where due_on is not null";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("bookings")
            .add_column(date_null("due_on"))
            .to_owned();
        manager.alter_table(column).await?;
        fill(manager).await?;
        manager
            .get_connection()
            .execute_unprepared(DUE_DATES)
            .await?;
        let credits = Index::create()
            .name("travel_credits_by_creation")
            .table("travel_credits")
            .col("created_at")
            .to_owned();
        manager.create_index(credits).await?;
        let starts = Index::create()
            .name("departures_by_kind_and_start")
            .table("departures")
            .col("kind")
            .col("start_date")
            .col("id")
            .to_owned();
        manager.create_index(starts).await
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
        for row in rows {
            let Some(due_on) = row.booking()?.balance_due_on() else {
                continue;
            };
            let update = Query::update()
                .table("bookings")
                .value("due_on", due_on)
                .and_where(Expr::col("id").eq(row.id))
                .to_owned();
            manager.execute(update).await?;
        }
    }
}

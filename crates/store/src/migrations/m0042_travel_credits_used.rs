//! Travel credits that pay bookings: a booking may give several credits, and uses at most one.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

const POSTGRES: &str = "alter table travel_credits drop constraint travel_credits_booking_id_key";

/// SQLite cannot drop a constraint, so that the table is written anew.
const SQLITE: [&str; 4] = [
    "insert into travel_credits_new select id, number, booking_id, user_id, amount, currency, \
     expires_on, created_at, used_by_booking, used_at from travel_credits",
    "drop table travel_credits",
    "alter table travel_credits_new rename to travel_credits",
    "create index travel_credits_of_user on travel_credits (user_id, id)",
];

const INDEXES: [&str; 2] = [
    "create index travel_credits_of_booking on travel_credits (booking_id, id)",
    "create unique index travel_credits_by_use on travel_credits (used_by_booking)",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let connection = manager.get_connection();
        if manager.get_database_backend() == DbBackend::Postgres {
            connection.execute_unprepared(POSTGRES).await?;
        } else {
            manager.create_table(without_constraint()).await?;
            for statement in SQLITE {
                connection.execute_unprepared(statement).await?;
            }
        }
        for statement in INDEXES {
            connection.execute_unprepared(statement).await?;
        }
        Ok(())
    }
}

fn without_constraint() -> TableCreateStatement {
    Table::create()
        .table("travel_credits_new")
        .col(uuid("id").primary_key())
        .col(text("number").unique_key())
        .col(uuid("booking_id"))
        .col(uuid("user_id"))
        .col(big_integer("amount"))
        .col(text("currency"))
        .col(date("expires_on"))
        .col(timestamp_with_time_zone("created_at"))
        .col(uuid_null("used_by_booking"))
        .col(timestamp_with_time_zone_null("used_at"))
        .to_owned()
}

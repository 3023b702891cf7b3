//! An index of the bookings that wait for a bank transfer. Its condition is repeated in `bookings/waiting.rs`.

use sea_orm_migration::prelude::*;
use sea_orm_migration::sea_orm::DbBackend;

#[derive(DeriveMigrationName)]
pub struct Migration;

const POSTGRES_INDEX: &str = "create index bookings_by_bank_transfer on bookings (created_at, id) \
     where status = 'Pending' and payment_status = 'Pending' and document -> 'payment' ->> 'way' = 'bank'";

const SQLITE_INDEX: &str = "create index bookings_by_bank_transfer on bookings (created_at, id) \
     where +status = 'Pending' and +payment_status = 'Pending' and json_extract(document, '$.payment.way') = 'bank'";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = match manager.get_database_backend() {
            DbBackend::Postgres => POSTGRES_INDEX,
            _ => SQLITE_INDEX,
        };
        let connection = manager.get_connection();
        connection.execute_unprepared(index).await?;
        Ok(())
    }
}

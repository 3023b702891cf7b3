//! An index for the default order of bookings, newest first, that includes the id. A search with few matches reads
//! the whole index; without the id it would read every booking.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let index = Index::create()
            .name("bookings_by_creation")
            .table("bookings")
            .col("created_at")
            .col("id")
            .to_owned();
        manager.create_index(index).await
    }
}

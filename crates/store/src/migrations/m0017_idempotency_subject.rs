//! Renames the booking column of idempotency keys, since treks and articles use the keys as well.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let renamed = Table::alter()
            .table("idempotency_keys")
            .rename_column("booking_id", "subject_id")
            .to_owned();
        manager.alter_table(renamed).await
    }
}

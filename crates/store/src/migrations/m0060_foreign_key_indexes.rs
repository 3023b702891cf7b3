//! Indexes of the two foreign keys that had none. SQLite reads all rows that may refer to a row whose key a statement sets, even
//! to the value it has.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        for (name, table, column) in [
            ("invoices_of_booking", "invoices", "booking_id"),
            ("api_keys_of_reseller", "api_keys", "reseller_id"),
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

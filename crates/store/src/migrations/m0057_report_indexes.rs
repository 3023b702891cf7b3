//! The indexes of the ledger and the payments by time get the columns that reports sum: a report of a month then reads
//! thousands of entries of an index instead of as many rows.

use sea_orm_migration::prelude::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let ledger = ["at", "id", "kind", "currency", "amount"];
        replace(manager, "ledger_by_time", "ledger", &ledger).await?;
        let payments = [
            "received_at",
            "id",
            "booking_id",
            "method",
            "currency",
            "amount",
            "booking_amount",
        ];
        replace(manager, "payments_by_day", "payments", &payments).await
    }
}

pub(super) async fn replace(
    manager: &SchemaManager<'_>,
    name: &'static str,
    table: &'static str,
    columns: &[&'static str],
) -> Result<(), DbErr> {
    let old = Index::drop().name(name).table(table).to_owned();
    manager.drop_index(old).await?;
    let mut index = Index::create().name(name).table(table).to_owned();
    for column in columns {
        index.col(*column);
    }
    manager.create_index(index).await
}

//! The index of the payments by time gets their rate: a payment without one is in the currency of its booking, so that
//! reports read the ledger only for the others.

use sea_orm_migration::prelude::*;

use super::m0057_report_indexes::replace;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let columns = [
            "received_at",
            "id",
            "booking_id",
            "method",
            "currency",
            "amount",
            "booking_amount",
            "rate",
        ];
        replace(manager, "payments_by_day", "payments", &columns).await
    }
}

//! Invoices as they were issued. A row is never changed, except for the number of times that it was printed, and never
//! deleted.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let invoices = Table::create()
            .table("invoices")
            .col(text("number").primary_key())
            .col(uuid("booking_id"))
            .col(date("issued_on"))
            .col(boolean("has_vat"))
            .col(json_binary("document"))
            .col(big_integer("prints").default(0))
            .foreign_key(
                ForeignKey::create()
                    .from("invoices", "booking_id")
                    .to("bookings", "id"),
            )
            .to_owned();
        manager.create_table(invoices).await?;
        let by_day = Index::create()
            .name("invoices_by_day")
            .table("invoices")
            .col("issued_on")
            .col("number")
            .to_owned();
        manager.create_index(by_day).await
    }
}

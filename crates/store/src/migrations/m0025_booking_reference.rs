//! A reference for every booking, for example `KD-1207`, which people can read out on the telephone. The prefix is a
//! setting and unknown here: `bookings::fill_references` numbers the existing bookings.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("bookings")
            .add_column(text_null("reference"))
            .to_owned();
        manager.alter_table(column).await?;
        let unique = Index::create()
            .name("bookings_by_reference")
            .table("bookings")
            .col("reference")
            .unique()
            .to_owned();
        manager.create_index(unique).await
    }
}

//! A reference for every booking, as `KD-1207`: what people read out on the telephone instead of an id. The letters are
//! a setting, which is not known here: `bookings::fill_references` numbers the bookings of before.

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

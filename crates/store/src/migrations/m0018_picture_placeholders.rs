//! Placeholders: a few pixels shown in a picture's frame until it has loaded. A periodic task creates those of
//! existing pictures.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let column = Table::alter()
            .table("pictures")
            .add_column(text_null("placeholder"))
            .to_owned();
        manager.alter_table(column).await
    }
}

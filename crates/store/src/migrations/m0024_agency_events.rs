//! Events that the agency is informed about, and up to when each administrator has seen them.

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let events = Table::create()
            .table("agency_events")
            .col(uuid("id").primary_key())
            .col(text("kind"))
            .col(uuid("booking_id"))
            .col(timestamp_with_time_zone("at"))
            .to_owned();
        manager.create_table(events).await?;
        let views = Table::create()
            .table("agency_event_views")
            .col(uuid("account_id").primary_key())
            .col(timestamp_with_time_zone("seen_at"))
            .to_owned();
        manager.create_table(views).await?;
        let by_age = Index::create()
            .name("agency_events_by_age")
            .table("agency_events")
            .col("at")
            .to_owned();
        manager.create_index(by_age).await
    }
}

//! Emails to many recipients (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(campaigns()).await?;
        manager.create_table(recipients()).await?;
        // An address gets a campaign once.
        let once = Index::create()
            .name("campaign_recipients_by_email")
            .table("campaign_recipients")
            .col("campaign_id")
            .col("email_key")
            .unique()
            .to_owned();
        manager.create_index(once).await?;
        let status = Index::create()
            .name("campaign_recipients_by_status")
            .table("campaign_recipients")
            .col("status")
            .col("id")
            .to_owned();
        manager.create_index(status).await?;
        let queued = Index::create()
            .name("campaign_recipients_by_queue")
            .table("campaign_recipients")
            .col("queued_at")
            .to_owned();
        manager.create_index(queued).await
    }
}

/// `departure_id` is null for a campaign to the subscribers.
fn campaigns() -> TableCreateStatement {
    Table::create()
        .table("campaigns")
        .col(uuid("id").primary_key())
        .col(text("subject"))
        .col(text("body"))
        .col(uuid_null("departure_id"))
        .col(text("status"))
        .col(big_integer("version"))
        .col(text("created_by"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone_null("started_at"))
        .to_owned()
}

fn recipients() -> TableCreateStatement {
    Table::create()
        .table("campaign_recipients")
        .col(uuid("id").primary_key())
        .col(uuid("campaign_id"))
        .col(text("email"))
        .col(text("email_key"))
        .col(text("name"))
        .col(text("status"))
        .col(text_null("error"))
        .col(timestamp_with_time_zone_null("queued_at"))
        .col(timestamp_with_time_zone_null("ended_at"))
        .to_owned()
}

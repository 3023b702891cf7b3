//! Proposals, the answers to custom trek requests (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// A request has at most one version that staff write, and at most one that the traveller can accept.
const ONE_DRAFT: &str =
    "create unique index proposals_draft on proposals (custom_trek_id) where state = 'draft'";
const ONE_SENT: &str =
    "create unique index proposals_sent on proposals (custom_trek_id) where state = 'sent'";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(proposals()).await?;
        for (name, columns, is_unique) in [
            (
                "proposals_number",
                &["custom_trek_id", "number"] as &[&str],
                true,
            ),
            ("proposals_newest", &["created_at", "id"], false),
            ("proposals_ending", &["state", "ends_at"], false),
        ] {
            let mut index = Index::create();
            index.name(name).table("proposals");
            if is_unique {
                index.unique();
            }
            for column in columns {
                index.col(*column);
            }
            manager.create_index(index).await?;
        }
        let connection = manager.get_connection();
        connection.execute_unprepared(ONE_DRAFT).await?;
        connection.execute_unprepared(ONE_SENT).await?;
        Ok(())
    }
}

fn proposals() -> TableCreateStatement {
    Table::create()
        .table("proposals")
        .col(uuid("id").primary_key())
        .col(uuid("custom_trek_id"))
        .col(integer("number"))
        .col(text("state"))
        .col(big_integer("version"))
        .col(timestamp_with_time_zone("ends_at"))
        .col(timestamp_with_time_zone_null("remind_at"))
        .col(uuid_null("booking_id"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("updated_at"))
        .col(timestamp_with_time_zone_null("sent_at"))
        .col(json_binary("document"))
        .to_owned()
}

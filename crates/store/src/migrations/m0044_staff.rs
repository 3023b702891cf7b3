//! Invitations of staff (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

/// An address has at most one open invitation.
const OPEN_INVITATIONS: &str = "create unique index staff_invitations_open on staff_invitations (email_key) \
     where accepted_at is null and withdrawn_at is null";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(staff_invitations()).await?;
        let connection = manager.get_connection();
        connection.execute_unprepared(OPEN_INVITATIONS).await?;
        Ok(())
    }
}

fn staff_invitations() -> TableCreateStatement {
    Table::create()
        .table("staff_invitations")
        .col(uuid("id").primary_key())
        .col(text("email"))
        .col(text("email_key"))
        .col(text("role"))
        .col(text("invited_by"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("expires_at"))
        .col(timestamp_with_time_zone_null("accepted_at"))
        .col(timestamp_with_time_zone_null("withdrawn_at"))
        .to_owned()
}

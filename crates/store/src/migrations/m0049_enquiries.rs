//! Enquiries, their messages, and the saved replies of the staff (operations §6).

use sea_orm_migration::prelude::*;
use sea_orm_migration::schema::*;

#[derive(DeriveMigrationName)]
pub struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        manager.create_table(enquiries()).await?;
        manager.create_table(messages()).await?;
        manager.create_table(saved_replies()).await?;
        for (name, table, columns, is_unique) in [
            (
                "enquiries_by_last_message",
                "enquiries",
                vec!["last_message_at"],
                false,
            ),
            (
                "enquiries_by_status",
                "enquiries",
                vec!["status", "last_message_at"],
                false,
            ),
            ("enquiries_by_email", "enquiries", vec!["email_key"], false),
            (
                "enquiry_messages_by_enquiry",
                "enquiry_messages",
                vec!["enquiry_id"],
                false,
            ),
            (
                "enquiry_messages_by_mail",
                "enquiry_messages",
                vec!["mail_key"],
                true,
            ),
        ] {
            let mut index = Index::create();
            index.name(name).table(table);
            for column in columns {
                index.col(column);
            }
            if is_unique {
                index.unique();
            }
            manager.create_index(index.to_owned()).await?;
        }
        Ok(())
    }
}

fn enquiries() -> TableCreateStatement {
    Table::create()
        .table("enquiries")
        .col(uuid("id").primary_key())
        .col(uuid("trek_id"))
        .col(text("trek_name"))
        .col(text("name"))
        .col(text("email"))
        .col(text("email_key"))
        .col(text("search_key"))
        .col(text("status"))
        .col(boolean("is_verified"))
        .col(big_integer("version"))
        .col(timestamp_with_time_zone("created_at"))
        .col(timestamp_with_time_zone("last_message_at"))
        .to_owned()
}

/// `mail_key` is null for messages that did not come by email.
fn messages() -> TableCreateStatement {
    Table::create()
        .table("enquiry_messages")
        .col(uuid("id").primary_key())
        .col(uuid("enquiry_id"))
        .col(text("author"))
        .col(text("author_name"))
        .col(text("body"))
        .col(timestamp_with_time_zone("sent_at"))
        .col(text_null("mail_key"))
        .to_owned()
}

fn saved_replies() -> TableCreateStatement {
    Table::create()
        .table("saved_replies")
        .col(uuid("id").primary_key())
        .col(text("title"))
        .col(text("body"))
        .col(big_integer("version"))
        .col(timestamp_with_time_zone("updated_at"))
        .to_owned()
}

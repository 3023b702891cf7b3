//! Enquiries and their messages. Messages are only added; the status of the enquiry follows from the last one, or is set
//! by staff.

use domain::account::Email;
use domain::enquiry::{Author, Enquiry, EnquiryStatus, Message};
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::entity::prelude::*;
use sea_orm::{QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::tables::search::contains;
use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "enquiries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub trek_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub trek_name: String,
        #[sea_orm(column_type = "Text")]
        pub name: String,
        #[sea_orm(column_type = "Text")]
        pub email: String,
        #[sea_orm(column_type = "Text")]
        pub email_key: String,
        #[sea_orm(column_type = "Text")]
        pub search_key: String,
        #[sea_orm(column_type = "Text")]
        pub status: String,
        pub is_verified: bool,
        pub version: i64,
        pub created_at: DateTimeUtc,
        pub last_message_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

mod message_row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "enquiry_messages")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub enquiry_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub author: String,
        #[sea_orm(column_type = "Text")]
        pub author_name: String,
        #[sea_orm(column_type = "Text")]
        pub body: String,
        pub sent_at: DateTimeUtc,
        #[sea_orm(column_type = "Text", nullable)]
        pub mail_key: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

impl TryFrom<Model> for Enquiry {
    type Error = StoreError;

    fn try_from(row: Model) -> StoreResult<Self> {
        let broken =
            |what: &str| StoreError::Failed(format!("enquiry {} has a broken {what}", row.id));
        Ok(Self {
            email: Email::parse(&row.email).map_err(|_| broken("address"))?,
            status: EnquiryStatus::parse(&row.status).ok_or_else(|| broken("status"))?,
            id: row.id,
            trek_id: row.trek_id,
            trek_name: row.trek_name,
            name: row.name,
            is_verified: row.is_verified,
            version: row.version,
            created_at: row.created_at,
            last_message_at: row.last_message_at,
        })
    }
}

impl TryFrom<message_row::Model> for Message {
    type Error = StoreError;

    fn try_from(row: message_row::Model) -> StoreResult<Self> {
        let author = Author::parse(&row.author);
        let broken = || StoreError::Failed(format!("message {} has a broken author", row.id));
        Ok(Self {
            author: author.ok_or_else(broken)?,
            id: row.id,
            enquiry_id: row.enquiry_id,
            author_name: row.author_name,
            text: row.body,
            sent_at: row.sent_at,
            mail_key: row.mail_key,
        })
    }
}

pub async fn insert(tx: &Tx, enquiry: &Enquiry, question: &Message) -> StoreResult<()> {
    let email = enquiry.email.as_str();
    let id = enquiry.id.to_string();
    let searched = [&id, &enquiry.name, email, &enquiry.trek_name];
    let row = ActiveModel {
        id: Set(enquiry.id),
        trek_id: Set(enquiry.trek_id),
        trek_name: Set(enquiry.trek_name.clone()),
        name: Set(enquiry.name.clone()),
        email: Set(email.to_owned()),
        email_key: Set(enquiry.email.key().to_owned()),
        search_key: Set(searched.map(str::to_lowercase).join("\n")),
        status: Set(enquiry.status.as_str().to_owned()),
        is_verified: Set(enquiry.is_verified),
        version: Set(enquiry.version),
        created_at: Set(enquiry.created_at),
        last_message_at: Set(enquiry.last_message_at),
    };
    Entity::insert(row).exec_without_returning(tx).await?;
    insert_message(tx, question).await
}

async fn insert_message(tx: &Tx, message: &Message) -> StoreResult<()> {
    let row = message_row::ActiveModel {
        id: Set(message.id),
        enquiry_id: Set(message.enquiry_id),
        author: Set(message.author.as_str().to_owned()),
        author_name: Set(message.author_name.clone()),
        body: Set(message.text.clone()),
        sent_at: Set(message.sent_at),
        mail_key: Set(message.mail_key.clone()),
    };
    message_row::Entity::insert(row)
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Adds a message that the traveller sent by the signed link or as an email reply, which proves access to the address.
/// Reopens a closed enquiry. Returns false if the enquiry does not exist. Fails with [`StoreError::Taken`] if the email
/// was stored before.
pub async fn add_from_traveller(tx: &Tx, message: &Message) -> StoreResult<bool> {
    let change = set_status(EnquiryStatus::Waiting)
        .col_expr(Column::IsVerified, Expr::value(true))
        .col_expr(Column::LastMessageAt, Expr::value(message.sent_at))
        .filter(Column::Id.eq(message.enquiry_id));
    if change.exec(tx).await?.rows_affected == 0 {
        return Ok(false);
    }
    insert_message(tx, message).await?;
    Ok(true)
}

/// Adds an answer, if the enquiry still has this version. Otherwise returns false.
pub async fn add_answer(tx: &Tx, message: &Message, version: i64) -> StoreResult<bool> {
    let change = set_status(EnquiryStatus::Answered)
        .col_expr(Column::LastMessageAt, Expr::value(message.sent_at))
        .filter(Column::Id.eq(message.enquiry_id))
        .filter(Column::Version.eq(version));
    if change.exec(tx).await?.rows_affected == 0 {
        return Ok(false);
    }
    insert_message(tx, message).await?;
    Ok(true)
}

/// Changes the status, if the enquiry still has this version. Otherwise returns false.
pub async fn change_status(
    db: &impl Connection,
    id: Uuid,
    status: EnquiryStatus,
    version: i64,
) -> StoreResult<bool> {
    let change = set_status(status)
        .filter(Column::Id.eq(id))
        .filter(Column::Version.eq(version));
    Ok(change.exec(db).await?.rows_affected == 1)
}

fn set_status(status: EnquiryStatus) -> sea_orm::UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::Status, Expr::value(status.as_str()))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Enquiry>> {
    let row = Entity::find_by_id(id).one(db).await?;
    row.map(Enquiry::try_from).transpose()
}

pub async fn find_message(db: &impl Connection, id: Uuid) -> StoreResult<Option<Message>> {
    let row = message_row::Entity::find_by_id(id).one(db).await?;
    row.map(Message::try_from).transpose()
}

/// Whether the email was stored as a message.
pub async fn has_mail(db: &impl Connection, mail_key: &str) -> StoreResult<bool> {
    let found = message_row::Entity::find().filter(message_row::Column::MailKey.eq(mail_key));
    Ok(found.count(db).await? > 0)
}

/// The messages of an enquiry, oldest first.
pub async fn list_messages(db: &impl Connection, enquiry_id: Uuid) -> StoreResult<Vec<Message>> {
    let rows = message_row::Entity::find()
        .filter(message_row::Column::EnquiryId.eq(enquiry_id))
        .order_by_asc(message_row::Column::SentAt)
        .order_by_asc(message_row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(Message::try_from).collect()
}

/// A page of the enquiries, latest message first, and the number of all matches.
pub async fn list(
    db: &impl Connection,
    status: Option<EnquiryStatus>,
    search: &str,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Enquiry>, u64)> {
    let mut query = Entity::find();
    if let Some(status) = status {
        query = query.filter(Column::Status.eq(status.as_str()));
    }
    for word in search.split_whitespace() {
        query = query.filter(contains(Column::SearchKey, word));
    }
    let total = query.clone().count(db).await?;
    let page = query
        .order_by_desc(Column::LastMessageAt)
        .order_by_desc(Column::Id)
        .offset(offset);
    let rows = QuerySelect::limit(page, limit).all(db).await?;
    let found = rows.into_iter().map(Enquiry::try_from);
    Ok((found.collect::<StoreResult<_>>()?, total))
}

/// The enquiries that wait for an answer, longest first, and their number.
pub async fn list_waiting(db: &impl Connection, limit: u64) -> StoreResult<(Vec<Enquiry>, u64)> {
    let waiting = EnquiryStatus::Waiting.as_str();
    let query = Entity::find().filter(Column::Status.eq(waiting));
    let total = query.clone().count(db).await?;
    let oldest = query
        .order_by_asc(Column::LastMessageAt)
        .order_by_asc(Column::Id);
    let rows = QuerySelect::limit(oldest, limit).all(db).await?;
    let found = rows.into_iter().map(Enquiry::try_from);
    Ok((found.collect::<StoreResult<_>>()?, total))
}

/// The enquiries made with an address, oldest first.
pub async fn list_for_email(db: &impl Connection, email: &Email) -> StoreResult<Vec<Enquiry>> {
    let rows = Entity::find()
        .filter(Column::EmailKey.eq(email.key()))
        .order_by_asc(Column::CreatedAt)
        .all(db)
        .await?;
    rows.into_iter().map(Enquiry::try_from).collect()
}

/// Deletes the enquiries made with the address of a deleted account, with their messages.
pub async fn delete_for_email(tx: &Tx, email: &Email) -> StoreResult<u64> {
    let ids: Vec<Uuid> = list_for_email(tx, email)
        .await?
        .into_iter()
        .map(|enquiry| enquiry.id)
        .collect();
    message_row::Entity::delete_many()
        .filter(message_row::Column::EnquiryId.is_in(ids.clone()))
        .exec(tx)
        .await?;
    let all = Entity::delete_many().filter(Column::Id.is_in(ids));
    Ok(all.exec(tx).await?.rows_affected)
}

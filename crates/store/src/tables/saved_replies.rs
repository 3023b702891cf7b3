//! Texts that staff use in answers to enquiries.

use chrono::{DateTime, Utc};
use domain::enquiry::SavedReply;
use sea_orm::ActiveValue::Set;
use sea_orm::ExprTrait as _;
use sea_orm::QueryOrder;
use sea_orm::entity::prelude::*;
use uuid::Uuid;

use crate::{Connection, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "saved_replies")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub title: String,
        #[sea_orm(column_type = "Text")]
        pub body: String,
        pub version: i64,
        pub updated_at: DateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl From<Model> for SavedReply {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            title: row.title,
            text: row.body,
            version: row.version,
        }
    }
}

pub async fn insert(
    db: &impl Connection,
    reply: &SavedReply,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    let row = ActiveModel {
        id: Set(reply.id),
        title: Set(reply.title.clone()),
        body: Set(reply.text.clone()),
        version: Set(reply.version),
        updated_at: Set(now),
    };
    Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// Stores the changed reply if the stored one has the same version, and increments the version. Otherwise returns false.
pub async fn update(
    db: &impl Connection,
    reply: &SavedReply,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let change = Entity::update_many()
        .col_expr(Column::Title, Expr::value(&reply.title))
        .col_expr(Column::Body, Expr::value(&reply.text))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .filter(Column::Id.eq(reply.id))
        .filter(Column::Version.eq(reply.version));
    Ok(change.exec(db).await?.rows_affected == 1)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<SavedReply>> {
    let row = Entity::find_by_id(id).one(db).await?;
    Ok(row.map(SavedReply::from))
}

/// All saved replies, by title.
pub async fn list(db: &impl Connection) -> StoreResult<Vec<SavedReply>> {
    let rows = Entity::find()
        .order_by_asc(Column::Title)
        .order_by_asc(Column::Id)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(SavedReply::from).collect())
}

/// Returns true only to the caller that deleted it.
pub async fn delete(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    Ok(Entity::delete_by_id(id).exec(db).await?.rows_affected == 1)
}

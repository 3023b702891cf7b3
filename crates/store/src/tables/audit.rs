//! The audit log: what administrators did. An entry is written in the transaction of the change and never modified.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::SimpleExpr;
use sea_orm::{DbBackend, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use crate::tables::search::contains;
use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "audit_log")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub at: ChronoDateTimeUtc,
        pub who_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub who_name: String,
        #[sea_orm(column_type = "Text")]
        pub action: String,
        #[sea_orm(column_type = "Text")]
        pub subject_kind: String,
        #[sea_orm(column_type = "Text")]
        pub subject_id: String,
        #[sea_orm(column_type = "Text")]
        pub subject_name: String,
        /// The text that a search is compared with, in lower case.
        #[sea_orm(column_type = "Text")]
        pub search_key: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub changes: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

use row::{Column, Entity};

#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub id: Uuid,
    pub at: DateTime<Utc>,
    pub who_id: Uuid,
    /// The name at the time of the action.
    pub who_name: String,
    /// A verb such as `update` or `archive`.
    pub action: String,
    pub subject: Subject,
    pub changes: Vec<Change>,
}

/// The thing that the action changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subject {
    /// For example `trek`.
    pub kind: String,
    pub id: String,
    /// The name at the time of the action.
    pub name: String,
}

/// The value of a field before and after. `null` where the field has no value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Change {
    pub field: String,
    pub before: Value,
    pub after: Value,
}

/// Adds an entry for a change that the same transaction makes.
pub async fn add(tx: &Tx, entry: &Entry) -> StoreResult<()> {
    let subject = &entry.subject;
    let searched = [
        &entry.who_name,
        &entry.action,
        &subject.kind,
        &subject.name,
        &subject.id,
    ];
    let search_key = searched.map(|text| text.to_lowercase()).join("\n");
    Entity::insert(row::ActiveModel {
        id: Set(entry.id),
        at: Set(entry.at),
        who_id: Set(entry.who_id),
        who_name: Set(entry.who_name.clone()),
        action: Set(entry.action.clone()),
        subject_kind: Set(subject.kind.clone()),
        subject_id: Set(subject.id.clone()),
        subject_name: Set(subject.name.clone()),
        search_key: Set(search_key),
        changes: Set(serde_json::to_value(&entry.changes)?),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// Whether an entry for this action on this subject exists.
pub async fn has(tx: &Tx, action: &str, subject: &Subject) -> StoreResult<bool> {
    let found = Entity::find()
        .filter(Column::Action.eq(action))
        .filter(Column::SubjectKind.eq(&*subject.kind))
        .filter(Column::SubjectId.eq(&*subject.id))
        .one(tx)
        .await?;
    Ok(found.is_some())
}

/// A page of the entries that contain `search`, newest first, and the number of all such entries. Entries whose
/// subject is of the kind `without` are left out.
pub async fn list(
    db: &impl Connection,
    search: &str,
    without: Option<&str>,
    offset: u64,
    limit: u64,
) -> StoreResult<(Vec<Entry>, u64)> {
    let mut query = Entity::find();
    for word in search.split_whitespace() {
        query = query.filter(contains(Column::SearchKey, word));
    }
    if let Some(kind) = without {
        query = query.filter(Column::SubjectKind.ne(kind));
    }
    let total = query.clone().count(db).await?;
    if total <= offset {
        return Ok((Vec::new(), total));
    }
    let ids: Vec<Uuid> = query
        .select_only()
        .column(Column::Id)
        .order_by_desc(order_column(db.get_database_backend(), search))
        .order_by_desc(Column::Id)
        .offset(offset)
        .limit(limit)
        .into_tuple()
        .all(db)
        .await?;
    let rows = Entity::find()
        .filter(Column::Id.is_in(ids))
        .order_by_desc(Column::At)
        .order_by_desc(Column::Id)
        .all(db)
        .await?;
    let entries = rows.into_iter().map(from_row).collect::<StoreResult<_>>()?;
    Ok((entries, total))
}

/// The newest entries about one thing.
pub async fn list_of(
    db: &impl Connection,
    kind: &str,
    id: &str,
    limit: u64,
) -> StoreResult<Vec<Entry>> {
    let rows = Entity::find()
        .filter(Column::SubjectKind.eq(kind))
        .filter(Column::SubjectId.eq(id))
        .order_by_desc(Column::At)
        .order_by_desc(Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// The time column for ORDER BY. For a search, SQLite gets an expression that no index matches. With the index it
/// would read 100,000 entries in order with a lookup for each, instead of scanning the table once.
fn order_column(backend: DbBackend, search: &str) -> SimpleExpr {
    match backend {
        DbBackend::Sqlite if !search.trim().is_empty() => Expr::cust(r#"+"audit_log"."at""#),
        _ => Expr::col((Entity, Column::At)),
    }
}

fn from_row(row: row::Model) -> StoreResult<Entry> {
    Ok(Entry {
        id: row.id,
        at: row.at,
        who_id: row.who_id,
        who_name: row.who_name,
        action: row.action,
        subject: Subject {
            kind: row.subject_kind,
            id: row.subject_id,
            name: row.subject_name,
        },
        changes: serde_json::from_value(row.changes)?,
    })
}

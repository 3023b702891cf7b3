//! Uploaded pictures. The files are in the file store. This table records which of them were checked and converted,
//! so that treks and articles only use those.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Query;
use sea_orm::{EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect, Set};

use crate::{Connection, StoreResult, Tx};

/// Maximum number of values in one statement; SQLite has a limit.
const MAX_VALUES: usize = 500;

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "pictures")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub key: String,
        pub stored: bool,
        /// The last time the picture was found to be in use; initially the time of the upload request.
        pub used_at: ChronoDateTimeUtc,
        /// A data URL; null until it is created, empty if none can be created.
        #[sea_orm(column_type = "Text", nullable)]
        pub placeholder: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The upload was requested and may arrive.
    Requested,
    /// Checked, converted and served.
    Stored,
}

pub async fn insert(
    db: &impl Connection,
    key: &str,
    state: State,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        key: Set(key.to_owned()),
        stored: Set(state == State::Stored),
        used_at: Set(now),
        placeholder: Set(None),
    })
    .exec_without_returning(db)
    .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, key: &str) -> StoreResult<Option<State>> {
    let found = row::Entity::find_by_id(key.to_owned()).one(db).await?;
    Ok(found.map(|row| match row.stored {
        true => State::Stored,
        false => State::Requested,
    }))
}

/// Changes the state from requested to stored. Returns true only to the caller that did.
pub async fn mark_stored(db: &impl Connection, key: &str, placeholder: &str) -> StoreResult<bool> {
    let change = row::Entity::update_many()
        .col_expr(row::Column::Stored, Expr::value(true))
        .col_expr(row::Column::Placeholder, Expr::value(placeholder))
        .filter(row::Column::Key.eq(key))
        .filter(row::Column::Stored.eq(false));
    Ok(change.exec(db).await?.rows_affected == 1)
}

/// The placeholders of the given pictures by key. Pictures without a placeholder are left out.
pub async fn placeholders(
    db: &impl Connection,
    keys: &[String],
) -> StoreResult<HashMap<String, String>> {
    let mut found = HashMap::new();
    for part in keys.chunks(MAX_VALUES) {
        let rows: Vec<(String, String)> = row::Entity::find()
            .select_only()
            .columns([row::Column::Key, row::Column::Placeholder])
            .filter(row::Column::Key.is_in(part.iter().cloned()))
            .filter(row::Column::Placeholder.ne(""))
            .into_tuple()
            .all(db)
            .await?;
        found.extend(rows);
    }
    Ok(found)
}

/// Stored pictures that have no placeholder yet.
pub async fn list_without_placeholder(
    db: &impl Connection,
    limit: u64,
) -> StoreResult<Vec<String>> {
    let keys = row::Entity::find()
        .select_only()
        .column(row::Column::Key)
        .filter(row::Column::Stored.eq(true))
        .filter(row::Column::Placeholder.is_null())
        .order_by_desc(row::Column::UsedAt)
        .order_by_asc(row::Column::Key)
        .limit(limit);
    Ok(keys.into_tuple().all(db).await?)
}

/// Stores the placeholder of a picture that had none.
pub async fn set_placeholder(tx: &Tx, key: &str, placeholder: &str) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::Placeholder, Expr::value(placeholder))
        .filter(row::Column::Key.eq(key))
        .exec(tx)
        .await?;
    Ok(())
}

/// Stops serving a picture. Returns true only to the caller that did.
pub async fn withdraw(tx: &Tx, key: &str) -> StoreResult<bool> {
    let change = row::Entity::update_many()
        .col_expr(row::Column::Stored, Expr::value(false))
        .filter(row::Column::Key.eq(key));
    Ok(change.exec(tx).await?.rows_affected == 1)
}

/// Deletes the row of a picture whose files are gone.
pub async fn remove(db: &impl Connection, key: &str) -> StoreResult<()> {
    row::Entity::delete_by_id(key.to_owned()).exec(db).await?;
    Ok(())
}

/// Keys of pictures that were last found in use before `moment`.
pub async fn list_unused_since(
    db: &impl Connection,
    moment: DateTime<Utc>,
) -> StoreResult<Vec<String>> {
    let rows = row::Entity::find()
        .filter(row::Column::UsedAt.lt(moment))
        .order_by_asc(row::Column::UsedAt)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(|row| row.key).collect())
}

/// Records that these pictures are in use now.
pub async fn mark_used(tx: &Tx, keys: &[String], now: DateTime<Utc>) -> StoreResult<()> {
    for part in keys.chunks(MAX_VALUES) {
        row::Entity::update_many()
            .col_expr(row::Column::UsedAt, Expr::value(now))
            .filter(row::Column::Key.is_in(part.iter().cloned()))
            .exec(tx)
            .await?;
    }
    Ok(())
}

/// The keys of all pictures.
pub async fn list_keys(db: &impl Connection) -> StoreResult<Vec<String>> {
    let rows = row::Entity::find().all(db).await?;
    Ok(rows.into_iter().map(|row| row.key).collect())
}

/// The keys of all pictures that are served.
pub async fn list_stored_keys(db: &impl Connection) -> StoreResult<Vec<String>> {
    let stored = row::Entity::find().filter(row::Column::Stored.eq(true));
    let rows = stored.order_by_asc(row::Column::Key).all(db).await?;
    Ok(rows.into_iter().map(|row| row.key).collect())
}

/// Text of all documents that contain the address of an uploaded picture: treks, articles, achievements, and
/// bookings, which contain a snapshot of the trek.
pub async fn documents_with_pictures(db: &impl Connection) -> StoreResult<Vec<String>> {
    let mut found = Vec::new();
    for table in ["treks", "blogs", "achievements", "bookings"] {
        let text = || Expr::col("document").cast_as("text");
        let query = Query::select()
            .expr_as(text(), "text")
            .from(table)
            .and_where(text().like("%/uploads/%"))
            .to_owned();
        let statement = db.get_database_backend().build(&query);
        for row in db.query_all_raw(statement).await? {
            found.push(row.try_get::<String>("", "text")?);
        }
    }
    Ok(found)
}

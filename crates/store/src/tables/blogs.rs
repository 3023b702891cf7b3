//! Blog articles. `views` is a column of its own, so that counting a view does not rewrite the article.

use domain::blog::Blog;
use domain::trek::name_key;
use sea_orm::ActiveValue::NotSet;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{EntityTrait, Order, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::tables::search::contains;
use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "blogs")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub title_key: String,
        pub published: bool,
        pub shown_on: ChronoDateTimeUtc,
        pub created_at: ChronoDateTimeUtc,
        pub views: i64,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// Sort keys for a list of articles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SortBy {
    #[default]
    CreatedAt,
    PublishedOn,
    Views,
    Title,
}

/// Which articles a list contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Published,
    Drafts,
    /// For administrators: drafts as well.
    All,
}

/// Parameters of one page of the list.
#[derive(Clone, Debug)]
pub struct Page {
    pub shown: Shown,
    /// Text to search for in the title; empty for all articles.
    pub search: String,
    pub sort_by: SortBy,
    pub descending: bool,
    pub offset: u64,
    pub limit: u64,
}

fn from_row(row: row::Model) -> StoreResult<Blog> {
    let mut blog: Blog = serde_json::from_value(row.document)?;
    blog.views = u64::try_from(row.views).unwrap_or(0);
    Ok(blog)
}

fn to_row(blog: &Blog) -> StoreResult<row::ActiveModel> {
    Ok(row::ActiveModel {
        id: Set(blog.id),
        title_key: Set(name_key(&blog.title)),
        published: Set(blog.is_published()),
        shown_on: Set(blog.published_on.unwrap_or(blog.created_at)),
        created_at: Set(blog.created_at),
        views: NotSet,
        document: Set(serde_json::to_value(blog)?),
    })
}

/// Stores an article. Fails with `Taken` if another article has the same title.
pub async fn insert(db: &impl Connection, blog: &Blog) -> StoreResult<()> {
    let mut row = to_row(blog)?;
    row.views = Set(i64::try_from(blog.views).unwrap_or(i64::MAX));
    row::Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// Replaces an article but keeps its number of views. Fails with `Taken` if another article has the same title.
pub async fn update(tx: &Tx, blog: &Blog) -> StoreResult<()> {
    row::Entity::update_many()
        .set(to_row(blog)?)
        .filter(row::Column::Id.eq(blog.id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Removes an article. Returns true only to the caller that removed it.
pub async fn remove(tx: &Tx, id: Uuid) -> StoreResult<bool> {
    let gone = row::Entity::delete_by_id(id).exec(tx).await?;
    Ok(gone.rows_affected == 1)
}

/// Finds an article and locks its row until the transaction ends.
pub async fn find_for_update(tx: &Tx, id: Uuid) -> StoreResult<Option<Blog>> {
    row::Entity::find_by_id(id)
        .lock_exclusive()
        .one(tx)
        .await?
        .map(from_row)
        .transpose()
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Blog>> {
    row::Entity::find_by_id(id)
        .one(db)
        .await?
        .map(from_row)
        .transpose()
}

/// One page of articles, and the number of all matches.
pub async fn list(db: &impl Connection, page: Page) -> StoreResult<(Vec<Blog>, u64)> {
    let mut query = row::Entity::find();
    query = match page.shown {
        Shown::Published => query.filter(row::Column::Published.eq(true)),
        Shown::Drafts => query.filter(row::Column::Published.eq(false)),
        Shown::All => query,
    };
    for word in page.search.split_whitespace() {
        query = query.filter(contains(row::Column::TitleKey, word));
    }
    let total = query.clone().count(db).await?;
    let order = if page.descending {
        Order::Desc
    } else {
        Order::Asc
    };
    let column = match page.sort_by {
        SortBy::CreatedAt => row::Column::CreatedAt,
        SortBy::PublishedOn => row::Column::ShownOn,
        SortBy::Views => row::Column::Views,
        SortBy::Title => row::Column::TitleKey,
    };
    let rows = query
        .order_by(column, order.clone())
        .order_by(row::Column::Id, order)
        .offset(page.offset)
        .limit(page.limit)
        .all(db)
        .await?;
    Ok((
        rows.into_iter().map(from_row).collect::<StoreResult<_>>()?,
        total,
    ))
}

/// Adds views to an article.
pub async fn add_views(tx: &Tx, id: Uuid, views: i64) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::Views, Expr::col(row::Column::Views).add(views))
        .filter(row::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

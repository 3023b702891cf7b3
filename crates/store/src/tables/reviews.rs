//! Reviews of treks, and the requests for them. A booking is asked once and has at most one review.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::review::{Review, ReviewState, ReviewText};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait as _, Func, OnConflict, Query, SelectStatement};
use sea_orm::{Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "reviews")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        pub trek_id: Uuid,
        pub rating: i32,
        #[sea_orm(column_type = "Text")]
        pub title: String,
        #[sea_orm(column_type = "Text")]
        pub text: String,
        #[sea_orm(column_type = "Text")]
        pub name: String,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub reason: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub answer: Option<String>,
        pub walked_on: ChronoDate,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
        pub version: i64,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

mod request {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "review_requests")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub booking_id: Uuid,
        pub asked_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn to_row(review: &Review) -> row::ActiveModel {
    row::ActiveModel {
        id: Set(review.id),
        booking_id: Set(review.booking_id),
        trek_id: Set(review.trek_id),
        rating: Set(review.written.rating.into()),
        title: Set(review.written.title.clone()),
        text: Set(review.written.text.clone()),
        name: Set(review.written.name.clone()),
        state: Set(review.state.as_str().to_owned()),
        reason: Set(review.reason.clone()),
        answer: Set(review.answer.clone()),
        walked_on: Set(review.walked_on),
        created_at: Set(review.created_at),
        updated_at: Set(review.updated_at),
        version: Set(review.version),
    }
}

fn from_row(row: row::Model) -> StoreResult<Review> {
    let broken = || StoreError::Failed(format!("review {} has a broken state", row.id));
    Ok(Review {
        id: row.id,
        booking_id: row.booking_id,
        trek_id: row.trek_id,
        state: ReviewState::parse(&row.state).ok_or_else(broken)?,
        written: ReviewText {
            rating: u8::try_from(row.rating).unwrap_or_default(),
            title: row.title,
            text: row.text,
            name: row.name,
        },
        reason: row.reason,
        answer: row.answer,
        walked_on: row.walked_on,
        created_at: row.created_at,
        updated_at: row.updated_at,
        version: row.version,
    })
}

/// Fails with `Taken` if the booking has a review.
pub async fn insert(tx: &Tx, review: &Review) -> StoreResult<()> {
    row::Entity::insert(to_row(review))
        .exec_without_returning(tx)
        .await?;
    Ok(())
}

/// Saves a review. `false` if it was changed since `review.version`.
pub async fn update(tx: &Tx, review: &Review) -> StoreResult<bool> {
    let mut row = to_row(review);
    row.version = Set(review.version + 1);
    let done = row::Entity::update_many()
        .set(row)
        .filter(row::Column::Id.eq(review.id))
        .filter(row::Column::Version.eq(review.version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Review>> {
    let row = row::Entity::find_by_id(id).one(db).await?;
    row.map(from_row).transpose()
}

pub async fn find_for_booking(
    db: &impl Connection,
    booking_id: Uuid,
) -> StoreResult<Option<Review>> {
    let found = row::Entity::find()
        .filter(row::Column::BookingId.eq(booking_id))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// The reviews of these bookings.
pub async fn list_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<Review>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.is_in(booking_ids.iter().copied()))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// `limit` reviews from an offset, newest first, and how many there are.
pub async fn page(
    db: &impl Connection,
    trek_id: Option<Uuid>,
    state: Option<ReviewState>,
    (offset, limit): (u64, u64),
) -> StoreResult<(Vec<Review>, u64)> {
    let is_wanted = Condition::all()
        .add_option(trek_id.map(|id| row::Column::TrekId.eq(id)))
        .add_option(state.map(|state| row::Column::State.eq(state.as_str())));
    let query = row::Entity::find().filter(is_wanted);
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_desc(row::Column::Id)
        .offset(offset)
        .limit(limit)
        .all(db)
        .await?;
    let found = rows.into_iter().map(from_row).collect::<StoreResult<_>>()?;
    Ok((found, total))
}

/// The approved reviews of a trek.
#[derive(Debug, Clone, Copy, Default)]
pub struct Ratings {
    pub count: u64,
    /// Of their ratings.
    pub sum: u64,
}

/// How treks are rated. A trek without an approved review is left out.
pub async fn ratings(
    db: &impl Connection,
    trek_ids: impl IntoIterator<Item = Uuid>,
) -> StoreResult<HashMap<Uuid, Ratings>> {
    let rows: Vec<(Uuid, i64, i64)> = row::Entity::find()
        .select_only()
        .column(row::Column::TrekId)
        .expr(Func::count(Expr::col(row::Column::Id)))
        .expr(Func::cast_as(
            Func::sum(Expr::col(row::Column::Rating)),
            "bigint",
        ))
        .filter(row::Column::TrekId.is_in(trek_ids))
        .filter(row::Column::State.eq(ReviewState::Approved.as_str()))
        .group_by(row::Column::TrekId)
        .into_tuple()
        .all(db)
        .await?;
    let number = |value: i64| u64::try_from(value).unwrap_or_default();
    let rated = rows.into_iter().map(|(id, count, sum)| {
        let (count, sum) = (number(count), number(sum));
        (id, Ratings { count, sum })
    });
    Ok(rated.collect())
}

/// Removes the name from the review of a booking whose customer deleted the account. The rest stays.
pub(crate) async fn remove_name(tx: &Tx, booking_id: Uuid, now: DateTime<Utc>) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::Name, Expr::value(""))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .col_expr(row::Column::Version, Expr::col(row::Column::Version).add(1))
        .filter(row::Column::BookingId.eq(booking_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Records that a booking is asked for a review. `true` only for the caller that recorded it first.
pub async fn record_request(tx: &Tx, booking_id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let row = request::ActiveModel {
        booking_id: Set(booking_id),
        asked_at: Set(now),
    };
    let known = OnConflict::column(request::Column::BookingId)
        .do_nothing()
        .to_owned();
    let added = request::Entity::insert(row)
        .on_conflict(known)
        .exec_without_returning(tx)
        .await?;
    Ok(added == 1)
}

/// The bookings that were asked for a review.
pub(crate) fn select_requested() -> SelectStatement {
    let mut query = Query::select();
    query
        .column(request::Column::BookingId)
        .from(request::Entity);
    query
}

//! The search text of bookings. It is stored in a table of its own and written together with the booking, so that a
//! search does not read the documents.

use std::cmp::Reverse;

use domain::booking::Booking;
use domain::booking_search::{SearchWord, search_text, search_words};
use sea_orm::sea_query::{
    Asterisk, Expr, ExprTrait as _, Func, OnConflict, Query, SelectStatement, SimpleExpr,
};
use sea_orm::{Condition, EntityTrait, PaginatorTrait, QueryFilter, QuerySelect, Set};
use uuid::Uuid;

use crate::tables::search::contains;
use crate::{Connection, StoreResult};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "booking_search")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub text: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// The number of rows that tell whether a search is common.
const SAMPLE_ROWS: u64 = 10_000;

/// Writes the search text of a new or changed booking.
pub(super) async fn save(db: &impl Connection, booking: &Booking) -> StoreResult<()> {
    let known = OnConflict::column(row::Column::BookingId)
        .update_column(row::Column::Text)
        .to_owned();
    row::Entity::insert(row::ActiveModel {
        booking_id: Set(booking.id),
        text: Set(search_text(booking)),
    })
    .on_conflict(known)
    .exec_without_returning(db)
    .await?;
    Ok(())
}

/// The rows of search text that contain every word.
pub(super) struct Matches(Condition);

impl Matches {
    pub(super) fn of(typed: &str) -> Option<Self> {
        let words = search_words(typed);
        (!words.is_empty()).then(|| Self(contains_all(&words)))
    }

    pub(super) async fn count(&self, db: &impl Connection) -> StoreResult<u64> {
        let found = row::Entity::find().filter(self.0.clone());
        Ok(found.count(db).await?)
    }

    /// Whether a tenth of the first rows match.
    pub(super) async fn is_common(&self, db: &impl Connection) -> StoreResult<bool> {
        let first = Query::select()
            .column(row::Column::Text)
            .from(row::Entity)
            .limit(SAMPLE_ROWS)
            .to_owned();
        let found = Query::select()
            .expr(Func::count(Expr::col(Asterisk)))
            .from_subquery(first, row::Entity)
            .cond_where(self.0.clone())
            .to_owned();
        let found = db.query_one(&found).await?;
        let found: Option<i64> = found.map(|row| row.try_get_by_index(0)).transpose()?;
        Ok(found.unwrap_or_default() as u64 >= SAMPLE_ROWS / 10)
    }

    /// Up to `limit` ids of matches, in no particular order.
    pub(super) async fn some_ids(
        &self,
        db: &impl Connection,
        limit: usize,
    ) -> StoreResult<Vec<Uuid>> {
        let found = row::Entity::find().filter(self.0.clone());
        let ids = found.select_only().column(row::Column::BookingId);
        let ids = ids.limit(limit as u64).into_tuple();
        Ok(ids.all(db).await?)
    }

    /// Subquery of all matching ids. The database evaluates it before it reads a booking.
    pub(super) fn ids(&self) -> SelectStatement {
        let mut select = Query::select();
        select.column(row::Column::BookingId).from(row::Entity);
        select.cond_where(self.0.clone());
        select
    }

    /// Whether the booking matches, checked by a lookup for each booking.
    pub(super) fn has(&self, booking_id: SimpleExpr) -> SimpleExpr {
        let own = Expr::col((row::Entity, row::Column::BookingId)).eq(booking_id);
        let select = Query::select()
            .expr(Expr::val(1_i32))
            .from(row::Entity)
            .and_where(own)
            .cond_where(self.0.clone())
            .to_owned();
        Expr::exists(select)
    }
}

/// The longest words are compared first, because they match the fewest rows.
fn contains_all(words: &[SearchWord]) -> Condition {
    let mut words: Vec<_> = words.iter().collect();
    words.sort_by_key(|word| Reverse(word.text.len()));
    words.into_iter().fold(Condition::all(), |all, word| {
        let text = || contains(row::Column::Text, &word.text);
        all.add(match &word.digits {
            // What contains the word contains its digits.
            Some(digits) if word.text.contains(digits) => contains(row::Column::Text, digits),
            Some(digits) => text().or(contains(row::Column::Text, digits)),
            None => text(),
        })
    })
}

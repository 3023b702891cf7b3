//! The text that the desk's search looks in: a row beside each booking, written with it, so that a search reads
//! no document.

use domain::booking::Booking;
use domain::booking_search::{SearchWord, search_text, search_words};
use sea_orm::sea_query::{OnConflict, Query, SelectStatement};
use sea_orm::{Condition, EntityTrait, Set};

use crate::search::contains;
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

/// Writes the text of a booking, new or changed.
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

/// The ids of the bookings that contain every word, read once for a whole list. None where nothing is searched.
pub(super) fn ids_with(typed: &str) -> Option<SelectStatement> {
    let words = search_words(typed);
    (!words.is_empty()).then(|| {
        let mut select = Query::select();
        select.column(row::Column::BookingId).from(row::Entity);
        select.cond_where(contains_all(&words));
        select
    })
}

fn contains_all(words: &[SearchWord]) -> Condition {
    words.iter().fold(Condition::all(), |all, word| {
        let mut any = Condition::any().add(contains(row::Column::Text, &word.text));
        if let Some(digits) = word.digits.as_ref().filter(|digits| **digits != word.text) {
            any = any.add(contains(row::Column::Text, digits));
        }
        all.add(any)
    })
}

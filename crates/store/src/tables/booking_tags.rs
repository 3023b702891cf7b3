//! Tags of bookings, by which staff filter their list.

use std::collections::HashMap;

use sea_orm::entity::prelude::*;
use sea_orm::sea_query::SelectStatement;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "booking_tags")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = "Text")]
        pub tag: String,
        #[sea_orm(primary_key, auto_increment = false)]
        pub booking_id: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// Replaces all tags of a booking.
pub async fn replace(tx: &Tx, booking_id: Uuid, tags: &[String]) -> StoreResult<()> {
    row::Entity::delete_many()
        .filter(row::Column::BookingId.eq(booking_id))
        .exec(tx)
        .await?;
    let rows = tags.iter().map(|tag| row::ActiveModel {
        tag: Set(tag.clone()),
        booking_id: Set(booking_id),
    });
    let rows: Vec<_> = rows.collect();
    if !rows.is_empty() {
        row::Entity::insert_many(rows)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// The tags of some bookings, each list in alphabetical order.
pub async fn list_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, Vec<String>>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.is_in(booking_ids.iter().copied()))
        .order_by_asc(row::Column::Tag)
        .all(db)
        .await?;
    let mut tags: HashMap<Uuid, Vec<String>> = HashMap::new();
    for row in rows {
        tags.entry(row.booking_id).or_default().push(row.tag);
    }
    Ok(tags)
}

/// All tags in use, in alphabetical order.
pub async fn list_all(db: &impl Connection, limit: u64) -> StoreResult<Vec<String>> {
    let tags = row::Entity::find()
        .select_only()
        .column(row::Column::Tag)
        .distinct()
        .order_by_asc(row::Column::Tag)
        .limit(limit);
    Ok(tags.into_tuple().all(db).await?)
}

/// Selects the bookings with a tag.
pub(crate) fn select_booking_ids(tag: &str) -> SelectStatement {
    row::Entity::find()
        .select_only()
        .column(row::Column::BookingId)
        .filter(row::Column::Tag.eq(tag))
        .into_query()
}

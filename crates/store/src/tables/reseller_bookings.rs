//! What OCTO knows of a reseller's booking besides the booking: the reseller's UUID and reference, and a document with
//! contacts and unit items. The UUID is an idempotency key: a reseller has one booking for it.

use sea_orm::ActiveValue::Set;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{QueryOrder, QuerySelect};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

#[derive(Clone, Debug, PartialEq)]
pub struct ResellerBooking {
    pub reseller_id: Uuid,
    pub uuid: Uuid,
    pub booking_id: Uuid,
    pub reseller_reference: Option<String>,
    pub document: serde_json::Value,
}

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "reseller_bookings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub reseller_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub uuid: Uuid,
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text", nullable)]
        pub reseller_reference: Option<String>,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Json,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{ActiveModel, Column, Entity, Model};

impl From<Model> for ResellerBooking {
    fn from(row: Model) -> Self {
        Self {
            reseller_id: row.reseller_id,
            uuid: row.uuid,
            booking_id: row.booking_id,
            reseller_reference: row.reseller_reference,
            document: row.document,
        }
    }
}

/// Stores the UUID of a new booking. `false` when the reseller has used it before. A concurrent transaction with the
/// same UUID waits until this one ends.
pub async fn insert(tx: &Tx, made: &ResellerBooking) -> StoreResult<bool> {
    let row = ActiveModel {
        reseller_id: Set(made.reseller_id),
        uuid: Set(made.uuid),
        booking_id: Set(made.booking_id),
        reseller_reference: Set(made.reseller_reference.clone()),
        document: Set(made.document.clone()),
    };
    let known = OnConflict::columns([Column::ResellerId, Column::Uuid])
        .do_nothing()
        .to_owned();
    let added = Entity::insert(row)
        .on_conflict(known)
        .exec_without_returning(tx)
        .await?;
    Ok(added == 1)
}

/// Saves reference and document. The caller has locked the booking.
pub async fn update(tx: &Tx, changed: &ResellerBooking) -> StoreResult<()> {
    Entity::update_many()
        .col_expr(
            Column::ResellerReference,
            Expr::value(changed.reseller_reference.clone()),
        )
        .col_expr(Column::Document, Expr::value(changed.document.clone()))
        .filter(Column::ResellerId.eq(changed.reseller_id))
        .filter(Column::Uuid.eq(changed.uuid))
        .exec(tx)
        .await?;
    Ok(())
}

pub async fn find(
    db: &impl Connection,
    reseller_id: Uuid,
    uuid: Uuid,
) -> StoreResult<Option<ResellerBooking>> {
    let row = Entity::find_by_id((reseller_id, uuid)).one(db).await?;
    Ok(row.map(ResellerBooking::from))
}

/// The bookings that a reseller gave this reference, at most `limit`.
pub async fn list_by_reference(
    db: &impl Connection,
    reseller_id: Uuid,
    reference: &str,
    limit: u64,
) -> StoreResult<Vec<ResellerBooking>> {
    let rows = Entity::find()
        .filter(Column::ResellerId.eq(reseller_id))
        .filter(Column::ResellerReference.eq(reference))
        .order_by_asc(Column::BookingId)
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(ResellerBooking::from).collect())
}

/// The entries of some of a reseller's bookings.
pub async fn list_of_bookings(
    db: &impl Connection,
    reseller_id: Uuid,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<ResellerBooking>> {
    let rows = Entity::find()
        .filter(Column::ResellerId.eq(reseller_id))
        .filter(Column::BookingId.is_in(booking_ids.iter().copied()))
        .order_by_asc(Column::BookingId)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(ResellerBooking::from).collect())
}

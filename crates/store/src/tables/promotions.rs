//! Promotion codes. A booking takes one of the uses in the transaction that stores it, and gives it back if it ends
//! unpaid.

use chrono::{DateTime, Utc};
use domain::booking::Booking;
use domain::promotion::Promotion;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "promotions")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub code: String,
        #[sea_orm(column_type = "JsonBinary")]
        pub deduction: Json,
        pub valid_from: Option<ChronoDate>,
        pub valid_until: Option<ChronoDate>,
        pub max_uses: Option<i64>,
        pub uses: i64,
        #[sea_orm(column_type = "JsonBinary")]
        pub trek_ids: Json,
        #[sea_orm(column_type = "Text")]
        pub note: String,
        pub is_active: bool,
        pub version: i64,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

mod uses {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "promotion_uses")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub booking_id: Uuid,
        pub promotion_id: Uuid,
        pub created_at: ChronoDateTimeUtc,
        /// When the booking was confirmed; from then on the use is not given back.
        pub confirmed_at: Option<ChronoDateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

fn to_row(promotion: &Promotion) -> StoreResult<row::ActiveModel> {
    Ok(row::ActiveModel {
        id: Set(promotion.id),
        code: Set(promotion.code.clone()),
        deduction: Set(serde_json::to_value(promotion.deduction)?),
        valid_from: Set(promotion.valid_from),
        valid_until: Set(promotion.valid_until),
        max_uses: Set(promotion.max_uses.map(i64::from)),
        trek_ids: Set(serde_json::to_value(&promotion.trek_ids)?),
        note: Set(promotion.note.clone()),
        is_active: Set(promotion.is_active),
        version: Set(promotion.version),
        ..Default::default()
    })
}

fn from_row(row: row::Model) -> StoreResult<Promotion> {
    let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
    Ok(Promotion {
        id: row.id,
        code: row.code,
        deduction: serde_json::from_value(row.deduction)?,
        valid_from: row.valid_from,
        valid_until: row.valid_until,
        max_uses: row.max_uses.map(count),
        uses: count(row.uses),
        trek_ids: serde_json::from_value(row.trek_ids)?,
        note: row.note,
        is_active: row.is_active,
        version: row.version,
    })
}

/// Fails with `Taken` if the code exists.
pub async fn insert(tx: &Tx, promotion: &Promotion, now: DateTime<Utc>) -> StoreResult<()> {
    let mut row = to_row(promotion)?;
    row.uses = Set(0);
    row.created_at = Set(now);
    row.updated_at = Set(now);
    row::Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

/// Saves what staff changed; never the uses. `false` if it was changed since `promotion.version`.
pub async fn update(tx: &Tx, promotion: &Promotion, now: DateTime<Utc>) -> StoreResult<bool> {
    let mut row = to_row(promotion)?;
    row.version = Set(promotion.version + 1);
    row.updated_at = Set(now);
    let done = row::Entity::update_many()
        .set(row)
        .filter(row::Column::Id.eq(promotion.id))
        .filter(row::Column::Version.eq(promotion.version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Promotion>> {
    let row = row::Entity::find_by_id(id).one(db).await?;
    row.map(from_row).transpose()
}

/// `code` as `normalized_code` returns it.
pub async fn find_by_code(db: &impl Connection, code: &str) -> StoreResult<Option<Promotion>> {
    let found = row::Entity::find()
        .filter(row::Column::Code.eq(code))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// `limit` promotions from an offset, newest first, and how many there are. `is_active` leaves out the others.
pub async fn page(
    db: &impl Connection,
    is_active: Option<bool>,
    (offset, limit): (u64, u64),
) -> StoreResult<(Vec<Promotion>, u64)> {
    let is_wanted = Condition::all().add_option(is_active.map(|it| row::Column::IsActive.eq(it)));
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

/// The bookings that use a promotion, newest first.
pub async fn list_uses(
    db: &impl Connection,
    promotion_id: Uuid,
    (offset, limit): (u64, u64),
) -> StoreResult<(Vec<Uuid>, u64)> {
    let query = uses::Entity::find().filter(uses::Column::PromotionId.eq(promotion_id));
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_desc(uses::Column::BookingId)
        .offset(offset)
        .limit(limit)
        .all(db)
        .await?;
    Ok((rows.into_iter().map(|one| one.booking_id).collect(), total))
}

/// Whether an unpaid booking has one of the uses of a promotion.
pub async fn is_held_by(
    db: &impl Connection,
    promotion_id: Uuid,
    booking_id: Uuid,
) -> StoreResult<bool> {
    let held = uses::Entity::find_by_id(booking_id).one(db).await?;
    Ok(held.is_some_and(|one| one.promotion_id == promotion_id && one.confirmed_at.is_none()))
}

/// Takes one of the uses of a promotion for a booking that is stored in `tx`; a booking that it replaces gives its own.
/// Returns false if none is left, or staff switched the promotion off meanwhile. Call it after the seats and the travel
/// credit are locked, as every other change of the uses.
pub async fn take_use(
    tx: &Tx,
    promotion_id: Uuid,
    booking_id: Uuid,
    replaced: Option<Uuid>,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    if let Some(replaced) = replaced {
        let moved = uses::Entity::update_many()
            .col_expr(uses::Column::BookingId, Expr::value(booking_id))
            .filter(uses::Column::BookingId.eq(replaced))
            .filter(uses::Column::PromotionId.eq(promotion_id))
            .filter(uses::Column::ConfirmedAt.is_null())
            .exec(tx)
            .await?;
        if moved.rows_affected == 1 {
            return Ok(true);
        }
    }
    let is_left = Condition::any()
        .add(row::Column::MaxUses.is_null())
        .add(Expr::col(row::Column::Uses).lt(Expr::col(row::Column::MaxUses)));
    let counted = row::Entity::update_many()
        .col_expr(row::Column::Uses, Expr::col(row::Column::Uses).add(1))
        .filter(row::Column::Id.eq(promotion_id))
        .filter(row::Column::IsActive.eq(true))
        .filter(is_left)
        .exec(tx)
        .await?;
    if counted.rows_affected != 1 {
        return Ok(false);
    }
    let new = uses::ActiveModel {
        booking_id: Set(booking_id),
        promotion_id: Set(promotion_id),
        created_at: Set(now),
        confirmed_at: Set(None),
    };
    uses::Entity::insert(new).exec_without_returning(tx).await?;
    Ok(true)
}

/// Keeps the use of a booking that is confirmed in `tx`. A booking that had ended and is paid all the same takes a use
/// again. Returns false if none is left.
pub(crate) async fn confirm_use(
    tx: &Tx,
    booking: &Booking,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let Some(promotion) = &booking.promotion else {
        return Ok(true);
    };
    let is_held = uses::Entity::find_by_id(booking.id)
        .one(tx)
        .await?
        .is_some();
    if !is_held && !take_use(tx, promotion.id, booking.id, None, now).await? {
        return Ok(false);
    }
    uses::Entity::update_many()
        .col_expr(uses::Column::ConfirmedAt, Expr::value(now))
        .filter(uses::Column::BookingId.eq(booking.id))
        .exec(tx)
        .await?;
    Ok(true)
}

/// Gives back the use of a booking that ended unpaid.
pub(crate) async fn release_use(tx: &Tx, booking_id: Uuid) -> StoreResult<()> {
    let Some(held) = uses::Entity::find_by_id(booking_id).one(tx).await? else {
        return Ok(());
    };
    let released = uses::Entity::delete_many()
        .filter(uses::Column::BookingId.eq(booking_id))
        .filter(uses::Column::ConfirmedAt.is_null())
        .exec(tx)
        .await?;
    if released.rows_affected == 1 {
        row::Entity::update_many()
            .col_expr(row::Column::Uses, Expr::col(row::Column::Uses).sub(1))
            .filter(row::Column::Id.eq(held.promotion_id))
            .exec(tx)
            .await?;
    }
    Ok(())
}

//! Guides, and the departures that they lead.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use domain::account::Email;
use domain::booking::BookingStatus;
use domain::departure::{Departure, DepartureState};
use domain::guide::Guide;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait, Query, SelectStatement};
use sea_orm::{EntityTrait, FromQueryResult, JoinType, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx, departures};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "guides")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub name: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub phone: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub email: Option<String>,
        /// The address that accounts are compared by.
        #[sea_orm(column_type = "Text", nullable)]
        pub email_key: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub licence: Option<String>,
        pub licence_until: Option<ChronoDate>,
        pub is_active: bool,
        pub version: i64,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

mod assignment {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "departure_guides")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub departure_id: Uuid,
        #[sea_orm(primary_key, auto_increment = false)]
        pub guide_id: Uuid,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::row::Entity",
            from = "Column::GuideId",
            to = "super::row::Column::Id"
        )]
        Guide,
        #[sea_orm(
            belongs_to = "crate::departures::row::Entity",
            from = "Column::DepartureId",
            to = "crate::departures::row::Column::Id"
        )]
        Departure,
    }
    impl ActiveModelBehavior for ActiveModel {}
}

fn to_row(guide: &Guide) -> row::ActiveModel {
    row::ActiveModel {
        id: Set(guide.id),
        name: Set(guide.name.clone()),
        phone: Set(guide.phone.clone()),
        email: Set(guide.email.as_ref().map(|email| email.as_str().to_owned())),
        email_key: Set(guide.email.as_ref().map(|email| email.key().to_owned())),
        licence: Set(guide.licence.clone()),
        licence_until: Set(guide.licence_until),
        is_active: Set(guide.is_active),
        version: Set(guide.version),
        ..Default::default()
    }
}

fn from_row(row: row::Model) -> StoreResult<Guide> {
    let broken = |_| StoreError::Failed(format!("guide {} has a broken address", row.id));
    Ok(Guide {
        id: row.id,
        email: row
            .email
            .as_deref()
            .map(Email::parse)
            .transpose()
            .map_err(broken)?,
        name: row.name,
        phone: row.phone,
        licence: row.licence,
        licence_until: row.licence_until,
        is_active: row.is_active,
        version: row.version,
    })
}

pub async fn insert(db: &impl Connection, guide: &Guide, now: DateTime<Utc>) -> StoreResult<()> {
    let mut row = to_row(guide);
    row.created_at = Set(now);
    row.updated_at = Set(now);
    row::Entity::insert(row).exec_without_returning(db).await?;
    Ok(())
}

/// Saves a guide. `false` if it was changed since `guide.version`.
pub async fn update(tx: &Tx, guide: &Guide, now: DateTime<Utc>) -> StoreResult<bool> {
    let mut row = to_row(guide);
    row.version = Set(guide.version + 1);
    row.updated_at = Set(now);
    let done = row::Entity::update_many()
        .set(row)
        .filter(row::Column::Id.eq(guide.id))
        .filter(row::Column::Version.eq(guide.version))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Guide>> {
    let row = row::Entity::find_by_id(id).one(db).await?;
    row.map(from_row).transpose()
}

/// The guides with these ids, by name. Unknown ids are left out.
pub async fn find_many(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<Guide>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(row::Column::Name)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// All guides by name; those out of service come last.
pub async fn list(db: &impl Connection) -> StoreResult<Vec<Guide>> {
    let rows = row::Entity::find()
        .order_by_desc(row::Column::IsActive)
        .order_by_asc(row::Column::Name)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// The guides in service that have this address. Normally one.
pub async fn list_active_ids_by_email(
    db: &impl Connection,
    email: &Email,
) -> StoreResult<Vec<Uuid>> {
    let ids = row::Entity::find()
        .select_only()
        .column(row::Column::Id)
        .filter(row::Column::EmailKey.eq(email.key()))
        .filter(row::Column::IsActive.eq(true));
    Ok(ids.into_tuple().all(db).await?)
}

/// Id and name of a guide who leads a departure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedGuide {
    pub id: Uuid,
    pub name: String,
}

/// The guides of some departures, by name.
pub async fn of_departures(
    db: &impl Connection,
    departure_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, Vec<NamedGuide>>> {
    let mut found: HashMap<Uuid, Vec<NamedGuide>> = HashMap::new();
    if departure_ids.is_empty() {
        return Ok(found);
    }
    let rows: Vec<(Uuid, Uuid, String)> = assignment::Entity::find()
        .select_only()
        .column(assignment::Column::DepartureId)
        .column(row::Column::Id)
        .column(row::Column::Name)
        .join(JoinType::InnerJoin, assignment::Relation::Guide.def())
        .filter(assignment::Column::DepartureId.is_in(departure_ids.iter().copied()))
        .order_by_asc(row::Column::Name)
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?;
    for (departure_id, id, name) in rows {
        let guides = found.entry(departure_id).or_default();
        guides.push(NamedGuide { id, name });
    }
    Ok(found)
}

/// Replaces the guides of a departure. Its version orders concurrent changes; update it in the same transaction first.
pub async fn assign(tx: &Tx, departure_id: Uuid, guide_ids: &[Uuid]) -> StoreResult<()> {
    assignment::Entity::delete_many()
        .filter(assignment::Column::DepartureId.eq(departure_id))
        .exec(tx)
        .await?;
    for guide_id in guide_ids {
        let row = assignment::ActiveModel {
            departure_id: Set(departure_id),
            guide_id: Set(*guide_id),
        };
        assignment::Entity::insert(row)
            .exec_without_returning(tx)
            .await?;
    }
    Ok(())
}

/// The ids of the departures that one of these guides leads.
pub(crate) fn led_by(guide_ids: &[Uuid]) -> SelectStatement {
    Query::select()
        .column(assignment::Column::DepartureId)
        .from(assignment::Entity)
        .and_where(Expr::col(assignment::Column::GuideId).is_in(guide_ids.iter().copied()))
        .to_owned()
}

/// Selects the departures that have a guide.
pub(crate) fn select_led_departures() -> SelectStatement {
    Query::select()
        .column(assignment::Column::DepartureId)
        .from(assignment::Entity)
        .to_owned()
}

/// Another departure of a guide on the same days.
#[derive(Debug, Clone, PartialEq, Eq, FromQueryResult)]
pub struct Overlap {
    pub guide_id: Uuid,
    pub trek_id: Uuid,
    pub start_date: NaiveDate,
    pub end_date: NaiveDate,
}

/// The other departures of these guides that have a day in common with this one, by start date. Cancelled departures,
/// and private ones whose booking is cancelled, do not count.
pub async fn list_overlaps(
    db: &impl Connection,
    departure: &Departure,
    guide_ids: &[Uuid],
) -> StoreResult<Vec<Overlap>> {
    use departures::row::{Column, Entity};
    let is_cancelled = Query::select()
        .expr(Expr::val(1_i32))
        .from("bookings")
        .and_where(Expr::col(("bookings", "id")).equals((Entity, Column::Id)))
        .and_where(Expr::col(("bookings", "status")).eq(BookingStatus::Cancelled.as_str()))
        .to_owned();
    let overlaps = assignment::Entity::find()
        .select_only()
        .column(assignment::Column::GuideId)
        .column(Column::TrekId)
        .column(Column::StartDate)
        .column(Column::EndDate)
        .join(JoinType::InnerJoin, assignment::Relation::Departure.def())
        .filter(assignment::Column::GuideId.is_in(guide_ids.iter().copied()))
        .filter(Column::Id.ne(departure.id))
        .filter(Column::State.ne(DepartureState::Cancelled.as_str()))
        .filter(Column::StartDate.lte(departure.end_date))
        .filter(Column::EndDate.gte(departure.start_date))
        .filter(Expr::exists(is_cancelled).not())
        .order_by_asc(Column::StartDate)
        .order_by_asc(Column::Id)
        .into_model::<Overlap>()
        .all(db)
        .await?;
    Ok(overlaps)
}

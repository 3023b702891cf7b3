//! Bookings. The booking of the domain is stored as one JSON document. The columns beside it are copies, for filters,
//! sorting and unique constraints, and are always written from the document.
//!
//! Every change goes through [`change`]: it reads the booking, applies a transition of the domain, and stores the
//! result only if no other writer stored a change in between. A function returns `true` only to the caller that made the
//! transition.

use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus, StatusChange};
use domain::booking_search::{guest_key, search_text};
use sea_orm::ActiveValue::NotSet;
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Asterisk, Func};
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{
    Connection, StoreError, StoreResult, Tx, booking_mails, booking_notes, departures, reviews,
};

mod balances;
mod desk;
mod due;
mod intent_transitions;
mod page;
mod policy;
mod received;
mod reference;
mod refund_transitions;
mod resold;
mod search;
mod summaries;
mod transitions;
mod waiting;
pub use balances::*;
pub use desk::*;
pub use due::*;
pub use intent_transitions::*;
pub use page::*;
pub use policy::*;
pub use received::*;
pub use reference::*;
pub use refund_transitions::*;
pub use resold::*;
pub use summaries::*;
pub use transitions::*;
pub use waiting::*;

mod row {
    use domain::booking::Booking;
    use sea_orm::FromJsonQueryResult;
    use sea_orm::entity::prelude::*;
    use serde::{Deserialize, Serialize};

    /// Parsed from the text of the database at once. An intermediate JSON value would take as long again.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize, FromJsonQueryResult)]
    #[serde(transparent)]
    pub struct Document(pub Booking);

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "bookings")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub user_id: Uuid,
        pub trek_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub status: String,
        #[sea_orm(column_type = "Text")]
        pub payment_status: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub intent_id: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub invoice_number: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub reference: Option<String>,
        pub departure_id: Option<Uuid>,
        pub start_date: ChronoDate,
        pub revision: i64,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
        /// Total price in minor units.
        pub amount: i64,
        pub guests: i32,
        /// Sort key of the guest's name.
        #[sea_orm(column_type = "Text")]
        pub guest_key: String,
        /// When the next part of the balance is due. Null without a balance.
        pub due_on: Option<ChronoDate>,
        #[sea_orm(column_type = "JsonBinary")]
        pub document: Document,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// All columns but the key. If a statement sets a key, even to the value it has, SQLite looks for the rows of other tables that
/// refer to it.
fn to_change(booking: &Booking, revision: i64) -> row::ActiveModel {
    row::ActiveModel {
        id: NotSet,
        ..to_row(booking, revision)
    }
}

fn to_row(booking: &Booking, revision: i64) -> row::ActiveModel {
    row::ActiveModel {
        id: Set(booking.id),
        user_id: Set(booking.user_id),
        trek_id: Set(booking.trek.id),
        status: Set(booking.status.as_str().to_owned()),
        payment_status: Set(booking.payment.status.as_str().to_owned()),
        intent_id: Set(booking.payment.intent_id.clone()),
        invoice_number: Set(booking.invoice_number.clone()),
        reference: Set(Some(booking.reference.clone()).filter(|text| !text.is_empty())),
        departure_id: Set(Some(booking.departure())),
        start_date: Set(booking.start_date),
        revision: Set(revision),
        created_at: Set(booking.created_at),
        updated_at: Set(booking.updated_at),
        amount: Set(booking.quote.total.minor()),
        guests: Set(i32::try_from(booking.party.size()).unwrap_or(i32::MAX)),
        guest_key: Set(guest_key(booking)),
        due_on: Set(booking.balance_due_on()),
        document: Set(row::Document(booking.clone())),
    }
}

fn from_row(row: row::Model) -> Booking {
    let row::Document(mut booking) = row.document;
    booking.version = row.revision;
    booking
}

/// Stores a booking. Run it in a [`Tx`]: a booking without its search text can never be found. A booking that is not on
/// a group departure gets its private departure here; the seats of a group departure are held with `seats::hold`.
pub async fn insert(db: &impl Connection, booking: &Booking) -> StoreResult<()> {
    if booking.departure_id.is_none() && booking.status != BookingStatus::Cancelled {
        departures::insert_private(db, booking).await?;
    }
    row::Entity::insert(to_row(booking, 1))
        .exec_without_returning(db)
        .await?;
    search::save(db, booking).await
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Booking>> {
    let found = row::Entity::find_by_id(id).one(db).await?;
    Ok(found.map(from_row))
}

/// The booking as it is stored now. One that is not stored any more is returned unchanged.
pub async fn reread(db: &impl Connection, booking: Booking) -> StoreResult<Booking> {
    Ok(find(db, booking.id).await?.unwrap_or(booking))
}

/// Finds a booking and locks its row until the transaction ends.
pub async fn find_for_update(tx: &Tx, id: Uuid) -> StoreResult<Option<Booking>> {
    let found = row::Entity::find_by_id(id).lock_exclusive().one(tx).await?;
    Ok(found.map(from_row))
}

/// The bookings of a traveller, newest first.
pub async fn list_for_user(db: &impl Connection, user_id: Uuid) -> StoreResult<Vec<Booking>> {
    let rows = of_user(user_id).all(db).await?;
    Ok(rows.into_iter().map(from_row).collect())
}

/// The newest bookings of a traveller, newest first.
pub async fn list_newest_for_user(
    db: &impl Connection,
    user_id: Uuid,
    limit: u64,
) -> StoreResult<Vec<Booking>> {
    let rows = of_user(user_id).limit(limit).all(db).await?;
    Ok(rows.into_iter().map(from_row).collect())
}

fn of_user(user_id: Uuid) -> Select<row::Entity> {
    row::Entity::find()
        .filter(row::Column::UserId.eq(user_id))
        .order_by_desc(row::Column::CreatedAt)
        .order_by_desc(row::Column::Id)
}

/// The bookings of a departure, oldest first, cancelled ones too.
pub async fn list_for_departure(
    db: &impl Connection,
    departure_id: Uuid,
) -> StoreResult<Vec<Booking>> {
    let rows = row::Entity::find()
        .filter(row::Column::DepartureId.eq(departure_id))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(from_row).collect())
}

/// Applies `step`, which returns whether it changed anything, and stores the result. If another writer stored a
/// change in between, it starts over with that version. A step that changes the search text must run in a [`Tx`].
async fn change(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
    step: impl Fn(&mut Booking) -> bool,
) -> StoreResult<bool> {
    Ok(change_and_get(db, id, now, step).await?.is_some())
}

/// Like [`change`]. Returns the booking as it is stored now, if `step` changed anything.
async fn change_and_get(
    db: &impl Connection,
    id: Uuid,
    now: DateTime<Utc>,
    step: impl Fn(&mut Booking) -> bool,
) -> StoreResult<Option<Booking>> {
    loop {
        let found = row::Entity::find_by_id(id)
            .one(db)
            .await?
            .ok_or(StoreError::Missing)?;
        let revision = found.revision;
        let mut booking = from_row(found);
        let before = (booking.status, booking.payment.status);
        let text_before = search_text(&booking);
        if !step(&mut booking) {
            return Ok(None);
        }
        booking.updated_at = now;
        if before != (booking.status, booking.payment.status) {
            booking.status_changes.push(StatusChange {
                at: now,
                status: booking.status,
                payment_status: booking.payment.status,
            });
        }
        let done = row::Entity::update_many()
            .set(to_change(&booking, revision + 1))
            .filter(row::Column::Id.eq(id))
            .filter(row::Column::Revision.eq(revision))
            .exec(db)
            .await?;
        if done.rows_affected == 1 {
            if text_before != search_text(&booking) {
                search::save(db, &booking).await?;
            }
            booking.version = revision + 1;
            return Ok(Some(booking));
        }
    }
}

/// Removes the personal data from a booking whose traveller deleted the account. What was sold and paid remains.
pub async fn erase_personal_data(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    booking_notes::delete_all(tx, id).await?;
    booking_mails::erase_contents(tx, id).await?;
    reviews::remove_name(tx, id, now).await?;
    change(tx, id, now, Booking::erase_personal_data).await
}

/// The booking of a payment intent.
pub async fn find_by_intent(db: &impl Connection, intent_id: &str) -> StoreResult<Option<Booking>> {
    let found = row::Entity::find()
        .filter(row::Column::IntentId.eq(intent_id))
        .one(db)
        .await?;
    Ok(found.map(from_row))
}

/// Treks by number of paid bookings since `since`, most first. Ties are sorted by id, so that the order is stable.
pub async fn list_popular_treks(
    db: &impl Connection,
    since: DateTime<Utc>,
) -> StoreResult<Vec<Uuid>> {
    let mut counts: Vec<(Uuid, i64)> = row::Entity::find()
        .select_only()
        .column(row::Column::TrekId)
        .expr(Func::count(Expr::col(Asterisk)))
        .filter(row::Column::Status.is_in([
            BookingStatus::Confirmed.as_str(),
            BookingStatus::Completed.as_str(),
        ]))
        .filter(row::Column::CreatedAt.gte(since))
        .group_by(row::Column::TrekId)
        .into_tuple()
        .all(db)
        .await?;
    counts.sort_by_key(|(trek, booked)| (std::cmp::Reverse(*booked), *trek));
    Ok(counts.into_iter().map(|(trek, _)| trek).collect())
}

/// The number of bookings ever made for each trek, or for one trek. Treks without bookings are left out.
pub async fn count_by_trek(
    db: &impl Connection,
    trek_id: Option<Uuid>,
) -> StoreResult<Vec<(Uuid, u64)>> {
    let mut query = row::Entity::find()
        .select_only()
        .column(row::Column::TrekId)
        .expr(Func::count(Expr::col(Asterisk)))
        .group_by(row::Column::TrekId);
    if let Some(trek_id) = trek_id {
        query = query.filter(row::Column::TrekId.eq(trek_id));
    }
    let counts: Vec<(Uuid, i64)> = query.into_tuple().all(db).await?;
    Ok(counts
        .into_iter()
        .map(|(trek, count)| (trek, u64::try_from(count).unwrap_or_default()))
        .collect())
}

/// Up to `limit` bookings after an id, in the order of their ids. The query has no filter: with a filter, the
/// database would sort all matches for every batch.
pub async fn list_after(db: &impl Connection, id: Uuid, limit: u64) -> StoreResult<Vec<Booking>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.gt(id))
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(from_row).collect())
}

/// Counts the bookings that a traveller made since `moment`.
pub async fn count_of_user_since(
    db: &impl Connection,
    user_id: Uuid,
    moment: DateTime<Utc>,
) -> StoreResult<u64> {
    let query = row::Entity::find()
        .filter(row::Column::UserId.eq(user_id))
        .filter(row::Column::CreatedAt.gt(moment));
    Ok(query.count(db).await?)
}

/// Counts all bookings.
pub async fn count(db: &impl Connection) -> StoreResult<u64> {
    Ok(row::Entity::find().count(db).await?)
}

//! Waitlists of departures. Every change of an entry runs under the lock of the departure's pool (`seats::lock_pool`),
//! so that entries and seats agree.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use domain::waitlist::{WaitlistEntry, WaitlistState};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Asterisk, Func};
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Select, Set, UpdateMany};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx, departures};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "waitlist_entries")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub departure_id: Uuid,
        pub user_id: Uuid,
        pub guests: i32,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        pub offer_expires_at: Option<ChronoDateTimeUtc>,
        pub booking_id: Option<Uuid>,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}
use row::{Column, Entity};

const ACTIVE: [&str; 2] = ["waiting", "offered"];

fn from_row(row: row::Model) -> StoreResult<WaitlistEntry> {
    let state = WaitlistState::parse(&row.state);
    let unknown = || StoreError::Failed(format!("waitlist entry {}: '{}'", row.id, row.state));
    Ok(WaitlistEntry {
        id: row.id,
        departure_id: row.departure_id,
        user_id: row.user_id,
        guests: u32::try_from(row.guests).unwrap_or_default(),
        state: state.ok_or_else(unknown)?,
        offer_expires_at: row.offer_expires_at,
        booking_id: row.booking_id,
        created_at: row.created_at,
    })
}

fn number(guests: u32) -> i32 {
    i32::try_from(guests).unwrap_or(i32::MAX)
}

pub async fn insert(tx: &Tx, entry: &WaitlistEntry) -> StoreResult<()> {
    let row = row::ActiveModel {
        id: Set(entry.id),
        departure_id: Set(entry.departure_id),
        user_id: Set(entry.user_id),
        guests: Set(number(entry.guests)),
        state: Set(entry.state.as_str().to_owned()),
        offer_expires_at: Set(entry.offer_expires_at),
        booking_id: Set(entry.booking_id),
        created_at: Set(entry.created_at),
        updated_at: Set(entry.created_at),
    };
    Entity::insert(row).exec_without_returning(tx).await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<WaitlistEntry>> {
    let found = Entity::find_by_id(id).one(db).await?;
    found.map(from_row).transpose()
}

/// Entries by their ids. Ids that do not exist are left out.
pub async fn find_all(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<WaitlistEntry>> {
    let query = Entity::find().filter(Column::Id.is_in(ids.iter().copied()));
    list(db, query).await
}

/// The entry of a traveller that waits or has an offer.
pub async fn find_active(
    db: &impl Connection,
    departure_id: Uuid,
    user_id: Uuid,
) -> StoreResult<Option<WaitlistEntry>> {
    let found = Entity::find()
        .filter(Column::DepartureId.eq(departure_id))
        .filter(Column::UserId.eq(user_id))
        .filter(Column::State.is_in(ACTIVE))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// In order of arrival.
async fn list(db: &impl Connection, query: Select<Entity>) -> StoreResult<Vec<WaitlistEntry>> {
    let rows = query
        .order_by_asc(Column::CreatedAt)
        .order_by_asc(Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// All entries of a departure, in order of arrival.
pub async fn list_for_departure(
    db: &impl Connection,
    departure_id: Uuid,
) -> StoreResult<Vec<WaitlistEntry>> {
    let query = Entity::find().filter(Column::DepartureId.eq(departure_id));
    list(db, query).await
}

/// All entries of a traveller, in order of arrival.
pub async fn list_for_user(db: &impl Connection, user_id: Uuid) -> StoreResult<Vec<WaitlistEntry>> {
    list(db, Entity::find().filter(Column::UserId.eq(user_id))).await
}

/// The entries that wait or have an offer, of all departures that share a pool, in order of arrival.
pub async fn list_active_in_pool(
    db: &impl Connection,
    pool_id: Uuid,
) -> StoreResult<Vec<WaitlistEntry>> {
    let departures = departures::select_ids_in_pool(pool_id);
    let query = Entity::find()
        .filter(Column::State.is_in(ACTIVE))
        .filter(Column::DepartureId.in_subquery(departures));
    list(db, query).await
}

/// All entries that wait or have an offer.
pub async fn list_active(db: &impl Connection) -> StoreResult<Vec<WaitlistEntry>> {
    list(db, Entity::find().filter(Column::State.is_in(ACTIVE))).await
}

/// The number of waiting parties of each departure; departures without one are left out.
pub async fn count_waiting(
    db: &impl Connection,
    departure_ids: &[Uuid],
) -> StoreResult<HashMap<Uuid, u32>> {
    let counts: Vec<(Uuid, i64)> = Entity::find()
        .select_only()
        .column(Column::DepartureId)
        .expr(Func::count(Expr::col(Asterisk)))
        .filter(Column::State.eq(WaitlistState::Waiting.as_str()))
        .filter(Column::DepartureId.is_in(departure_ids.iter().copied()))
        .group_by(Column::DepartureId)
        .into_tuple()
        .all(db)
        .await?;
    let counts = counts.into_iter();
    Ok(counts
        .map(|(id, count)| (id, u32::try_from(count).unwrap_or_default()))
        .collect())
}

fn transition(id: Uuid, from: &[WaitlistState], now: DateTime<Utc>) -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::State.is_in(from.iter().map(|state| state.as_str())))
}

async fn apply(tx: &Tx, update: UpdateMany<Entity>, to: WaitlistState) -> StoreResult<bool> {
    let update = update.col_expr(Column::State, Expr::value(to.as_str()));
    Ok(update.exec(tx).await?.rows_affected == 1)
}

/// Records that seats are held for a waiting party. Its claim has the id of the entry.
pub async fn offer(
    tx: &Tx,
    id: Uuid,
    expires_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let update = transition(id, &[WaitlistState::Waiting], now)
        .col_expr(Column::OfferExpiresAt, Expr::value(expires_at));
    apply(tx, update, WaitlistState::Offered).await
}

/// Ends an entry that waits or has an offer.
pub async fn lapse(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let from = [WaitlistState::Waiting, WaitlistState::Offered];
    apply(tx, transition(id, &from, now), WaitlistState::Lapsed).await
}

/// Puts an entry on the waitlist of the departure that its own one moved to. It keeps its place, and waits again if it
/// had an offer.
pub async fn follow_move(
    tx: &Tx,
    id: Uuid,
    departure_id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let from = [WaitlistState::Waiting, WaitlistState::Offered];
    let update = transition(id, &from, now)
        .col_expr(Column::DepartureId, Expr::value(departure_id))
        .col_expr(Column::OfferExpiresAt, Expr::value(None::<DateTime<Utc>>));
    apply(tx, update, WaitlistState::Waiting).await
}

/// Records that a traveller left the waitlist.
pub async fn leave(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let from = [WaitlistState::Waiting, WaitlistState::Offered];
    apply(tx, transition(id, &from, now), WaitlistState::Left).await
}

/// Records the booking that took over the seats of an offer. A booking that replaces the first one takes its place.
pub async fn book(tx: &Tx, id: Uuid, booking_id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let from = [WaitlistState::Offered, WaitlistState::Booked];
    let update =
        transition(id, &from, now).col_expr(Column::BookingId, Expr::value(Some(booking_id)));
    apply(tx, update, WaitlistState::Booked).await
}

/// Changes the size of a party.
pub async fn set_guests(tx: &Tx, id: Uuid, guests: u32, now: DateTime<Utc>) -> StoreResult<()> {
    let from = [WaitlistState::Waiting, WaitlistState::Offered];
    transition(id, &from, now)
        .col_expr(Column::Guests, Expr::value(number(guests)))
        .exec(tx)
        .await?;
    Ok(())
}

/// Deletes the entries with which a traveller left this departure before.
pub async fn delete_left(tx: &Tx, departure_id: Uuid, user_id: Uuid) -> StoreResult<()> {
    Entity::delete_many()
        .filter(Column::DepartureId.eq(departure_id))
        .filter(Column::UserId.eq(user_id))
        .filter(Column::State.eq(WaitlistState::Left.as_str()))
        .exec(tx)
        .await?;
    Ok(())
}

pub async fn delete(tx: &Tx, id: Uuid) -> StoreResult<()> {
    Entity::delete_by_id(id).exec(tx).await?;
    Ok(())
}

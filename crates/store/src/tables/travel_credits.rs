//! Travel credits: an amount that a traveller paid for a booking, kept for a later one. The credits that a booking gave
//! add up to its `credited` amount.
//!
//! An unpaid booking reserves a credit, and uses it when it is confirmed. A booking uses at most one credit.

use chrono::{DateTime, NaiveDate, Utc};
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx, counters};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "travel_credits")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub number: String,
        pub booking_id: Uuid,
        pub user_id: Uuid,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        pub expires_on: ChronoDate,
        pub created_at: ChronoDateTimeUtc,
        pub used_by_booking: Option<Uuid>,
        pub used_at: Option<ChronoDateTimeUtc>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TravelCredit {
    pub id: Uuid,
    /// For example `TC-2026-00042`.
    pub number: String,
    /// The booking whose amount it keeps.
    pub booking_id: Uuid,
    pub user_id: Uuid,
    pub amount: Money,
    pub currency: Currency,
    /// The last day on which it is valid.
    pub expires_on: NaiveDate,
    pub created_at: DateTime<Utc>,
    /// The booking that uses it, or has reserved it while `used_at` is `None`.
    pub used_by_booking: Option<Uuid>,
    pub used_at: Option<DateTime<Utc>>,
}

impl TravelCredit {
    /// `today` is the date in the agency's time zone.
    #[must_use]
    pub fn state(&self, today: NaiveDate) -> CreditState {
        if self.used_at.is_some() {
            CreditState::Used
        } else if self.expires_on < today {
            CreditState::Expired
        } else {
            CreditState::Open
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CreditState {
    Open,
    Used,
    Expired,
}

fn from_row(row: row::Model) -> StoreResult<TravelCredit> {
    Ok(TravelCredit {
        id: row.id,
        number: row.number,
        booking_id: row.booking_id,
        user_id: row.user_id,
        amount: Money::from_minor(row.amount),
        currency: Currency::parse(&row.currency).map_err(|error| {
            StoreError::Unreadable(format!("travel credit {}", row.id), error.into())
        })?,
        expires_on: row.expires_on,
        created_at: row.created_at,
        used_by_booking: row.used_by_booking,
        used_at: row.used_at,
    })
}

/// The next number of a series, for example `TC-2026-00042`. Call it last before the commit, as for invoice numbers.
pub async fn next_number(tx: &Tx, series: &str) -> StoreResult<String> {
    let number = counters::next(tx, &format!("travel-credit-{series}")).await?;
    Ok(format!("TC-{series}-{number:05}"))
}

pub async fn insert(tx: &Tx, credit: &TravelCredit) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(credit.id),
        number: Set(credit.number.clone()),
        booking_id: Set(credit.booking_id),
        user_id: Set(credit.user_id),
        amount: Set(credit.amount.minor()),
        currency: Set(credit.currency.code().to_owned()),
        expires_on: Set(credit.expires_on),
        created_at: Set(credit.created_at),
        used_by_booking: Set(credit.used_by_booking),
        used_at: Set(credit.used_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<TravelCredit>> {
    row::Entity::find_by_id(id)
        .one(db)
        .await?
        .map(from_row)
        .transpose()
}

pub async fn find_by_number(
    db: &impl Connection,
    number: &str,
) -> StoreResult<Option<TravelCredit>> {
    let found = row::Entity::find()
        .filter(row::Column::Number.eq(number))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// The credit that a booking uses or has reserved.
pub async fn find_used_by(
    db: &impl Connection,
    booking_id: Uuid,
) -> StoreResult<Option<TravelCredit>> {
    let found = row::Entity::find()
        .filter(row::Column::UsedByBooking.eq(booking_id))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// Reserves an unused credit for a booking. Returns false if another booking has it, except `replaced`, whose place
/// this one takes. Call it after the seats are locked, as every other change of a credit.
pub async fn reserve(
    tx: &Tx,
    id: Uuid,
    booking_id: Uuid,
    replaced: Option<Uuid>,
) -> StoreResult<bool> {
    let is_free = Condition::any()
        .add(row::Column::UsedByBooking.is_null())
        .add_option(replaced.map(|replaced| row::Column::UsedByBooking.eq(replaced)));
    let updated = row::Entity::update_many()
        .col_expr(row::Column::UsedByBooking, Expr::value(booking_id))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::UsedAt.is_null())
        .filter(is_free)
        .exec(tx)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Frees the credit that an ended booking has reserved.
pub(crate) async fn release(tx: &Tx, booking_id: Uuid) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::UsedByBooking, Expr::value(None::<Uuid>))
        .filter(row::Column::UsedByBooking.eq(booking_id))
        .filter(row::Column::UsedAt.is_null())
        .exec(tx)
        .await?;
    Ok(())
}

/// Uses the credit of a booking that is confirmed in `tx`. A booking that was ended and is paid all the same takes it
/// again. Returns false if another booking has it, or has used a part of what this one needs.
pub(crate) async fn spend(
    tx: &Tx,
    (number, amount): (&str, Money),
    booking_id: Uuid,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let is_free = Condition::any()
        .add(row::Column::UsedByBooking.is_null())
        .add(row::Column::UsedByBooking.eq(booking_id));
    let updated = row::Entity::update_many()
        .col_expr(row::Column::UsedByBooking, Expr::value(booking_id))
        .col_expr(row::Column::UsedAt, Expr::value(now))
        .filter(row::Column::Number.eq(number))
        .filter(row::Column::Amount.gte(amount.minor()))
        .filter(row::Column::UsedAt.is_null())
        .filter(is_free)
        .exec(tx)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Opens the credit again that a booking used, because its payment was reversed.
pub async fn reopen(tx: &Tx, booking_id: Uuid, expires_on: NaiveDate) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::UsedByBooking, Expr::value(None::<Uuid>))
        .col_expr(row::Column::UsedAt, Expr::value(None::<DateTime<Utc>>))
        .col_expr(row::Column::ExpiresOn, Expr::value(expires_on))
        .filter(row::Column::UsedByBooking.eq(booking_id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Divides a credit that was used in part: `rest` is an open credit of what is left of it.
pub async fn split(tx: &Tx, used: &TravelCredit, rest: &TravelCredit) -> StoreResult<()> {
    let amount = used.amount.less(rest.amount);
    row::Entity::update_many()
        .col_expr(row::Column::Amount, Expr::value(amount.minor()))
        .filter(row::Column::Id.eq(used.id))
        .exec(tx)
        .await?;
    insert(tx, rest).await
}

/// The travel credits that bookings gave, oldest first.
pub async fn list_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<TravelCredit>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.is_in(booking_ids.iter().copied()))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// The condition of a state. `today` is the date in the agency's time zone.
fn is_in(state: CreditState, today: NaiveDate) -> Condition {
    use row::Column::{ExpiresOn, UsedAt};
    match state {
        CreditState::Open => Condition::all()
            .add(UsedAt.is_null())
            .add(ExpiresOn.gte(today)),
        CreditState::Used => Condition::all().add(UsedAt.is_not_null()),
        CreditState::Expired => Condition::all()
            .add(UsedAt.is_null())
            .add(ExpiresOn.lt(today)),
    }
}

/// The open credits of a traveller, the one that expires first at the beginning.
pub async fn list_open(
    db: &impl Connection,
    user_id: Uuid,
    today: NaiveDate,
) -> StoreResult<Vec<TravelCredit>> {
    let rows = row::Entity::find()
        .filter(row::Column::UserId.eq(user_id))
        .filter(is_in(CreditState::Open, today))
        .order_by_asc(row::Column::ExpiresOn)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// `limit` credits from an offset, newest first, and how many there are.
pub async fn page(
    db: &impl Connection,
    state: Option<CreditState>,
    today: NaiveDate,
    (offset, limit): (u64, u64),
) -> StoreResult<(Vec<TravelCredit>, u64)> {
    let mut query = row::Entity::find();
    if let Some(state) = state {
        query = query.filter(is_in(state, today));
    }
    let total = query.clone().count(db).await?;
    let rows = query
        .order_by_desc(row::Column::Id)
        .offset(offset)
        .limit(limit)
        .all(db)
        .await?;
    let credits = rows.into_iter().map(from_row).collect::<StoreResult<_>>()?;
    Ok((credits, total))
}

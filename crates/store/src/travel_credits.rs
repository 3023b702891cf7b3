//! Travel credits: the amount that a traveller paid for a booking that the agency moved or cancelled, kept for a later
//! one. A booking gives at most one credit.

use chrono::{DateTime, NaiveDate, Utc};
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
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
        used_by_booking: Set(None),
        used_at: Set(None),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
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

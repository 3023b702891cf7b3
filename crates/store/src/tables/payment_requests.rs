//! Payments of the balance of a booking at a payment provider, after the one that confirmed it. A booking has at most
//! one that is open.

use chrono::{DateTime, Utc};
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::ExprTrait as _;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "payment_requests")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        pub number: i64,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub intent_id: Option<String>,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// Open → Paid or Ended. Ended → Paid, if the provider captured it all the same and it was still due.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    Open,
    Paid,
    /// Can no longer be paid, or what was paid goes back.
    Ended,
}

impl State {
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Ended => "ended",
        }
    }

    fn parse(word: &str) -> Option<Self> {
        [Self::Open, Self::Paid, Self::Ended]
            .into_iter()
            .find(|state| state.as_str() == word)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PaymentRequest {
    pub id: Uuid,
    pub booking_id: Uuid,
    /// The payments of a booking are counted. With the booking it is the idempotency key at the provider.
    pub number: u32,
    pub amount: Money,
    /// That of the booking.
    pub currency: Currency,
    /// The provider's id, once it is known.
    pub intent_id: Option<String>,
    pub state: State,
    pub created_at: DateTime<Utc>,
}

fn from_row(row: row::Model) -> StoreResult<PaymentRequest> {
    let wrong = |what: &str| StoreError::Failed(format!("payment request {}: {what}", row.id));
    Ok(PaymentRequest {
        id: row.id,
        booking_id: row.booking_id,
        number: u32::try_from(row.number).map_err(|_| wrong("its number is out of range"))?,
        amount: Money::from_minor(row.amount),
        currency: Currency::parse(&row.currency).map_err(|error| {
            StoreError::Unreadable(format!("payment request {}", row.id), error.into())
        })?,
        state: State::parse(&row.state).ok_or_else(|| wrong("unknown state"))?,
        intent_id: row.intent_id,
        created_at: row.created_at,
    })
}

/// Stores an open payment. Fails with `Taken` if the booking has one.
pub async fn insert(tx: &Tx, request: &PaymentRequest) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(request.id),
        booking_id: Set(request.booking_id),
        number: Set(i64::from(request.number)),
        amount: Set(request.amount.minor()),
        currency: Set(request.currency.code().to_owned()),
        intent_id: Set(request.intent_id.clone()),
        state: Set(request.state.as_str().to_owned()),
        created_at: Set(request.created_at),
        updated_at: Set(request.created_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// The open payment of a booking.
pub async fn find_open(
    db: &impl Connection,
    booking_id: Uuid,
) -> StoreResult<Option<PaymentRequest>> {
    let found = row::Entity::find()
        .filter(row::Column::BookingId.eq(booking_id))
        .filter(row::Column::State.eq(State::Open.as_str()))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// The payment with this id at the provider.
pub async fn find_by_intent(
    db: &impl Connection,
    intent_id: &str,
) -> StoreResult<Option<PaymentRequest>> {
    let found = row::Entity::find()
        .filter(row::Column::IntentId.eq(intent_id))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// The highest number of the payments of a booking; 0 if there are none.
pub async fn last_number(db: &impl Connection, booking_id: Uuid) -> StoreResult<u32> {
    let found = row::Entity::find()
        .filter(row::Column::BookingId.eq(booking_id))
        .order_by_desc(row::Column::Number)
        .one(db)
        .await?;
    let request = found.map(from_row).transpose()?;
    Ok(request.map_or(0, |request| request.number))
}

/// Records the provider's id of an open payment. Returns false if the payment has ended meanwhile.
pub async fn set_intent(
    db: &impl Connection,
    id: Uuid,
    intent_id: &str,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let unknown = row::Column::IntentId.is_null();
    let updated = row::Entity::update_many()
        .col_expr(row::Column::IntentId, Expr::value(intent_id))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq(State::Open.as_str()))
        .filter(unknown.or(row::Column::IntentId.eq(intent_id)))
        .exec(db)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Ends an open payment that the provider has never opened for a payer. Returns false if its id is recorded.
pub async fn end_unopened(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    let updated = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(State::Ended.as_str()))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq(State::Open.as_str()))
        .filter(row::Column::IntentId.is_null())
        .exec(db)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Ends an open payment.
pub async fn end(db: &impl Connection, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    advance(db, id, &[State::Open], State::Ended, now).await
}

/// Marks a payment as paid. Returns true only to the first caller.
pub async fn mark_paid(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<bool> {
    advance(tx, id, &[State::Open, State::Ended], State::Paid, now).await
}

async fn advance(
    db: &impl Connection,
    id: Uuid,
    from: &[State],
    to: State,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let updated = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(to.as_str()))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.is_in(from.iter().map(|state| state.as_str())))
        .exec(db)
        .await?;
    Ok(updated.rows_affected == 1)
}

/// Ids of the bookings with an open payment, oldest first.
pub async fn list_open_booking_ids(db: &impl Connection) -> StoreResult<Vec<Uuid>> {
    Ok(row::Entity::find()
        .select_only()
        .column(row::Column::BookingId)
        .filter(row::Column::State.eq(State::Open.as_str()))
        .order_by_asc(row::Column::UpdatedAt)
        .order_by_asc(row::Column::Id)
        .into_tuple()
        .all(db)
        .await?)
}

/// The payments that ended since `moment`. Money that the provider captures for one of them would not be found
/// otherwise.
pub async fn list_ended_since(
    db: &impl Connection,
    moment: DateTime<Utc>,
) -> StoreResult<Vec<PaymentRequest>> {
    let rows = row::Entity::find()
        .filter(row::Column::State.eq(State::Ended.as_str()))
        .filter(row::Column::UpdatedAt.gt(moment))
        .order_by_asc(row::Column::UpdatedAt)
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

//! Payments that were opened at a wallet, one row for each attempt. A row is stored before the wallet is asked, because
//! Khalti opens another payment at every call: a row without an intent was not shown to a payer, so it cannot have
//! been paid.

use chrono::{DateTime, Utc};
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::Expr;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "wallet_payments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        pub number: i64,
        #[sea_orm(column_type = "Text")]
        pub wallet: String,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub rate: Option<String>,
        pub booking_amount: i64,
        #[sea_orm(column_type = "Text")]
        pub booking_currency: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub intent_id: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub page: Option<String>,
        #[sea_orm(column_type = "Text", nullable)]
        pub reference: Option<String>,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        pub created_at: ChronoDateTimeUtc,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// Opening → Open → Paid or Ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The wallet was asked, or is about to be. The payer has not seen it.
    Opening,
    /// The payer can pay it, as long as the wallet allows it.
    Open,
    Paid,
    /// The wallet says that it can no longer be paid.
    Ended,
}

impl State {
    fn as_str(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Open => "open",
            Self::Paid => "paid",
            Self::Ended => "ended",
        }
    }

    fn parse(word: &str) -> StoreResult<Self> {
        let unknown = || StoreError::Failed(format!("a payment at a wallet has the state {word}"));
        [Self::Opening, Self::Open, Self::Paid, Self::Ended]
            .into_iter()
            .find(|state| state.as_str() == word)
            .ok_or_else(unknown)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalletPayment {
    pub id: Uuid,
    pub booking_id: Uuid,
    /// Attempts of a booking are counted from 0.
    pub number: u32,
    /// The name of the wallet, as in ids.
    pub wallet: String,
    /// What the wallet was asked for.
    pub amount: Money,
    pub currency: Currency,
    /// Units of `currency` for one unit of the booking's currency, if they differ.
    pub rate: Option<String>,
    /// What it pays of the booking, in the currency of the booking.
    pub booking_amount: Money,
    pub booking_currency: Currency,
    /// The id of the payment, once it is open.
    pub intent_id: Option<String>,
    /// The page to which the payer is sent, as JSON, once it is open.
    pub page: Option<String>,
    /// The wallet's number of the transaction, once it is paid.
    pub reference: Option<String>,
    pub state: State,
    pub created_at: DateTime<Utc>,
}

fn from_row(row: row::Model) -> StoreResult<WalletPayment> {
    let currency = |code: &str| {
        Currency::parse(code).map_err(|error| {
            StoreError::Unreadable(format!("payment {} at a wallet", row.id), error.into())
        })
    };
    Ok(WalletPayment {
        currency: currency(&row.currency)?,
        booking_currency: currency(&row.booking_currency)?,
        id: row.id,
        booking_id: row.booking_id,
        number: u32::try_from(row.number)
            .map_err(|_| StoreError::Failed(format!("payment {} has no number", row.id)))?,
        wallet: row.wallet,
        amount: Money::from_minor(row.amount),
        rate: row.rate,
        booking_amount: Money::from_minor(row.booking_amount),
        intent_id: row.intent_id,
        page: row.page,
        reference: row.reference,
        state: State::parse(&row.state)?,
        created_at: row.created_at,
    })
}

/// The number of the next attempt. The caller has locked the booking.
pub async fn next_number(tx: &Tx, booking_id: Uuid) -> StoreResult<u32> {
    let last: Option<i64> = row::Entity::find()
        .select_only()
        .column(row::Column::Number)
        .filter(row::Column::BookingId.eq(booking_id))
        .order_by_desc(row::Column::Number)
        .into_tuple()
        .one(tx)
        .await?;
    let next = last.map_or(0, |last| last + 1);
    u32::try_from(next).map_err(|_| StoreError::Failed("too many payments".to_owned()))
}

/// Stores an attempt before the wallet is asked.
pub async fn insert(tx: &Tx, payment: &WalletPayment) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(payment.id),
        booking_id: Set(payment.booking_id),
        number: Set(i64::from(payment.number)),
        wallet: Set(payment.wallet.clone()),
        amount: Set(payment.amount.minor()),
        currency: Set(payment.currency.code().to_owned()),
        rate: Set(payment.rate.clone()),
        booking_amount: Set(payment.booking_amount.minor()),
        booking_currency: Set(payment.booking_currency.code().to_owned()),
        intent_id: Set(payment.intent_id.clone()),
        page: Set(payment.page.clone()),
        reference: Set(payment.reference.clone()),
        state: Set(payment.state.as_str().to_owned()),
        created_at: Set(payment.created_at),
        updated_at: Set(payment.created_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// Records the payment that the wallet opened for an attempt. From then on a payer may be sent to its page.
pub async fn open(
    tx: &Tx,
    id: Uuid,
    (intent_id, page): (&str, &str),
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let done = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(State::Open.as_str()))
        .col_expr(row::Column::IntentId, Expr::value(intent_id))
        .col_expr(row::Column::Page, Expr::value(page))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::State.eq(State::Opening.as_str()))
        .exec(tx)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Ends an open attempt, paid or not. Returns `true` only to the caller that ended it.
pub async fn end(
    db: &impl Connection,
    intent_id: &str,
    state: State,
    now: DateTime<Utc>,
) -> StoreResult<bool> {
    let done = row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(state.as_str()))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::IntentId.eq(intent_id))
        .filter(row::Column::State.eq(State::Open.as_str()))
        .exec(db)
        .await?;
    Ok(done.rows_affected == 1)
}

/// Records the wallet's number of the transaction.
pub async fn note_reference(
    db: &impl Connection,
    intent_id: &str,
    reference: &str,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::Reference, Expr::value(reference))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::IntentId.eq(intent_id))
        .exec(db)
        .await?;
    Ok(())
}

pub async fn find_by_intent(
    db: &impl Connection,
    intent_id: &str,
) -> StoreResult<Option<WalletPayment>> {
    let found = row::Entity::find()
        .filter(row::Column::IntentId.eq(intent_id))
        .one(db)
        .await?;
    found.map(from_row).transpose()
}

/// The attempts of a booking, oldest first.
pub async fn list_for_booking(
    db: &impl Connection,
    booking_id: Uuid,
) -> StoreResult<Vec<WalletPayment>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.eq(booking_id))
        .order_by_asc(row::Column::Number)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// Ends the attempts from before `since`. No wallet lets a payer pay that late.
pub async fn end_before(
    db: &impl Connection,
    since: DateTime<Utc>,
    now: DateTime<Utc>,
) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::State, Expr::value(State::Ended.as_str()))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::State.eq(State::Open.as_str()))
        .filter(row::Column::CreatedAt.lt(since))
        .exec(db)
        .await?;
    Ok(())
}

/// The attempts that a payer may have paid or may still pay, oldest first.
pub async fn list_open(db: &impl Connection) -> StoreResult<Vec<WalletPayment>> {
    let rows = row::Entity::find()
        .filter(row::Column::State.eq(State::Open.as_str()))
        .order_by_asc(row::Column::CreatedAt)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

//! The ledger: one line for every movement of money, written in the transaction of its cause. The table is
//! append-only: no function changes or deletes a line, and no other file accesses the table.

use chrono::{DateTime, Utc};
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{ExprTrait as _, Func, Query};
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "ledger")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub kind: String,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        #[sea_orm(column_type = "Text")]
        pub reference: String,
        #[sea_orm(column_type = "Text")]
        pub reason: String,
        #[sea_orm(column_type = "Text")]
        pub actor: String,
        pub at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The provider captured a payment.
    Capture,
    /// Money was refunded.
    Refund,
    /// A payment outside the provider, recorded by an administrator.
    Manual,
    /// A payment outside the provider that was recorded by mistake.
    Reversal,
    /// A payment with a travel credit. The money came with an earlier booking.
    Credit,
    /// A payment with a travel credit that was taken back.
    CreditReversal,
}

impl Kind {
    const ALL: [Self; 6] = [
        Self::Capture,
        Self::Refund,
        Self::Manual,
        Self::Reversal,
        Self::Credit,
        Self::CreditReversal,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Capture => "capture",
            Self::Refund => "refund",
            Self::Manual => "manual",
            Self::Reversal => "reversal",
            Self::Credit => "credit",
            Self::CreditReversal => "credit-reversal",
        }
    }

    /// Whether no money moved: a travel credit paid, or was given back.
    #[must_use]
    pub fn is_credit(self) -> bool {
        matches!(self, Self::Credit | Self::CreditReversal)
    }

    fn parse(word: &str) -> StoreResult<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == word)
            .ok_or_else(|| StoreError::Failed(format!("a ledger line has the unknown kind {word}")))
    }
}

/// Who caused a movement: the system, or an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Actor {
    System,
    Account(Uuid),
}

impl Actor {
    pub(crate) fn to_text(self) -> String {
        match self {
            Self::System => "system".to_owned(),
            Self::Account(id) => id.to_string(),
        }
    }

    pub(crate) fn parse(text: &str) -> StoreResult<Self> {
        match text {
            "system" => Ok(Self::System),
            id => Uuid::parse_str(id)
                .map(Self::Account)
                .map_err(|_| StoreError::Failed(format!("'{id}' is not an actor of the ledger"))),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    pub id: Uuid,
    pub booking_id: Uuid,
    pub kind: Kind,
    /// Never negative; the kind determines the direction.
    pub amount: Money,
    pub currency: Currency,
    /// The provider's id of the movement, or ours if no provider was involved. Unique.
    pub reference: String,
    pub reason: String,
    pub actor: Actor,
    pub at: DateTime<Utc>,
}

impl Line {
    /// What the line adds to the payments of its booking. It is income unless the kind is that of a credit.
    #[must_use]
    pub fn signed(&self) -> i64 {
        match self.kind {
            Kind::Capture | Kind::Manual | Kind::Credit => self.amount.minor(),
            Kind::Refund | Kind::Reversal | Kind::CreditReversal => -self.amount.minor(),
        }
    }
}

fn from_row(row: row::Model) -> StoreResult<Line> {
    Ok(Line {
        id: row.id,
        booking_id: row.booking_id,
        kind: Kind::parse(&row.kind)?,
        amount: Money::from_minor(row.amount),
        currency: Currency::parse(&row.currency).map_err(|error| {
            StoreError::Unreadable(format!("ledger line {}", row.id), error.into())
        })?,
        reference: row.reference,
        reason: row.reason,
        actor: Actor::parse(&row.actor)?,
        at: row.at,
    })
}

/// Adds a line. Fails with `Taken` if the movement is already recorded; the caller must then roll back its
/// transaction.
pub async fn add(tx: &Tx, line: &Line) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(line.id),
        booking_id: Set(line.booking_id),
        kind: Set(line.kind.as_str().to_owned()),
        amount: Set(line.amount.minor()),
        currency: Set(line.currency.code().to_owned()),
        reference: Set(line.reference.clone()),
        reason: Set(line.reason.clone()),
        actor: Set(line.actor.to_text()),
        at: Set(line.at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// Whether a movement is recorded.
pub async fn has(db: &impl Connection, reference: &str) -> StoreResult<bool> {
    let found = row::Entity::find()
        .filter(row::Column::Reference.eq(reference))
        .count(db)
        .await?;
    Ok(found > 0)
}

/// The movements of a booking, oldest first.
pub async fn list_for_booking(db: &impl Connection, booking_id: Uuid) -> StoreResult<Vec<Line>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.eq(booking_id))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// Captures minus refunds, without travel credits, in one currency between two moments, in minor units.
pub async fn sum_income(
    db: &impl Connection,
    currency: Currency,
    from: DateTime<Utc>,
    to: DateTime<Utc>,
) -> StoreResult<Money> {
    use row::Column::{Amount, At, Currency as Code, Kind as Word};
    let signed = Expr::case(
        Expr::col(Word).is_in([Kind::Refund.as_str(), Kind::Reversal.as_str()]),
        Expr::col(Amount).mul(-1),
    )
    .finally(Expr::col(Amount));
    // PostgreSQL returns the sum as NUMERIC.
    let query = Query::select()
        .expr(Func::coalesce([
            Func::sum(signed).cast_as("bigint"),
            Expr::val(0_i64),
        ]))
        .from(row::Entity)
        .and_where(Expr::col(At).gte(from))
        .and_where(Expr::col(At).lt(to))
        .and_where(Expr::col(Code).eq(currency.code()))
        .and_where(
            Expr::col(Word).is_not_in([Kind::Credit.as_str(), Kind::CreditReversal.as_str()]),
        )
        .to_owned();
    let sum = db
        .query_one_raw(db.get_database_backend().build(&query))
        .await?;
    let minor: i64 = sum.ok_or(StoreError::Missing)?.try_get_by_index(0)?;
    Ok(Money::from_minor(minor))
}

/// Up to `limit` movements after an id, in the order of their ids.
pub async fn list_after(db: &impl Connection, id: Uuid, limit: u64) -> StoreResult<Vec<Line>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.gt(id))
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// The movements of several bookings, oldest first.
pub async fn list_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<Line>> {
    if booking_ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.is_in(booking_ids.iter().copied()))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// All movements, oldest first.
pub async fn list_all(db: &impl Connection) -> StoreResult<Vec<Line>> {
    let rows = row::Entity::find()
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

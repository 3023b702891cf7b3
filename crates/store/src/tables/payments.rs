//! Payments of bookings: one row for each, which is never changed or removed. A mistake is reversed by a row of its own
//! with a negative amount. Each row has its line in the ledger, with the same id.

use chrono::{DateTime, Utc};
use domain::money::{Currency, Money};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, Set};
use uuid::Uuid;

use crate::ledger::{self, Actor, Kind, Line};
use crate::{Connection, StoreError, StoreResult, Tx, counters};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "payments")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub booking_id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub method: String,
        pub amount: i64,
        #[sea_orm(column_type = "Text")]
        pub currency: String,
        #[sea_orm(column_type = "Text", nullable)]
        pub rate: Option<String>,
        pub booking_amount: i64,
        #[sea_orm(column_type = "Text")]
        pub reference: String,
        #[sea_orm(column_type = "Text")]
        pub received_by: String,
        pub received_at: ChronoDateTimeUtc,
        #[sea_orm(column_type = "Text", nullable)]
        pub receipt_number: Option<String>,
        pub reverses: Option<Uuid>,
        #[sea_orm(column_type = "Text", nullable)]
        pub reason: Option<String>,
        pub created_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

/// How the money came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Method {
    Card,
    Cash,
    /// A bank transfer.
    Bank,
    Other,
    /// With a travel credit. The money came with an earlier booking.
    Credit,
}

impl Method {
    pub const ALL: [Self; 5] = [
        Self::Card,
        Self::Cash,
        Self::Bank,
        Self::Other,
        Self::Credit,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Card => "card",
            Self::Cash => "cash",
            Self::Bank => "bank",
            Self::Other => "other",
            Self::Credit => "credit",
        }
    }

    /// Whether staff take or pay out money this way.
    #[must_use]
    pub fn is_by_hand(self) -> bool {
        matches!(self, Self::Cash | Self::Bank | Self::Other)
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.as_str() == word)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Payment {
    /// Also the id of its ledger line.
    pub id: Uuid,
    pub booking_id: Uuid,
    pub method: Method,
    /// What was handed over. Negative for a reversal.
    pub amount: Money,
    pub currency: Currency,
    /// Units of `currency` for one unit of the booking's currency, if they differ.
    pub rate: Option<String>,
    /// The same in the currency of the booking.
    pub booking_amount: Money,
    /// The provider's id of the payment, the number of the travel credit, or what staff noted, for example the number of
    /// a bank transfer.
    pub reference: String,
    /// Who took the money. The system: a provider did, or a travel credit paid.
    pub received_by: Actor,
    pub received_at: DateTime<Utc>,
    /// For example `R-2026-00042`. `None` for reversals and for payments from before there were receipts.
    pub receipt_number: Option<String>,
    /// The payment that this one reverses.
    pub reverses: Option<Uuid>,
    /// Why it was reversed.
    pub reason: Option<String>,
    pub created_at: DateTime<Utc>,
}

fn from_row(row: row::Model) -> StoreResult<Payment> {
    let unknown = || StoreError::Failed(format!("payment {} has an unknown method", row.id));
    Ok(Payment {
        id: row.id,
        booking_id: row.booking_id,
        method: Method::parse(&row.method).ok_or_else(unknown)?,
        amount: Money::from_minor(row.amount),
        currency: Currency::parse(&row.currency)
            .map_err(|error| StoreError::Unreadable(format!("payment {}", row.id), error.into()))?,
        rate: row.rate,
        booking_amount: Money::from_minor(row.booking_amount),
        reference: row.reference,
        received_by: Actor::parse(&row.received_by)?,
        received_at: row.received_at,
        receipt_number: row.receipt_number,
        reverses: row.reverses,
        reason: row.reason,
        created_at: row.created_at,
    })
}

/// Stores a payment and its ledger line. Fails with `Taken` if the movement is already recorded; the caller must then
/// roll back its transaction.
pub async fn add(tx: &Tx, payment: &Payment, line: &Line) -> StoreResult<()> {
    ledger::add(tx, line).await?;
    row::Entity::insert(row::ActiveModel {
        id: Set(payment.id),
        booking_id: Set(payment.booking_id),
        method: Set(payment.method.as_str().to_owned()),
        amount: Set(payment.amount.minor()),
        currency: Set(payment.currency.code().to_owned()),
        rate: Set(payment.rate.clone()),
        booking_amount: Set(payment.booking_amount.minor()),
        reference: Set(payment.reference.clone()),
        received_by: Set(payment.received_by.to_text()),
        received_at: Set(payment.received_at),
        receipt_number: Set(payment.receipt_number.clone()),
        reverses: Set(payment.reverses),
        reason: Set(payment.reason.clone()),
        created_at: Set(payment.created_at),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

/// The payment of a line of the ledger that a provider captured, an administrator confirmed or a travel credit paid, in
/// the currency of the booking.
#[must_use]
pub fn of_line(line: &Line, receipt_number: Option<String>) -> Payment {
    let by_staff = !matches!(line.kind, Kind::Capture | Kind::Credit);
    Payment {
        id: line.id,
        booking_id: line.booking_id,
        method: match line.kind {
            Kind::Capture => Method::Card,
            Kind::Credit => Method::Credit,
            _ => Method::Other,
        },
        amount: line.amount,
        currency: line.currency,
        rate: None,
        booking_amount: line.amount,
        reference: line.reference.clone(),
        received_by: if by_staff { line.actor } else { Actor::System },
        received_at: line.at,
        receipt_number,
        reverses: None,
        reason: None,
        created_at: line.at,
    }
}

/// The next number of a series, for example `R-2026-00042`. Call it last before the commit, after the number of the
/// invoice: until the commit every other payment waits for the counter.
pub async fn next_receipt_number(tx: &Tx, series: &str) -> StoreResult<String> {
    let number = counters::next(tx, &format!("receipt-{series}")).await?;
    Ok(format!("R-{series}-{number:05}"))
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<Payment>> {
    row::Entity::find_by_id(id)
        .one(db)
        .await?
        .map(from_row)
        .transpose()
}

/// The payments of a booking, oldest first.
pub async fn list_for_booking(db: &impl Connection, booking_id: Uuid) -> StoreResult<Vec<Payment>> {
    list_for_bookings(db, &[booking_id]).await
}

/// The payments of several bookings, oldest first.
pub async fn list_for_bookings(
    db: &impl Connection,
    booking_ids: &[Uuid],
) -> StoreResult<Vec<Payment>> {
    let rows = row::Entity::find()
        .filter(row::Column::BookingId.is_in(booking_ids.iter().copied()))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// Whether a payment was reversed.
pub async fn is_reversed(db: &impl Connection, id: Uuid) -> StoreResult<bool> {
    let found = row::Entity::find().filter(row::Column::Reverses.eq(id));
    Ok(found.count(db).await? > 0)
}

//! Events that the agency is informed about: paid bookings, cancellations, failed payments, failed refunds and
//! departures that need a decision. An event is stored in the transaction of its cause. For each administrator, the time up to which they have seen the
//! events is stored.

use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::{EntityTrait, ExprTrait, QueryFilter, QueryOrder, QuerySelect, Set};
use uuid::Uuid;

use crate::{Connection, StoreError, StoreResult, Tx};

mod row {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "agency_events")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        #[sea_orm(column_type = "Text")]
        pub kind: String,
        pub booking_id: Uuid,
        pub at: ChronoDateTimeUtc,
        pub departure_id: Option<Uuid>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

mod view {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "agency_event_views")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub account_id: Uuid,
        pub seen_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    BookingPaid,
    BookingCancelled,
    /// The traveller accepted other dates after the agency had moved the departure.
    BookingMoved,
    /// The payment can no longer be made: the booking ended unpaid.
    PaymentFailed,
    /// The provider captured a different amount than requested.
    PaymentMismatch,
    RefundFailed,
    /// A traveller booked and pays by bank transfer or at the agency.
    BookingWaits,
    /// A wallet took the money and makes no refunds: staff make it in the merchant account.
    RefundOwed,
    /// A departure is to be guaranteed or cancelled soon.
    DepartureToDecide,
}

impl Kind {
    const ALL: [Self; 9] = [
        Self::BookingPaid,
        Self::BookingCancelled,
        Self::BookingMoved,
        Self::PaymentFailed,
        Self::PaymentMismatch,
        Self::RefundFailed,
        Self::BookingWaits,
        Self::RefundOwed,
        Self::DepartureToDecide,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::BookingPaid => "bookingPaid",
            Self::BookingCancelled => "bookingCancelled",
            Self::BookingMoved => "bookingMoved",
            Self::PaymentFailed => "paymentFailed",
            Self::PaymentMismatch => "paymentMismatch",
            Self::RefundFailed => "refundFailed",
            Self::BookingWaits => "bookingWaits",
            Self::RefundOwed => "refundOwed",
            Self::DepartureToDecide => "departureToDecide",
        }
    }

    fn parse(word: &str) -> StoreResult<Self> {
        Self::ALL
            .into_iter()
            .find(|kind| kind.as_str() == word)
            .ok_or_else(|| StoreError::Failed(format!("an event has the unknown kind {word}")))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgencyEvent {
    pub id: Uuid,
    pub kind: Kind,
    /// Nil for an event of a departure.
    pub booking_id: Uuid,
    pub departure_id: Option<Uuid>,
    pub at: DateTime<Utc>,
}

fn from_row(row: row::Model) -> StoreResult<AgencyEvent> {
    Ok(AgencyEvent {
        id: row.id,
        kind: Kind::parse(&row.kind)?,
        booking_id: row.booking_id,
        departure_id: row.departure_id,
        at: row.at,
    })
}

pub async fn add(tx: &Tx, event: &AgencyEvent) -> StoreResult<()> {
    row::Entity::insert(row::ActiveModel {
        id: Set(event.id),
        kind: Set(event.kind.as_str().to_owned()),
        booking_id: Set(event.booking_id),
        at: Set(event.at),
        departure_id: Set(event.departure_id),
    })
    .exec_without_returning(tx)
    .await?;
    Ok(())
}

pub async fn find(db: &impl Connection, id: Uuid) -> StoreResult<Option<AgencyEvent>> {
    let found = row::Entity::find_by_id(id).one(db).await?;
    found.map(from_row).transpose()
}

/// The newest events, newest first.
pub async fn newest(db: &impl Connection, limit: u64) -> StoreResult<Vec<AgencyEvent>> {
    let rows = row::Entity::find()
        .order_by_desc(row::Column::At)
        .order_by_desc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    rows.into_iter().map(from_row).collect()
}

/// Counts the events after a moment.
pub async fn count_after(db: &impl Connection, moment: DateTime<Utc>) -> StoreResult<u64> {
    let after = row::Entity::find().filter(row::Column::At.gt(moment));
    Ok(after.count(db).await?)
}

/// The time up to which an account has seen the events. `None` if it has never opened the list.
pub async fn seen_until(
    db: &impl Connection,
    account_id: Uuid,
) -> StoreResult<Option<DateTime<Utc>>> {
    let view = view::Entity::find_by_id(account_id).one(db).await?;
    Ok(view.map(|view| view.seen_at))
}

/// Never moves the time back: a list that was loaded earlier may be marked as seen later.
pub async fn set_seen_until(
    db: &impl Connection,
    account_id: Uuid,
    moment: DateTime<Utc>,
) -> StoreResult<()> {
    let view = view::ActiveModel {
        account_id: Set(account_id),
        seen_at: Set(moment),
    };
    let known = OnConflict::column(view::Column::AccountId)
        .update_column(view::Column::SeenAt)
        .action_and_where(Expr::col((view::Entity, view::Column::SeenAt)).lt(moment))
        .to_owned();
    view::Entity::insert(view)
        .on_conflict(known)
        .exec_without_returning(db)
        .await?;
    Ok(())
}

//! The departures of parties that walk by themselves. Departure and pool have the id of the booking.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{Booking, BookingStatus};
use domain::departure::{Departure, DepartureKind, DepartureState};
use sea_orm::entity::prelude::*;
use sea_orm::sea_query::{Expr, ExprTrait};
use sea_orm::{EntityTrait, QueryFilter};
use uuid::Uuid;

use super::{insert, row};
use crate::seats::{self, Claim, ClaimState};
use crate::{Connection, StoreError, StoreResult, Tx};

/// The departure of a party that walks by itself.
fn private_of(booking: &Booking) -> Departure {
    Departure {
        id: booking.id,
        pool_id: booking.id,
        trek_id: booking.trek.id,
        route_id: booking.route.id,
        kind: DepartureKind::Private,
        start_date: booking.start_date,
        end_date: booking.end_date,
        minimum: 1,
        price_per_head: None,
        cutoff_days: 0,
        decide_by: None,
        state: DepartureState::Open,
        is_guaranteed: true,
        notes: None,
        version: 1,
    }
}

/// Makes the departure of a party that walks by itself follow its changed booking: dates, route and number of seats.
/// A booking that leaves a group gets one. The caller has released the seats of the booking.
pub async fn follow_private(tx: &Tx, booking: &Booking, now: DateTime<Utc>) -> StoreResult<()> {
    let (id, size) = (booking.id, booking.party.size());
    let updated = row::Entity::update_many()
        .col_expr(row::Column::RouteId, Expr::value(booking.route.id))
        .col_expr(row::Column::StartDate, Expr::value(booking.start_date))
        .col_expr(row::Column::EndDate, Expr::value(booking.end_date))
        .col_expr(
            row::Column::State,
            Expr::value(DepartureState::Open.as_str()),
        )
        .col_expr(row::Column::Version, Expr::col(row::Column::Version).add(1))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::Kind.eq(DepartureKind::Private.as_str()))
        .exec(tx)
        .await?;
    if updated.rows_affected == 0 {
        let usage = seats::Usage {
            capacity: size,
            ..seats::Usage::default()
        };
        seats::insert_pool(tx, id, usage, now).await?;
        return insert(tx, &private_of(booking), now).await;
    }
    match seats::set_capacity(tx, id, size, now).await? {
        true => Ok(()),
        false => Err(StoreError::Failed(format!(
            "the private departure {id} has seats of others"
        ))),
    }
}

/// Stores the departure of a party that walks by itself. Departure, pool and claim have the id of the booking; the
/// hold lasts until the booking is paid or ends.
pub(crate) async fn insert_private(db: &impl Connection, booking: &Booking) -> StoreResult<()> {
    let (id, now, seats) = (booking.id, booking.created_at, booking.party.size());
    let is_sold = booking.status != BookingStatus::Pending;
    let usage = seats::Usage {
        capacity: seats,
        held: if is_sold { 0 } else { seats },
        taken: if is_sold { seats } else { 0 },
    };
    seats::insert_pool(db, id, usage, now).await?;
    insert(db, &private_of(booking), now).await?;
    let claim = Claim {
        owner_id: id,
        pool_id: id,
        departure_id: id,
        seats,
        state: if is_sold {
            ClaimState::Taken
        } else {
            ClaimState::Held
        },
        expires_at: None,
    };
    seats::insert_claim(db, &claim, now).await
}

/// Changes the dates of a private departure.
pub async fn set_dates(
    tx: &Tx,
    id: Uuid,
    (start, end): (NaiveDate, NaiveDate),
    now: DateTime<Utc>,
) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(row::Column::StartDate, Expr::value(start))
        .col_expr(row::Column::EndDate, Expr::value(end))
        .col_expr(row::Column::Version, Expr::col(row::Column::Version).add(1))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .exec(tx)
        .await?;
    Ok(())
}

/// Ends a private departure whose booking moved to a group.
pub async fn cancel_private(tx: &Tx, id: Uuid, now: DateTime<Utc>) -> StoreResult<()> {
    row::Entity::update_many()
        .col_expr(
            row::Column::State,
            Expr::value(DepartureState::Cancelled.as_str()),
        )
        .col_expr(row::Column::Version, Expr::col(row::Column::Version).add(1))
        .col_expr(row::Column::UpdatedAt, Expr::value(now))
        .filter(row::Column::Id.eq(id))
        .filter(row::Column::Kind.eq(DepartureKind::Private.as_str()))
        .exec(tx)
        .await?;
    Ok(())
}

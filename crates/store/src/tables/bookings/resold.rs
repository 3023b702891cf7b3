//! Bookings that a reseller made. The reseller is invoiced, so that no payment provider is involved.

use chrono::{DateTime, NaiveDate, Utc};
use domain::booking::{Booking, BookingStatus, ByHand, PaymentStatus};
use sea_orm::entity::prelude::*;
use sea_orm::{EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::transitions::{Confirmation, with_seats};
use super::{change, change_and_get, from_row, row};
use crate::{Connection, StoreResult, Tx};

/// Confirms a reseller's booking and sells its seats, even one that only the end of its hold cancelled if there is
/// still room.
pub async fn confirm_resold(
    tx: &Tx,
    id: Uuid,
    by_hand: &ByHand,
    now: DateTime<Utc>,
) -> StoreResult<Confirmation> {
    let confirmed = change_and_get(tx, id, now, |booking| {
        let can = booking.reseller.is_some() && (booking.is_payable() || booking.is_hold_ended());
        if can {
            booking.status = BookingStatus::Confirmed;
            let payment = &mut booking.payment;
            payment.status = PaymentStatus::Confirmed;
            payment.received = Some(booking.quote.total);
            payment.paid_at = Some(now);
            payment.last_error = None;
            payment.hold_ended_at = None;
            payment.by_hand = Some(by_hand.clone());
        }
        can
    })
    .await?;
    with_seats(tx, confirmed, now).await
}

/// Replaces what a reseller's booking is for: trek, route, departure, dates, guests, price and notes. The caller has
/// locked the booking and moves its seats.
pub async fn replace_order(tx: &Tx, order: &Booking, now: DateTime<Utc>) -> StoreResult<()> {
    change(tx, order.id, now, |booking| {
        let stored = booking.clone();
        *booking = Booking {
            trek: order.trek.clone(),
            route: order.route.clone(),
            departure_id: order.departure_id,
            start_date: order.start_date,
            end_date: order.end_date,
            party: order.party.clone(),
            quote: order.quote,
            notes: order.notes.clone(),
            customer: order.customer.clone(),
            ..stored
        };
        true
    })
    .await?;
    Ok(())
}

/// The booking of a user with this reference.
pub async fn find_by_reference(
    db: &impl Connection,
    user_id: Uuid,
    reference: &str,
) -> StoreResult<Option<Booking>> {
    let found = row::Entity::find()
        .filter(row::Column::UserId.eq(user_id))
        .filter(row::Column::Reference.eq(reference))
        .one(db)
        .await?;
    Ok(found.map(from_row))
}

/// The bookings of a user that start between two days, both included, at most `limit`.
pub async fn list_of_user_starting(
    db: &impl Connection,
    user_id: Uuid,
    (from, to): (NaiveDate, NaiveDate),
    limit: u64,
) -> StoreResult<Vec<Booking>> {
    let rows = row::Entity::find()
        .filter(row::Column::UserId.eq(user_id))
        .filter(row::Column::StartDate.between(from, to))
        .order_by_asc(row::Column::StartDate)
        .order_by_asc(row::Column::Id)
        .limit(limit)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(from_row).collect())
}

/// Some bookings by their ids.
pub async fn list_by_ids(db: &impl Connection, ids: &[Uuid]) -> StoreResult<Vec<Booking>> {
    let rows = row::Entity::find()
        .filter(row::Column::Id.is_in(ids.iter().copied()))
        .order_by_asc(row::Column::Id)
        .all(db)
        .await?;
    Ok(rows.into_iter().map(from_row).collect())
}

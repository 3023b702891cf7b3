//! Stores the change of a departure with the choices, the held seats and the emails of its bookings.

use axum::Json;
use chrono::{DateTime, Utc};
use domain::booking::{Booking, BookingStatus};
use domain::departure::{Departure, DepartureKind, DepartureState};
use domain::departure_change::{ChangeKind, DepartureChange, WhenSilent};
use serde_json::json;
use store::jobs::{self, Job};
use store::seats::{self, Claim, ClaimState, Seating, Usage};
use store::{Tx, bookings, departure_changes, departures, guides};
use uuid::Uuid;

use super::list::shown;
use super::target::Target;
use super::wire::{ChangeAnswer, OneChange};
use crate::features::audit;
use crate::features::booking::record::too_few;
use crate::features::booking::refund::limit;
use crate::features::departure::guarantee::mail_travellers;
use crate::features::departure::on_sale::NOT_FOUND;
use crate::features::waitlist::follow::follow_change;
use crate::http::auth::SignedIn;
use crate::http::error::{ApiError, ApiResult};
use crate::http::response::Success;
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

const STALE: &str = "Somebody else changed this departure. Reload it and try again.";
const UNFINISHED: &str = "Travellers are still answering the last change of this departure.";

/// Stores the change, the choices, the held seats and the emails in one transaction.
pub(super) async fn record(
    app: &App,
    admin: &SignedIn,
    source: &Departure,
    change: DepartureChange,
    target: Option<Target>,
) -> ApiResult<Json<ChangeAnswer>> {
    let now = change.created_at;
    let affected = app
        .in_transaction("record_departure_change", async |tx| -> ApiResult<_> {
            let taken_over = target.as_ref().filter(|target| !target.is_new);
            let taken_over = taken_over.and_then(|target| target.departure.as_ref());
            let pools: Vec<Uuid> = std::iter::once(source.pool_id)
                .chain(taken_over.map(|departure| departure.pool_id))
                .collect();
            seats::lock_pools(&tx, &[], &pools, now).await?;
            let earlier = departure_changes::list_for_departure(&tx, source.id).await?;
            if earlier.iter().any(|change| change.finished_at.is_none()) {
                return Err(ApiError::conflict(UNFINISHED));
            }
            let changed = Departure {
                state: match (change.kind, source.kind) {
                    (ChangeKind::Cancel, _) => DepartureState::Cancelled,
                    (ChangeKind::Move, DepartureKind::Group) => DepartureState::Closed,
                    (ChangeKind::Move, DepartureKind::Private) => source.state,
                },
                ..source.clone()
            };
            if !departures::update(&tx, &changed, now).await? {
                return Err(ApiError::conflict(STALE));
            }
            if let Some(target) = &target {
                make_target(app, &tx, source, target, now).await?;
            }
            departure_changes::insert(&tx, &change).await?;
            let affected = affected_bookings(&tx, source, now).await?;
            let target = target.as_ref().and_then(|target| target.departure.as_ref());
            if let Some(target) = target {
                check_room(&tx, target, &affected, now).await?;
            }
            for booking in &affected {
                // Otherwise it would be a way around the limit: a private departure is one booking.
                if source.kind == DepartureKind::Private && change.when_silent == WhenSilent::Refund
                {
                    limit::check(app, admin, booking, booking.refundable())?;
                }
                add_choice(app, &tx, &change, target, booking).await?;
            }
            follow_change(app, &tx, source, target).await?;
            let carry_on = Job::CarryOnDepartureChange {
                change_id: change.id,
            };
            jobs::add(&tx, app.clock.new_id(), &carry_on, now).await?;
            note(app, &tx, admin, &change, affected.len()).await?;
            Ok(affected.len())
        })
        .await?;
    kill_point("change-stored");
    app.wake_worker();
    tracing::info!(departure = %source.id, kind = change.kind.as_str(), bookings = affected, "changed a departure");
    let change = shown(app, vec![change]).await?.remove(0);
    Ok(Json(ChangeAnswer {
        status: Success::Success,
        data: OneChange { change },
    }))
}

/// Makes the new departure of a move, or guarantees an existing one if the old one was guaranteed: travellers who were
/// promised to walk are promised it on the new date, too.
async fn make_target(
    app: &App,
    tx: &Tx,
    source: &Departure,
    target: &Target,
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let Some(departure) = &target.departure else {
        return Ok(());
    };
    if target.is_new {
        let usage = seats::usage(tx, &[source.pool_id], now).await?;
        let capacity = usage.get(&source.pool_id).map_or(0, |usage| usage.capacity);
        let usage = Usage {
            capacity,
            ..Usage::default()
        };
        seats::insert_pool(tx, departure.pool_id, usage, now).await?;
        departures::insert(tx, departure, now).await?;
        let assigned = guides::of_departures(tx, &[source.id]).await?;
        let assigned = assigned.into_values().flatten().map(|guide| guide.id);
        guides::assign(tx, departure.id, &assigned.collect::<Vec<_>>()).await?;
    } else if source.is_guaranteed
        && source.kind == DepartureKind::Group
        && departures::guarantee(tx, departure.id, now).await?
    {
        mail_travellers(app, tx, departure.id, None).await?;
    }
    Ok(())
}

/// The confirmed bookings of a departure, and those that an earlier move would bring there: their open choices are
/// replaced by those of this change.
async fn affected_bookings(
    tx: &Tx,
    source: &Departure,
    now: DateTime<Utc>,
) -> ApiResult<Vec<Booking>> {
    let confirmed = BookingStatus::Confirmed;
    let mut ids = bookings::list_ids_of_departure(tx, source.id, confirmed).await?;
    for open in departure_changes::list_open_into(tx, source.id).await? {
        seats::release(tx, open.id, now).await?;
        if departure_changes::close_choice(tx, open.id, now).await? {
            ids.push(open.booking_id);
        }
    }
    Ok(bookings::find_in_order(tx, &ids).await?)
}

/// 409 with the number of free seats, unless the target has room for the bookings without seats in its pool.
async fn check_room(
    tx: &Tx,
    target: &Departure,
    affected: &[Booking],
    now: DateTime<Utc>,
) -> ApiResult<()> {
    let mut needed = 0;
    for booking in affected {
        if !is_seated_in(tx, booking, target).await? {
            needed += booking.party.size();
        }
    }
    let usage = seats::usage(tx, &[target.pool_id], now).await?;
    let left = usage.get(&target.pool_id).map_or(0, |usage| usage.left());
    if needed > left {
        return Err(too_few(left));
    }
    Ok(())
}

async fn is_seated_in(tx: &Tx, booking: &Booking, target: &Departure) -> ApiResult<bool> {
    let own = seats::find(tx, booking.id).await?;
    Ok(own.is_some_and(|own| own.pool_id == target.pool_id && own.state == ClaimState::Taken))
}

/// Gives a booking its choice: holds its seats at the target and queues the email with the link. Without room there, the
/// traveller cannot accept, but choose everything else.
pub(super) async fn add_choice(
    app: &App,
    tx: &Tx,
    change: &DepartureChange,
    target: Option<&Departure>,
    booking: &Booking,
) -> ApiResult<()> {
    let now = app.clock.now();
    let choice_id = app.clock.new_id();
    if let Some(target) = target
        && !is_seated_in(tx, booking, target).await?
    {
        let claim = Claim {
            owner_id: choice_id,
            pool_id: target.pool_id,
            departure_id: target.id,
            seats: booking.party.size(),
            state: ClaimState::Held,
            expires_at: None,
        };
        if let Seating::TooFew { left } = seats::hold(tx, &claim, now).await? {
            tracing::warn!(booking = %booking.id, left, "no seats are left at the departure that a booking moves to");
        }
    }
    departure_changes::insert_choice(tx, choice_id, change.id, booking.id).await?;
    let mail = Job::MailDepartureChange {
        booking_id: booking.id,
        choice_id,
    };
    jobs::add(tx, app.clock.new_id(), &mail, now).await?;
    Ok(())
}

async fn note(
    app: &App,
    tx: &Tx,
    admin: &SignedIn,
    change: &DepartureChange,
    affected: usize,
) -> ApiResult<()> {
    let departure = departures::find(tx, change.departure_id).await?;
    let departure = departure.ok_or_else(|| ApiError::not_found(NOT_FOUND))?;
    let trek = store::treks::find(tx, departure.trek_id).await?;
    let name = format!(
        "{}, {}",
        trek.map(|trek| trek.name).unwrap_or_default(),
        change.from_start
    );
    let changes = audit::changes(
        &json!({ "startDate": change.from_start }),
        &json!({
            "startDate": change.to_start, "toDepartureId": change.to_departure_id, "reason": change.reason,
            "answerBy": change.answer_by, "whenSilent": change.when_silent, "bookings": affected,
        }),
    );
    let subject = ("departure", change.departure_id.to_string(), &*name);
    let entry = audit::note(app, admin, change.kind.as_str(), subject, changes);
    store::audit::add(tx, &entry).await?;
    Ok(())
}

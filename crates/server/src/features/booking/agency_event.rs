//! Informs the agency about its bookings and departures: stores each event with the job of its email, and lists events with
//! the number that a member of staff has not seen.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use domain::booking::Booking;
use serde::{Deserialize, Serialize};
use store::agency_events::{self, AgencyEvent, Kind};
use store::jobs::{self, Job};
use store::{StoreError, Tx};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::http::auth::Staff;
use crate::http::error::ApiResult;
use crate::http::error_responses::{AdminErrors, BodyErrors, ServerError};
use crate::http::extract::Body;
use crate::http::response::Success;
use crate::platform::app::App;

const MAX_EVENTS: u64 = 20;
/// An administrator who has never opened the list sees no older events as new.
const DEFAULT_UNSEEN_PERIOD: TimeDelta = TimeDelta::days(30);

/// Stores an event and the job that mails it, in the transaction of its cause.
pub(crate) async fn add(
    app: &App,
    tx: &Tx,
    kind: Kind,
    booking_id: Uuid,
) -> Result<(), StoreError> {
    store_event(app, tx, kind, (booking_id, None)).await
}

/// Like [`add`], for an event of a departure.
pub(crate) async fn add_for_departure(
    app: &App,
    tx: &Tx,
    kind: Kind,
    departure_id: Uuid,
) -> Result<(), StoreError> {
    store_event(app, tx, kind, (Uuid::nil(), Some(departure_id))).await
}

async fn store_event(
    app: &App,
    tx: &Tx,
    kind: Kind,
    (booking_id, departure_id): (Uuid, Option<Uuid>),
) -> Result<(), StoreError> {
    let event = AgencyEvent {
        id: app.clock.new_id(),
        kind,
        booking_id,
        departure_id,
        at: app.clock.now(),
    };
    agency_events::add(tx, &event).await?;
    if app.config.agency_email.is_some() {
        let mail = Job::MailAgencyEvent { event_id: event.id };
        jobs::add(tx, app.clock.new_id(), &mail, event.at).await?;
    }
    Ok(())
}

#[derive(Serialize, ToSchema)]
pub struct AgencyEventsAnswer {
    pub status: Success,
    pub data: AgencyEvents,
}

#[derive(Serialize, ToSchema)]
pub struct AgencyEvents {
    /// Newest first.
    pub events: Vec<ShownEvent>,
    /// Number of events that the caller has not seen.
    pub unseen: u64,
}

/// An event of a booking or departure that the agency did not cause itself.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ShownEvent {
    #[serde(rename = "_id")]
    pub id: Uuid,
    /// `bookingPaid`, `bookingCancelled`, `bookingMoved`, `paymentFailed`, `paymentMismatch`, `refundFailed`, `refundOwed`,
    /// `bookingWaits` or `departureToDecide`.
    pub kind: String,
    pub at: DateTime<Utc>,
    /// Absent for an event of a departure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub booking_id: Option<Uuid>,
    /// Empty for an event of a departure.
    pub reference: String,
    pub trek: String,
    /// Name of the account that made the booking; empty once that account is deleted.
    pub booked_by: String,
    pub seen: bool,
    /// The departure that is to be decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub departure: Option<DepartureToDecide>,
}

/// A departure that is to be guaranteed or cancelled, as it is now.
#[derive(Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DepartureToDecide {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub start_date: NaiveDate,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub decide_by: Option<NaiveDate>,
    pub seats_taken: u32,
    pub minimum: u32,
    pub is_guaranteed: bool,
}

/// Lists the latest events of bookings, and how many of them are new to the caller.
#[utoipa::path(
    get, path = "/api/agency-events", tag = "bookings", security(("session" = [])),
    responses((status = 200, body = AgencyEventsAnswer), AdminErrors, ServerError),
)]
pub(crate) async fn list_agency_events(
    State(app): State<App>,
    Staff(me): Staff,
) -> ApiResult<Json<AgencyEventsAnswer>> {
    let seen_until = agency_events::seen_until(&app.db, me.id).await?;
    let seen_until = seen_until.unwrap_or(app.clock.now() - DEFAULT_UNSEEN_PERIOD);
    let newest = agency_events::newest(&app.db, MAX_EVENTS).await?;
    let ids: Vec<Uuid> = newest.iter().map(|event| event.booking_id).collect();
    // A single query, because every open administration page calls this once a minute.
    let bookings = store::bookings::find_in_order(&app.db, &ids).await?;
    let bookings: HashMap<Uuid, Booking> = bookings.into_iter().map(|one| (one.id, one)).collect();
    let departures = departures_of(&app, &newest).await?;
    let events = newest
        .into_iter()
        .filter_map(|event| {
            let booking = bookings.get(&event.booking_id);
            let departure = event.departure_id.and_then(|id| departures.get(&id));
            let trek = match (booking, departure) {
                (Some(booking), _) => booking.trek.name.clone(),
                (None, Some((trek, _))) => trek.clone(),
                (None, None) => return None,
            };
            let text = |text: fn(&Booking) -> &String| booking.map(text).cloned();
            Some(ShownEvent {
                id: event.id,
                kind: event.kind.as_str().to_owned(),
                at: event.at,
                booking_id: booking.map(|booking| booking.id),
                reference: text(|booking| &booking.reference).unwrap_or_default(),
                trek,
                booked_by: text(|booking| &booking.customer.name).unwrap_or_default(),
                seen: event.at <= seen_until,
                departure: departure.map(|(_, shown)| shown.clone()),
            })
        })
        .collect();
    Ok(Json(AgencyEventsAnswer {
        status: Success::Success,
        data: AgencyEvents {
            events,
            unseen: agency_events::count_after(&app.db, seen_until).await?,
        },
    }))
}

/// The departures of events, with the names of their treks.
async fn departures_of(
    app: &App,
    events: &[AgencyEvent],
) -> ApiResult<HashMap<Uuid, (String, DepartureToDecide)>> {
    let ids: Vec<Uuid> = events.iter().filter_map(|one| one.departure_id).collect();
    let mut shown = HashMap::new();
    if ids.is_empty() {
        return Ok(shown);
    }
    let found = store::departures::find_all(&app.db, &ids).await?;
    let treks: Vec<Uuid> = found.values().map(|departure| departure.trek_id).collect();
    let names = store::treks::names(&app.db, &treks).await?;
    for departure in found.into_values() {
        let to_decide = DepartureToDecide {
            id: departure.id,
            start_date: departure.start_date,
            decide_by: departure.decide_by,
            seats_taken: store::seats::count_taken(&app.db, departure.id).await?,
            minimum: departure.minimum,
            is_guaranteed: departure.is_guaranteed,
        };
        let name = names.get(&departure.trek_id).cloned().unwrap_or_default();
        shown.insert(departure.id, (name, to_decide));
    }
    Ok(shown)
}

#[derive(Deserialize, ToSchema)]
pub struct SeenRequest {
    /// The time of the newest event that was shown.
    pub until: DateTime<Utc>,
}

/// Records up to when the caller has seen the events.
#[utoipa::path(
    post, path = "/api/agency-events/seen", tag = "bookings", security(("session" = [])),
    request_body = SeenRequest,
    responses((status = 204), BodyErrors, AdminErrors, ServerError),
)]
pub(crate) async fn mark_agency_events_seen(
    State(app): State<App>,
    Staff(me): Staff,
    Body(ask): Body<SeenRequest>,
) -> ApiResult<StatusCode> {
    // A client clock that is ahead must not hide future events.
    let until = ask.until.min(app.clock.now());
    agency_events::set_seen_until(&app.db, me.id, until).await?;
    Ok(StatusCode::NO_CONTENT)
}

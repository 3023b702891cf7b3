//! `POST /octo/bookings`: holds seats of a departure. The reseller's UUID is an idempotency key: the same one returns
//! the same booking.

use axum::Json;
use axum::extract::State;
use chrono::TimeDelta;
use domain::booking::Booking;
use domain::departure::Departure;
use serde::Deserialize;
use store::Tx;
use store::reseller_bookings::{self, ResellerBooking};
use store::seats::{self, Claim, ClaimState, Seating};
use uuid::Uuid;

use super::booking::{find_resold, show_one};
use super::catalog::find_option;
use super::contact::Contact;
use super::error::{OctoError, OctoResult};
use super::order::{
    Chosen, Details, SentUnitItem, booking_of, check_reference, find_departure, read_notes,
    read_unit_items,
};
use super::reseller::{OctoBody, Reseller};
use super::resold::Resold;
use super::wire_booking;
use crate::features::booking::record::too_few;
use crate::features::departure::on_sale::NOT_ON_SALE;
use crate::features::npr_rate::find_current_rate;
use crate::features::waitlist::offers::{offer_free_seats, offer_if_awaited};
use crate::http::error::ApiError;
use crate::platform::app::App;
use crate::platform::kill_points::kill_point;

/// The longest hold that a reseller can ask for, unless the agency's own holds are longer.
const MAX_HOLD: TimeDelta = TimeDelta::minutes(60);

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ReserveRequest {
    uuid: Option<String>,
    #[serde(default)]
    product_id: String,
    #[serde(default)]
    option_id: String,
    availability_id: Option<String>,
    expiration_minutes: Option<u32>,
    notes: Option<String>,
    unit_items: Option<Vec<SentUnitItem>>,
    reseller_reference: Option<String>,
    contact: Option<Contact>,
}

pub(crate) async fn reserve_booking(
    State(app): State<App>,
    reseller: Reseller,
    OctoBody(asked): OctoBody<ReserveRequest>,
) -> OctoResult<Json<wire_booking::Booking>> {
    let uuid = match &asked.uuid {
        None => app.clock.new_id(),
        Some(text) => Uuid::parse_str(text).map_err(|_| OctoError::booking(text))?,
    };
    if let Some(made) = find_made(&app, &reseller, uuid, &asked).await? {
        return show_one(&app, &made).await;
    }
    let (trek, route) = find_option(&app, &asked.product_id, &asked.option_id).await?;
    let availability_id = asked.availability_id.as_deref().unwrap_or_default();
    let departure = find_departure(&app, (&trek, &route), availability_id).await?;
    let sent = asked.unit_items.as_deref().unwrap_or_default();
    let details = Details {
        unit_items: read_unit_items(&app, sent, &[])?,
        contact: asked
            .contact
            .clone()
            .unwrap_or_default()
            .or(&Contact::default()),
        cancellation_reason: None,
    };
    details.contact.check()?;
    if let Some(reference) = &asked.reseller_reference {
        check_reference(reference)?;
    }
    let notes = read_notes(asked.notes.as_deref())?;
    let chosen = Chosen {
        trek: &trek,
        route: &route,
        departure: &departure,
    };
    let mut booking = booking_of(&app, &reseller, app.clock.new_id(), chosen, &details, notes)?;
    booking.rate = find_current_rate(&app).await?;
    let made = Resold {
        stored: ResellerBooking {
            reseller_id: reseller.id,
            uuid,
            booking_id: booking.id,
            reseller_reference: asked.reseller_reference.clone(),
            document: serde_json::to_value(&details).map_err(ApiError::internal)?,
        },
        details,
        booking,
    };
    let hold = hold_time(&app, asked.expiration_minutes);
    match record(&app, made, &departure, hold).await? {
        Some(made) => show_one(&app, &made).await,
        // A concurrent request with the same UUID was first.
        None => match find_made(&app, &reseller, uuid, &asked).await? {
            Some(made) => show_one(&app, &made).await,
            None => Err(ApiError::internal("a UUID exists without its booking").into()),
        },
    }
}

/// How long seats are held.
#[must_use]
pub fn hold_time(app: &App, minutes: Option<u32>) -> TimeDelta {
    let own = app.config.hold_for;
    minutes.map_or(own, |minutes| {
        let asked = TimeDelta::minutes(i64::from(minutes.max(1)));
        asked.min(MAX_HOLD.max(own))
    })
}

/// The booking that an earlier identical request made.
async fn find_made(
    app: &App,
    reseller: &Reseller,
    uuid: Uuid,
    asked: &ReserveRequest,
) -> OctoResult<Option<Resold>> {
    let Some(made) = find_resold(app, reseller, uuid).await? else {
        return Ok(None);
    };
    let booking = &made.booking;
    let guests = asked.unit_items.as_ref().map_or(0, Vec::len);
    let is_same = asked.product_id == booking.trek.id.to_string()
        && asked.option_id == booking.route.id.to_string()
        && asked.availability_id == Some(booking.departure().to_string())
        && guests == booking.party.size() as usize;
    if is_same {
        return Ok(Some(made));
    }
    let message = "The uuid was already used for another reservation";
    Err(OctoError::booking_because(&uuid.to_string(), message))
}

/// Whether the transaction made the reservation.
enum Reserved {
    Now(Box<Resold>),
    /// A concurrent request has used the UUID.
    Before,
    TooFew {
        left: u32,
        /// How many of those who wait were offered seats before.
        offers: usize,
    },
}

/// Stores UUID, hold and booking in one transaction. `None` when a concurrent request has used the UUID.
async fn record(
    app: &App,
    made: Resold,
    departure: &Departure,
    hold: TimeDelta,
) -> OctoResult<Option<Resold>> {
    let now = app.clock.now();
    let reserved = app
        .in_transaction("reserve_resold", async |tx| -> OctoResult<_> {
            let mut made = made.clone();
            if !reseller_bookings::insert(&tx, &made.stored).await? {
                tx.roll_back();
                return Ok(Reserved::Before);
            }
            // Holds and offers that ended by the clock go to those who wait first.
            let offers = offer_if_awaited(app, &tx, departure.pool_id).await?;
            let claim = claim_of(&made.booking, departure, hold, now);
            if let Seating::TooFew { left } = seats::hold(&tx, &claim, now).await? {
                tx.roll_back();
                return Ok(Reserved::TooFew { left, offers });
            }
            check_unchanged(&tx, departure).await?;
            made.booking.cancellation_policy = Some(app.config.cancellation_policy.clone());
            // Last, because concurrent bookings wait for the counter until the commit.
            let prefix = &app.config.reference_prefix;
            made.booking.reference = store::bookings::next_reference(&tx, prefix).await?;
            store::bookings::insert(&tx, &made.booking).await?;
            kill_point("seats-held");
            Ok(Reserved::Now(Box::new(made)))
        })
        .await?;
    match reserved {
        Reserved::Now(made) => {
            kill_point("booking-stored");
            Ok(Some(*made))
        }
        Reserved::Before => Ok(None),
        Reserved::TooFew { left, offers } => {
            if offers > 0 {
                offer_free_seats(app, departure.pool_id).await?;
            }
            Err(too_few(left).into())
        }
    }
}

/// Refuses a departure that staff have closed or moved since the request read it. Its pool is locked now.
pub(crate) async fn check_unchanged(tx: &Tx, departure: &Departure) -> OctoResult<()> {
    let current = store::departures::find(tx, departure.id).await?;
    let is_same = current.is_some_and(|current| {
        (current.state, current.start_date) == (departure.state, departure.start_date)
    });
    match is_same {
        true => Ok(()),
        false => Err(OctoError::unprocessable(NOT_ON_SALE)),
    }
}

/// The seats that a booking holds. An unpaid booking ends at the latest with all unpaid ones.
#[must_use]
pub fn claim_of(
    booking: &Booking,
    departure: &Departure,
    hold: TimeDelta,
    now: chrono::DateTime<chrono::Utc>,
) -> Claim {
    Claim {
        owner_id: booking.id,
        pool_id: departure.pool_id,
        departure_id: departure.id,
        seats: booking.party.size(),
        state: ClaimState::Held,
        expires_at: Some(now + hold),
    }
}

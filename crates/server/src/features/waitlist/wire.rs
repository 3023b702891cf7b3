//! JSON types of waitlists and offers (operations §2).

use chrono::{DateTime, NaiveDate, Utc};
use domain::waitlist;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::features::departure::wire::Departure;
use crate::http::response::Success;

#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum WaitlistState {
    Waiting,
    /// Seats are held until `offerExpiresAt`.
    Offered,
    Booked,
    /// The offer expired, or the departure is no longer sold.
    Lapsed,
    Left,
}

impl From<waitlist::WaitlistState> for WaitlistState {
    fn from(state: waitlist::WaitlistState) -> Self {
        match state {
            waitlist::WaitlistState::Waiting => Self::Waiting,
            waitlist::WaitlistState::Offered => Self::Offered,
            waitlist::WaitlistState::Booked => Self::Booked,
            waitlist::WaitlistState::Lapsed => Self::Lapsed,
            waitlist::WaitlistState::Left => Self::Left,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
pub struct JoinWaitlistRequest {
    pub guests: u32,
}

/// A party that waits for seats of a departure.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WaitlistEntry {
    #[serde(rename = "_id")]
    pub id: Uuid,
    pub departure_id: Uuid,
    pub guests: u32,
    pub state: WaitlistState,
    /// The place among the waiting parties for the same seats, from 1. Null unless it is waiting.
    pub position: Option<u32>,
    pub created_at: DateTime<Utc>,
    /// When the offer ends or ended. Null without an offer.
    pub offer_expires_at: Option<DateTime<Utc>>,
    /// The booking that was made from the offer.
    pub booking_id: Option<Uuid>,
}

impl WaitlistEntry {
    /// `queue`: the active entries of the pool, in order of arrival.
    #[must_use]
    pub fn new(
        entry: &waitlist::WaitlistEntry,
        queue: &[waitlist::WaitlistEntry],
        now: DateTime<Utc>,
    ) -> Self {
        let mut waiting = queue
            .iter()
            .filter(|other| other.state == waitlist::WaitlistState::Waiting);
        let place = waiting.position(|other| other.id == entry.id);
        Self {
            id: entry.id,
            departure_id: entry.departure_id,
            guests: entry.guests,
            state: entry.state_at(now).into(),
            position: place.and_then(|place| u32::try_from(place + 1).ok()),
            created_at: entry.created_at,
            offer_expires_at: entry.offer_expires_at,
            booking_id: entry.booking_id,
        }
    }
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WaitlistEntryAnswer {
    pub status: Success,
    pub data: OneWaitlistEntry,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneWaitlistEntry {
    pub waitlist_entry: WaitlistEntry,
}

/// A waiting party with its account, for staff.
#[derive(Debug, Serialize, ToSchema)]
pub struct WaitingParty {
    #[serde(flatten)]
    pub entry: WaitlistEntry,
    pub name: String,
    pub email: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct WaitlistAnswer {
    pub status: Success,
    pub data: Waitlist,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Waitlist {
    /// In order of arrival.
    pub waitlist_entries: Vec<WaitingParty>,
}

/// An entry of the caller with its departure.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnWaitlistEntry {
    #[serde(flatten)]
    pub entry: WaitlistEntry,
    pub departure: Departure,
    pub trek_name: String,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OwnWaitlistAnswer {
    pub status: Success,
    pub data: OwnWaitlist,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OwnWaitlist {
    /// Newest first.
    pub waitlist_entries: Vec<OwnWaitlistEntry>,
}

/// Seats that are held for a waiting party.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SeatOffer {
    pub departure_id: Uuid,
    pub trek_id: Uuid,
    pub route_id: Uuid,
    pub trek_name: String,
    pub start_date: NaiveDate,
    /// The last day.
    pub end_date: NaiveDate,
    pub guests: u32,
    pub expires_at: DateTime<Utc>,
    pub state: WaitlistState,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct SeatOfferAnswer {
    pub status: Success,
    pub data: OneSeatOffer,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct OneSeatOffer {
    pub offer: SeatOffer,
}

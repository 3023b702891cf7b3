//! Parties that wait for seats of a departure, and the offers they get (operations §2).

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

/// How long the seats of an offer are held.
pub const OFFER_LIFETIME: TimeDelta = TimeDelta::hours(24);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitlistState {
    Waiting,
    /// Seats are held for the party until the offer expires.
    Offered,
    /// The party made a booking from its offer.
    Booked,
    /// The offer expired, or the departure is no longer sold.
    Lapsed,
    /// The party left the waitlist.
    Left,
}

impl WaitlistState {
    pub const ALL: [Self; 5] = [
        Self::Waiting,
        Self::Offered,
        Self::Booked,
        Self::Lapsed,
        Self::Left,
    ];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Offered => "offered",
            Self::Booked => "booked",
            Self::Lapsed => "lapsed",
            Self::Left => "left",
        }
    }

    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.as_str() == word)
    }
}

/// A party that waits for seats of one departure. It gets at most one offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitlistEntry {
    pub id: Uuid,
    pub departure_id: Uuid,
    pub user_id: Uuid,
    pub guests: u32,
    /// As stored. An offer that has expired may still be `Offered`: see [`WaitlistEntry::state_at`].
    pub state: WaitlistState,
    pub offer_expires_at: Option<DateTime<Utc>>,
    /// The booking that was made from the offer.
    pub booking_id: Option<Uuid>,
    pub created_at: DateTime<Utc>,
}

impl WaitlistEntry {
    /// The state by the clock: an offer lapses at its end, without a job.
    #[must_use]
    pub fn state_at(&self, now: DateTime<Utc>) -> WaitlistState {
        let is_over = self.offer_expires_at.is_none_or(|end| end <= now);
        match self.state {
            WaitlistState::Offered if is_over => WaitlistState::Lapsed,
            state => state,
        }
    }
}

/// The parties that get seats when some are free: first come, first that fits. `waiting` is in order of arrival.
#[must_use]
pub fn parties_that_fit(waiting: Vec<WaitlistEntry>, mut seats_left: u32) -> Vec<WaitlistEntry> {
    let fits = |entry: &WaitlistEntry| {
        let fits = entry.guests <= seats_left;
        if fits {
            seats_left -= entry.guests;
        }
        fits
    };
    waiting.into_iter().filter(fits).collect()
}

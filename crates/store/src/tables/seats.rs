//! Seats of departures: pools of places, and the claims of bookings on them (operations §2).
//!
//! At every moment held + taken ≤ capacity. Every change runs in the transaction of the booking it belongs to, and
//! locks the pool first: on PostgreSQL the update of the pool's row orders the transactions, and SQLite has one writer.
//! A hold that has ended is free for the next buyer because that buyer's transaction releases it, so no job is needed.

use chrono::{DateTime, Utc};
use uuid::Uuid;

use crate::{StoreError, StoreResult};

pub mod audit;
mod claims;
mod pools;
mod usage;

pub(crate) use claims::insert_claim;
pub use claims::{
    change_departure, exchange, extend, find, hold, keep, release, resize, resume, take, transfer,
};
pub use pools::{insert_pool, lock, lock_pool, lock_pools, set_capacity};
pub use usage::{count_taken, count_taken_by_departure, has_claims, list_hold_ends, usage};
pub(crate) use usage::{has_free, select_holders, select_owners_without_seats, select_sold_seats};

mod pool {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "seat_pools")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: Uuid,
        pub capacity: i32,
        pub held: i32,
        pub taken: i32,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

mod claim {
    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, DeriveEntityModel)]
    #[sea_orm(table_name = "seat_claims")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub owner_id: Uuid,
        pub pool_id: Uuid,
        pub departure_id: Uuid,
        pub seats: i32,
        #[sea_orm(column_type = "Text")]
        pub state: String,
        pub expires_at: Option<ChronoDateTimeUtc>,
        pub updated_at: ChronoDateTimeUtc,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
    impl ActiveModelBehavior for ActiveModel {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClaimState {
    /// Kept for an unpaid booking or an offer until it expires.
    Held,
    /// Sold.
    Taken,
    /// The seats are free again.
    Released,
}

impl ClaimState {
    const ALL: [Self; 3] = [Self::Held, Self::Taken, Self::Released];

    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Held => "held",
            Self::Taken => "taken",
            Self::Released => "released",
        }
    }

    fn parse(word: &str) -> StoreResult<Self> {
        let found = Self::ALL.into_iter().find(|state| state.as_str() == word);
        found.ok_or_else(|| StoreError::Failed(format!("a seat claim has the state '{word}'")))
    }
}

/// The seats of one booking, or of one offer to a waiting party.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    pub owner_id: Uuid,
    pub pool_id: Uuid,
    pub departure_id: Uuid,
    pub seats: u32,
    pub state: ClaimState,
    /// `None` for a hold that lasts as long as a payment is being processed, and for what is not held.
    pub expires_at: Option<DateTime<Utc>>,
}

/// How the seats of a pool are used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub capacity: u32,
    /// Holds that have ended are not counted.
    pub held: u32,
    pub taken: u32,
}

impl Usage {
    #[must_use]
    pub fn left(self) -> u32 {
        self.capacity.saturating_sub(self.held + self.taken)
    }
}

/// Whether a change of seats was possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seating {
    Done,
    /// Nothing was changed: the pool has only this number of free seats.
    TooFew {
        left: u32,
    },
}

fn count(number: i32) -> u32 {
    u32::try_from(number).unwrap_or_default()
}

fn signed(seats: u32) -> StoreResult<i32> {
    i32::try_from(seats).map_err(|_| StoreError::Failed(format!("{seats} seats are too many")))
}

fn to_claim(row: claim::Model) -> StoreResult<Claim> {
    Ok(Claim {
        owner_id: row.owner_id,
        pool_id: row.pool_id,
        departure_id: row.departure_id,
        seats: count(row.seats),
        state: ClaimState::parse(&row.state)?,
        expires_at: row.expires_at,
    })
}

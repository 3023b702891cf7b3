//! Waitlists of departures, and the offers of free seats to those who wait (operations §2).

pub mod follow;
pub mod forget;
pub mod join;
pub mod list;
pub mod mail;
pub mod notice;
pub mod offer;
pub mod offers;
pub mod token;
pub mod wire;

//! Guides: the people who lead departures (operations §2).

pub mod manage;
pub mod wire;

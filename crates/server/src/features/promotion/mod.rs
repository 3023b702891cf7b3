//! Promotion codes: how bookings use them, and how staff keep them (operations §6).

pub mod applied;
mod input;
pub mod manage;
pub mod wire;

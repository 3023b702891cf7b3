//! The agency moves or cancels a departure, and every traveller chooses what happens to the booking (operations §2 "A
//! flight day").
//!
//! The transaction of a move holds the seats of all bookings at the target, so that accepting always works. Every answer is
//! one transaction: the choice, and the booking that follows it. A killed server leaves nothing half done; the periodic
//! task ends the unpaid bookings and answers for those who are silent.

pub mod begin;
pub mod carry_on;
pub mod choose;
pub mod end;
pub mod follow;
pub mod list;
pub mod mail;
pub mod record;
pub mod target;
pub mod wire;

//! Refunds of bookings: the decision, the promise, the provider's part and the emails (decisions §5).

pub mod create;
pub mod limit;
pub mod mail;
pub mod split;
pub mod steps;
pub mod wire;

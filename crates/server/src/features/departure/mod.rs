//! Departures: dated runs of a route that are sold by the seat (operations §2).

pub mod assignment;
pub mod calendar;
pub mod choice_link;
pub mod closures;
pub mod create;
pub mod decision_mail;
pub mod guarantee;
pub mod guided;
pub mod list;
pub mod manage;
pub mod manifest;
pub mod on_sale;
pub mod reminders;
pub mod staff;
pub mod terms;
mod usage;
pub mod wire;

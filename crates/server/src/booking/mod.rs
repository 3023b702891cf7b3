//! Bookings: making, paying, settling and reading them (document 2 §4, §7; decisions §5).

pub mod asked_price;
pub mod cancel;
pub mod cards;
pub mod create;
pub mod late;
pub mod mail;
pub mod money_mail;
pub mod older;
pub mod payment_intent;
pub mod quote;
pub mod read;
pub mod reconcile;
pub mod refund;
pub mod refund_steps;
pub mod remember;
pub mod request;
pub mod settle;
pub mod status;
pub mod verify;
pub mod webhook;
pub mod wire;
pub mod wire_guest;
pub mod wire_money;
pub mod wire_price;

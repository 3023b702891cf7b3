//! The balances of bookings: the list at the desk, reminders by email, and the payment by card, by the traveller or with
//! its link (operations §3).

pub mod days_ahead;
pub mod link;
pub mod list;
pub mod page;
pub mod reminder_mail;
pub mod reminders;
pub mod request;
pub mod settle;
pub mod wire;

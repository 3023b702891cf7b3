//! Emails to many recipients: staff write to the travellers of a departure or to the subscribers of the newsletter
//! (operations §6).

pub mod audience;
pub mod mail;
pub mod manage;
pub mod preview;
pub mod queue;
pub mod send;
pub mod wire;

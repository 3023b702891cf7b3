//! Proposals: staff answer a custom trek request with a priced, dated offer that the traveller books by its link
//! (operations §6).

pub mod accept;
pub mod copy;
pub mod create;
mod document;
pub mod link;
pub mod list;
pub mod mail;
pub mod manage;
pub mod page;
pub mod reminders;
pub mod wire;

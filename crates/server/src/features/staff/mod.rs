//! The staff of the agency: who has a role, invitations by email, and how roles are changed and taken away
//! (operations §6).

pub mod accept;
pub mod invite;
pub mod link;
pub mod list;
pub mod mail;
pub mod role;
pub mod wire;
